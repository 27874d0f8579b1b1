// Does a tree hold a set or map literal? Such programs load std/collections (reference/modules#what-a-module-provides).
import type { Tree } from "../syntax/index.ts";

/** Looks at the tree as plain data, so that new kinds of nodes need no mention here. */
export function usesCollectionLiterals(tree: Tree): boolean {
  const open: unknown[] = [tree.items];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    if ("kind" in value && (value.kind === "MapLit" || value.kind === "SetLit")) return true;
    for (const part of Object.values(value)) {
      if (typeof part === "object" && part !== null) open.push(part);
    }
  }
  return false;
}
