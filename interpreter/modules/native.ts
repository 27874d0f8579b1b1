// Pairs the declaration of a standard or host module with its TypeScript, both ways: a native
// function nobody supplies, or one nobody declares, is our mistake and found at load and in tests.
import type { NativeTable } from "../runtime/index.ts";
import type { FunctionItem, Tree } from "../syntax/index.ts";

/** Names under which a table must supply the functions without body: `read`, `Server.listen`. */
export function nativeNames(tree: Tree): string[] {
  const names: string[] = [];
  const add = (prefix: string, fn: FunctionItem): void => {
    if (fn.body === null) names.push(prefix + fn.name.name);
  };
  for (const item of tree.items) {
    if (item.kind === "FunctionItem") add("", item);
    if (item.kind === "ImplItem") for (const method of item.methods) add(`${item.target.name.name}.`, method);
  }
  return names;
}

/**
 * What does not fit between a declaration and its table, one line each; empty when all does.
 * `intrinsic` names are the compiler's own and need no TypeScript.
 */
export function mismatches(module: string, tree: Tree, table: NativeTable, intrinsic: ReadonlySet<string>): string[] {
  const declared = new Set(nativeNames(tree));
  const supplied = new Set(Object.keys(table.functions));
  const structs = new Set(tree.items.filter((item) => item.kind === "StructItem").map((item) => item.name.name));
  const enums = new Map(tree.items.filter((item) => item.kind === "EnumItem").map((item) => [item.name.name, item.variants.length]));
  const found: string[] = [];
  for (const name of declared.difference(supplied).difference(intrinsic)) found.push(`${module} declares ${name} without a body, but no TypeScript supplies it`);
  for (const name of supplied.difference(declared)) found.push(`${module} supplies ${name}, which its declaration does not name as native`);
  for (const name of Object.keys(table.structs ?? {})) {
    if (!structs.has(name)) found.push(`${module} supplies a class for ${name}, which is no struct of its declaration`);
  }
  for (const [name, variants] of Object.entries(table.enums ?? {})) {
    if (enums.get(name) !== variants.length) found.push(`${module} supplies ${variants.length} variants for ${name}, its declaration differs`);
  }
  return found;
}
