// Empty lists and maps as Swift writes them: `[Int]()`, `[String: Int]()`.
import { notes } from "../../diagnostics/index.ts";
import type { Call, Expr, Name } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { isTypeName } from "../hints/index.ts";
import { ERROR, type Type } from "../types/index.ts";

/** Reports `[Int]()` and `[String: Int]()`; null for other calls. */
export function emptyCollection(body: Body, { callee, args }: Call): Type | null {
  if (args.length > 0) return null;
  if (callee.kind === "ListLit" && callee.elements.length === 1)
    return reported(body, callee.elements, ([type]) => notes.emptyListOfType(type!));
  if (callee.kind === "MapLit" && callee.entries.length === 1) {
    const { key, value } = callee.entries[0]!;
    return reported(body, [key, value], ([k, v]) => notes.emptyMapOfType(k!, v!));
  }
  return null;
}

function reported(
  body: Body,
  parts: readonly Expr[],
  hint: (types: readonly string[]) => string,
): Type | null {
  const names = parts.filter((part) => part.kind === "Name");
  if (names.length < parts.length || !names.every((name) => isType(body, name))) return null;
  const first = names[0]!;
  body.report(
    "R1",
    first.span,
    { what: "value", name: first.name },
    { label: notes.thisIsTypeNotValue, hint: hint(names.map(({ name }) => name)) },
  );
  return ERROR;
}

function isType(body: Body, node: Name): boolean {
  return body.local(node.name) === undefined && isTypeName(body, node.name);
}
