// Builds attributes and checks whether they are allowed there (reference/checking#errors-and-warnings P6,
// P9).
import { nearest, notes } from "../../diagnostics/index.ts";
import type { Attribute, Ident } from "../ast/index.ts";
import { describeToken, type Builder } from "./builder.ts";
import type { Cst } from "./cst.ts";
import { entries } from "./types.ts";

export type Owner = "type" | "field" | "function" | "other";

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

const nativeAttributes: Readonly<Record<NativeAttribute, "function">> = {
  blocking: "function",
  calls: "function",
  diverges: "function",
  long: "function",
  moves: "function",
  part: "function",
  quick: "function",
  serves: "function",
};

/** The attributes of all functions in declarations, which may have a body. */
export type FunctionAttribute = NativeAttribute | "direct" | "iterates" | "shows";

const placeOf: Readonly<Record<string, Owner>> = {
  derive: "type",
  json: "field",
  ...nativeAttributes,
  ...({ direct: "function", iterates: "function", shows: "function" } satisfies Record<
    Exclude<FunctionAttribute, NativeAttribute>,
    Owner
  >),
};

export function isNativeAttribute(name: string): name is NativeAttribute {
  return Object.hasOwn(nativeAttributes, name);
}

/** Builds attributes; `owner` is the declaration after them. */
export function buildAttributes(b: Builder, cst: Cst, owner: Owner): Attribute[] {
  return cst.list(0).map((attribute) => buildAttribute(b, attribute, owner, cst.at + cst.length));
}

function buildAttribute(b: Builder, cst: Cst, owner: Owner, next: number): Attribute {
  const written = b.ident(cst.part(1));
  // A misspelt attribute is treated as the one it probably means.
  const meant = Object.hasOwn(placeOf, written.name) ? undefined : nearest(written.name, ["derive", "json"]);
  const name = { ...written, name: meant ?? written.name };
  const span = b.span(cst);
  const list = cst.optional(2);
  const args = list === null ? [] : entries(list.optional(1));
  checkPlace(b, cst, { name: written, owner, next, meant });
  const idents: Ident[] = [];
  let optional = false;
  let renamed: string | null = null;
  for (const arg of args) {
    const value = arg.optional(3);
    const { kind, text } = b.token(arg);
    if (name.name !== "json") {
      if (kind !== "ident" || value !== null) b.expected("a name", value === null ? arg.at : arg.at + 1);
      idents.push(b.ident(arg));
    } else if (text === "optional" && kind === "ident" && value === null) optional = true;
    else if (text === "name" && kind === "ident" && value !== null && b.token(value).kind === "string") {
      renamed = b.token(value).text;
    } else b.expected('`optional` or `name: "…"`', arg.at);
  }
  const json = name.name === "json" ? { optional, name: renamed } : null;
  if (json !== null && args.length === 0) b.expected('`(optional)` or `(name: "…")`', cst.at + 2);
  return { id: b.id(), span, name, args: idents, json };
}

interface AttributePlace {
  readonly name: Ident;
  readonly owner: Owner;
  /** The token after it. */
  readonly next: number;
  /** The similar known name. */
  readonly meant: string | undefined;
}

function checkPlace(b: Builder, cst: Cst, { name, owner, next, meant }: AttributePlace): void {
  const span = { start: b.token(cst).start, end: name.span.end };
  const found = describeToken(b.tokens[next]);
  const place = placeOf[name.name];
  if (name.name === "repr") b.report("P9", span, {});
  else if (place === undefined || (place === "function" && !b.declarations)) {
    b.report(
      "P6",
      span,
      { name: name.name, place: false, found },
      {
        hint: meant === undefined ? notes.knownAttributes : notes.didYouMeanAttribute(meant),
      },
    );
  } else if (place !== owner) {
    if (place === "type")
      b.report("P6", span, { name: name.name, place: true, found }, { hint: notes.deriveStandsBefore });
    else
      b.expected(
        place === "field" ? notes.fieldOfStruct : "a function",
        next,
        notes.standsOnlyBeforeOne(name.name),
      );
  }
}
