// From the IR to JavaScript text and its position map.
export { emit } from "./emit.ts";
export type { Counters } from "./program/index.ts";
