// The attributes that exist: before which declarations each may stand, and which keys it takes there.
// Attributes of natives and of functions in declarations are described in stdlib/README.md.
import { nearest, notes } from "../diagnostics/index.ts";
import type { AttributeValue } from "./ast/index.ts";

/** The kind of declaration after an attribute. */
export type Owner = "struct" | "enum" | "variant" | "field" | "parameter" | "function" | "other";

/** What follows a key: nothing, or a value of this kind. */
export type Shape = "flag" | "text" | "case" | "format" | "number" | "size" | "texts" | "values";

/** The keys of an attribute; "names" are any names, without values, "checkers" any names, with or without a text. */
export type Keys = Readonly<Record<string, Shape>> | "names" | "checkers";

type Rules = Readonly<Partial<Record<Owner, Keys>>>;

/** The attributes of natives in declarations: stdlib/README.md. */
export type NativeAttribute =
  | "blocking"
  | "calls"
  | "diverges"
  | "long"
  | "moves"
  | "part"
  | "quick"
  | "serves";

const nativeAttributes: Readonly<Record<NativeAttribute, Rules>> = {
  blocking: { function: {} },
  calls: { function: {} },
  diverges: { function: {} },
  long: { function: {} },
  moves: { function: {} },
  part: { function: {} },
  quick: { function: {} },
  serves: { function: {} },
};

/** The attributes of all functions in declarations, which may have a body. */
export type FunctionAttribute =
  | NativeAttribute
  | "deprecated"
  | "direct"
  | "inserts"
  | "iterates"
  | "literal"
  | "shows";

const declared: Readonly<Record<FunctionAttribute, Rules>> = {
  ...nativeAttributes,
  deprecated: { function: { use: "text" } },
  direct: { function: "names" },
  inserts: { function: { text: "text" } },
  iterates: { function: {} },
  literal: { function: "checkers" },
  shows: { function: {} },
};

/** The styles of `rename_all`, by which `interpreter/check/derive/rename.ts` forms names. */
export const CASES = [
  "camelCase",
  "snake_case",
  "kebab-case",
  "PascalCase",
  "SCREAMING_SNAKE_CASE",
  "SCREAMING-KEBAB-CASE",
  "lowercase",
  "UPPERCASE",
] as const;
export type Case = (typeof CASES)[number];

/** The formats of `@check`, which `stdlib/json/formats.ts` decides. */
export const FORMATS = ["email", "uri", "uuid", "date", "date_time", "ipv4", "ipv6", "hostname"] as const;

const CHECKS: Readonly<Record<string, Shape>> = {
  min: "number",
  max: "number",
  above: "number",
  below: "number",
  multiple_of: "number",
  min_len: "size",
  max_len: "size",
  pattern: "text",
  format: "format",
  one_of: "values",
  unique: "flag",
};

const OF_ITEMS = Object.fromEntries(Object.entries(CHECKS).map(([key, shape]) => [`items_${key}`, shape]));

/** Where a handler's input comes from, and how it is written there. */
const SOURCES: Readonly<Record<string, Shape>> = {
  path: "flag",
  query: "flag",
  header: "flag",
  cookie: "flag",
  form: "flag",
  body: "flag",
  context: "flag",
  comma: "flag",
  name: "text",
};

/** The attributes of programs. */
const written: Readonly<Record<string, Rules>> = {
  derive: { struct: "names", enum: "names" },
  json: {
    struct: { rename_all: "case", deny_unknown: "flag", optional: "flag" },
    enum: {
      rename_all: "case",
      rename_fields: "case",
      deny_unknown: "flag",
      string: "flag",
      external: "flag",
      tag: "text",
      content: "text",
      untagged: "flag",
    },
    variant: { name: "text", alias: "texts", other: "flag" },
    field: {
      optional: "flag",
      name: "text",
      alias: "texts",
      default: "flag",
      skip: "flag",
      skip_none: "flag",
      flatten: "flag",
      text: "flag",
    },
  },
  check: { field: { ...CHECKS, ...OF_ITEMS }, parameter: { ...CHECKS, ...OF_ITEMS } },
  from: { field: SOURCES, parameter: SOURCES },
};

export const attributeNames: readonly string[] = Object.keys(written);

export function isNativeAttribute(name: string): name is NativeAttribute {
  return Object.hasOwn(nativeAttributes, name);
}

/** Where an attribute may stand, or undefined if there is none of this name. */
export function attributeRules(name: string, declarations: boolean): Rules | undefined {
  if (Object.hasOwn(written, name)) return written[name];
  return declarations && Object.hasOwn(declared, name) ? declared[name as FunctionAttribute] : undefined;
}

export function fits(value: AttributeValue | null, shape: Shape): boolean {
  switch (shape) {
    case "flag":
      return value === null;
    case "text":
      return value?.kind === "StringLit";
    case "case":
      return value?.kind === "StringLit" && (CASES as readonly string[]).includes(value.value);
    case "format":
      return value?.kind === "StringLit" && (FORMATS as readonly string[]).includes(value.value);
    case "number":
      return value?.kind === "IntLit" || value?.kind === "FloatLit";
    case "size":
      return value?.kind === "IntLit" && value.value >= 0n;
    case "texts":
      return value?.kind === "AttributeList" && value.elements.every((each) => each.kind === "StringLit");
    case "values":
      return (
        value?.kind === "AttributeList" &&
        value.elements.length > 0 &&
        value.elements.every((each) => each.kind !== "AttributeName" && each.kind !== "AttributeList")
      );
  }
}

/** The hint for a text that is almost one of those that a key takes. */
export function similarValue(value: AttributeValue | null, shape: Shape): string | undefined {
  if (value?.kind !== "StringLit" || (shape !== "case" && shape !== "format")) return undefined;
  const known: readonly string[] = shape === "case" ? CASES : FORMATS;
  const plain = (text: string) => text.toLowerCase().replace(/[-_]/g, "");
  const meant =
    known.find((each) => each.toLowerCase() === value.value.toLowerCase()) ??
    nearest(value.value, known) ??
    known.find((each) => plain(each) === plain(value.value));
  return meant === undefined ? undefined : notes.didYouMean(`"${meant}"`);
}

/** What a report of a wrong value says that it expects. */
export const EXPECTED_VALUES: Readonly<Record<Exclude<Shape, "flag">, string>> = {
  text: "a string",
  case: CASES.map((style) => `"${style}"`).join(" or "),
  format: FORMATS.map((format) => `"${format}"`).join(" or "),
  number: "a number",
  size: notes.numberOfElements,
  texts: notes.listOfStrings,
  values: notes.listOfValues,
};

/** The keys of an attribute as they are written: "`optional` or `name: "…"`". */
export function keyList(keys: Exclude<Keys, "names" | "checkers">): string {
  const forms: Readonly<Record<Shape, string>> = {
    flag: "",
    text: ': "…"',
    case: ': "…"',
    format: ': "…"',
    number: ": 1",
    size: ": 1",
    texts: ': ["…"]',
    values: ": […]",
  };
  const shown = Object.entries(keys).filter(([key]) => !key.startsWith("items_"));
  return shown.map(([key, shape]) => `\`${key}${forms[shape]}\``).join(" or ");
}
