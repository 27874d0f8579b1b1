// Runs one program in different compilation modes and compares the results.
import type { Compiled, CompileOptions } from "../index.ts";
import { compileProgram, runCompiled } from "./run-program.ts";

const MODES: Readonly<Record<string, CompileOptions>> = {
  inferred: {},
  waiting: { suspendAll: true },
  pausing: { suspendAll: true },
  metered: { metered: true },
  counting: { tracing: "counts" },
};

const PAUSING_SCHEDULER = `
  const real = runtime.scheduler;
  const later = (value) => (value instanceof Promise ? value : Promise.resolve(value));
  const scheduler = {
    set shared(value) { real.shared = value; },
    spawn: (body) => real.spawn(body),
    slice: { asked: 0, get fuel() { return ++this.asked % 3 === 0 ? -1 : 2048; }, set fuel(left) {} },
    due: () => true,
    giveWay: () => real.giveWay(),
    fail: (error) => real.fail(error),
    attach: (waiting, end) => real.attach(waiting, end),
    watch: (reader) => real.watch(reader),
    initialised: () => real.initialised(),
    panicOf: (error) => real.panicOf(error),
    reserves: real.reserves,
    dropLeaf: () => real.dropLeaf(),
    unwinding: (frame) => real.unwinding(frame),
    pause: (frame, value) => real.pause(frame, later(value)),
    again: (frame, value) => real.again(frame, later(value)),
  };`;

/**
 * Makes each call that may wait do so, and loops give way in every iteration: every function resumes in a
 * frame at each call.
 */
function pausing(compiled: Compiled): Compiled {
  const code = compiled.code
    .replaceAll(/if \([\w$]+ instanceof Promise\) /g, "if (true) ")
    .replace("const scheduler = runtime.scheduler;", PAUSING_SCHEDULER);
  return { ...compiled, code };
}

/**
 * Describes the differences between the modes; null if there are none.
 * @throws Error with the diagnostics of a program that does not check
 */
export async function sameInAllModes(
  source: string | Readonly<Record<string, string>>,
): Promise<string | null> {
  let first: string | undefined;
  for (const [mode, options] of Object.entries(MODES)) {
    const compiled = compileProgram(source, options);
    const { stdout, exitReason } = await runCompiled(mode === "pausing" ? pausing(compiled) : compiled);
    const did = `${stdout}${exitReason.kind}${"message" in exitReason ? `: ${exitReason.message}` : ""}`;
    if (exitReason.kind === "internal") return `${mode}: the host failed after\n${stdout}`;
    first ??= did;
    if (did !== first) return `inferred:\n${first}\n\n${mode}:\n${did}`;
  }
  return null;
}
