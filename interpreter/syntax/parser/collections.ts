// Reads lists and maps in brackets.
import { notes } from "../../diagnostics/index.ts";
import type { Expr } from "../ast/index.ts";
import { commaListOf } from "./lists.ts";
import type { Parser } from "./parser.ts";

interface Element {
  readonly key: Expr;
  readonly value: Expr | null;
  /** The index of the colon, or after an element without. */
  readonly at: number;
}

/** A list, or a map if its first element has a `:`. */
export function readBracketed(p: Parser): Expr {
  const start = p.at;
  p.advance();
  if (p.eat(":")) {
    p.expect("]");
    p.file.uses.collectionLiterals = true;
    return { kind: "MapLit", id: p.id(), span: p.spanFrom(start), entries: [] };
  }
  const { entries: elements, broken } = commaListOf(p, "]", readElement);
  const span = p.spanFrom(start);
  if (broken) {
    const parts = elements.flatMap(({ key, value }) => (value === null ? [key] : [key, value]));
    return { kind: "BrokenExpr", id: p.id(), span, parts };
  }
  const isMap = elements.length > 0 && elements[0]!.value !== null;
  for (const { value, at } of elements) {
    if (isMap && value === null) p.reportExpected(notes.andValue, at, notes.mapEntriesHaveKeyAndValue);
    else if (!isMap && value !== null) p.reportExpected("`,` or `]`", at, notes.firstElementMakesList);
  }
  if (!isMap) return { kind: "ListLit", id: p.id(), span, elements: elements.map(({ key }) => key) };
  p.file.uses.collectionLiterals = true;
  const entries = elements.map(({ key, value }) => ({ key, value: value ?? missing(p, key) }));
  return { kind: "MapLit", id: p.id(), span, entries };
}

/** The value that an entry lacks: no node is in a tree twice. */
function missing(p: Parser, { span }: Expr): Expr {
  return { kind: "BrokenExpr", id: p.id(), span, parts: [] };
}

function readElement(p: Parser): Element {
  const key = p.expr();
  if (!p.onNextLine(":")) return { key, value: null, at: p.at };
  const at = p.at - 1;
  p.skipNewline();
  return { key, value: p.expr(), at };
}
