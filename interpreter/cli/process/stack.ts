// The stack for the recursion of programs. The default limit of V8, 984 KB, is enough for programs without
// recursion. 10,000 nested calls (reference/programs#exit-status) need more. Only an option of Node at its
// start sets the limit, which must not exceed the stack of the main thread: V8 does not check it, and a
// signal would end the process.
//
// A larger limit takes a second start of Node, which more than doubles the time of a short program. So it is
// set only if needed: for a program whose calls may nest deeply (compile/analysis/nesting.ts), for source
// text that nests too deeply for the default, and for commands that run many programs. Alternatives are
// worse: a shebang with options needs `env -S`, which BusyBox lacks; V8 reads the flag once, before the first
// script; and a worker with its own stack also takes 20 ms, receives no signals, and has no heap that
// memory-guard.ts could watch.
import { readFileSync } from "node:fs";
import { withoutBadCertificates } from "./extra-certificates.ts";
import { decodedEnvironment, handedOver } from "./undecoded.ts";

/** The large limit, below the usual 8 MiB of the main thread; all sizes are in KB. */
const LARGE = 7200;
/** The default limit of V8. */
const OWN = 984;
/** Space for Node, and for natives at the end of the stack. */
const ROOM = 900;
/** The assumed size if the system does not report it. */
const USUAL = 8176;
const FLAG = "--stack-size=";
const SIZE_FLAG = /^--stack[-_]size=/;
const THREADS = { UV_THREADPOOL_SIZE: "16" };

/** The decoded arguments of this process; they can be decoded only once. */
let args: readonly string[] = [];

/**
 * Starts again if the stack is smaller than the limit of V8, or if Node would report invalid certificates.
 */
export function ensureSoundStart(given: readonly string[]): void {
  args = given;
  const certificates =
    process.env["NODE_EXTRA_CA_CERTS"] === undefined ? null : withoutBadCertificates(decodedEnvironment());
  if (certificates !== null && !hasInheritedSockets())
    startAgain(Math.min(Math.max(asked(), OWN), fitting()), certificates);
  else if (asked() > fitting(Infinity)) startAgain(fitting());
}

/**
 * Starts again with the large stack, or as much of it as is available, unless that has been done. Sockets of the service
 * manager would be closed: Node lets no descriptor survive. With them, the program has the stack of the first start.
 */
export function ensureLargeStack(): void {
  if (!hasLargeStack() && !hasInheritedSockets()) startAgain(fitting());
}

/** Whether the service manager has passed listening sockets to this process. */
function hasInheritedSockets(): boolean {
  return Number(process.env["LISTEN_PID"]) === process.pid && Number(process.env["LISTEN_FDS"]) > 0;
}

/** The options of Node for a process that has the large stack from the start. */
export function optionsWithLargeStack(): string[] {
  const others = process.execArgv.filter((flag) => !SIZE_FLAG.test(flag));
  return [...others, `${FLAG}${hasLargeStack() ? asked() : Math.floor(fitting())}`];
}

export function hasLargeStack(): boolean {
  return asked() >= fitting();
}

/** Called before diagnostics are reported: code nested too deeply for this stack may fit the large one. */
export function ensureStackFor(diagnostics: readonly { readonly code: string }[]): void {
  if (diagnostics.some(({ code }) => code === "P10")) ensureLargeStack();
}

/** The limit that V8 uses. */
function asked(): number {
  const given = process.execArgv.findLast((flag) => SIZE_FLAG.test(flag));
  return given === undefined ? OWN : Number(given.slice(FLAG.length));
}

/** The largest limit that fits, at most `wanted`. */
function fitting(wanted: number = LARGE): number {
  const available = mainStack();
  if (available >= LARGE + ROOM)
    return available === Infinity ? wanted : Math.min(wanted, Math.floor(available - ROOM));
  return Math.min(wanted, Math.floor(available * 0.7));
}

/** The stack of the main thread without the arguments and the environment, which are on it. */
function mainStack(): number {
  const limit = stackLimit();
  if (limit === Infinity) return limit;
  let bytes = 0;
  for (const arg of process.argv) bytes += arg.length;
  for (const [name, value] of Object.entries(process.env)) bytes += name.length + value!.length;
  // ROOM includes small ones.
  return limit - (bytes < 65_536 ? 0 : Math.ceil((bytes * 1.1) / 1024));
}

let known: number | undefined;

function stackLimit(): number {
  known ??= readLimit();
  return known;
}

function readLimit(): number {
  if (process.platform !== "linux") return USUAL;
  try {
    const [, soft] = /^Max stack size +(\d+|unlimited)/m.exec(readFileSync("/proc/self/limits", "latin1"))!;
    return soft === "unlimited" ? Infinity : Number(soft) / 1024;
  } catch {
    return USUAL;
  }
}

/** Replaces this process with a new one, or waits for the new one and ends with its status. */
function startAgain(size: number, given?: Record<string, string>): never {
  const environment = { ...(given ?? decodedEnvironment()), ...handedOver(args) };
  const flags = process.execArgv.filter((flag) => !SIZE_FLAG.test(flag));
  const all = [`${FLAG}${Math.floor(size)}`, ...flags, process.argv[1]!, ...args];
  if (typeof process.execve === "function" && process.platform !== "win32") {
    // Replaces this process and does not return.
    process.execve(process.execPath, [process.execPath, ...all], { ...THREADS, ...environment });
  }
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { status } = spawnSync(process.execPath, all, {
    stdio: "inherit",
    env: { ...THREADS, ...environment },
  });
  process.exit(status ?? 70);
}
