// std/cmp: sorting of elements whose order is the host's own, at the host's speed.
import { compareInt, type Int, type NativeTable } from "../../interpreter/runtime/index.ts";

export function create(): NativeTable {
  return { functions: { __sorted: sorted, __copy: (list: unknown[]) => list.slice() } };
}

type Sortable = Int | string | boolean;

/** A sorted copy of Ints, Floats, Chars, Bools or Strings, in the order of their `compare`. */
function sorted(list: readonly Sortable[]): Sortable[] {
  if (typeof list[0] === "string") return (list as string[]).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  if (!list.every(isPlain)) return list.toSorted(compareAny);
  return Array.from(Float64Array.from(list as readonly number[]).sort());
}

/** Numbers of one form for each value: zeros of either sign tie, and a tie keeps its order. */
function isPlain(value: Sortable): boolean {
  return typeof value === "number" && value === value && !Object.is(value, -0);
}

function compareAny(a: Sortable, b: Sortable): number {
  if (typeof a === "object" || typeof b === "object") return compareInt(a as Int, b as Int);
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b) return 0;
  return a === a ? -1 : b === b ? 1 : 0;
}
