// Deep recursion needs a larger stack than Node gives by default, and only the start of Node can ask
// for it. The launcher's first line does; where somebody wrote `node …/std.js`, we start again, with
// the settings of that line.
import { decodedEnvironment } from "./undecoded.ts";

const STACK = "--stack-size=7200";
const THREADS = { UV_THREADPOOL_SIZE: "16" };

/** True when another process has done the work for `args`; its exit status is set. */
export function withLargeStack(args: readonly string[]): boolean {
  if (process.execArgv.some((flag) => flag.startsWith("--stack-size"))) return false;
  const all = [STACK, ...process.execArgv, process.argv[1]!, ...args];
  if (typeof process.execve === "function" && process.platform !== "win32") {
    // Replaces this process; what follows is not reached.
    process.execve(process.execPath, [process.execPath, ...all], { ...THREADS, ...decodedEnvironment() });
  }
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { status } = spawnSync(process.execPath, all, { stdio: "inherit", env: { ...THREADS, ...process.env } });
  process.exit(status ?? 70);
}
