// Standard input and output.
export * from "./file-sink.ts";
export * from "./input.ts";
export * from "./line-buffer.ts";
export * from "./output.ts";
