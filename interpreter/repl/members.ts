// What may follow a dot at the prompt: functions of a module, variants and associated functions of a
// type, fields and methods of a value.
import type { Module, Program, Type } from "../check/index.ts";
import type { FunctionItem, Import } from "../syntax/index.ts";

/** `type` is that of the receiver as a value, if it is one. */
export function membersAt(program: Program, module: Module, receiver: string, type: Type | undefined): string[] {
  const names = type === undefined ? [...ofModule(module, receiver), ...ofType(program, receiver)] : ofValue(program, type);
  return [...new Set(names)].filter((name) => !name.startsWith("__")).sort();
}

function ofModule({ tree, imports }: Module, alias: string): Iterable<string> {
  const item = tree.items.find((one): one is Import => one.kind === "Import" && one.selectors === null && boundName(one) === alias);
  if (item === undefined) return [];
  const target = imports.find(({ id }) => lastPart(id) === lastPart(item.path));
  return target?.functions.keys() ?? [];
}

function boundName({ alias, path }: Import): string {
  return alias?.name ?? lastPart(path);
}

function lastPart(path: string): string {
  return path.split("/").at(-1)!.replace(/\.\w+$/, "");
}

function ofType(program: Program, name: string): string[] {
  const variants = items(program).flatMap((item) => (item.kind === "EnumItem" && item.name.name === name ? item.variants.map((variant) => variant.name.name) : []));
  return [...variants, ...methodsIn(program, name).filter(({ self }) => self === null).map((method) => method.name.name)];
}

function ofValue(program: Program, type: Type): string[] {
  if (type.kind === "Dyn") return [...type.trait.trait.members.keys()];
  if (type.kind !== "Named") return [];
  const { symbol } = type;
  const fields = symbol.kind === "Struct" ? symbol.fields.map((field) => field.name) : [];
  const own = methodsIn(program, symbol.name);
  const associated = new Set(own.filter(({ self }) => self === null).map((method) => method.name.name));
  return [...fields, ...[...program.impls.methodNames(symbol)].filter((name) => !associated.has(name))];
}

function methodsIn(program: Program, type: string): FunctionItem[] {
  return items(program).flatMap((item) => (item.kind === "ImplItem" && item.target.name.name === type ? item.methods : []));
}

function items(program: Program) {
  return [...program.modules.values()].flatMap(({ tree }) => tree.items);
}
