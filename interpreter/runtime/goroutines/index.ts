// Goroutines. The interface for natives is scheduler.ts, its implementation goroutines.ts. Which goroutine
// runs when: turns.ts, slices.ts. A goroutine is a chain of frames: waiting.ts, chain.ts; running one:
// chain-runner.ts, unwinding it: unwinding.ts, observing how a call ends: observing.ts. Waiting for another
// goroutine: parked.ts, for time to pass: sleepers.ts, for the host: outside-waits.ts, everyone for each other:
// deadlock.ts. The end of a program: program-end.ts.
export * from "./call-depth.ts";
export * from "./goroutines.ts";
export * from "./observing.ts";
export type { OnEnd } from "./program-end.ts";
export * from "./ring.ts";
export * from "./scheduler.ts";
export * from "./reserves.ts";
export * from "./unwinding.ts";
export * from "./waiting.ts";
