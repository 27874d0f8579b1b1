// Natives of std/process. Starting programs needs the capability `process`.
import type { FlowingProcess } from "../../interpreter/host/index.ts";
import { asCount, Err, fail } from "../../interpreter/runtime/index.ts";
import type {
  ErrorValue,
  Int,
  MaybePromise,
  NativeTable,
  Option,
  Runtime,
} from "../../interpreter/runtime/index.ts";
import { errorText, codeOf } from "../error/index.ts";
import { handleClass } from "../sync/index.ts";
import type { Handle } from "../sync/index.ts";
import { Variables } from "../env/index.ts";
import type { Cancel } from "../sync/index.ts";
import { capture, OutputValue } from "./capture.ts";
import { ChildState } from "./child-state.ts";
import { Command, runCommand, startCommand } from "./command.ts";
import { AllowedPrograms } from "./allowed.ts";
import { argumentProblem } from "./arguments.ts";
import { ChildReader, ChildWriter, PipedChild, type ChildLike } from "./piped-child.ts";
import { sendSignal, signalChannel } from "./signals.ts";
import { waitWithin } from "./wait-limit.ts";

type Child = Handle<ChildLike>;

/** Replaces the name of the program of a child that was freed. */
const FREED = "child";

export function create(runtime: Runtime): NativeTable {
  const { scheduler } = runtime;
  const Child = handleClass<ChildLike>();
  const variables = Variables.of(runtime);
  const allowed = new AllowedPrograms(runtime);

  function attempt<T>(
    program: string,
    args: readonly string[],
    body: (args: readonly string[]) => Promise<T>,
  ): MaybePromise<T | Err<ErrorValue>> {
    const problem = allowed.denial(program) ?? argumentProblem(program, args);
    const failed = (text: string): Err<ErrorValue> => fail("process", `${text} (${program})`, codeOf(text));
    if (problem !== null) return failed(problem);
    return scheduler.external(body([...args]).catch((error: unknown) => failed(errorText(error))));
  }

  /** Starts a child, which does not outlive the program. */
  async function child(
    program: string,
    args: readonly string[],
    input: "none" | "pipe",
  ): Promise<FlowingProcess> {
    // What is checked is what is started: goroutines may set variables meanwhile.
    const launch = { program, args, path: allowed.path, input, variables: variables.ofChild() };
    const file = await allowed.file(program);
    const started = await runtime.host.system.processes.startFlowing({ ...launch, file });
    if (scheduler.ended) started.abandon();
    const forget = runtime.atEnd(() => started.abandon());
    void started.closed.then(forget);
    return started;
  }

  async function run(program: string, args: readonly string[], input: string | null): Promise<OutputValue> {
    return capture(await child(program, args, input === null ? "none" : "pipe"), input, runtime.arrived);
  }

  async function start(program: string, args: readonly string[]): Promise<Child> {
    const state = new ChildState(await child(program, args, "pipe"), program);
    // Its end is seen some turns of the event loop after that of its pipes: a loop that polls has to wait for
    // these.
    const seen = runtime.atEnd(() => {});
    void state.ended.then(seen);
    return Child.of(state);
  }

  /** Returns a stream of a child; one started by `start` has none for the script. */
  const reader = (child: Child, which: "output" | "errors"): ChildReader =>
    new ChildReader(child.state?.streams?.[which] ?? null, child.state?.program ?? FREED);

  const external = <T>(work: MaybePromise<T>): MaybePromise<T> =>
    work instanceof Promise ? scheduler.external(work) : work;

  return {
    structs: { Child, Output: OutputValue, Command, ChildReader, ChildWriter },
    functions: {
      ...commandNatives(runtime, allowed, Child),
      "Child.stdin": (child: Child): ChildWriter =>
        new ChildWriter(child.state?.streams?.input ?? null, child.state?.program ?? FREED),
      "Child.stdout": (child: Child): ChildReader => reader(child, "output"),
      "Child.stderr": (child: Child): ChildReader => reader(child, "errors"),
      "Child.pid": (child: Child): Int => child.state?.pid ?? -1,
      "ChildReader.read": (pipe: ChildReader, max: Int) => external(pipe.read(asCount(max))),
      "ChildReader.close": (pipe: ChildReader): void => pipe.pipe?.close(),
      "ChildWriter.write": (pipe: ChildWriter, data: string) => external(pipe.write(data)),
      "ChildWriter.close": (pipe: ChildWriter): void => pipe.close(),
      pid: (): Int => runtime.host.system.processes.pid,
      signals: (names: string[]): object => signalChannel(runtime, names),
      send_signal: (pid: Int, name: string) => sendSignal(runtime, pid, name),
      run: (program: string, args: string[]) => attempt(program, args, (given) => run(program, given, null)),
      run_with_input: (program: string, args: string[], input: string) =>
        attempt(program, args, (given) => run(program, given, input)),
      start: (program: string, args: string[]) => attempt(program, args, (given) => start(program, given)),
      "Child.read_stdout": (child: Child): string => child.state?.takeStdout() ?? "",
      "Child.read_stderr": (child: Child): string => child.state?.takeStderr() ?? "",
      "Child.write_stdin": (child: Child, data: string): MaybePromise<boolean> => {
        const written = child.state?.write(data) ?? false;
        return written instanceof Promise ? scheduler.external(written) : written;
      },
      "Child.close_stdin": (child: Child): void => child.state?.closeStdin(),
      "Child.signal": (child: Child): Option<string> => child.state?.signal ?? null,
      "Child.poll": (child: Child): Option<Int> => (child.state === null ? -1 : child.state.code),
      "Child.running": (child: Child): boolean => child.state !== null && child.state.code === null,
      "Child.wait": (child: Child): MaybePromise<Int> =>
        child.state === null ? -1 : (child.state.code ?? scheduler.external(child.state.ended)),
      "Child.wait_timeout": (child: Child, ms: Int): MaybePromise<Option<Int>> =>
        child.state === null ? -1 : external(waitWithin(scheduler, child.state, Number(ms))),
      "Child.kill": (child: Child): boolean => child.state?.kill() ?? false,
      "Child.free": (child: Child): void => {
        const state = child.state;
        Child.free(child);
        state?.free();
      },
    },
  };
}

/** Natives of `Command`; each builder method returns its command. */
function commandNatives(
  runtime: Runtime,
  allowed: AllowedPrograms,
  Child: ReturnType<typeof handleClass<ChildLike>>,
): NativeTable["functions"] {
  async function startPiped(command: Command): Promise<Child | Err<ErrorValue>> {
    const started = await startCommand(runtime, allowed, command, "start");
    return started instanceof Err ? started : Child.of(new PipedChild(started));
  }

  return {
    "Command.new": (program: string): Command => new Command(program),
    "Command.arg": changed((command, arg: string) => void command.args.push(arg)),
    "Command.args": changed((command, args: string[]) => {
      for (const arg of args) command.args.push(arg);
    }),
    "Command.cwd": changed((command, folder: string) => void (command.folder = folder)),
    "Command.env": changed((command, name: string, value: string) => command.setVariable(name, value)),
    "Command.clear_env": changed((command) => {
      command.cleared = true;
      command.variables.clear();
    }),
    "Command.input": changed((command, text: string) => void (command.input = text)),
    "Command.inherit": changed((command) => void (command.inherits = true)),
    "Command.timeout_ms": changed((command, ms: Int) => command.setTimeout(ms)),
    "Command.cancel": changed((command, cancel: Cancel) => void (command.cancel = cancel)),
    "Command.run": (command: Command) => runtime.scheduler.external(runCommand(runtime, allowed, command)),
    "Command.start": (command: Command) => runtime.scheduler.external(startPiped(command)),
  };
}

function changed(
  change: (command: Command, ...args: never[]) => void,
): (command: Command, ...args: never[]) => Command {
  return (command, ...args) => {
    change(command, ...args);
    return command;
  };
}
