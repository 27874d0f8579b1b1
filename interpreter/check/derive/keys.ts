// The keys of items and members, those of derived impls included: these are below the type that carries the derive.
import { itemKeys, type ImplItem, type Keyed, type Tree } from "../../syntax/index.ts";

/** `written` is the tree of the file, `expanded` the same with derived impls at its end. */
export function keysWithDerived(written: Tree, expanded: Tree): ReadonlyMap<object | number, string> {
  const keys = itemKeys(written.items);
  const numbers = new Map<string, number>();
  for (const item of expanded.items.slice(written.items.length)) {
    if (item.kind === "ImplItem") enterDerived(keys, numbers, item);
  }
  return keys;
}

function enterDerived(keys: Map<Keyed | number, string>, numbers: Map<string, number>, impl: ImplItem): void {
  const trait = impl.trait!.name.name.replace(/^.*:/, "");
  const name = `type:${impl.target.name.name}/derive:${trait}`;
  const number = (numbers.get(name) ?? 0) + 1;
  numbers.set(name, number);
  const key = number === 1 ? name : `${name}#${number}`;
  keys.set(impl, key);
  for (const method of impl.methods) keys.set(method, `${key}/fun:${method.name.name}`);
}
