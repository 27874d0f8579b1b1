// Types with unknown type arguments.
import { notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import {
  calledBy,
  fallbackOf,
  named,
  pairs,
  substitute,
  type AliasSymbol,
  type Type,
  type TypeSymbol,
} from "../types/index.ts";
import type { Body } from "./body.ts";

/** A type with fresh variables as arguments, such as `List<_>`. */
export function freshType(body: Body, symbol: TypeSymbol, span: Span, what?: string): Type {
  const fallback = fallbackOf(symbol);
  return named(
    symbol,
    symbol.typeParams.map((param) =>
      body.fresh(
        span,
        what ?? notes.of(param.name, symbol.name),
        fallback,
        notes.giveTypeArguments(symbol.name),
      ),
    ),
  );
}

/** The type of an alias with fresh variables as arguments. */
export function freshAlias(body: Body, alias: AliasSymbol, span: Span): Type {
  const args = alias.typeParams.map((param) => body.fresh(span, notes.of(param.name, alias.name)));
  return calledBy(substitute(alias.type, pairs(alias.typeParams, args)), { name: alias.name, args });
}
