// Reads attributes and checks them against the table (reference/checking#errors-and-warnings P6, P9).
import { nearest, notes } from "../../diagnostics/index.ts";
import type { Attribute, AttributeArg, AttributeValue } from "../ast/index.ts";
import {
  attributeNames,
  attributeRules,
  EXPECTED_VALUES,
  fits,
  keyList,
  similarValue,
  type Keys,
  type Owner,
} from "../attribute-table.ts";
import { describeToken } from "../describe-token.ts";
import type { Kind } from "../tokens.ts";
import { commaList } from "./lists.ts";
import { isLiteral, signedLiteral } from "./literals.ts";
import type { Parser } from "./parser.ts";

/** An attribute as written, before it is known what it belongs to. */
export interface Written {
  readonly at: number;
  readonly end: number;
  readonly args: readonly WrittenArg[];
}

interface WrittenArg {
  readonly at: number;
  /** The index of the value after the colon. */
  readonly valueAt: number;
  readonly value: AttributeValue | null;
}

const ARGUMENT: readonly Kind[] = ["ident", "string", "int"];
const LITERALS: readonly Kind[] = ["int", "float", "char", "string", "blockString", "true", "false", "ident"];
const VALUE: readonly Kind[] = ["[", "-", ...LITERALS];
const NONE: readonly Written[] = [];

/** Reads attributes with the separators after each; often there are none. */
export function readAttributes(p: Parser): readonly Written[] {
  if (!p.is("@")) return NONE;
  const written: Written[] = [];
  while (p.is("@")) {
    const at = p.at;
    p.advance();
    p.expect("ident");
    const args = p.eat("(") ? commaList(p, ")", readArg).entries : [];
    written.push({ at, end: p.at, args });
    p.separators();
  }
  return written;
}

function readArg(p: Parser): WrittenArg {
  const at = p.at;
  if (p.kind !== "ident" && p.kind !== "string" && p.kind !== "int") p.fail(ARGUMENT);
  p.advance();
  if (!p.eat(":")) return { at, valueAt: at + 1, value: null };
  p.skipNewline();
  const valueAt = p.at;
  return { at, valueAt, value: readValue(p) };
}

function readValue(p: Parser): AttributeValue {
  const start = p.at;
  if (p.eat("[")) {
    const { entries: elements } = commaList(p, "]", readValue);
    return { kind: "AttributeList", id: p.id(), span: p.spanFrom(start), elements };
  }
  const negative = p.eat("-");
  if (p.kind !== "ident" && !isLiteral(p.kind)) p.fail(negative ? LITERALS : VALUE);
  const { kind, text } = p.token;
  p.advance();
  if (kind !== "ident") return signedLiteral(p, start);
  if (negative) p.reportExpected("a number", start + 1);
  return { kind: "AttributeName", id: p.id(), span: p.spanFrom(start), name: text };
}

/** Builds attributes; `owner` is the declaration that starts at `next`. */
export function buildAttributes(
  p: Parser,
  written: readonly Written[],
  owner: Owner,
  next: number,
): Attribute[] {
  return written.map((one) => buildAttribute(p, one, owner, next));
}

function buildAttribute(p: Parser, { at, end, args }: Written, owner: Owner, next: number): Attribute {
  const written = p.ident(at + 1);
  // A misspelt attribute is treated as the one it probably means.
  const known = attributeRules(written.name, p.file.declarations) !== undefined;
  const meant = known ? undefined : nearest(written.name, attributeNames);
  const name = { ...written, name: meant ?? written.name };
  const keys = keysAt(p, at, owner, next);
  const built = args.flatMap((arg) => buildArg(p, arg, name.name, keys));
  if (args.length === 0 && keys !== null && !isOpen(keys) && Object.keys(keys).length > 0)
    p.reportExpected(notes.keysInParentheses(keyList(keys)), at + 2);
  const span = { start: p.tokens[at]!.start, end: p.tokens[end - 1]!.end };
  return { id: p.id(), span, name, args: built };
}

/** Reports an attribute that does not exist or may not stand here, and returns the keys it may have. */
function keysAt(p: Parser, at: number, owner: Owner, next: number): Keys | null {
  const name = p.ident(at + 1);
  const span = { start: p.tokens[at]!.start, end: name.span.end };
  if (name.name === "repr") {
    p.report("P9", span, {});
    return null;
  }
  const rules = attributeRules(name.name, p.file.declarations);
  if (rules === undefined) {
    const meant = nearest(name.name, attributeNames);
    const hint = meant === undefined ? notes.knownAttributes : notes.didYouMeanAttribute(meant);
    p.report("P6", span, { problem: notes.unknownAttribute(name.name) }, { hint });
    return (meant === undefined ? null : attributeRules(meant, false)?.[owner]) ?? null;
  }
  const keys = rules[owner];
  if (keys !== undefined) return keys;
  const places = Object.keys(rules).join(" or ");
  const problem = notes.misplacedAttribute(places, name.name, describeToken(p.tokens[next]));
  p.report("P6", span, { problem }, name.name === "derive" ? { hint: notes.deriveStandsBefore } : {});
  return null;
}

/** Keys of other libraries for checks and inputs. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ge: "min",
  gte: "min",
  minimum: "min",
  le: "max",
  lte: "max",
  maximum: "max",
  gt: "above",
  lt: "below",
  regex: "pattern",
  values: "one_of",
  email: "format",
  alias: "name",
  params: "path",
  json: "body",
  depends: "context",
};

function isOpen(keys: Keys): keys is "names" | "checkers" {
  return keys === "names" || keys === "checkers";
}

function buildArg(
  p: Parser,
  { at, valueAt, value }: WrittenArg,
  attribute: string,
  keys: Keys | null,
): AttributeArg[] {
  if (p.tokens[at]!.kind !== "ident") {
    p.reportExpected(keys === null || isOpen(keys) ? "a name" : keyList(keys), at);
    return [];
  }
  const name = p.ident(at);
  const arg = { name, value };
  if (keys === null) return [arg];
  if (keys === "names") {
    if (value !== null) p.reportExpected("`,` or `)`", at + 1);
    return [arg];
  }
  if (keys === "checkers") {
    if (value !== null && !fits(value, "text")) p.reportExpected(EXPECTED_VALUES.text, valueAt);
    return [arg];
  }
  const shape = Object.hasOwn(keys, name.name) ? keys[name.name]! : null;
  if (shape === null) {
    const elsewhere = Object.hasOwn(ELSEWHERE, name.name) ? ELSEWHERE[name.name]! : name.name;
    const meant = Object.hasOwn(keys, elsewhere) ? elsewhere : nearest(name.name, Object.keys(keys));
    const hint = meant === undefined ? notes.knownKeys(attribute, keyList(keys)) : notes.didYouMean(meant);
    p.report("P6", name.span, { problem: notes.unknownKey(name.name, attribute) }, { hint });
    return [];
  }
  if (fits(value, shape)) return [arg];
  if (shape === "flag") p.reportExpected("`,` or `)`", at + 1);
  else
    p.reportExpected(
      value === null ? notes.andValue : EXPECTED_VALUES[shape],
      valueAt,
      similarValue(value, shape),
    );
  return [];
}
