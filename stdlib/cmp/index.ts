// std/cmp: sorting of elements whose order is the host's own, at the host's speed.
import {
  compareInt,
  inSteps,
  worksInSteps,
  type Int,
  type MaybePromise,
  type NativeTable,
  type Runtime,
  type Steps,
} from "../../interpreter/runtime/index.ts";
import { sortInSteps, sortNumbersInSteps } from "./sort-in-steps.ts";
import { sortedStrings, sortedStringsInSteps } from "./sort-strings.ts";

export { sortInSteps } from "./sort-in-steps.ts";

export function create(runtime: Runtime): NativeTable {
  const sort = (list: readonly Sortable[]): MaybePromise<Sortable[]> =>
    worksInSteps(runtime, list.length) ? inSteps(runtime, sortedInSteps(list.slice())) : sorted(list);
  return { functions: { __sorted: sort, __copy: (list: unknown[]) => list.slice() } };
}

type Sortable = Int | string | boolean;

/** A sorted copy of Ints, Floats, Chars, Bools or Strings, in the order of their `compare`. */
function sorted(list: readonly Sortable[]): Sortable[] {
  if (typeof list[0] === "string") return sortedStrings(list as string[]);
  return sortedNumbers(list) ?? list.toSorted(compareAny);
}

/** `list` is not shared. */
function* sortedInSteps(list: Sortable[]): Steps<Sortable[]> {
  if (typeof list[0] === "string") return yield* sortedStringsInSteps(list as string[]);
  const numbers = plainNumbers(list);
  yield;
  if (numbers === null) {
    yield* sortInSteps(list, compareAny);
    return list;
  }
  yield* sortNumbersInSteps(numbers);
  return Array.from(numbers);
}

/** Null where `plainNumbers` is. */
function sortedNumbers(list: readonly Sortable[]): number[] | null {
  const numbers = plainNumbers(list);
  if (numbers === null) return null;
  numbers.sort();
  const result: number[] = [];
  for (let i = 0; i < numbers.length; i++) result.push(numbers[i]!);
  return result;
}

/**
 * Null unless each element is a number of which there is one form only: zeros of either sign tie,
 * and a tie keeps its order, which the host's sorting of plain numbers knows nothing of.
 */
function plainNumbers(list: readonly Sortable[]): Float64Array | null {
  const numbers = new Float64Array(list.length);
  for (let i = 0; i < list.length; i++) {
    const value = list[i]!;
    if (typeof value !== "number" || value !== value || (value === 0 && 1 / value < 0)) return null;
    numbers[i] = value;
  }
  return numbers;
}

function compareAny(a: Sortable, b: Sortable): number {
  if (typeof a === "object" || typeof b === "object") return compareInt(a as Int, b as Int);
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b) return 0;
  return a === a ? -1 : b === b ? 1 : 0;
}
