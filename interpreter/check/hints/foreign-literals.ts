// Literals of lists and maps as other languages write them: `[]int{1}`, `map[string]int{}`, `[Int]()`.
import { notes } from "../../diagnostics/index.ts";
import type { Expr, Name } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";

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

/** Whether a name of the file is that of a type. */
export function isTypeName(body: Body, name: string): boolean {
  const entry = body.context.names.lookup(body.state, name);
  return entry !== null && entry !== "reported" && (entry.kind === "Type" || entry.kind === "TypeAlias");
}
