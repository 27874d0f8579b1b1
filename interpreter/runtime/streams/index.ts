// Standard input and output.
export * from "./input.ts";
export * from "./line-buffer.ts";
export * from "./output.ts";
export * from "./counted-output.ts";
