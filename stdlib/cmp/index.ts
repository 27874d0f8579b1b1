// std/cmp: sorting of elements whose order is the host's own, at the host's speed.
import { compareInt, type Int, type NativeTable } from "../../interpreter/runtime/index.ts";
import { sortedStrings } from "./sort-strings.ts";

export function create(): NativeTable {
  return { functions: { __sorted: sorted, __copy: (list: unknown[]) => list.slice() } };
}

type Sortable = Int | string | boolean;

/** A sorted copy of Ints, Floats, Chars, Bools or Strings, in the order of their `compare`. */
function sorted(list: readonly Sortable[]): Sortable[] {
  if (typeof list[0] === "string") return sortedStrings(list as string[]);
  return sortedNumbers(list) ?? list.toSorted(compareAny);
}

/**
 * Null unless each element is a number of which there is one form only: zeros of either sign tie,
 * and a tie keeps its order, which the host's sorting of plain numbers knows nothing of.
 */
function sortedNumbers(list: readonly Sortable[]): number[] | null {
  const numbers = new Float64Array(list.length);
  for (let i = 0; i < list.length; i++) {
    const value = list[i]!;
    if (typeof value !== "number" || value !== value || (value === 0 && 1 / value < 0)) return null;
    numbers[i] = value;
  }
  numbers.sort();
  const result: number[] = [];
  for (let i = 0; i < numbers.length; i++) result.push(numbers[i]!);
  return result;
}

function compareAny(a: Sortable, b: Sortable): number {
  if (typeof a === "object" || typeof b === "object") return compareInt(a as Int, b as Int);
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b) return 0;
  return a === a ? -1 : b === b ? 1 : 0;
}
