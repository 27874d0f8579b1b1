// Door: source text to tree.
export type * from "./ast.ts";
export { parse, type Parsed, type ParseOptions } from "./parse.ts";
