// Builds expressions with a list of others: parentheses, lists, maps, sets, struct fields, interpolation.
import { notes } from "../../../diagnostics/index.ts";
import type { Expr, StructLit } from "../../../syntax/ast/index.ts";
import type { Builder } from "./builder.ts";
import type { Cst } from "./cst.ts";
import { buildExpr } from "./expressions.ts";
import { reportTupleSize } from "./tuples.ts";
import { entries } from "./types.ts";

/** paren: a tuple or a grouped expression */
export function buildParen(b: Builder, cst: Cst): Expr {
  const span = b.span(cst);
  const list = cst.optional(1);
  const inner = entries(list).map((expr) => buildExpr(b, expr));
  if (reportTupleSize(b, list, span, "value")) return { kind: "BrokenExpr", id: b.id(), span, parts: inner };
  if (inner.length === 1) return { kind: "Paren", id: b.id(), span, inner: inner[0]! };
  return { kind: "TupleLit", id: b.id(), span, parts: inner };
}

/** bracketed: a list, or a map if its first element has a `:` */
export function buildBracketed(b: Builder, cst: Cst): Expr {
  const span = b.span(cst);
  const content = cst.optional(1);
  if (content === null) return { kind: "ListLit", id: b.id(), span, elements: [] };
  if (content.rule === "") {
    b.uses.collectionLiterals = true;
    return { kind: "MapLit", id: b.id(), span, entries: [] };
  }
  const elements = entries(content);
  const isMap = elements[0]!.count(2) > 0;
  for (const element of elements) {
    const colon = element.optional(2);
    if (isMap && colon === null) {
      b.expected(notes.andValue, element.at + element.length, notes.mapEntriesHaveKeyAndValue);
    } else if (!isMap && colon !== null) {
      b.expected("`,` or `]`", colon.at, notes.firstElementMakesList);
    }
  }
  if (!isMap) {
    return {
      kind: "ListLit",
      id: b.id(),
      span,
      elements: elements.map((element) => buildExpr(b, element.part(0))),
    };
  }
  const mapEntries = elements.map((element) => {
    const key = buildExpr(b, element.part(0));
    const value = element.optional(4);
    return { key, value: value === null ? key : buildExpr(b, value) };
  });
  b.uses.collectionLiterals = true;
  return { kind: "MapLit", id: b.id(), span, entries: mapEntries };
}

export function buildSet(b: Builder, cst: Cst): Expr {
  const elements = [cst.part(2), ...entries(cst.optional(4))].map((element) => buildExpr(b, element));
  b.uses.collectionLiterals = true;
  return { kind: "SetLit", id: b.id(), span: b.span(cst), elements };
}

/** structBody */
export function buildStructFields(b: Builder, cst: Cst): Pick<StructLit, "fields" | "base"> {
  const inits = cst.optional(2);
  const seen = new Set<string>();
  const build = (init: Cst): StructLit["fields"][number] => {
    const token = b.token(init);
    const name = b.ident(init);
    if (seen.has(name.name)) b.report("P4", name.span, { name: name.name });
    seen.add(name.name);
    const given = init.optional(3);
    const value: Expr =
      given === null
        ? { kind: "Name", id: b.id(), span: name.span, ...b.hygiene.meaning(token), typeArgs: null }
        : buildExpr(b, given);
    return { name, value, shorthand: given === null };
  };
  const fields = inits === null ? [] : [inits.part(0), ...inits.list(3)].map(build);
  const written = cst.optional(3);
  if (written === null) return withBaseBelow(b, fields);
  const base = buildExpr(b, written.part(1));
  const [late] = written.list(4);
  if (late !== undefined) b.expected("`}`", late.at, notes.spreadStandsLast);
  return { fields: [...fields, ...written.list(4).map(build)], base };
}

/**
 * If only a line break separates `..p` from the fields, it is parsed as the end of a range; this corrects it.
 */
function withBaseBelow(b: Builder, fields: StructLit["fields"]): Pick<StructLit, "fields" | "base"> {
  const last = fields.at(-1);
  if (last?.value.kind !== "Range" || last.value.inclusive) return { fields, base: null };
  const { from, to } = last.value;
  if (!/[\n\r]\s*\.\.$/.test(b.source.text.slice(from.span.end, to.span.start).trimEnd()))
    return { fields, base: null };
  return { fields: [...fields.slice(0, -1), { ...last, value: from }], base: to };
}

export function buildInterpolation(b: Builder, cst: Cst): Expr {
  const pieces = [...cst.list(2), cst.part(4)];
  const values = [cst.part(1), ...cst.list(3)];
  const parts: (string | Expr)[] = [b.token(cst).text];
  for (const [i, value] of values.entries()) parts.push(buildExpr(b, value), b.token(pieces[i]!).text);
  return { kind: "Interpolation", id: b.id(), span: b.span(cst), parts: parts.filter((part) => part !== "") };
}
