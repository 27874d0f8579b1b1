// Builds attributes and checks them against the table (reference/checking#errors-and-warnings P6, P9).
import { nearest, notes } from "../../../diagnostics/index.ts";
import type { Attribute, AttributeArg, AttributeValue } from "../../../syntax/ast/index.ts";
import {
  attributeNames,
  attributeRules,
  EXPECTED_VALUES,
  fits,
  keyList,
  similarValue,
  type Keys,
  type Owner,
} from "../../../syntax/attribute-table.ts";
import { describeToken } from "../../../syntax/describe-token.ts";
import type { Builder } from "./builder.ts";
import type { Cst } from "./cst.ts";
import { signedLiteral } from "./literals.ts";
import { entries } from "./types.ts";

/** Builds attributes; `owner` is the declaration after them. */
export function buildAttributes(b: Builder, cst: Cst, owner: Owner): Attribute[] {
  return cst.list(0).map((attribute) => buildAttribute(b, attribute, owner, cst.at + cst.length));
}

/** `next` is the token after the attributes. */
function buildAttribute(b: Builder, cst: Cst, owner: Owner, next: number): Attribute {
  const written = b.ident(cst.part(1));
  // A misspelt attribute is treated as the one it probably means.
  const known = attributeRules(written.name, b.declarations) !== undefined;
  const meant = known ? undefined : nearest(written.name, attributeNames);
  const name = { ...written, name: meant ?? written.name };
  const keys = keysAt(b, cst, owner, next);
  const list = cst.optional(2);
  const args = list === null ? [] : entries(list.optional(1));
  const built = args.flatMap((arg) => buildArg(b, arg, name.name, keys));
  if (
    args.length === 0 &&
    keys !== null &&
    keys !== "names" &&
    keys !== "checkers" &&
    Object.keys(keys).length > 0
  )
    b.expected(notes.keysInParentheses(keyList(keys)), cst.at + 2);
  return { id: b.id(), span: b.span(cst), name, args: built };
}

/** Reports an attribute that does not exist or may not stand here, and returns the keys it may have. */
function keysAt(b: Builder, cst: Cst, owner: Owner, next: number): Keys | null {
  const name = b.ident(cst.part(1));
  const span = { start: b.token(cst).start, end: name.span.end };
  if (name.name === "repr") {
    b.report("P9", span, {});
    return null;
  }
  const rules = attributeRules(name.name, b.declarations);
  if (rules === undefined) {
    const meant = nearest(name.name, attributeNames);
    const hint = meant === undefined ? notes.knownAttributes : notes.didYouMeanAttribute(meant);
    b.report("P6", span, { problem: notes.unknownAttribute(name.name) }, { hint });
    return (meant === undefined ? null : attributeRules(meant, false)?.[owner]) ?? null;
  }
  const keys = rules[owner];
  if (keys !== undefined) return keys;
  const places = Object.keys(rules).join(" or ");
  const problem = notes.misplacedAttribute(places, name.name, describeToken(b.tokens[next]));
  b.report("P6", span, { problem }, name.name === "derive" ? { hint: notes.deriveStandsBefore } : {});
  return null;
}

function buildArg(b: Builder, cst: Cst, attribute: string, keys: Keys | null): AttributeArg[] {
  const given = cst.optional(3);
  if (b.token(cst).kind !== "ident") {
    b.expected(keys === null || keys === "names" || keys === "checkers" ? "a name" : keyList(keys), cst.at);
    return [];
  }
  const name = b.ident(cst);
  const arg = { name, value: given === null ? null : buildValue(b, given) };
  if (keys === null) return [arg];
  if (keys === "names") {
    if (given !== null) b.expected("`,` or `)`", cst.at + 1);
    return [arg];
  }
  if (keys === "checkers") {
    if (arg.value !== null && !fits(arg.value, "text")) b.expected(EXPECTED_VALUES.text, given!.at);
    return [arg];
  }
  const shape = Object.hasOwn(keys, name.name) ? keys[name.name]! : null;
  if (shape === null) {
    const meant = nearest(name.name, Object.keys(keys));
    const hint = meant === undefined ? notes.knownKeys(attribute, keyList(keys)) : notes.didYouMean(meant);
    b.report("P6", name.span, { problem: notes.unknownKey(name.name, attribute) }, { hint });
    return [];
  }
  if (fits(arg.value, shape)) return [arg];
  if (shape === "flag") b.expected("`,` or `)`", cst.at + 1);
  else
    b.expected(
      given === null ? notes.andValue : EXPECTED_VALUES[shape],
      given?.at ?? cst.at + 1,
      similarValue(arg.value, shape),
    );
  return [];
}

function buildValue(b: Builder, value: Cst): AttributeValue {
  const cst = value.part(0);
  const span = b.span(cst);
  if (cst.rule === "attributeValue_list") {
    const elements = entries(cst.optional(1)).map((element) => buildValue(b, element));
    return { kind: "AttributeList", id: b.id(), span, elements };
  }
  const word = b.tokens[cst.at + cst.length - 1]!;
  if (word.kind !== "ident") return signedLiteral(b, cst);
  if (cst.count(0) > 0) b.expected("a number", cst.at + 1);
  return { kind: "AttributeName", id: b.id(), span, name: word.text };
}
