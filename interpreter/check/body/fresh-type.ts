// A type whose arguments are still to be found out.
import type { Span } from "../../source/index.ts";
import { named, type Type, type TypeSymbol } from "../types/index.ts";
import type { Body } from "./body.ts";

/** `List<_>` and the like: a type applied to fresh variables. */
export function freshType(body: Body, symbol: TypeSymbol, span: Span, what?: string): Type {
  const fallback = symbol.kind !== "Primitive" && symbol.module.id === "std/sync" ? "int" : null;
  return named(symbol, symbol.typeParams.map((param) => body.fresh(span, what ?? `\`${param.name}\` of \`${symbol.name}\``, fallback)));
}
