// Aliases as names of types in bodies: `Alias { … }`, `Alias.new()`, patterns (reference/types#aliases).
import type { Span } from "../../source/index.ts";
import type { TypeNode } from "../../syntax/index.ts";
import { boundsOf, freshAlias, oblige, type Body } from "../body/index.ts";
import { applyAlias, resolveType } from "../declare/index.ts";
import { pairs, prune, type AliasSymbol, type Type } from "../types/index.ts";

/** The type of an alias with the written type arguments, or with unknown ones if none are written. */
export function aliasType(
  body: Body,
  alias: AliasSymbol,
  written: readonly TypeNode[] | null,
  node: { readonly span: Span },
): Type {
  if (written !== null) {
    return prune(
      applyAlias(
        body.context,
        alias,
        written.map((arg) => resolveType(body.context, arg, body.types)),
        node,
        body.state,
      ),
    );
  }
  const type = prune(freshAlias(body, alias, node.span));
  if (type.kind === "Named") {
    for (const obligation of boundsOf(
      type.symbol.typeParams,
      pairs(type.symbol.typeParams, type.args),
      node.span,
    ))
      oblige(body, obligation);
  }
  return type;
}
