// The declarations of a text with their doc comments, as `std doc` shows them.
import { Source } from "../../../source/index.ts";
import { parse, type FunctionItem, type Item } from "../../../syntax/index.ts";

export interface Declared {
  /** `stringify`, `Server.get`. */
  readonly name: string;
  /** The declaration without the bodies of functions. */
  readonly head: string;
  /** The text of its doc comment; empty without one. */
  readonly doc: string;
  /** Whether it is a method or an associated function. */
  readonly isMember: boolean;
  readonly kind: "function" | "type" | "trait" | "value";
}

export interface Declarations {
  /** The comment at the start of the text. */
  readonly about: string;
  readonly items: readonly Declared[];
}

/** `hidden`: the beginning of names that are left out. */
export function declarationsOf(name: string, text: string, hidden = "__"): Declarations {
  const { tree } = parse(new Source(name, text));
  return { about: aboutOf(text), items: tree.items.flatMap((item) => declared(text, item, hidden)) };
}

const KINDS = {
  TraitItem: "trait",
  StructItem: "type",
  EnumItem: "type",
  AliasItem: "type",
  ConstItem: "value",
  GlobalItem: "value",
} as const;

function declared(text: string, item: Item, hidden: string): Declared[] {
  switch (item.kind) {
    case "FunctionItem":
      return item.name.name.startsWith(hidden) ? [] : [ofFunction(text, item, "")];
    case "ImplItem":
      return item.target.name.name.startsWith(hidden)
        ? []
        : item.methods
            .filter((method) => !method.name.name.startsWith(hidden))
            .map((method) => ofFunction(text, method, `${item.target.name.name}.`));
    case "TraitItem":
    case "StructItem":
    case "EnumItem":
    case "AliasItem":
    case "ConstItem":
    case "GlobalItem": {
      const { name } = item.name;
      if (name.startsWith(hidden)) return [];
      const lines = text.slice(item.span.start, item.span.end).split("\n");
      const head = lines.filter((line) => !line.trimStart().startsWith(hidden)).join("\n");
      return [{ name, head, doc: docBefore(text, item.span.start), isMember: false, kind: KINDS[item.kind] }];
    }
    default:
      return [];
  }
}

function ofFunction(text: string, item: FunctionItem, owner: string): Declared {
  const { span, body, name } = item;
  const head = text
    .slice(span.start, body === null ? span.end : body.span.start)
    .trim()
    .replace(/\s*=$/, "")
    .replace(/^(?:@\w+(?:\([^)]*\))?\s*)+/, "");
  return {
    name: owner + name.name,
    head: head.replace(/\s*\n\s*/g, " "),
    doc: docBefore(text, span.start),
    isMember: owner !== "",
    kind: "function",
  };
}

/** The `///` lines directly above an offset, and above attributes. */
function docBefore(text: string, start: number): string {
  const lines = text.slice(0, start).split("\n").slice(0, -1);
  const doc: string[] = [];
  for (let line = lines.pop(); line !== undefined; line = lines.pop()) {
    const match = /^\s*\/\/\/ ?(.*)$/.exec(line.replace(/\r$/, ""));
    if (match !== null) doc.unshift(match[1]!);
    else if (!/^\s*@/.test(line)) break;
  }
  return doc.join("\n");
}

/** The comment at the start, without the name of the module that it begins with. */
function aboutOf(text: string): string {
  const lines: string[] = [];
  for (const line of text.replace(/^#!.*\n/, "").split("\n")) {
    const match = /^\/\/(?!\/) ?(.*)$/.exec(line);
    if (match === null) break;
    lines.push(match[1]!);
  }
  return lines.join("\n").replace(/^std\/\w+: /, "");
}
