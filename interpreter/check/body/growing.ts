// Calls with larger types than those of the function around. A generic function is compiled once for each set of
// actual types, and only such calls can make their number infinite (T29). A program without a cycle through one
// need not be compiled to know that.
import { LARGER, VAST, type Asked } from "../asked/index.ts";
import type { Use } from "../types/index.ts";
import { innerOf, partsOf, prune, type Type } from "../types/index.ts";
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

/**
 * Adds the calls of a body without type parameters whose types have so many parts that the compiler may not name them.
 * Most parts of such types are shared, so that each is counted once.
 */
export function noteVast(asked: Asked, uses: readonly Use[]): void {
  for (const use of uses) {
    for (const { typeArgs, self } of calleesOf(use)) {
      for (const type of self === null ? typeArgs : [...typeArgs, self])
        if (partsOf(type) > MOST_PARTS) asked.grows.add(VAST);
    }
  }
}

/** The texts of types may have ten times as many characters. */
const MOST_PARTS = 100_000;

/** Deeper types count as growing: parts of a type may be shared, so that walking it whole takes long. */
const DEEP = 4;

/** How deep a type parameter is within other types; 0 for none and for the parameter itself. */
function paramDepth(type: Type, level = 0): number {
  const actual = prune(type);
  if (level > DEEP) return DEEP;
  const parts = actual.kind === "Named" && actual.ground === true ? [] : innerOf(actual);
  let deepest = 0;
  for (const part of parts) {
    const inner = prune(part);
    const depth = inner.kind === "Param" ? 1 : paramDepth(inner, level + 1);
    if (depth > 0) deepest = Math.max(deepest, inner.kind === "Param" ? 1 : depth + 1);
  }
  return deepest;
}
