// The output of `:type` for names that are not values: the declarations of functions, methods, variants,
// types, traits, modules and macros, and the forms of keywords.
import type {
  EnumSymbol,
  FunctionSymbol,
  Meaning,
  Module,
  TraitSymbol,
  Type,
  VariantSymbol,
} from "../check/index.ts";
import type { Source } from "../source/index.ts";
import type { FunctionItem } from "../syntax/index.ts";
import { FUNCTIONS } from "./built-in.ts";
import { meaningOf, methodOf, moduleOf, symbolOf, type TypeSymbol } from "./members.ts";
import type { GrowingProgram } from "./program.ts";

export interface Described {
  readonly text: string;
  /** The name in its declaration, above which its doc comment is; absent for what no source declares. */
  readonly at?: { readonly source: Source; readonly offset: number };
}

/**
 * Describes a name or a member; null for other texts. `typeOf` returns the type of an expression, if it is
 * one.
 */
export function describe(
  program: GrowingProgram,
  macros: ReadonlyMap<string, string>,
  text: string,
  typeOf: (receiver: string) => Type | undefined,
): Described | null {
  const [, receiver, name, args] = /^\s*(?:([^]*)\.)?([A-Za-z_]\w*)\s*(<[^]*>)?\s*$/.exec(text) ?? [];
  if (name === undefined) return null;
  if (receiver !== undefined)
    return args === undefined ? describeMember(program, receiver, name, typeOf) : null;
  const meaning = meaningOf(program, name);
  if (meaning !== null) return describeMeaning(program, name, meaning);
  return onlyText(macros.get(name));
}

function describeMeaning(program: GrowingProgram, name: string, meaning: Meaning): Described | null {
  switch (meaning.kind) {
    case "Function":
      return withPlace(headOf(meaning.function), meaning.function);
    case "Type":
      return withPlace(describeType(program, meaning.symbol), meaning.symbol);
    case "TypeAlias":
      return withPlace(textOf(meaning.alias.module.source, meaning.alias.node.span), meaning.alias);
    case "Trait":
      return withPlace(describeTrait(meaning.trait), meaning.trait);
    case "Const":
      return withPlace(textOf(meaning.constant.module.source, meaning.constant.node.span), meaning.constant);
    case "Variant":
      return { text: describeVariant(meaning.enum, meaning.variant) };
    case "Builtin":
      return onlyText(FUNCTIONS[name]);
    case "Alias": {
      const module = moduleOf(program, name);
      return onlyText(module === undefined ? undefined : describeModule(module));
    }
    case "Global":
      return null;
  }
}

/** Describes a function of a module, a variant, a function of a type, or a method of a value. */
function describeMember(
  program: GrowingProgram,
  receiver: string,
  name: string,
  typeOf: (receiver: string) => Type | undefined,
): Described | null {
  const type = typeOf(receiver);
  if (type !== undefined) {
    if (type.kind === "Dyn") return memberOf(type.trait.trait, name);
    return type.kind === "Named" ? method(program, type.symbol, name) : null;
  }
  const module = moduleOf(program, receiver.trim());
  if (module !== undefined) {
    const fn = module.functions.get(name);
    return fn === undefined ? null : withPlace(headOf(fn), fn);
  }
  const meaning = meaningOf(program, receiver.trim().replace(/<[^]*>$/, ""));
  if (meaning?.kind === "Trait") return memberOf(meaning.trait, name);
  const symbol = symbolOf(meaning);
  if (symbol === null) return null;
  const variant = symbol.kind === "Enum" ? symbol.variants.find((one) => one.name === name) : undefined;
  return variant !== undefined && symbol.kind === "Enum"
    ? { text: describeVariant(symbol, variant) }
    : method(program, symbol, name);
}

function memberOf({ members }: TraitSymbol, name: string): Described | null {
  const member = members.get(name);
  return member === undefined ? null : withPlace(headOf(member), member);
}

function method(program: GrowingProgram, symbol: TypeSymbol, name: string): Described | null {
  const found = methodOf(program, symbol, name);
  return found === undefined ? null : withPlace(headOf(found.fn), found.fn);
}

function onlyText(text: string | undefined): Described | null {
  return text === undefined ? null : { text };
}

/** A description with the place of the declaration, if a source has it. */
function withPlace(
  text: string,
  symbol: FunctionSymbol | TypeSymbol | TraitSymbol | Documentable,
): Described {
  if (!("node" in symbol) || !("module" in symbol)) return { text };
  const { module, node } = symbol;
  return { text, at: { source: module.source, offset: node.name.span.start } };
}

interface Documentable {
  readonly module: { readonly source: Source };
  readonly node: { readonly name: { readonly span: { readonly start: number } } };
}

function describeVariant(owner: EnumSymbol, { index }: VariantSymbol): string {
  return `${textOf(owner.module.source, owner.node.variants[index]!.span)} of ${owner.name}`;
}

function describeType(program: GrowingProgram, symbol: TypeSymbol): string {
  const names = [...program.program.impls.methodNames(symbol)]
    .filter((name) => !name.startsWith("__"))
    .sort();
  const own = names.flatMap((name) => {
    const found = methodOf(program, symbol, name);
    return found?.isOwn === true ? [found.fn] : [];
  });
  // Methods of std/core first, then by module.
  const rank = ({ module }: FunctionSymbol): string => (module.id === "std/core" ? "" : module.id);
  own.sort((a, b) =>
    a.module === b.module ? a.node.span.start - b.node.span.start : rank(a) < rank(b) ? -1 : 1,
  );
  return [typeHead(symbol), ...own.map((fn) => `    ${headOf(fn)}`)].join("\n");
}

function typeHead(symbol: TypeSymbol): string {
  switch (symbol.kind) {
    case "Primitive":
      return `${symbol.name}${symbol.typeParams.length === 0 ? "" : `<${symbol.typeParams.map(({ name }) => name).join(", ")}>`}, built in`;
    case "Struct": {
      const { source } = symbol.module;
      const fields = symbol.node.fields
        .filter(({ name }) => !name.name.startsWith("__"))
        .map(({ name, type }) => `${name.name}: ${textOf(source, type.span)}`);
      return `struct ${upToBrace(symbol)} ${fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`}`;
    }
    case "Enum":
      return `enum ${upToBrace(symbol)} { ${symbol.node.variants.map(({ span }) => textOf(symbol.module.source, span)).join(", ")} }`;
  }
}

function describeTrait(trait: TraitSymbol): string {
  return [
    `trait ${upToBrace(trait)}`,
    ...[...trait.members.values()].map((member) => `    ${headOf(member)}`),
  ].join("\n");
}

function describeModule({ functions, tree, source }: Module): string {
  const types = tree.items.flatMap((item) =>
    item.kind === "StructItem" || item.kind === "EnumItem" || item.kind === "TraitItem" ? [item] : [],
  );
  const aliases = tree.items.filter((item) => item.kind === "AliasItem");
  const word = { StructItem: "struct", EnumItem: "enum", TraitItem: "trait" };
  return [
    ...[...functions.values()].filter(({ name }) => !name.startsWith("__")).map(headOf),
    ...types
      .filter(({ name }) => !name.name.startsWith("__"))
      .map((item) => `${word[item.kind]} ${upToBrace({ module: { source }, node: item })}`),
    ...aliases.filter(({ name }) => !name.name.startsWith("__")).map(({ span }) => textOf(source, span)),
  ].join("\n");
}

/** `fun name<T>(a: T) -> R`, as written. */
function headOf({ node, module }: FunctionSymbol): string {
  const { name, body, span }: FunctionItem = node;
  const end = body === null ? span.end : body.span.start;
  return `fun ${textOf(module.source, { start: name.span.start, end }).replace(/\s*=$/, "")}`;
}

/** `Name<T>`, as written. */
function upToBrace({
  module,
  node,
}: {
  readonly module: { readonly source: Source };
  readonly node: { readonly name: { readonly span: { readonly start: number; readonly end: number } } };
}): string {
  const { source } = module;
  const { start, end } = node.name.span;
  return textOf(source, { start, end: source.text.indexOf("{", end) });
}

/** A range of the source on one line. */
function textOf({ text }: Source, { start, end }: { readonly start: number; readonly end: number }): string {
  return text.slice(start, end).trim().replace(/\s+/g, " ");
}
