// Completion in attributes: their names, the traits of `@derive(…)`, and the keys of the others
// (reference/json-attributes).
import { DERIVABLE } from "../../check/index.ts";
import type { Source } from "../../source/index.ts";
import { attributeNames, attributeRules, type Owner, type Shape } from "../../syntax/index.ts";
import type { Completion } from "./completion-item.ts";

/** What follows a key, by the kind of its value. */
const VALUES: Readonly<Record<Shape, string>> = {
  flag: "",
  text: ': "$0"',
  case: ': "$0"',
  format: ': "$0"',
  number: ": $0",
  size: ": $0",
  texts: ': ["$0"]',
  values: ": [$0]",
};

/** What is proposed where a word starts, in an attribute; null elsewhere. */
export function attributeCompletions(source: Source, at: number): Completion[] | null {
  const line = source.lineAt(at);
  const start = source.text.lastIndexOf("\n", at - 1) + 1;
  const before = source.text.slice(start, at);
  const open = /(?:^|[\s(,])@(\w*)(\([^()]*)?$/.exec(before);
  if (open === null) return null;
  const [, name, args] = open;
  if (args === undefined) return attributeNames.map((one) => item(one, `${one}($0)`, "keyword"));
  if (name === "derive") return DERIVABLE.map((one) => item(one, one, "trait"));
  const declaration = /^(?:\s*(?:@.*)?\r?\n)*\s*(struct|enum)\b/.exec(
    source.text.slice(source.lineStarts[line] ?? at),
  )?.[1];
  const owners: readonly Owner[] =
    declaration === undefined ? ["field", "variant", "parameter"] : [declaration as Owner];
  const rules = attributeRules(name!, false);
  const keys = Object.assign({}, ...owners.map((owner) => rules?.[owner])) as Readonly<Record<string, Shape>>;
  if (Object.keys(keys).length === 0) return null;
  return Object.entries(keys)
    .filter(([key]) => !new RegExp(`\\b${key}\\b`).test(args))
    .map(([key, shape]) => item(key, `${key}${VALUES[shape]}`, "field"));
}

function item(label: string, insert: string, kind: Completion["kind"]): Completion {
  return { label, kind, insert, isSnippet: insert.includes("$"), rank: 0 };
}
