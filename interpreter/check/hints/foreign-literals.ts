// Literals of lists and maps as other languages write them: `[]int{1}`, `map[string]int{}`, `[Int]()`.
import { notes } from "../../diagnostics/index.ts";
import type { Call, Expr, Name } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { ERROR, type Type } from "../types/index.ts";

/** The hint for `map` of `map[string]int{}` and for the type of `[3]int{1, 2, 3}`. */
export function literalHint({ state }: Body, { name, span }: Name): string | undefined {
  const { text } = state.unit.source;
  const rest = text.slice(span.end, span.end + 200);
  if (name === "map" && /^\[[\w[\]]+\][\w[\]]*\s*\{/.test(rest)) return notes.mapWithoutType;
  return text[span.start - 1] === "]" && /^\s*\{/.test(rest) ? notes.listWithoutType : undefined;
}

/** The hint for `a` of `[a: 1]`. */
export function mapTypeHint({ state }: Body, { name, span }: Name): string | undefined {
  const { text } = state.unit.source;
  const isKey =
    /^:\s/.test(text.slice(span.end, span.end + 2)) &&
    /[[,]\s*$/.test(text.slice(Math.max(0, span.start - 100), span.start));
  return isKey ? notes.keyInQuotes(name) : undefined;
}

/** Whether a list is the `[]` of `[]int{1, 2, 3}`. */
export function isTypePrefix({ state }: Body, node: Expr): boolean {
  if (node.kind !== "ListLit" || node.elements.length > 0) return false;
  const rest = state.unit.source.text.slice(node.span.end, node.span.end + 100);
  return /^(?:\[[\w[\]]*\])*\w+\s*\{/.test(rest);
}

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

/** Whether a name of the file is that of a type. */
export function isTypeName(body: Body, name: string): boolean {
  const entry = body.context.names.lookup(body.state, name);
  return entry !== null && entry !== "reported" && (entry.kind === "Type" || entry.kind === "TypeAlias");
}
