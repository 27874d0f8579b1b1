// Reads patterns.
import { notes } from "../../diagnostics/index.ts";
import type {
  CharLit,
  IntLit,
  ListPattern,
  ListRest,
  NamePattern,
  Pattern,
  StructPattern,
  WildcardPattern,
} from "../ast/index.ts";
import { INT_LIMIT } from "../numbers.ts";
import type { Kind } from "../tokens.ts";
import { bindingName } from "./hygiene.ts";
import { commaList } from "./lists.ts";
import { isLiteral, signedLiteral } from "./literals.ts";
import type { Parser } from "./parser.ts";
import { isWrongTuple } from "./tuples.ts";

const PATTERN: readonly Kind[] = [
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

export function readPattern(p: Parser): Pattern {
  const start = p.at;
  const first = plainPattern(p);
  if (!p.is("|")) return first;
  const alternatives = [first];
  while (p.eat("|")) alternatives.push(plainPattern(p));
  return { kind: "OrPattern", id: p.id(), span: p.spanFrom(start), alternatives };
}

function plainPattern(p: Parser): Pattern {
  const start = p.at;
  switch (p.kind) {
    case "ident":
      return namedPattern(p);
    case "(": {
      p.advance();
      const { entries: parts, comma } = commaList(p, ")", readPattern);
      const span = p.spanFrom(start);
      if (isWrongTuple(p, { count: parts.length, comma }, span, "pattern"))
        return { kind: "BrokenPattern", id: p.id(), span, parts };
      if (parts.length === 1) return { kind: "ParenPattern", id: p.id(), span, inner: parts[0]! };
      return { kind: "TuplePattern", id: p.id(), span, parts };
    }
    case "[":
      return listPattern(p);
    default:
      return literalPattern(p, start);
  }
}

function namedPattern(p: Parser): Pattern {
  const at = p.at;
  p.advance();
  if (p.eat("(")) {
    const { entries: args } = commaList(p, ")", readPattern);
    return { kind: "CtorPattern", id: p.id(), span: p.spanFrom(at), name: p.ident(at), args };
  }
  if (p.is("{") && startsFields(p)) {
    p.advance();
    return fieldPatterns(p, at);
  }
  return namePattern(p, at);
}

/** A single name, or `_`. */
export function namePattern(p: Parser, at: number): NamePattern | WildcardPattern {
  const token = p.tokens[at]!;
  const span = { start: token.start, end: token.end };
  if (token.text === "_") return { kind: "WildcardPattern", id: p.id(), span };
  p.declareLater(token);
  const name = bindingName(token);
  return { kind: "NamePattern", id: p.id(), span, name };
}

/** `[a, ..rest, z]` */
function listPattern(p: Parser): ListPattern {
  const start = p.at;
  const before: Pattern[] = [];
  const after: Pattern[] = [];
  let rest: ListRest | null = null;
  p.advance();
  commaList(p, "]", () => {
    const at = p.at;
    if (!p.eat("..")) (rest === null ? before : after).push(readPattern(p));
    else {
      const named = p.eat("ident");
      const span = p.spanFrom(at);
      if (rest !== null) p.reportExpected("a pattern", at, notes.oneRest);
      else {
        const pattern: ListRest["pattern"] = named
          ? namePattern(p, at + 1)
          : { kind: "WildcardPattern", id: p.id(), span };
        rest = { id: p.id(), span, pattern };
      }
    }
  });
  return { kind: "ListPattern", id: p.id(), span: p.spanFrom(start), before, rest, after };
}

const FIELD_START: readonly Kind[] = ["newline", ";", "ident", "}", ".."];
const AFTER_FIELD_NAME: readonly Kind[] = [":", ",", "}", "newline"];

/** Whether the fields of a pattern follow the `{` here. */
function startsFields(p: Parser): boolean {
  const start = p.at;
  p.advance();
  p.separators();
  let fields = p.kind === "}" || p.kind === "..";
  if (p.kind === "ident") {
    p.advance();
    fields = AFTER_FIELD_NAME.includes(p.kind!);
    if (!fields) p.note(AFTER_FIELD_NAME);
  } else if (!fields) p.note(FIELD_START);
  p.moveTo(start);
  return fields;
}

const SEPARATED: readonly Kind[] = [",", "newline"];

/** The fields of a pattern after `{`. */
function fieldPatterns(p: Parser, at: number): StructPattern {
  const fields: { name: ReturnType<Parser["ident"]>; pattern: Pattern; shorthand: boolean }[] = [];
  let rest = false;
  p.separators();
  while (!p.is("}")) {
    if (p.eat("..")) {
      rest = true;
      if (p.kind === "," || p.kind === "newline") {
        p.advance();
        p.separators();
      } else p.note(SEPARATED);
      p.expect("}");
      p.moveTo(p.at - 1);
      break;
    }
    const name = p.take("ident");
    let pattern: Pattern | null = null;
    if (p.eat(":")) {
      p.skipNewline();
      pattern = readPattern(p);
    }
    const shorthand = pattern === null;
    fields.push({ name: p.ident(name), pattern: pattern ?? namePattern(p, name), shorthand });
    if (p.kind === "," || p.kind === "newline") {
      p.advance();
      p.separators();
    } else if (p.kind !== "}" && p.kind !== "..") {
      p.note(SEPARATED);
      p.fail(FIELD_END);
    }
  }
  p.advance();
  return { kind: "StructPattern", id: p.id(), span: p.spanFrom(at), name: p.ident(at), fields, rest };
}

const FIELD_END: readonly Kind[] = ["}", ".."];
const LIMITS: readonly Kind[] = ["int", "char"];

/** A literal, or a range of two. */
function literalPattern(p: Parser, start: number): Pattern {
  const negative = p.kind === "-";
  if (negative) p.advance();
  else if (!isLiteral(p.kind)) p.fail(PATTERN);
  const at = p.at;
  if (!isLiteral(p.kind)) p.fail(PATTERN.slice(1, 8));
  const isLimit = p.kind === "int" || p.kind === "char";
  p.advance();
  if (isLimit && (p.kind === ".." || p.kind === "..=")) {
    const inclusive = p.kind === "..=";
    const low = limitOf(p, start, at);
    p.advance();
    const from = p.at;
    if (p.is("-")) p.advance();
    if (!p.sees("int", "char")) p.fail(LIMITS);
    p.advance();
    const high = limitOf(p, from, p.at - 1);
    return { kind: "RangePattern", id: p.id(), span: p.spanFrom(start), low, high, inclusive };
  }
  if (isLimit) p.note(RANGES);
  return { kind: "LiteralPattern", id: p.id(), span: p.spanFrom(start), value: signedLiteral(p, start) };
}

const RANGES: readonly Kind[] = ["..", "..="];

/** The end of a range, whose sign is at `start` and whose number is at `at`. */
function limitOf(p: Parser, start: number, at: number): IntLit | CharLit {
  const token = p.tokens[at]!;
  const span = { start: p.tokens[start]!.start, end: token.end };
  const negative = at > start;
  if (token.kind === "char") {
    if (negative) p.reportExpected("a number", at);
    return { kind: "CharLit", id: p.id(), span, value: Number(token.value) };
  }
  const value = BigInt(token.value!);
  if (value === INT_LIMIT && !negative)
    p.report("L4", token, { text: token.text, problem: notes.outOfRangeForInt });
  return { kind: "IntLit", id: p.id(), span, value: negative ? -value : value };
}
