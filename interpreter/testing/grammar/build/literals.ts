// Builds literals from single tokens.
import { notes } from "../../../diagnostics/index.ts";
import type { BoolLit, CharLit, FloatLit, IntLit, StringLit } from "../../../syntax/ast/index.ts";
import type { Span } from "../../../source/index.ts";
import { INT_LIMIT } from "../../../syntax/numbers.ts";
import type { Token } from "../../../syntax/tokens.ts";
import type { Builder } from "./builder.ts";
import type { Cst } from "./cst.ts";

/** `negated` is true directly under a unary minus, where 2^63 is allowed. */
export function literalOf(
  b: Builder,
  token: Token,
  span: Span,
  negated: boolean,
): IntLit | FloatLit | CharLit | StringLit | BoolLit {
  const id = b.id();
  switch (token.kind) {
    case "int": {
      const value = BigInt(token.value!);
      if (value !== INT_LIMIT || negated) return { kind: "IntLit", id, span, value };
      b.report("L4", token, { text: token.text, problem: notes.outOfRangeForInt });
      return { kind: "IntLit", id, span, value: 0n };
    }
    case "float":
      return { kind: "FloatLit", id, span, value: Number(token.value) };
    case "char":
      return { kind: "CharLit", id, span, value: Number(token.value) };
    case "string":
    case "blockString":
      return { kind: "StringLit", id, span, value: token.text, block: token.kind === "blockString" };
    default:
      return { kind: "BoolLit", id, span, value: token.kind === "true" };
  }
}

/** A literal with an optional minus, which only numbers may have. */
export function signedLiteral(b: Builder, cst: Cst): IntLit | FloatLit | CharLit | StringLit | BoolLit {
  const negative = cst.count(0) > 0;
  const literal = literalOf(b, b.tokens[cst.at + cst.length - 1]!, b.span(cst), negative);
  if (!negative) return literal;
  switch (literal.kind) {
    case "IntLit":
      return { ...literal, value: -literal.value };
    case "FloatLit":
      return { ...literal, value: -literal.value };
    case "StringLit":
    case "CharLit":
    case "BoolLit":
      b.expected("a number", cst.at + 1);
      return literal;
  }
}
