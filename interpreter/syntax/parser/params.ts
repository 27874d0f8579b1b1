// Reads parameters of functions and lambdas.
import { has } from "../../own/index.ts";
import { nearest, notes } from "../../diagnostics/index.ts";
import type { Param } from "../ast/index.ts";
import type { Span } from "../../source/index.ts";
import type { Kind } from "../tokens.ts";
import { buildAttributes, readAttributes } from "./attributes.ts";
import { bindingName } from "./hygiene.ts";
import { commaList } from "./lists.ts";
import type { Parser } from "./parser.ts";
import { readPattern } from "./patterns.ts";
import { maybeAnnotation } from "./types.ts";

export interface Params {
  /** The span of a `self` as first parameter. */
  readonly self: Span | null;
  readonly params: readonly Param[];
}

const PARAM: readonly Kind[] = [
  "self",
  "ident",
  "int",
  "float",
  "char",
  "string",
  "blockString",
  "true",
  "false",
  "-",
  "(",
  "[",
];

/** Parameters after `(`; a lambda has no `self` and may omit types. */
export function readParams(p: Parser, of: "function" | "lambda"): Params {
  const start = p.at;
  let self: Span | null = null;
  const params: Param[] = [];
  let index = 0;
  // Callers evaluate default values, which see no parameter.
  const mark = p.undeclared;
  const { entries } = commaList(p, ")", () => {
    const found = p.kind === "self" ? readSelf(p, index, of) : readParam(p, index, of);
    if (found === null) return;
    if (has(found, "start")) self = found;
    else params.push(found);
    index++;
  });
  p.declare(mark);
  if (entries.length > 0) {
    const span = { start: p.tokens[start]!.start, end: p.tokens[p.at - 2]!.end };
    p.limitParameters(params, span, notes.parameters);
  }
  return { self, params };
}

function readSelf(p: Parser, index: number, of: "function" | "lambda"): Span | null {
  const at = p.at;
  p.advance();
  const misplaced = index > 0 || of === "lambda";
  if (misplaced) p.reportExpected("a parameter", at, notes.selfStandsFirst);
  if (maybeAnnotation(p) !== null) p.reportExpected("`,` or `)`", at + 1, notes.selfIsWrittenWithoutType);
  return misplaced ? null : p.spanOf(at);
}

function readParam(p: Parser, index: number, of: "function" | "lambda"): Param | Span {
  const start = p.at;
  const written = readAttributes(p);
  const at = p.at;
  const next = p.kindAt(at + 1);
  if (p.kind !== "ident" || next === "(" || next === "{") {
    if (at > start) p.fail("ident");
    return readPatternParam(p, of);
  }
  p.advance();
  const type = maybeAnnotation(p);
  const value = p.eat("=") ? p.expr() : null;
  const token = p.tokens[at]!;
  if (index === 0 && of === "function" && type === null && nearest(token.text, ["self"]) !== undefined) {
    p.reportExpected("a parameter", start, notes.didYouMean("self"));
    return p.spanFrom(start);
  }
  const attributes = buildAttributes(p, written, "parameter", at);
  if (type === null && of === "function" && p.sees(",", ")", "newline"))
    p.reportExpected(notes.andType, at + 1, notes.everyParameterOfFunctionHas(token.text));
  p.declareLater(token);
  const name = { name: bindingName(token), span: p.spanOf(at) };
  return { id: p.id(), span: p.spanFrom(start), attributes, type, default: value, name, pattern: null };
}

/** `fun((a, b)) = …` */
function readPatternParam(p: Parser, of: "function" | "lambda"): Param {
  const start = p.at;
  if (p.kind !== "ident") p.note(PARAM);
  const pattern = readPattern(p);
  const type = maybeAnnotation(p);
  if (of === "function") {
    const params = { expected: "a name", found: "a pattern" };
    p.report("P1", pattern.span, params, { hint: notes.parameterHasName });
  }
  return {
    id: p.id(),
    span: p.spanFrom(start),
    attributes: [],
    type,
    default: null,
    name: { name: "_", span: pattern.span },
    pattern,
  };
}
