// Which functions are traced, for coverage and for debuggers.
import type { Module } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";

/** Counters for coverage, a stop for debuggers at every statement, or only its mark, for profiles. */
export type Tracing = "counts" | "stops" | "marks";

/** Whether the statements of a function are traced: not those of the library, nor derived code. */
export function isTraced(module: Module, fn: ast.FunctionItem | null): boolean {
  return !module.standard && !module.host && (fn === null || !isDerived(fn));
}

/** All nodes of derived code are at the name of the trait. */
export function isDerived({ name, body }: ast.FunctionItem): boolean {
  return body !== null && body.span.start === name.span.start;
}
