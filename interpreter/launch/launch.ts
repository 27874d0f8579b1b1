// Runs a compiled program: loads the TypeScript of its native modules, starts `main` as the first goroutine
// and reports how it ended. Independent of checker and compiler, so that a program from the cache starts
// without them.
import { own } from "../own/index.ts";
import { HostError, needsMeter } from "../runtime/host.ts";
import type { CompiledProgram } from "./compiled-program.ts";
import type { ExitReason } from "./exit-reason.ts";
import type { Launched, LaunchOptions } from "./launch-options.ts";
import { loadNatives, modulesFor } from "./natives.ts";
import { ProgramRun } from "./program-run.ts";

/**
 * Starts the program. `ended` is called once, when the program has ended, its output is flushed, failures are
 * reported on standard error and resources are closed; that may be before the promise resolves.
 * @throws HostError if the program cannot be run with these options, Error if a native module cannot be
 * loaded
 */
export async function launch(
  compiled: CompiledProgram,
  given: LaunchOptions,
  ended: (exitReason: ExitReason, launched: Launched) => void,
): Promise<Launched> {
  const [program, options] = [own(compiled), own(given)];
  const problem = launchProblem(program, options);
  if (problem !== null) throw new HostError(problem);
  const natives = await loadNatives(program.natives, await modulesFor(program, options));
  const run = new ProgramRun(program, options, natives, ended);
  run.begin();
  return run;
}

/** Why a program cannot be run with these options, a mistake of the host; null if it can. */
function launchProblem(
  { metered = false, countsCalls = false, entries = Infinity }: CompiledProgram,
  { limits, index = 0 }: LaunchOptions,
): string | null {
  if (!Number.isInteger(index) || index < 0 || index >= entries)
    return `launch: there is no function ${index}, the program has ${entries}`;
  const uncounted = limits?.depth !== undefined && !countsCalls;
  if (uncounted || (limits !== undefined && needsMeter(limits) && !metered))
    return "launch: the program was built without limits, so they cannot be enforced: build it with an engine that has limits";
  return null;
}
