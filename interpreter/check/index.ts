// Door: names, types and all static rules (language 5). Trees in, checked modules and diagnostics out.
export type * from "./types.ts";
export type * from "./symbols.ts";
export type * from "./facts.ts";
