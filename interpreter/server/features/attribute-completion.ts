// Completion in attributes: their names, the traits of `@derive(…)`, the keys of `@json(…)` and `@check(…)`
// (reference/json-attributes), and the values of those that have a few.
import { DERIVABLE } from "../../check/index.ts";
import type { Source } from "../../source/index.ts";
import type { Completion } from "./completion-item.ts";

/** A key, and what stands behind it. */
type Keys = Readonly<Record<string, string>>;
const NAMES = '"$0"';

const JSON_OF_TYPE: Keys = {
  rename_all: NAMES,
  rename_fields: NAMES,
  deny_unknown: "",
  optional: "",
  string: "",
  external: "",
  tag: '"${1:type}"',
  content: '"${1:value}"',
  untagged: "",
};
const JSON_OF_FIELD: Keys = {
  name: NAMES,
  alias: '["$0"]',
  optional: "",
  default: "",
  skip: "",
  skip_none: "",
  flatten: "",
  text: "",
  other: "",
};
const CHECKS: Keys = {
  min: "$0",
  max: "$0",
  above: "$0",
  below: "$0",
  multiple_of: "$0",
  min_len: "$0",
  max_len: "$0",
  pattern: NAMES,
  one_of: "[$0]",
  unique: "",
  format: NAMES,
};

/** What is proposed where a word starts, in an attribute; null elsewhere. */
export function attributeCompletions(source: Source, at: number): Completion[] | null {
  const line = source.lineAt(at);
  const start = source.text.lastIndexOf("\n", at - 1) + 1;
  const before = source.text.slice(start, at);
  const open = /(?:^|[\s(,])@(\w*)(\([^()]*)?$/.exec(before);
  if (open === null) return null;
  const [, name, args] = open;
  if (args === undefined) return ["derive", "json", "check"].map((one) => item(one, `${one}($0)`, "keyword"));
  if (name === "derive") return DERIVABLE.map((one) => item(one, one, "trait"));
  if (name === "check") return keys(CHECKS, args);
  if (name !== "json") return null;
  const isOfType = /^(?:\s*(?:@.*)?\r?\n)*\s*(?:struct|enum)\b/.test(
    source.text.slice(source.lineStarts[line] ?? at),
  );
  return keys(isOfType ? JSON_OF_TYPE : JSON_OF_FIELD, args);
}

function keys(all: Keys, args: string): Completion[] {
  return Object.entries(all).flatMap(([key, value]) =>
    new RegExp(`\\b${key}\\b`).test(args)
      ? []
      : [item(key, value === "" ? key : `${key}: ${value}`, "field")],
  );
}

function item(label: string, insert: string, kind: Completion["kind"]): Completion {
  return { label, kind, insert, isSnippet: insert.includes("$"), rank: 0 };
}
