// The engine on Node, for hosts and the command.
import type { Tracing } from "./compile/index.ts";
import { engineOn, type Engine, type EngineContext } from "./engine-on.ts";
import type { EngineOptions } from "./engine-options.ts";
import { nodeSystem, systemFor } from "./host/node/index.ts";
import type { Project } from "./project/index.ts";

export { withDiagnostics } from "./builder.ts";
export { EVALUATED, type Tracing } from "./compile/index.ts";
export type { Built, Checked, CheckRequest, Engine, LoadedOutcome, Outcome } from "./engine-on.ts";

const node = { system: nodeSystem, systemFor };

/**
 * Makes an engine.
 * @throws TypeError for an unknown option or a value of the wrong type, and for a module of the host that does
 * not match its declaration, Error if the modules lack `core` or two have the same name
 */
export function createEngine(options: EngineOptions): Engine {
  return engineOn(node, options);
}

/** As `createEngine`, for programs that count their statements, or stop at them. */
export function tracingEngine(options: EngineOptions, tracing: Tracing): Engine {
  return engineOn(node, options, { tracing });
}

/**
 * As `createEngine`; `timed` is called with the deadline whenever the time of a program starts, `project` has
 * what is known from earlier checks.
 */
export function engineInThread(
  options: EngineOptions,
  timed: EngineContext["timed"],
  project?: Project,
  tracing: Tracing | null = null,
): Engine {
  return engineOn(node, options, { timed, tracing, ...(project && { project }) });
}
