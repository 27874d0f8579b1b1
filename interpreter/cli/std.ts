#!/usr/bin/env node
// The command `std`: this file runs on any Node, says so when that is too old, and leaves the rest to
// main.ts. What blocks, such as name lookups, gets more threads than Node's four: they are made when the
// first of them is needed, so they can be asked for here.
process.env["UV_THREADPOOL_SIZE"] ??= "16";
const version = process.versions.node.split(".").map(Number);
if (version[0]! > 22 || (version[0] === 22 && version[1]! >= 12)) {
  import("./main.ts").then(({ main }) => main(process.argv.slice(2)));
} else {
  // A clone has a newer Node among its development tools.
  import("./pinned-node.ts").then(({ runPinnedNode }) => runPinnedNode());
}
