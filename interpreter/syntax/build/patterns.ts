// Builds patterns. In a macro template, the names of `for` patterns are private, those of `match` patterns
// are not.
import { notes } from "../../diagnostics/index.ts";
import type { CharLit, IntLit, LiteralPattern, NamePattern, Pattern } from "../ast/index.ts";
import { INT_LIMIT } from "../numbers.ts";
import type { Token } from "../tokens.ts";
import type { Builder } from "./builder.ts";
import type { Cst } from "./cst.ts";
import { literalOf } from "./literals.ts";
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
export function namePattern(b: Builder, cst: Cst, bind: Binder): Pattern {
  const token = b.token(cst);
  const span = { start: token.start, end: token.end };
  if (token.text === "_") return { kind: "WildcardPattern", id: b.id(), span };
  return { kind: "NamePattern", id: b.id(), span, name: bind(token) } satisfies NamePattern;
}

function buildLiteral(b: Builder, cst: Cst): LiteralPattern {
  const span = b.span(cst);
  const negative = cst.count(0) > 0;
  const literal = literalOf(b, b.tokens[cst.at + cst.length - 1]!, span, negative);
  if (!negative) return { kind: "LiteralPattern", id: b.id(), span, value: literal };
  switch (literal.kind) {
    case "IntLit":
      return { kind: "LiteralPattern", id: b.id(), span, value: { ...literal, value: -literal.value } };
    case "FloatLit":
      return { kind: "LiteralPattern", id: b.id(), span, value: { ...literal, value: -literal.value } };
    case "StringLit":
    case "CharLit":
    case "BoolLit":
      b.expected("a number", cst.at + 1);
      return { kind: "LiteralPattern", id: b.id(), span, value: literal };
  }
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
