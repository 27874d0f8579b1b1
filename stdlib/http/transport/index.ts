// Writing to a socket, for client and server: in order, gathered per turn, with a limit on each wait.
export type { Writer } from "./gathered-writes.ts";
export { GatheredWrites } from "./gathered-writes.ts";
export { Outbox } from "./outbox.ts";
export { Patience } from "./patience.ts";
export { WriteWait } from "./write-wait.ts";
