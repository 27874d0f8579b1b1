// Goroutines: the interface for natives (scheduler.ts), who runs when (goroutines.ts), and what a goroutine is: a chain
// of frames (waiting.ts, chain.ts, unwinding.ts).
export * from "./goroutines.ts";
export * from "./long-work.ts";
export * from "./ring.ts";
export type * from "./scheduler.ts";
export * from "./unwinding.ts";
export * from "./waiting.ts";
