// Literals of single tokens.
import { notes } from "../../diagnostics/index.ts";
import type { BoolLit, CharLit, FloatLit, IntLit, StringLit } from "../ast/index.ts";
import type { Span } from "../../source/index.ts";
import { INT_LIMIT } from "../numbers.ts";
import type { Kind, Token } from "../tokens.ts";
import type { Parser } from "./parser.ts";

export function isLiteral(kind: Kind | undefined): boolean {
  switch (kind) {
    case "int":
    case "float":
    case "char":
    case "string":
    case "blockString":
    case "true":
    case "false":
      return true;
    default:
      return false;
  }
}

/** `negated` is true directly under a unary minus, where 2^63 is allowed. */
export function literalOf(
  p: Parser,
  token: Token,
  span: Span,
  negated: boolean,
): IntLit | FloatLit | CharLit | StringLit | BoolLit {
  const id = p.id();
  switch (token.kind) {
    case "int": {
      const value = BigInt(token.value!);
      if (value !== INT_LIMIT || negated) return { kind: "IntLit", id, span, value };
      p.report("L4", token, { text: token.text, problem: notes.outOfRangeForInt });
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

/** The literal before the cursor with its sign from `start` on, which only numbers may have. */
export function signedLiteral(p: Parser, start: number): IntLit | FloatLit | CharLit | StringLit | BoolLit {
  const at = p.at - 1;
  const literal = literalOf(p, p.tokens[at]!, p.spanFrom(start), at > start);
  if (at === start) return literal;
  switch (literal.kind) {
    case "IntLit":
      return { ...literal, value: -literal.value };
    case "FloatLit":
      return { ...literal, value: -literal.value };
    case "StringLit":
    case "CharLit":
    case "BoolLit":
      p.reportExpected("a number", at);
      return literal;
  }
}
