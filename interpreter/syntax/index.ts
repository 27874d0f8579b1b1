// Door: source text to tree.
export type * from "./ast.ts";
