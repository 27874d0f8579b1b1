// Writing to a socket, for both sides: in order, gathered per turn, with a limit on each wait, and such that
// a failed write loses nothing that arrived.
export type { Writer } from "./gathered-writes.ts";
export { GatheredWrites } from "./gathered-writes.ts";
export { Outbox } from "./outbox.ts";
export { surviveFailedWrites } from "./write-failures.ts";
export { Patience } from "./patience.ts";
export { WriteWait } from "./write-wait.ts";
