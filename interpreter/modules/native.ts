// Compares the declaration of a standard or host module with its TypeScript. A native function that is
// declared and not supplied, or supplied and not declared, is a mistake of the module, found at load and in
// tests.
import { nearest } from "../diagnostics/index.ts";
import type { NativeTable } from "../runtime/host.ts";
import { isNativeAttribute, type Attribute, type FunctionItem, type Tree } from "../syntax/index.ts";

/** The functions without body, by their names in the table of natives: `read`, `Server.listen`. */
export function nativeFunctions(tree: Tree): Map<string, FunctionItem> {
  const found = new Map<string, FunctionItem>();
  const add = (prefix: string, fn: FunctionItem): void => {
    if (fn.body === null) found.set(prefix + fn.name.name, fn);
  };
  for (const item of tree.items) {
    if (item.kind === "FunctionItem") add("", item);
    if (item.kind === "ImplItem") for (const method of item.methods) add(`${item.target.name.name}.`, method);
  }
  return found;
}

/**
 * The mismatches between a declaration and its table, one line each. `intrinsic` names are implemented by the
 * compiler and need no TypeScript.
 */
export function mismatches(
  module: string,
  tree: Tree,
  table: NativeTable,
  intrinsic: ReadonlySet<string>,
): string[] {
  const declared = new Set(nativeFunctions(tree).keys());
  const supplied = new Set(Object.keys(table.functions));
  const structs = new Set(
    tree.items.filter((item) => item.kind === "StructItem").map((item) => item.name.name),
  );
  const enums = new Map(
    tree.items
      .filter((item) => item.kind === "EnumItem")
      .map((item) => [item.name.name, item.variants.length]),
  );
  const found = misplaced(module, tree);
  for (const name of declared.difference(supplied).difference(intrinsic))
    found.push(`${module} declares ${name} without a body, but no TypeScript supplies it`);
  for (const name of supplied.difference(declared))
    found.push(
      `${module} supplies ${name}, which its declaration does not name as native${meant(name, declared)}`,
    );
  for (const name of Object.keys(table.structs ?? {})) {
    if (!structs.has(name))
      found.push(`${module} supplies a class for ${name}, which is no struct of its declaration`);
  }
  for (const [name, variants] of Object.entries(table.enums ?? {})) {
    if (enums.get(name) !== variants.length)
      found.push(`${module} supplies ${variants.length} variants for ${name}, its declaration differs`);
  }
  return found;
}

function meant(name: string, declared: ReadonlySet<string>): string {
  const similar = nearest(name, declared);
  return similar === undefined ? "" : ` (did you mean ${similar}?)`;
}

/** Attributes that do not apply to their function: it has a body, or not the required types. */
function misplaced(module: string, tree: Tree): string[] {
  const functions = tree.items.flatMap((item) =>
    item.kind === "FunctionItem"
      ? [{ fn: item, generic: item.generics.length > 0 }]
      : item.kind === "ImplItem"
        ? item.methods.map((fn) => ({ fn, generic: item.generics.length + fn.generics.length > 0 }))
        : [],
  );
  return functions.flatMap(({ fn, generic }) =>
    fn.attributes.flatMap((attribute) => {
      const problem = misfit(tree, attribute, fn, generic);
      return problem === null
        ? []
        : [`${module} declares ${fn.name.name} with @${attribute.name.name} and ${problem}`];
    }),
  );
}

function misfit(tree: Tree, attribute: Attribute, fn: FunctionItem, generic: boolean): string | null {
  const result =
    fn.result?.kind === "NamedType"
      ? fn.result.name.name
      : fn.result?.kind === "OptionType"
        ? "Option"
        : null;
  switch (attribute.name.name) {
    case "iterates":
      if (fn.self === null || fn.params.length > 0) return "not as a method that takes nothing";
      return result === "List" || result === "Option" ? null : "without a result of type List or Option";
    case "direct":
      return namedBy(tree, attribute) ? null : "without a function and a method of a trait of the module";
    case "shows":
      if (fn.self !== null || fn.params.length !== 1) return "not as a function of one value";
      return result === "String" ? null : "without a result of type String";
    case "moves":
      if (fn.body === null) return generic ? null : "without type parameters";
  }
  return fn.body !== null && isNativeAttribute(attribute.name.name)
    ? "with a body; only natives have that attribute"
    : null;
}

/** Whether the arguments of `@direct` name a function and a method of a trait of the module. */
function namedBy({ items }: Tree, { args: [fn, method] }: Attribute): boolean {
  const isThere = items.some((item) => item.kind === "FunctionItem" && item.name.name === fn?.name.name);
  const isMember = items.some(
    (item) => item.kind === "TraitItem" && item.members.some(({ name }) => name.name === method?.name.name),
  );
  return isThere && isMember;
}
