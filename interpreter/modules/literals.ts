// What of a tree makes modules part of the program that nobody imports: set and map literals load
// std/collections, calls of methods of the prelude its modules (reference/modules#what-a-module-provides, reference/prelude#methods-without-import).
import type { Tree } from "../syntax/index.ts";

export interface TreeUses {
  readonly collectionLiterals: boolean;
  /** Names of the methods that it calls. */
  readonly methods: ReadonlySet<string>;
}

/** Looks at the tree as plain data, so that new kinds of nodes need no mention here. */
export function usesOf(tree: Tree): TreeUses {
  const methods = new Set<string>();
  let collectionLiterals = false;
  const open: unknown[] = [tree.items];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    if ("kind" in value) {
      if (value.kind === "MapLit" || value.kind === "SetLit") collectionLiterals = true;
      else if (value.kind === "MethodCall") methods.add((value as unknown as { readonly name: { readonly name: string } }).name.name);
    }
    for (const part of Object.values(value)) {
      if (typeof part === "object" && part !== null) open.push(part);
    }
  }
  return { collectionLiterals, methods };
}
