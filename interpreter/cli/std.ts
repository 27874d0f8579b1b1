#!/usr/bin/env -S UV_THREADPOOL_SIZE=16 node --stack-size=7200
// The command `std`: this file runs on any Node, says so when that is too old, and leaves the rest to
// main.ts. Two things must be asked for when Node starts: the larger stack (language 15: 10,000 nested
// calls), which stays below the 8 MiB that the main thread usually has, and more threads for what
// blocks, such as name lookups, since Node's four are there before the first line runs.
const version = process.versions.node.split(".").map(Number);
if (version[0]! > 22 || (version[0] === 22 && version[1]! >= 12)) {
  import("./main.ts").then(({ main }) => main(process.argv.slice(2)));
} else {
  // A clone has a newer Node among its development tools.
  import("./pinned-node.ts").then(({ runPinnedNode }) => runPinnedNode());
}
