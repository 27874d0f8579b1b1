// Door: all that generated code and native modules may touch. Imports no other folder.
export * from "./values.ts";
export * from "./panic.ts";
export * from "./wide.ts";
export * from "./operators.ts";
export * from "./number-text.ts";
export * from "./map.ts";
export * from "./hash-table.ts";
export * from "./any-value.ts";
export * from "./char-text.ts";
export * from "./list-access.ts";
export * from "./goroutines.ts";
export * from "./limits.ts";
export * from "./trace.ts";
export * from "./file-sink.ts";
export type * from "./native.ts";
export type * from "./runtime.ts";
export type * from "./scheduler.ts";
export * from "./output.ts";
