// The builder `Command`: how to start a program, and running it to its end.
import { Err, fail, MAX_STRING } from "../../interpreter/runtime/index.ts";
import type { ErrorValue, Int, Output, Runtime } from "../../interpreter/runtime/index.ts";
import type { LaunchedProcess, PipeReader, PipeWriter } from "../../interpreter/host/index.ts";
import { checkVariable, Variables } from "../env/index.ts";
import { errorText, systemText, codeOf } from "../error/index.ts";
import { Cancel } from "../sync/index.ts";
import type { AllowedPrograms } from "./allowed.ts";
import { OutputValue } from "./capture.ts";

/** The most bytes of one read from a pipe. */
const PIECE = 1 << 16;

export class Command {
  readonly program: string;
  readonly args: string[] = [];
  folder: string | null = null;
  /** The variables that `env` sets. */
  variables = new Map<string, string>();
  cleared = false;
  /** The data for its standard input; null for none. */
  input: string | null = null;
  inherits = false;
  millis = Infinity;
  cancel: Cancel | null = null;

  constructor(program: string) {
    this.program = program;
  }

  /** A copy that other goroutines do not change. */
  copy(): Command {
    const own = { args: [...this.args], variables: new Map(this.variables) };
    return Object.assign(new Command(this.program), this, own);
  }

  setVariable(name: string, value: string): void {
    checkVariable(name, value);
    this.variables.set(name, value);
  }

  setTimeout(ms: Int): void {
    this.millis = Number(ms) > 0 ? Number(ms) : Infinity;
  }
}

/** A process started by a Command, until it has ended. */
export class Started {
  readonly process: LaunchedProcess;
  readonly program: string;
  /** The pipe to its standard input; null if there is none, or its input was set beforehand. */
  readonly input: PipeWriter | null;
  /** The pipes of its outputs; null if it shares those of this program. */
  readonly output: PipeReader | null;
  readonly errors: PipeReader | null;
  /** Resolves when its outputs have been passed on to those of this program, if that is necessary. */
  readonly passed: Promise<unknown>;
  /** Whether its time limit or its `Cancel` ended it. */
  stopped: "timeout" | "cancelled" | null = null;
  /** -1 after a signal. */
  code: number | null = null;
  /** Resolves with the exit code; writing its input may still be in progress. */
  readonly ended: Promise<number>;
  /** Resolves when it has been stopped and has ended. */
  readonly interrupted: Promise<void>;

  /** The limits apply until the program has ended or, if `whole`, until its children have closed its pipes. */
  constructor(runtime: Runtime, command: Command, process: LaunchedProcess, whole: boolean) {
    const { scheduler } = runtime;
    this.process = process;
    this.program = command.program;
    this.input = command.input === null ? process.input : null;
    const { stdout, stderr } = runtime;
    this.output = command.inherits ? null : process.output;
    this.errors = command.inherits ? null : process.errors;
    this.passed = command.inherits
      ? Promise.all([pass(process.output, stdout, scheduler), pass(process.errors, stderr, scheduler)])
      : Promise.resolve();
    const forget = runtime.atEnd(() => this.#drop());
    void process.closed.then(forget);
    const mourned = runtime.signals.beforeDeath(() => process.end());
    const limit =
      command.millis < Infinity || command.cancel !== null
        ? new Cancel(scheduler, command.millis, command.cancel)
        : null;
    this.ended = process.ended.then((code) => {
      this.code = this.stopped === null ? code : -1;
      mourned();
      return this.code;
    });
    const { promise: stop, resolve: stopping } = Promise.withResolvers<void>();
    this.interrupted = stop.then(() => this.ended).then(() => {});
    const unlisten = limit?.listen(() => {
      this.stopped = command.cancel?.isCancelled === true ? "cancelled" : "timeout";
      process.end();
      stopping();
    });
    void (whole ? process.closed : process.ended).then(unlisten);
    if (scheduler.ended) this.#drop();
  }

  /** Stops reading the output of its children, which may hold the pipes after it has ended. */
  #drop(): void {
    if (this.code === null) this.process.end();
    this.process.release();
  }
}

/** Says why a command cannot be started, or returns null. */
function problem(allowed: AllowedPrograms, command: Command): string | null {
  const { program, args, folder } = command;
  const denied = allowed.denial(program, command.variables.keys());
  if (denied !== null) return denied;
  if ([program, ...args, folder ?? ""].some((text) => text.includes("\0")))
    return "process argument contains NUL byte";
  return program === "" ? systemText("ENOENT") : null;
}

export async function startCommand(
  runtime: Runtime,
  allowed: AllowedPrograms,
  given: Command,
  use: "run" | "start",
): Promise<Started | Err<ErrorValue>> {
  // What is checked is what is started: goroutines may change the command and the variables meanwhile.
  const command = given.copy();
  const variables = command.cleared ? command.variables : Variables.of(runtime).ofChild(command.variables);
  const { path } = allowed;
  const failed = (text: string, about = command.program): Err<ErrorValue> =>
    fail("process", `${text} (${about})`, codeOf(text));
  const wrong = problem(allowed, command);
  if (wrong !== null) return failed(wrong);
  if (command.cancel?.isCancelled === true) return stoppedError("cancelled", command.program);
  if (command.inherits) runtime.stdout.flush();
  // The streams of the process are those of the host: its programs have other ones.
  const shares = command.inherits && runtime.host.ownsProcess === true;
  try {
    const process = await runtime.host.system.processes.start({
      program: command.program,
      file: await allowed.file(command.program),
      args: command.args,
      folder: command.folder,
      variables,
      path,
      input: inputOf(command, shares, use),
      output: shares ? "shared" : "pipe",
    });
    const started = new Started(runtime, command, process, use === "run");
    if (command.input !== null) void feed(process, command.input);
    return started;
  } catch (error) {
    const about = (error as { readonly about?: string | null }).about;
    return failed(errorText(error), about ?? command.program);
  }
}

function inputOf(
  { input, inherits }: Command,
  shares: boolean,
  use: "run" | "start",
): "none" | "pipe" | "shared" {
  if (input !== null) return "pipe";
  if (shares) return "shared";
  return inherits || use === "run" ? "none" : "pipe";
}

/** Passes the output of a child on, and ends the program if the output does. */
async function pass(pipe: PipeReader | null, to: Output, scheduler: Runtime["scheduler"]): Promise<void> {
  if (pipe === null) return;
  // A pipe that cannot be read has ended.
  const next = async (): Promise<string> => {
    try {
      return await pipe.read(PIECE);
    } catch {
      return "";
    }
  };
  try {
    for (let piece = await next(); piece !== "" && !scheduler.ended; piece = await next()) {
      if (to.deliver === undefined) to.write(piece);
      else if ((await to.deliver(piece)) !== null) return pipe.close();
    }
  } catch (error) {
    scheduler.fail(error);
  }
}

/** Writes the input. A child that does not read all of it is not an error. */
async function feed({ input }: LaunchedProcess, text: string): Promise<void> {
  try {
    for (let at = 0; at < text.length; at += PIECE) await input!.write(text.slice(at, at + PIECE));
  } catch {
    // It has stopped reading.
  }
  input!.close();
}

export function stoppedError(reason: "timeout" | "cancelled", program: string): Err<ErrorValue> {
  return fail(
    reason,
    `${reason === "timeout" ? "the program did not end in time" : "the program was cancelled"} (${program})`,
    reason === "timeout" ? "timed_out" : "cancelled",
  );
}

/** Runs the command until it has ended and closed its output. */
export async function runCommand(
  runtime: Runtime,
  allowed: AllowedPrograms,
  command: Command,
): Promise<OutputValue | Err<ErrorValue>> {
  const started = await startCommand(runtime, allowed, command, "run");
  if (started instanceof Err) return started;
  const { process, program } = started;
  const failed = (text: string): Err<ErrorValue> => fail("process", `${text} (${program})`, codeOf(text));
  const outputs = started.passed.then(() =>
    Promise.all([collect(started.output, runtime), collect(started.errors, runtime)]),
  );
  // Children that left the group may hold its pipes: a command that is stopped does not wait for them.
  const stopped = started.interrupted.then(() => null);
  try {
    const written = await Promise.race([outputs, stopped]);
    const code = await started.ended;
    if (written !== null && started.stopped === null)
      return new OutputValue(code, ...written, process.signal);
    process.release();
    return stoppedError(started.stopped!, program);
  } catch (error) {
    process.end();
    process.release();
    return failed(errorText(error));
  }
}

/** @throws if a string cannot hold the output */
async function collect(pipe: PipeReader | null, runtime: Runtime): Promise<string> {
  if (pipe === null) return "";
  const pieces: string[] = [];
  let size = 0;
  for (let piece = await pipe.read(PIECE); piece !== ""; piece = await pipe.read(PIECE)) {
    size += piece.length;
    if (size > MAX_STRING) throw new Error("string too large");
    pieces.push(piece);
    runtime.arrived(piece.length);
    if (runtime.scheduler.ended) break;
  }
  return pieces.join("");
}
