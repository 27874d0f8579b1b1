// What the attributes of the inputs of a handler say (reference/api#inputs): fields of structs that derive
// `FromRequest`, and parameters. The text of this is read by stdlib/api/plan.ts.
import type { Attribute, AttributeValue, Expr, FieldDecl, Param } from "../../syntax/index.ts";
import { reportOf } from "./checks.ts";
import { argument, checksOf } from "./json-attributes.ts";

/** Where an input can come from. */
export const SOURCES = ["path", "query", "header", "cookie", "form", "body", "context"] as const;
export type InputSource = (typeof SOURCES)[number];

/** What an input says about itself. */
export interface InputText {
  readonly name: string;
  /** Its name where it comes from. */
  readonly key: string;
  readonly source: InputSource | null;
  readonly comma: boolean;
  readonly hasDefault: boolean;
  /** The default value as JSON, if it is a literal. */
  readonly value: unknown;
  readonly checks: readonly CheckText[];
  readonly doc: string;
}

/** A check, whose limit is a value of JSON: Ints as text, so that they keep their digits. */
export interface CheckText {
  readonly key: string;
  readonly limit: unknown;
  readonly ofItems: boolean;
  readonly code: string;
  readonly message: string;
}

/** The attribute that names the source, or null. */
export function sourceOf(attributes: readonly Attribute[]): InputSource | null {
  return SOURCES.find((source) => argument(attributes, source, "from") !== undefined) ?? null;
}

export function inputText({ name, attributes, default: value }: FieldDecl | Param, doc: string): InputText {
  const source = sourceOf(attributes);
  const given = argument(attributes, "name", "from")?.value;
  const own = source === "header" ? name.name.replaceAll("_", "-") : name.name;
  return {
    name: name.name,
    key: given?.kind === "StringLit" ? given.value : own,
    source,
    comma: argument(attributes, "comma", "from") !== undefined,
    hasDefault: value !== null,
    value: value === null ? undefined : jsonOfLiteral(value),
    checks: checkTexts(attributes),
    doc,
  };
}

export function checkTexts(attributes: readonly Attribute[]): CheckText[] {
  return checksOf(attributes).map(({ key, arg, ofItems }) => ({
    key,
    limit: limitOf(arg.value),
    ofItems,
    ...reportOf(key, arg.value),
  }));
}

function limitOf(value: AttributeValue | null): unknown {
  switch (value?.kind) {
    case undefined:
      return true;
    case "AttributeList":
      return value.elements.map(limitOf);
    case "AttributeName":
      return value.name;
    case "CharLit":
      return String.fromCodePoint(value.value);
    case "IntLit":
      return Number(value.value);
    case "FloatLit":
    case "StringLit":
    case "BoolLit":
      return value!.value;
  }
}

/** The JSON of a literal; undefined for other expressions. */
export function jsonOfLiteral(node: Expr): unknown {
  switch (node.kind) {
    case "IntLit":
      return Number(node.value);
    case "FloatLit":
    case "BoolLit":
    case "StringLit":
      return node.value;
    case "CharLit":
      return String.fromCodePoint(node.value);
    case "Paren":
      return jsonOfLiteral(node.inner);
    case "Unary": {
      const value = node.op === "-" ? jsonOfLiteral(node.value) : undefined;
      return typeof value === "number" ? -value : undefined;
    }
    case "ListLit": {
      const values = node.elements.map(jsonOfLiteral);
      return values.includes(undefined) ? undefined : values;
    }
    case "Name":
      return node.name === "None" ? null : undefined;
    default:
      return undefined;
  }
}

/** The text of the comment with `///` above a declaration, in Markdown, as bytes; "" if there is none. */
export function docAbove(text: string, start: number): string {
  const lines = text.slice(0, start).split("\n");
  const own = lines.pop() ?? "";
  if (!/^\s*(?:@.*|pub\s+)?$/.test(own)) return "";
  const found: string[] = [];
  for (let line = lines.pop(); line !== undefined; line = lines.pop()) {
    const comment = /^\s*\/\/\/ ?(.*?)\s*$/.exec(line);
    if (comment !== null) found.unshift(comment[1]!);
    else if (found.length > 0 || !/^\s*@/.test(line)) break;
  }
  return bytesOf(found.join("\n").trim());
}

/** A text of a source as the bytes of UTF-8, which literals are, too. */
function bytesOf(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return encodeURIComponent(text.toWellFormed()).replace(/%([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
