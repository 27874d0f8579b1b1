// Natives of std/process. Starting programs needs the capability `process`.
import type { ChildProcess } from "node:child_process";
import { fail } from "../../interpreter/runtime/index.ts";
import type { Err, ErrorValue, Int, MaybePromise, NativeTable, Option, Runtime } from "../../interpreter/runtime/index.ts";
import { errorText } from "../error/index.ts";
import { handleClass } from "../sync/index.ts";
import type { Handle } from "../sync/index.ts";
import { capture, OutputValue } from "./capture.ts";
import { ChildState } from "./child-state.ts";
import { argumentProblem, launch } from "./launch.ts";

type Child = Handle<ChildState>;

export function create(runtime: Runtime): NativeTable {
  const { scheduler } = runtime;
  const Child = handleClass<ChildState>();

  function attempt<T>(program: string, args: readonly string[], body: () => Promise<T>): MaybePromise<T | Err<ErrorValue>> {
    const problem = runtime.host.capabilities.run(program) ?? argumentProblem(program, args);
    const failed = (text: string): Err<ErrorValue> => fail("process", `${text} (${program})`);
    if (problem !== null) return failed(problem);
    return scheduler.external(body().catch((error: unknown) => failed(errorText(error))));
  }

  /** Starts a child, which does not outlive the program. */
  async function child(program: string, args: readonly string[], input: "none" | "pipe"): Promise<ChildProcess> {
    const started = await launch(program, args, input);
    const kill = (): void => void started.kill("SIGKILL");
    if (scheduler.ended) kill();
    started.once("exit", runtime.atEnd(kill));
    return started;
  }

  async function run(program: string, args: readonly string[], input: string | null): Promise<OutputValue> {
    return capture(await child(program, args, input === null ? "none" : "pipe"), input);
  }

  async function start(program: string, args: readonly string[]): Promise<Child> {
    return Child.of(new ChildState(await child(program, args, "pipe")));
  }

  return {
    structs: { Child, Output: OutputValue },
    functions: {
      run: (program: string, args: string[]) => attempt(program, args, () => run(program, args, null)),
      run_with_input: (program: string, args: string[], input: string) =>
        attempt(program, args, () => run(program, args, input)),
      start: (program: string, args: string[]) => attempt(program, args, () => start(program, args)),
      "Child.read_stdout": (child: Child): string => child.state?.takeStdout() ?? "",
      "Child.read_stderr": (child: Child): string => child.state?.takeStderr() ?? "",
      "Child.write_stdin": (child: Child, data: string): MaybePromise<boolean> => {
        const written = child.state?.write(data) ?? false;
        return written instanceof Promise ? scheduler.external(written) : written;
      },
      "Child.close_stdin": (child: Child): void => child.state?.closeStdin(),
      "Child.poll": (child: Child): Option<Int> => (child.state === null ? -1 : child.state.code),
      "Child.running": (child: Child): boolean => child.state !== null && child.state.code === null,
      "Child.wait": (child: Child): MaybePromise<Int> =>
        child.state === null ? -1 : (child.state.code ?? scheduler.external(child.state.ended)),
      "Child.kill": (child: Child): boolean => child.state?.kill() ?? false,
      "Child.free": (child: Child): void => {
        const state = child.state;
        Child.free(child);
        state?.free();
      },
    },
  };
}
