// The entry point: source texts and ranges in them.
export { Source, type Position } from "./source.ts";
export type { Span } from "./span.ts";
