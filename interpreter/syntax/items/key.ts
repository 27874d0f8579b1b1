// Names of items that survive edits elsewhere in the file: kind, name, and a number among equals. Members are
// named below their item. What is known about an item is filed under its key.
import type { FunctionItem, ImplItem, Item, NamedType } from "../ast/index.ts";

/** An item, or a member of an impl or trait. */
export type Keyed = Item | FunctionItem;

/** The keys of the items of a file and of their members. */
export function itemKeys(items: readonly Item[]): Map<Keyed, string> {
  const keys = new Map<Keyed, string>();
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
  }
  return keys;
}

/** The functions below an item. */
export function membersOf(item: Item): readonly FunctionItem[] {
  if (item.kind === "ImplItem") return item.methods;
  return item.kind === "TraitItem" ? item.members : [];
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
