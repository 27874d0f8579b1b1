// Runs one program in this process, for `run` and `test`: uncaught errors of callbacks of Node, and an event
// loop without work, end the program, not the command.
import { standardModules } from "../../../stdlib/index.ts";
import {
  launch,
  type CompiledProgram,
  type ExitReason,
  type Launched,
  type LaunchOptions,
} from "../../launch/index.ts";
import {
  FatalPanic,
  type HeapGuard,
  type Host,
  type Limits,
  type Output,
  type TestDesk,
} from "../../runtime/host.ts";
import { memoryGuard } from "./memory-guard.ts";

export interface StartOptions extends Pick<LaunchOptions, "packageModules"> {
  readonly host: Host;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly limits?: Limits;
  readonly index?: number;
  /** See `LaunchOptions`. */
  readonly test?: boolean;
  readonly testDesk?: TestDesk;
  readonly hits?: Uint32Array;
  readonly probe?: NonNullable<LaunchOptions["probe"]>;
  readonly starting?: (launched: Launched) => void;
  /** As `starting`, without noting from then on where goroutines wait for the host. */
  readonly launching?: (launched: Launched) => void;
}

/**
 * Starts a program; `ended` is called synchronously when it ends.
 * @throws Error like `launch`
 */
export async function start(
  program: CompiledProgram,
  options: StartOptions,
  ended: (exitReason: ExitReason, launched: Launched) => void,
): Promise<void> {
  let launched: Launched | undefined;
  const fail = (error: unknown): void => launched?.fail(error);
  // No event can occur, and the program has not ended: it waits for an event that cannot occur.
  const stuck = (): void => fail(new FatalPanic("all goroutines are blocked: deadlock"));
  const leave = (): void => {
    process.off("uncaughtException", fail);
    process.off("unhandledRejection", fail);
    process.off("beforeExit", stuck);
  };
  const guard = (end: (error: unknown) => void): HeapGuard | null =>
    memoryGuard(() => end(new FatalPanic("out of memory")));
  const settings = {
    modules: standardModules,
    guard,
    debug: process.env["STD_DEBUG"] === "1",
    ...options,
  };
  const launching = launch(program, settings, (exitReason, self) => {
    leave();
    ended(exitReason, self);
  });
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  process.on("beforeExit", stuck);
  try {
    launched = await launching;
    options.launching?.(launched);
  } catch (error) {
    leave();
    throw error;
  }
}
