// For a Node that is too old: the one that `npm ci` has put beside us, if there is one. Uses nothing
// that an old Node does not have.
import { spawnSync } from "child_process";
import { existsSync } from "fs";
import { fileURLToPath } from "url";

export function runPinnedNode(): void {
  const node = fileURLToPath(new URL("../../../node_modules/node/bin/node", import.meta.url));
  if (!existsSync(node)) {
    process.stderr.write("std needs Node.js 22.12 or newer, this is " + process.version + "\n");
    process.exitCode = 2;
    return;
  }
  const result = spawnSync(node, process.argv.slice(1), { stdio: "inherit" });
  process.exitCode = result.status === null ? 70 : result.status;
}
