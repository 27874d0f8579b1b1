// The entry point: source texts, ranges in them, byte strings.
export { fromByteString, toByteString, utf8 } from "./byte-string.ts";
export { commentAbove } from "./doc-comment.ts";
export { hashOf } from "./hash.ts";
export { Source, type Position, type SourcePackage } from "./source.ts";
export type { Span } from "./span.ts";
