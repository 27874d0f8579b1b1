// The limits of a program.
export { heldHeap, usedHeap } from "./heap-ledger.ts";
export * from "./heap-watch.ts";
export * from "./limits.ts";
export * from "./open-sockets.ts";
