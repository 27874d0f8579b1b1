// Reads anonymous functions, and the bodies of all functions.
import type { Body, Expr } from "../ast/index.ts";
import type { Mode } from "./parser.ts";
import { readParams } from "./params.ts";
import type { Parser } from "./parser.ts";
import { maybeResult } from "./types.ts";
import type { Kind } from "../tokens.ts";

export function readLambda(p: Parser, mode: Mode): Expr {
  const start = p.at;
  p.advance();
  p.expect("(");
  const scope = p.hygiene.open();
  const { params } = readParams(p, "lambda");
  const result = maybeResult(p);
  const body = readBody(p, mode);
  p.hygiene.close(scope);
  return { kind: "Lambda", id: p.id(), span: p.spanFrom(start), params, result, body };
}

const BODY: readonly Kind[] = ["{", "="];

/** A block, or `=` and an expression, which in a head is one itself. */
export function readBody(p: Parser, mode: Mode): Body {
  if (p.kind === "{") return p.block();
  if (p.kind !== "=") p.fail(BODY);
  const start = p.at;
  p.advance();
  const value = p.expr(mode === "value" ? "value" : "head");
  return { kind: "ExprBody", id: p.id(), span: p.spanFrom(start), value };
}
