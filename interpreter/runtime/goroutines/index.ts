// Goroutines: the interface for natives (scheduler.ts) and what implements it (goroutines.ts); which one runs when (turns.ts,
// slices.ts); what a goroutine is, a chain of frames (waiting.ts, chain.ts), how one runs (chain-runner.ts) and unwinds
// (unwinding.ts); which wait for another goroutine and is woken by it (parked.ts), which for time to pass (sleepers.ts), which
// for the outside world (outside-waits.ts); when all wait (deadlock.ts); how a program ends (program-end.ts).
export * from "./call-depth.ts";
export * from "./goroutines.ts";
export * from "./long-work.ts";
export type { OnEnd } from "./program-end.ts";
export * from "./ring.ts";
export * from "./scheduler.ts";
export * from "./unwinding.ts";
export * from "./waiting.ts";
