// For a Node that is too old: runs the Node that `npm ci` has installed, if there is one. Uses only features
// of old versions of Node, which cannot replace their process. `node_modules/.bin/std` and `npx std` start the right one.
import { spawn } from "child_process";
import { existsSync } from "fs";
import { fileURLToPath } from "url";

const FORWARDED = ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR2"] as const;

export function runPinnedNode(): void {
  const node = fileURLToPath(new URL("../../../node_modules/node/bin/node", import.meta.url));
  if (!existsSync(node)) {
    process.stderr.write("std needs Node.js 22.16 or newer, this is " + process.version + "\n");
    process.exitCode = 2;
    return;
  }
  const inherited =
    Number(process.env["LISTEN_PID"]) === process.pid ? Number(process.env["LISTEN_FDS"]) || 0 : 0;
  const stdio: ("inherit" | number)[] = ["inherit", "inherit", "inherit"];
  for (let i = 0; i < inherited; i++) stdio.push(3 + i);
  // Sockets of the service manager are for the process that LISTEN_PID names.
  const child =
    inherited === 0
      ? spawn(node, process.argv.slice(1), { stdio })
      : spawn("/bin/sh", ["-c", 'LISTEN_PID=$$ exec "$@"', "sh", node].concat(process.argv.slice(1)), {
          stdio,
        });
  for (const name of FORWARDED) process.on(name, () => child.kill(name));
  child.on("exit", (code, signal) => {
    if (signal !== null) {
      for (const name of FORWARDED) process.removeAllListeners(name);
      process.kill(process.pid, signal);
    } else process.exitCode = code === null ? 70 : code;
  });
}
