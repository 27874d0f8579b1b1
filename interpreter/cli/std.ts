#!/usr/bin/env node
// The command `std`. This file runs on any Node, reports one that is too old, and otherwise starts main.ts.
// Blocking operations such as name lookups get more threads than the four of Node: the threads are created at
// the first use, so their number can be set here.
process.env["UV_THREADPOOL_SIZE"] ??= "16";
const version = process.versions.node.split(".").map(Number);
if (version[0]! > 22 || (version[0] === 22 && version[1]! >= 16)) {
  import("./process/code-cache.ts")
    .then(({ keepCode }) => {
      // Wherever the option is: a script's own only loses some milliseconds.
      if (!process.argv.includes("--no-cache")) keepCode();
      return import("./main.ts");
    })
    .then(({ main }) => main(process.argv.slice(2)));
} else {
  // A clone of the repository has a newer Node among its development tools.
  import("./pinned-node.ts").then(({ runPinnedNode }) => runPinnedNode());
}
