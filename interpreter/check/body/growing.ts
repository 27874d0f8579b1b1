// Calls with larger types than those of the function around. A generic function is compiled once for each set of
// actual types, and only such calls can make their number infinite (T29). A program without a cycle through one
// need not be compiled to know that.
import { LARGER, type Asked } from "../asked/index.ts";
import type { Use } from "../facts.ts";
import { prune, type Type } from "../types/index.ts";
import { calleesOf } from "./callees.ts";

/** Adds the calls of a body that has type parameters to its record. */
export function noteGrowing(asked: Asked, types: readonly Type[], uses: readonly Use[]): void {
  // An operator removes one level: `==` of two `Box<T>` calls the method of the impl with `T`.
  if (types.some((type) => paramDepth(type) > 1)) asked.grows.add(LARGER);
  for (const use of uses) {
    for (const { function: fn, typeArgs, self } of calleesOf(use)) {
      if (![...typeArgs, ...(self === null ? [] : [self])].some((arg) => paramDepth(arg) > 0)) continue;
      asked.grows.add(fn.module.standard ? LARGER : fn.name);
    }
  }
}

/** Deeper types count as growing: parts of a type may be shared, so that walking it whole takes long. */
const DEEP = 4;

/** How deep a type parameter is within other types; 0 for none and for the parameter itself. */
function paramDepth(type: Type, level = 0): number {
  const actual = prune(type);
  if (level > DEEP) return DEEP;
  const parts =
    actual.kind === "Named"
      ? actual.ground === true
        ? []
        : actual.args
      : actual.kind === "Fun"
        ? [...actual.params, actual.result]
        : actual.kind === "Dyn"
          ? actual.trait.args
          : [];
  let deepest = 0;
  for (const part of parts) {
    const inner = prune(part);
    const depth = inner.kind === "Param" ? 1 : paramDepth(inner, level + 1);
    if (depth > 0) deepest = Math.max(deepest, inner.kind === "Param" ? 1 : depth + 1);
  }
  return deepest;
}
