// Builds patterns.
import { notes } from "../../../diagnostics/index.ts";
import type {
  CharLit,
  IntLit,
  ListPattern,
  ListRest,
  LiteralPattern,
  NamePattern,
  Pattern,
  WildcardPattern,
} from "../../../syntax/ast/index.ts";
import { INT_LIMIT } from "../../../syntax/numbers.ts";
import type { Token } from "../../../syntax/tokens.ts";
import type { Builder } from "./builder.ts";
import type { Cst } from "./cst.ts";
import { signedLiteral } from "./literals.ts";
import { reportTupleSize } from "./tuples.ts";
import { entries } from "./types.ts";

export type Binder = (token: Token) => string;

/** pattern */
export function buildPattern(b: Builder, cst: Cst, bind: Binder): Pattern {
  const first = buildPlain(b, cst.part(0).part(0), bind);
  const others = cst.list(2);
  if (others.length === 0) return first;
  const alternatives = [first, ...others.map((other) => buildPlain(b, other.part(0), bind))];
  return { kind: "OrPattern", id: b.id(), span: b.span(cst), alternatives };
}

function buildPlain(b: Builder, cst: Cst, bind: Binder): Pattern {
  const span = b.span(cst);
  switch (cst.rule) {
    case "plainPattern_range": {
      const low = buildLimit(b, cst.part(0));
      const high = buildLimit(b, cst.part(2));
      return {
        kind: "RangePattern",
        id: b.id(),
        span,
        low,
        high,
        inclusive: b.token(cst.part(1)).kind === "..=",
      };
    }
    case "plainPattern_literal":
      return buildLiteral(b, cst);
    case "plainPattern_variant": {
      const args = entries(cst.part(2).optional(0)).map((arg) => buildPattern(b, arg, bind));
      return { kind: "CtorPattern", id: b.id(), span, name: b.ident(cst), args };
    }
    case "plainPattern_named":
      return buildNamed(b, cst, bind);
    case "plainPattern_list":
      return buildList(b, cst, bind);
    default: {
      const list = cst.part(1).optional(0);
      const inner = entries(list).map((pattern) => buildPattern(b, pattern, bind));
      if (reportTupleSize(b, list, span, "pattern"))
        return { kind: "BrokenPattern", id: b.id(), span, parts: inner };
      if (inner.length === 1) return { kind: "ParenPattern", id: b.id(), span, inner: inner[0]! };
      return { kind: "TuplePattern", id: b.id(), span, parts: inner };
    }
  }
}

/** A name, or a struct with its fields. */
function buildNamed(b: Builder, cst: Cst, bind: Binder): Pattern {
  const body = cst.optional(3);
  const span = b.span(cst);
  if (body === null) return namePattern(b, cst, bind);
  const fields = body.list(1).map((field) => {
    const inner = field.optional(3);
    const pattern = inner === null ? namePattern(b, field, bind) : buildPattern(b, inner, bind);
    return { name: b.ident(field), pattern, shorthand: inner === null };
  });
  return { kind: "StructPattern", id: b.id(), span, name: b.ident(cst), fields, rest: body.count(3) > 0 };
}

/** A single name, or `_`. */
export function namePattern(b: Builder, cst: Cst, bind: Binder): NamePattern | WildcardPattern {
  const token = b.token(cst);
  const span = { start: token.start, end: token.end };
  if (token.text === "_") return { kind: "WildcardPattern", id: b.id(), span };
  return { kind: "NamePattern", id: b.id(), span, name: bind(token) };
}

function buildLiteral(b: Builder, cst: Cst): LiteralPattern {
  return { kind: "LiteralPattern", id: b.id(), span: b.span(cst), value: signedLiteral(b, cst) };
}

/** `[a, ..rest, z]` */
function buildList(b: Builder, cst: Cst, bind: Binder): ListPattern {
  const before: Pattern[] = [];
  const after: Pattern[] = [];
  let rest: ListRest | null = null;
  for (const entry of entries(cst.optional(1))) {
    const part = entry.part(0);
    if (part.rule === "listPart_element") {
      (rest === null ? before : after).push(buildPattern(b, part.part(0), bind));
    } else if (rest !== null) {
      b.expected("a pattern", part.at, notes.oneRest);
    } else {
      const name = part.optional(1);
      const span = b.span(part);
      const pattern: ListRest["pattern"] =
        name === null ? { kind: "WildcardPattern", id: b.id(), span } : namePattern(b, name, bind);
      rest = { id: b.id(), span, pattern };
    }
  }
  return { kind: "ListPattern", id: b.id(), span: b.span(cst), before, rest, after };
}

function buildLimit(b: Builder, cst: Cst): IntLit | CharLit {
  const span = b.span(cst);
  const negative = cst.count(0) > 0;
  const token = b.token(cst.part(1));
  if (token.kind === "char") {
    if (negative) b.expected("a number", cst.at + 1);
    return { kind: "CharLit", id: b.id(), span, value: Number(token.value) };
  }
  const value = BigInt(token.value!);
  if (value === INT_LIMIT && !negative)
    b.report("L4", token, { text: token.text, problem: notes.outOfRangeForInt });
  return { kind: "IntLit", id: b.id(), span, value: negative ? -value : value };
}
