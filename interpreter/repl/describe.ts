// What `:type` says of names that are no values: how functions, methods, variants, types and modules
// are declared.
import type { Module, Program, Type } from "../check/index.ts";
import type { Source } from "../source/index.ts";
import type { FunctionItem, Item } from "../syntax/index.ts";
import { importOf, methodsOf, modulesItems, selectedFrom } from "./members.ts";

interface Found {
  readonly item: Item | FunctionItem;
  readonly source: Source;
}

/** The declaration of what a name stands for in the session; null for what none stands for. */
export function describeName(program: Program, module: Module, name: string): string | null {
  const imported = importOf(module, name);
  if (imported !== undefined) return functionsOf(imported);
  const found = findItem(program, module, name);
  return found === null ? variantOf(program, "std/core", name) : describeItem(program, found);
}

/** The declaration of a function of a module, a variant, a function of a type, or a method of a value. */
export function describeMember(program: Program, module: Module, receiver: string, type: Type | undefined, name: string): string | null {
  if (type !== undefined) {
    const owner = type.kind === "Named" ? type.symbol.name : type.kind === "Dyn" ? type.trait.trait.name : null;
    return owner === null ? null : headIn(program, owner, name);
  }
  const imported = importOf(module, receiver);
  if (imported !== undefined) {
    const fn = imported.functions.get(name);
    return fn === undefined ? null : headOf(fn.node, imported.source);
  }
  return variantOf(program, receiver, name) ?? headIn(program, receiver, name);
}

/** A variant of an enum, or of all enums of a module: those of std/core need no `Option.`. */
function variantOf(program: Program, owner: string, name: string): string | null {
  for (const { item, source, from } of modulesItems(program)) {
    if (item.kind !== "EnumItem" || (item.name.name !== owner && from.id !== owner)) continue;
    const variant = item.variants.find((one) => one.name.name === name);
    if (variant !== undefined) return `${textOf(source, variant.span)} of ${item.name.name}`;
  }
  return null;
}

function findItem(program: Program, module: Module, name: string): Found | null {
  const own = module.tree.items.find((item) => nameOf(item) === name);
  if (own !== undefined) return { item: own, source: module.source };
  const selected = selectedFrom(module, name);
  const wanted = selected?.name ?? name;
  for (const { item, source, from } of modulesItems(program)) {
    // Types of standard modules need no import.
    const isVisible = selected === undefined ? from.id === "std/core" || (from.standard && item.kind !== "FunctionItem") : from === selected.module;
    if (isVisible && nameOf(item) === wanted) return { item, source };
  }
  return null;
}

function nameOf(item: Item): string | null {
  return item.kind === "Import" || item.kind === "ImplItem" || item.kind === "MacroCall" ? null : item.name.name;
}

function describeItem(program: Program, { item, source }: Found): string {
  switch (item.kind) {
    case "FunctionItem":
      return headOf(item, source);
    case "StructItem": {
      const fields = item.fields.filter(({ name }) => !name.name.startsWith("__")).map(({ name, type }) => `${name.name}: ${textOf(source, type.span)}`);
      return withMethods(program, item.name.name, `${upToBrace(item, source)} ${fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`}`);
    }
    case "EnumItem":
      return withMethods(program, item.name.name, `${upToBrace(item, source)} { ${item.variants.map(({ span }) => textOf(source, span)).join(", ")} }`);
    case "TraitItem":
      return [upToBrace(item, source), ...item.members.map((member) => `    ${headOf(member, source)}`)].join("\n");
    default:
      return textOf(source, item.span);
  }
}

function withMethods(program: Program, type: string, head: string): string {
  const methods = methodsOf(program, type).filter(({ method, isOwn }) => isOwn && !method.name.name.startsWith("__"));
  return [head, ...methods.map(({ method, source }) => `    ${headOf(method, source)}`)].join("\n");
}

function functionsOf(module: Module): string {
  const shown = [...module.functions.values()].filter(({ name }) => !name.startsWith("__"));
  return shown.map(({ node }) => headOf(node, module.source)).join("\n");
}

function headIn(program: Program, owner: string, name: string): string | null {
  const found = methodsOf(program, owner).find(({ method }) => method.name.name === name);
  return found === undefined ? null : headOf(found.method, found.source);
}

/** `fun name<T>(a: T) -> R`, as it is written. */
function headOf({ name, body, span }: FunctionItem, source: Source): string {
  const end = body === null ? span.end : body.span.start;
  return `fun ${textOf(source, { start: name.span.start, end }).replace(/\s*=$/, "")}`;
}

/** `struct Name<T>` and the like, without attributes. */
function upToBrace(item: Extract<Item, { kind: "StructItem" | "EnumItem" | "TraitItem" }>, source: Source): string {
  const word = { StructItem: "struct", EnumItem: "enum", TraitItem: "trait" }[item.kind];
  return `${word} ${textOf(source, { start: item.name.span.start, end: source.text.indexOf("{", item.name.span.end) })}`;
}

/** On one line. */
function textOf({ text }: Source, { start, end }: { readonly start: number; readonly end: number }): string {
  return text.slice(start, end).trim().replace(/\s+/g, " ");
}

