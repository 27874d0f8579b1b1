// Entry point for the code that runs programs: the engine, the launcher, the command. It has all that natives
// see, and the parts of a runtime: the scheduler, limits, streams, traces, conversions at the border.
export * from "./border/index.ts";
export { CallDepth, GoroutineScheduler, Reserves, type OnEnd, type Started } from "./goroutines/index.ts";
export * from "./index.ts";
export * from "./limits/index.ts";
export type { Probe, ProbedVariable } from "./probe.ts";
export * from "./session.ts";
export * from "./signals.ts";
export * from "./streams/index.ts";
export * from "./traces/index.ts";
