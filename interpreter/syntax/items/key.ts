// Names of items that survive edits elsewhere in the file: kind, name, and a number among equals. Members are
// named below their item. What is known about an item is filed under its key.
import type { FieldDecl, FunctionItem, ImplItem, Item, NamedType, Param } from "../ast/index.ts";

/** An item, or a member of an impl or trait. */
export type Keyed = Item | FunctionItem;

/**
 * The keys of the items of a file and of their members, and those of default values by the ids of the nodes
 * that have them.
 */
export function itemKeys(items: readonly Item[]): Map<Keyed | number, string> {
  const keys = new Map<Keyed | number, string>();
  const numbers = new Map<string, number>();
  const enter = (item: Keyed, name: string): string => {
    const number = (numbers.get(name) ?? 0) + 1;
    numbers.set(name, number);
    const key = number === 1 ? name : `${name}#${number}`;
    keys.set(item, key);
    return key;
  };
  for (const item of items) {
    const key = enter(item, nameOf(item));
    for (const member of membersOf(item)) enter(member, `${key}/fun:${member.name.name}`);
    for (const [owner, part] of defaultsOf(item, keys))
      keys.set(part.id, `${owner}/default:${part.name.name}`);
  }
  return keys;
}

/** The functions below an item. */
export function membersOf(item: Item): readonly FunctionItem[] {
  if (item.kind === "ImplItem") return item.methods;
  return item.kind === "TraitItem" ? item.members : [];
}

/** The fields and parameters of an item that have default values, each with the key of its declaration. */
function* defaultsOf(
  item: Item,
  keys: ReadonlyMap<Keyed | number, string>,
): Iterable<readonly [string, FieldDecl | Param]> {
  if (item.kind === "StructItem") {
    for (const field of item.fields) if (field.default !== null) yield [keys.get(item)!, field];
    return;
  }
  for (const fn of item.kind === "FunctionItem" ? [item] : membersOf(item))
    for (const param of fn.params) if (param.default !== null) yield [keys.get(fn)!, param];
}

function nameOf(item: Item): string {
  switch (item.kind) {
    case "Import":
      return `import:${item.path}`;
    case "ConstItem":
      return `const:${item.name.name}`;
    case "GlobalItem":
      return `let:${item.name.name}`;
    case "FunctionItem":
      return `fun:${item.name.name}`;
    case "StructItem":
    case "EnumItem":
    case "AliasItem":
      return `type:${item.name.name}`;
    case "TraitItem":
      return `trait:${item.name.name}`;
    case "ImplItem":
      return `impl:${implName(item)}`;
    case "MacroItem":
    case "MacroCall":
      return `macro:${item.name.name}`;
  }
}

function implName({ trait, target }: ImplItem): string {
  return trait === null ? written(target) : `${written(trait)}:${written(target)}`;
}

/** A type as written, as far as it takes to tell most impls apart. */
function written({ name, args }: NamedType): string {
  const parts = args.map((arg) => (arg.kind === "NamedType" ? arg.name.name : arg.kind));
  return parts.length === 0 ? name.name : `${name.name}<${parts.join()}>`;
}
