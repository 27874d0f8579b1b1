// Attributes that no derive of their type reads (W18): they would have no effect, and look as if they had.
import type { Attribute, EnumItem, Item, StructItem } from "../../syntax/index.ts";
import type { Span } from "../../source/index.ts";

/** Called with the location of each unread key; `readers` are derives that would read it. */
export type UnreadReport = (span: Span, attribute: string, key: string, readers: string) => void;

const BOTH = ["ToJson", "FromJson"];
const READING = ["FromJson"];
const INPUTS = ["FromRequest"];
const CHECKED = ["FromJson", "FromRequest"];
const ALL = ["ToJson", "FromJson", "FromRow"];
const COLUMNS = ["FromColumn", "ToSql"];
const DECODING = ["FromJson", "FromRow"];

/** The derived traits that read a key of `@json`; `@check` is for those that decode JSON. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  name: [...ALL, ...COLUMNS],
  rename_all: [...BOTH, ...COLUMNS],
  string: [...BOTH, ...COLUMNS],
  other: [...BOTH, ...COLUMNS],
  optional: DECODING,
  default: DECODING,
  skip: ALL,
  alias: [...READING, "FromColumn"],
  deny_unknown: CHECKED,
};

export function reportUnread(items: readonly Item[], report: UnreadReport): void {
  for (const item of items) {
    if (item.kind !== "StructItem" && item.kind !== "EnumItem") continue;
    const derived = new Set(
      item.attributes
        .filter(({ name }) => name.name === "derive")
        .flatMap(({ args }) => args.map(({ name }) => name.name)),
    );
    for (const { name: attribute, args } of attributesOf(item)) {
      if (!["json", "check", "from"].includes(attribute.name)) continue;
      for (const { name } of args) {
        const readers = readersOf(attribute.name, name.name);
        if (!readers.some((reader) => derived.has(reader)))
          report(name.span, attribute.name, name.name, readers.join(", "));
      }
    }
  }
}

function readersOf(attribute: string, key: string): readonly string[] {
  if (attribute === "from") return INPUTS;
  return attribute === "check" ? CHECKED : (READERS[key] ?? BOTH);
}

function attributesOf(item: StructItem | EnumItem): readonly Attribute[] {
  if (item.kind === "StructItem") return [item, ...item.fields].flatMap(({ attributes }) => attributes);
  const parts = item.variants.flatMap((variant) => [variant, ...variant.payload]);
  return [item, ...parts].flatMap(({ attributes }) => attributes);
}
