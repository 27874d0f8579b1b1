// Reads operands: names, literals, brackets; those that start with a keyword are in control.ts and lambdas.ts.
import type { Expr } from "../ast/index.ts";
import type { Kind } from "../tokens.ts";
import { readSetOrBlock } from "./blocks.ts";
import { readFor, readIf, readLabelled, readLoop, readMatch, readWhile } from "./control.ts";
import { readLetTest } from "./conditions.ts";
import type { Mode } from "./parser.ts";
import { OPERAND, OPERAND_OF_HEAD } from "./token-sets.ts";
import { readLambda } from "./lambdas.ts";
import { commaListOf } from "./lists.ts";
import { literalOf } from "./literals.ts";
import { readBracketed } from "./collections.ts";
import type { Parser } from "./parser.ts";
import { maybeStructBody } from "./struct-literals.ts";
import { isWrongTuple } from "./tuples.ts";
import { maybeTypeArgs } from "./types.ts";

export function readPrimary(p: Parser, mode: Mode, negated: boolean): Expr {
  switch (p.kind) {
    case "ident":
      return readNamed(p, mode);
    case "int":
    case "float":
    case "char":
    case "string":
    case "blockString":
    case "true":
    case "false": {
      const { token } = p;
      const span = p.spanOf(p.at);
      p.advance();
      // Only a literal alone is negated: in `-1.abs()` the minus sign is applied to the result.
      const alone = negated && !p.sees(".", "(", "[", "?");
      return literalOf(p, token, span, alone);
    }
    case "let":
      return mode === "value" ? p.fail(OPERAND) : readLetTest(p);
    case "self": {
      const span = p.spanOf(p.at);
      p.advance();
      return { kind: "SelfValue", id: p.id(), span };
    }
    case "(":
      return readParen(p);
    case "[":
      return readBracketed(p);
    case "{":
      return readSetOrBlock(p);
    default:
      return readWorded(p, mode);
  }
}

function readWorded(p: Parser, mode: Mode): Expr {
  const start = p.at;
  switch (p.kind) {
    case "stringStart":
      return readInterpolation(p);
    case "if":
      return readIf(p);
    case "match":
      return readMatch(p);
    case "fun":
      return readLambda(p, mode);
    case "Self":
      return readSelfType(p);
    case "loop":
      return readLoop(p, start, null);
    case "while":
      return readWhile(p, start, null);
    case "for":
      return readFor(p, start, null);
    case "label":
      return readLabelled(p);
    case "spawn": {
      p.advance();
      const value = p.expr();
      return { kind: "Spawn", id: p.id(), span: p.spanFrom(start), value };
    }
    case "macroCall": {
      const { value } = p.token;
      p.advance();
      return { kind: "MacroCall", id: p.id(), span: p.spanOf(start), ...p.file.macros[Number(value)]! };
    }
    default:
      return p.fail(mode === "value" ? OPERAND : OPERAND_OF_HEAD);
  }
}

/** A name, or a struct literal. */
function readNamed(p: Parser, mode: Mode): Expr {
  const at = p.at;
  const { token } = p;
  p.advance();
  const typeArgs = maybeTypeArgs(p);
  const { name, fileLevel } =
    token.expansion === 0 ? { name: token.text, fileLevel: false } : p.hygiene.meaning(token);
  if (mode === "value" && p.is("{")) {
    const body = maybeStructBody(p);
    if (body !== null) {
      const span = p.spanFrom(at);
      return { kind: "StructLit", id: p.id(), span, name: p.ident(at), fileLevel, typeArgs, ...body };
    }
  }
  return { kind: "Name", id: p.id(), span: p.spanFrom(at), name, fileLevel, typeArgs };
}

/** `Self`, or `Self { … }`, which is also allowed in heads. */
function readSelfType(p: Parser): Expr {
  const at = p.at;
  p.advance();
  const body = p.is("{") ? maybeStructBody(p) : null;
  if (body === null) {
    const span = p.spanFrom(at);
    return { kind: "Name", id: p.id(), span, name: "Self", fileLevel: false, typeArgs: null };
  }
  const span = p.spanFrom(at);
  const name = p.ident(at);
  return { kind: "StructLit", id: p.id(), span, name, fileLevel: false, typeArgs: null, ...body };
}

/** A tuple or a grouped expression. */
function readParen(p: Parser): Expr {
  const start = p.at;
  p.advance();
  const { entries: parts, comma, broken } = commaListOf(p, ")", (q) => q.expr());
  const span = p.spanFrom(start);
  if (broken || isWrongTuple(p, { count: parts.length, comma }, span, "value"))
    return { kind: "BrokenExpr", id: p.id(), span, parts };
  if (parts.length === 1) return { kind: "Paren", id: p.id(), span, inner: parts[0]! };
  return { kind: "TupleLit", id: p.id(), span, parts };
}

const PIECES: readonly Kind[] = ["stringMiddle", "stringEnd"];

function readInterpolation(p: Parser): Expr {
  const start = p.at;
  const parts: (string | Expr)[] = [p.token.text];
  p.advance();
  for (;;) {
    parts.push(p.expr());
    const { kind } = p;
    if (kind !== "stringMiddle" && kind !== "stringEnd") p.fail(PIECES);
    parts.push(p.token.text);
    p.advance();
    if (kind === "stringEnd") break;
  }
  const span = p.spanFrom(start);
  return { kind: "Interpolation", id: p.id(), span, parts: parts.filter((part) => part !== "") };
}
