// Deep recursion needs a larger stack than Node gives by default, and only the start of Node can ask
// for it. The launcher's first line does; where somebody wrote `node …/std.js`, we start again, with
// the settings of that line.
import { withoutBadCertificates } from "./extra-certificates.ts";
import { decodedEnvironment, handedOver } from "./undecoded.ts";

const STACK = "--stack-size=7200";
const THREADS = { UV_THREADPOOL_SIZE: "16" };

/** True when another process has done the work for `args`; its exit status is set. */
export function withLargeStack(args: readonly string[]): boolean {
  const isLarge = process.execArgv.some((flag) => flag.startsWith("--stack-size"));
  const given = process.env["NODE_EXTRA_CA_CERTS"] === undefined ? null : withoutBadCertificates(decodedEnvironment());
  if (isLarge && given === null) return false;
  const environment = { ...(given ?? decodedEnvironment()), ...handedOver(args) };
  const all = [...(isLarge ? [] : [STACK]), ...process.execArgv, process.argv[1]!, ...args];
  if (typeof process.execve === "function" && process.platform !== "win32") {
    // Replaces this process; what follows is not reached.
    process.execve(process.execPath, [process.execPath, ...all], { ...THREADS, ...environment });
  }
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { status } = spawnSync(process.execPath, all, { stdio: "inherit", env: { ...THREADS, ...environment } });
  process.exit(status ?? 70);
}
