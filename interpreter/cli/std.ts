#!/usr/bin/env -S node --stack-size=7200
// The command `std`: this file runs on any Node, says so when that is too old, and leaves the rest to
// main.ts. The larger stack (language 15: 10,000 nested calls) must be asked for when Node starts; it
// stays below the 8 MiB that the main thread usually has.
const version = process.versions.node.split(".").map(Number);
if (version[0]! > 22 || (version[0] === 22 && version[1]! >= 12)) {
  import("./main.ts").then(({ main }) => main(process.argv.slice(2)));
} else {
  // A clone has a newer Node among its development tools.
  import("./pinned-node.ts").then(({ runPinnedNode }) => runPinnedNode());
}
