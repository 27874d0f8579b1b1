// Entry point for what runs programs: the engine, the launcher, the command. All of a runtime that natives see, and
// what makes one: the scheduler itself, limits, streams, traces, conversions at the border.
export * from "./border/index.ts";
export { CallDepth, GoroutineScheduler, type OnEnd, type Started } from "./goroutines/index.ts";
export * from "./index.ts";
export * from "./limits/index.ts";
export * from "./session.ts";
export * from "./signals.ts";
export * from "./streams/index.ts";
export * from "./traces/index.ts";
