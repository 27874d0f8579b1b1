// std/cmp: sorting by the order of JavaScript's own values, with the engine's sort.
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
    worksInSteps(runtime, sizeOfAll(list)) ? inSteps(runtime, sortedInSteps(list.slice())) : sorted(list);
  return { functions: { __sorted: sort, __copy: (list: unknown[]) => list.slice() } };
}

/** The number of elements, or of their bytes if these are strings. */
function sizeOfAll(list: readonly Sortable[]): number {
  if (typeof list[0] !== "string") return list.length;
  let size = 0;
  for (const text of list as readonly string[]) size += text.length + 1;
  return size;
}

type Sortable = Int | string | boolean;

/** Returns a sorted copy of Ints, Floats, Chars, Bools or Strings, in the order of their `compare`. */
function sorted(list: readonly Sortable[]): Sortable[] {
  if (typeof list[0] === "string") return sortedStrings(list as string[]);
  return sortedNumbers(list) ?? list.toSorted(compareAny);
}

/** Sorts `list`, which must not be shared, and returns it or another array. */
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

/** Returns a sorted copy, or null where `plainNumbers` does. */
function sortedNumbers(list: readonly Sortable[]): number[] | null {
  const numbers = plainNumbers(list);
  if (numbers === null) return null;
  numbers.sort();
  const result: number[] = [];
  for (let i = 0; i < numbers.length; i++) result.push(numbers[i]!);
  return result;
}

/**
 * Returns null unless each element is a number other than -0 and NaN. 0 and -0 compare equal and must keep
 * their order, but a `Float64Array` sorts -0 first.
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
