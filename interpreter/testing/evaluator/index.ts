// An oracle for the compiler: a small, slow evaluator of checked programs. It walks the tree with the facts
// of the checker and shares nothing with the compiler: no lowering, no analyses, no representation of values,
// no scheduler. A result on which both agree is right, or the checker is wrong.
import type { Module, Program, Type } from "../../check/index.ts";
import { machine } from "../../host/index.ts";
import { EXIT_STATUS } from "../../launch/index.ts";
import {
  Exit,
  LineInput,
  Panic,
  StackOverflow,
  type Host,
  type ModuleDescriptor,
  type Scheduler,
} from "../../runtime/host.ts";
import { Evaluation } from "./evaluation.ts";
import { Natives, runtimeFor } from "./natives.ts";
import { EnumValue } from "./values.ts";
import { FifoScheduler, GaveUp, type Steps } from "./scheduler.ts";

export interface EvaluationOptions {
  readonly modules: readonly ModuleDescriptor[];
  readonly host: Host;
  /** The number of loop iterations and calls after which it gives up. */
  readonly steps?: number;
}

/** The results of a run. */
export interface Evaluated {
  readonly stdout: string;
  readonly exit: number;
  /** The message of the panic that ended it. */
  readonly panic: string | null;
  /** The reason why the evaluator gave up, or null. */
  readonly gaveUp: string | null;
}

const MOST_STEPS = 3_000_000;

/** Initialises the globals of a module and its imports, and runs a function without parameters. */
export async function evaluateProgram(
  program: Program,
  entry: Module,
  name: string,
  options: EvaluationOptions,
): Promise<Evaluated> {
  const pieces: string[] = [];
  const write = (bytes: string): void => void pieces.push(bytes);
  const scheduler = new FifoScheduler(options.steps ?? MOST_STEPS);
  const stdout = { write, flush() {} };
  const external = { external: (promise: Promise<unknown>) => promise } as unknown as Scheduler;
  const runtime = runtimeFor(
    options.host,
    scheduler,
    stdout,
    new LineInput(() => options.host.readInput(), external, stdout),
  );
  const natives = await Natives.load(program.modules.keys(), options.modules, runtime);
  const evaluation = new Evaluation(program, scheduler, natives, write);
  const main = function* (): Steps<void> {
    yield* evaluation.initialiseGlobals(entry);
    const symbol = entry.functions.get(name)!;
    const value = yield* evaluation.call({ function: symbol, substitution: new Map() }, []);
    if (value instanceof EnumValue && value.variant === "Err" && symbol.result.kind === "Named")
      yield* reportError(evaluation, value, symbol.result.args[1]!);
  };
  // `main` has returned an Err (reference/programs#exit-status).
  const reportError = function* (evaluation: Evaluation, { payload }: EnumValue, type: Type): Steps<void> {
    const text = evaluation.method(program.prelude.toString, "to_string", type);
    if (text !== null) yield* evaluation.call(text, payload);
    failed = true;
  };
  let failed = false;
  const outcome = (exit: number, panic: string | null, gaveUp: string | null): Evaluated => ({
    stdout: pieces.join(""),
    exit,
    panic,
    gaveUp,
  });
  try {
    await scheduler.run(main());
    return outcome(failed ? EXIT_STATUS.failed : EXIT_STATUS.ok, null, null);
  } catch (error) {
    if (error instanceof Exit) return outcome(error.code, null, null);
    if (error instanceof Panic) return outcome(EXIT_STATUS.panic, error.message, null);
    if (error instanceof GaveUp) return outcome(EXIT_STATUS.internal, null, error.message);
    if (machine().javascript.exhausted(error) === "stack")
      return outcome(EXIT_STATUS.panic, new StackOverflow().message, null);
    throw error;
  }
}
