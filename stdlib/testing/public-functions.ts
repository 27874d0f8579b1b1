// The public functions of standard modules, as their declarations state them, for tests that call them all.
import { readDeclaration } from "../../interpreter/modules/index.ts";
import type { FunctionItem, GenericParam, TypeNode } from "../../interpreter/syntax/index.ts";
import { standardModules } from "../index.ts";

export type Names = ReadonlyMap<string, string>;

export interface Callable {
  readonly fn: FunctionItem;
  /** The types for type parameters and `Self`, as source text. */
  readonly names: Names;
  /** The type whose method or associated function it is. */
  readonly owner: TypeNode | null;
}

/** Functions that tests do not call: they would affect other processes, wait forever or for input, or change the working directory. */
export const UNCALLED: ReadonlySet<string> = new Set([
  "send_signal",
  "signals",
  "read_secret",
  "set_cwd",
  "watch",
  "ticker",
  "select",
  "is_terminal",
  "stdin",
  "stdout",
  "stderr",
]);

/** The public functions and methods of a module, without those of `UNCALLED` unless `all`. */
export function publicFunctions(module: string, all = false): Callable[] {
  const { tree } = readDeclaration(standardModules.find(({ name }) => name === module)!);
  return tree.items
    .flatMap((item): Callable[] => {
      if (item.kind === "FunctionItem")
        return [{ fn: item, names: namesOf(item.generics, new Map()), owner: null }];
      if (item.kind !== "ImplItem") return [];
      const names = new Map(namesOf(item.generics, new Map()));
      names.set("Self", typeText(item.target, names));
      return item.methods.map((fn) => ({ fn, names: namesOf(fn.generics, names), owner: item.target }));
    })
    .filter(
      ({ fn, owner }) =>
        !fn.name.name.startsWith("__") &&
        (all || !UNCALLED.has(fn.name.name)) &&
        !(owner?.kind === "NamedType" && owner.name.name.startsWith("__")),
    );
}

const typesOfModules = new Map<string, ReadonlySet<string>>();

/** The names of the types that a module declares. */
export function publicTypes(module: string): ReadonlySet<string> {
  const known = typesOfModules.get(module);
  if (known !== undefined) return known;
  const types = declaredTypes(module);
  typesOfModules.set(module, types);
  return types;
}

function declaredTypes(module: string): ReadonlySet<string> {
  const { tree } = readDeclaration(standardModules.find(({ name }) => name === module)!);
  return new Set(
    tree.items.flatMap((item) =>
      (item.kind === "StructItem" || item.kind === "EnumItem") && !item.name.name.startsWith("__")
        ? [item.name.name]
        : [],
    ),
  );
}

/** Types that implement the traits of streams. */
const BY_BOUND: Readonly<Record<string, string>> = {
  Reader: "TextReader",
  Writer: "Buffer",
  MayBeTerminal: "Stdout",
};

/** The type for a type parameter: Int, unless its bounds require another one. */
function namesOf(generics: readonly GenericParam[], outer: Names): Names {
  const names = new Map(outer);
  for (const { name, bounds } of generics)
    if (bounds.every((bound) => bound.name.name !== "Iterator"))
      names.set(name.name, BY_BOUND[bounds[0]?.name.name ?? ""] ?? "Int");
  for (const { name, bounds } of generics) {
    const element = bounds.find((bound) => bound.name.name === "Iterator")?.args[0];
    if (element !== undefined) names.set(name.name, `ListIter<${typeText(element, names)}>`);
  }
  return names;
}

export function typeText(type: TypeNode, names: Names): string {
  switch (type.kind) {
    case "NamedType": {
      const known = names.get(type.name.name);
      if (known !== undefined) return known;
      const args = type.args.map((arg) => typeText(arg, names));
      // Modules of the prelude import types of others under hidden names.
      const name = type.name.name.replace(/^__/, "");
      return args.length === 0 ? name : `${name}<${args.join(", ")}>`;
    }
    case "TupleType":
      return `(${type.parts.map((part) => typeText(part, names)).join(", ")})`;
    case "FunType":
      return `fun(${type.params.map((param) => typeText(param, names)).join(", ")}) -> ${typeText(type.result, names)}`;
    case "UnitType":
      return "Unit";
    case "OptionType":
      return `Option<${typeText(type.inner, names)}>`;
    case "DynType":
      return `dyn ${typeText(type.trait, names)}`;
    case "BrokenType":
      throw new Error("a declaration does not parse");
  }
}
