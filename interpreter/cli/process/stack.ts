// The stack that programs recurse on. V8's own limit of 984 KB does for what does not recurse; 10,000 nested
// calls (reference/programs#exit-status) need more, which only the start of Node can ask for, and which must fit what the
// system gives the main thread: V8 does not look, and the process would end by a signal.
//
// Asking takes a second start of Node, some 25 ms where `hello.std` takes 35 in all. So it is done when it
// is needed: for a program whose calls may nest deeply (compile/analysis/nesting.ts), for source text that turns
// out to nest too deeply for the first stack, and for commands that run many programs. What else there
// is: a shebang with options needs `env -S`, which BusyBox lacks; V8 reads the flag once, before the first
// script; a worker with a stack of its own costs 20 ms, too, has no signals, and no heap that
// memory-guard.ts could watch.
import { readFileSync } from "node:fs";
import { withoutBadCertificates } from "./extra-certificates.ts";
import { decodedEnvironment, handedOver } from "./undecoded.ts";

/** All sizes in KB. Stays below the 8 MiB that the main thread usually has. */
const LARGE = 7200;
/** What V8 takes by itself. */
const OWN = 984;
/** For Node, and for what natives do at the end of the stack. */
const ROOM = 900;
/** Where the system does not say. */
const USUAL = 8176;
const FLAG = "--stack-size=";
const SIZE_FLAG = /^--stack[-_]size=/;
const THREADS = { UV_THREADPOOL_SIZE: "16" };

/** Of this process, decoded: that can be done once. */
let args: readonly string[] = [];

/** Starts again where Node would run onto the end of its stack, or would complain about certificates. */
export function ensureSoundStart(given: readonly string[]): void {
  args = given;
  const certificates =
    process.env["NODE_EXTRA_CA_CERTS"] === undefined ? null : withoutBadCertificates(decodedEnvironment());
  if (certificates !== null) startAgain(Math.min(Math.max(asked(), OWN), fitting()), certificates);
  else if (asked() > fitting(Infinity)) startAgain(fitting());
}

/** Starts again with the large stack, or as much of it as there is, unless that has been done. */
export function ensureLargeStack(): void {
  if (!hasLargeStack()) startAgain(fitting());
}

export function hasLargeStack(): boolean {
  return asked() >= fitting();
}

/** Before diagnostics are reported: what is nested too deeply for this stack may not be for the large one. */
export function ensureStackFor(diagnostics: readonly { readonly code: string }[]): void {
  if (diagnostics.some(({ code }) => code === "P10")) ensureLargeStack();
}

/** The limit that V8 goes by. */
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

/** What the main thread has below its arguments and environment, which lie on it. */
function mainStack(): number {
  const limit = stackLimit();
  if (limit === Infinity) return limit;
  let bytes = 0;
  for (const arg of process.argv) bytes += arg.length;
  for (const [name, value] of Object.entries(process.env)) bytes += name.length + value!.length;
  // Small ones are allowed for.
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

/** This process goes on as another one, or waits for it and ends as it did. */
function startAgain(size: number, given?: Record<string, string>): never {
  const environment = { ...(given ?? decodedEnvironment()), ...handedOver(args) };
  const flags = process.execArgv.filter((flag) => !SIZE_FLAG.test(flag));
  const all = [`${FLAG}${Math.floor(size)}`, ...flags, process.argv[1]!, ...args];
  if (typeof process.execve === "function" && process.platform !== "win32") {
    // Replaces this process; what follows is not reached.
    process.execve(process.execPath, [process.execPath, ...all], { ...THREADS, ...environment });
  }
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { status } = spawnSync(process.execPath, all, {
    stdio: "inherit",
    env: { ...THREADS, ...environment },
  });
  process.exit(status ?? 70);
}
