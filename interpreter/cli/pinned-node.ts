// For a Node that is too old: runs the Node that `npm ci` has installed, if there is one. Uses only features
// of old versions of Node.
import { spawnSync } from "child_process";
import { existsSync } from "fs";
import { fileURLToPath } from "url";

export function runPinnedNode(): void {
  const node = fileURLToPath(new URL("../../../node_modules/node/bin/node", import.meta.url));
  if (!existsSync(node)) {
    process.stderr.write("std needs Node.js 22.16 or newer, this is " + process.version + "\n");
    process.exitCode = 2;
    return;
  }
  const result = spawnSync(node, process.argv.slice(1), { stdio: "inherit" });
  process.exitCode = result.status === null ? 70 : result.status;
}
