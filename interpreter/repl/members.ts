// What may follow a dot at the prompt: functions of a module, variants and associated functions of a
// type, fields and methods of a value.
import type { Module, Program, Type } from "../check/index.ts";
import type { Source } from "../source/index.ts";
import type { FunctionItem, Import, Item, Tree } from "../syntax/index.ts";

/** `type` is that of the receiver as a value, if it is one. */
export function membersAt(program: Program, module: Module, receiver: string, type: Type | undefined): string[] {
  const names = type === undefined ? [...(importOf(module, receiver)?.functions.keys() ?? []), ...ofType(program, receiver)] : ofValue(program, type);
  return [...new Set(names)].filter((name) => !name.startsWith("__")).sort();
}

/** What the braces of an import may name. */
export function exportedNames({ items }: Tree): string[] {
  const named = items.flatMap((item) => (item.kind === "Import" || item.kind === "ImplItem" || item.kind === "MacroCall" || item.kind === "MacroItem" ? [] : [item.name.name]));
  return named.filter((name) => !name.startsWith("__")).sort();
}

/** The module that a name stands for as a whole. */
export function importOf({ tree, imports }: Module, alias: string): Module | undefined {
  const item = tree.items.find((one): one is Import => one.kind === "Import" && one.selectors === null && boundName(one) === alias);
  return item === undefined ? undefined : imports.find(({ id }) => lastPart(id) === lastPart(item.path));
}

/** What a selector has bound to a name: where it comes from, and how it is called there. */
export function selectedFrom({ tree, imports }: Module, bound: string): { readonly module: Module | undefined; readonly name: string } | undefined {
  for (const item of tree.items) {
    if (item.kind !== "Import") continue;
    const selector = item.selectors?.find(({ name, alias }) => (alias ?? name).name === bound);
    if (selector !== undefined) return { module: imports.find(({ id }) => lastPart(id) === lastPart(item.path)), name: selector.name.name };
  }
  return undefined;
}

/** The methods and associated functions of a type or trait, by its name; `isOwn`: not those of a trait. */
export function methodsOf(program: Program, type: string): { readonly method: FunctionItem; readonly source: Source; readonly isOwn: boolean }[] {
  return modulesItems(program).flatMap(({ item, source }) => {
    if (item.kind === "TraitItem" && item.name.name === type) return item.members.map((method) => ({ method, source, isOwn: false }));
    if (item.kind !== "ImplItem" || item.target.name.name !== type) return [];
    return item.methods.map((method) => ({ method, source, isOwn: item.trait === null }));
  });
}

/** All items of all modules of a program. */
export function modulesItems(program: Program): { readonly item: Item; readonly source: Source; readonly from: Module }[] {
  return [...program.modules.values()].flatMap((from) => from.tree.items.map((item) => ({ item, source: from.source, from })));
}

function boundName({ alias, path }: Import): string {
  return alias?.name ?? lastPart(path);
}

function lastPart(path: string): string {
  return path.split("/").at(-1)!.replace(/\.\w+$/, "");
}

function ofType(program: Program, name: string): string[] {
  const variants = modulesItems(program).flatMap(({ item }) => (item.kind === "EnumItem" && item.name.name === name ? item.variants.map((variant) => variant.name.name) : []));
  return [...variants, ...methodsOf(program, name).filter(({ method }) => method.self === null).map(({ method }) => method.name.name)];
}

function ofValue(program: Program, type: Type): string[] {
  if (type.kind === "Dyn") return [...type.trait.trait.members.keys()];
  if (type.kind !== "Named") return [];
  const { symbol } = type;
  const fields = symbol.kind === "Struct" ? symbol.fields.map((field) => field.name) : [];
  const associated = new Set(methodsOf(program, symbol.name).filter(({ method }) => method.self === null).map(({ method }) => method.name.name));
  return [...fields, ...[...program.impls.methodNames(symbol)].filter((name) => !associated.has(name))];
}
