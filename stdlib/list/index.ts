// std/list: the functions that call no function of the program. Every returned list is new.
import {
  addInt,
  asCount,
  compareInt,
  ELEMENT_BYTES,
  inSteps,
  MAX_LIST,
  Panic,
  subInt,
  worksInSteps,
  type Int,
  type MaybePromise,
  type NativeTable,
  type Runtime,
  type Steps,
} from "../../interpreter/runtime/index.ts";

export function create(runtime: Runtime): NativeTable {
  /**
   * Checks the size of a list before it is made. @throws Panic `list too large`, or that of a memory limit.
   */
  function makeRoom(length: number): void {
    if (length > MAX_LIST) throw new Panic("list too large");
    runtime.reserve(length * ELEMENT_BYTES);
  }

  function concat(a: unknown[], b: unknown[]): unknown[] {
    makeRoom(a.length + b.length);
    return a.concat(b);
  }

  function flatten(lists: unknown[][]): MaybePromise<unknown[]> {
    const length = lists.reduce((sum, list) => sum + list.length, 0);
    makeRoom(length);
    if (worksInSteps(runtime, length + lists.length)) return inSteps(runtime, flattenInSteps(lists.slice()));
    return lists.flat();
  }

  function repeat(value: unknown, count: Int): MaybePromise<unknown[]> {
    const length = Math.max(0, asCount(count));
    makeRoom(length);
    if (worksInSteps(runtime, length))
      return inSteps(
        runtime,
        filledInSteps(length, () => value),
      );
    const list: unknown[] = [];
    for (let left = length; left > 0; left--) list.push(value);
    return list;
  }

  function range(start: Int, end: Int): MaybePromise<Int[]> {
    if (compareInt(start, end) >= 0) return [];
    const difference = subInt(end, start);
    // The difference is negative if it has wrapped.
    const length = compareInt(difference, 0) < 0 ? Infinity : asCount(difference);
    makeRoom(length);
    if (worksInSteps(runtime, length))
      return inSteps(
        runtime,
        filledInSteps(length, (i) => addInt(start, i)),
      );
    const list: Int[] = [];
    for (let i = 0; i < length; i++) list.push(addInt(start, i));
    return list;
  }

  return {
    functions: {
      reverse: (list: unknown[]) => list.toReversed(),
      slice: (list: unknown[], start: Int, end: Int) =>
        list.slice(position(list, start), position(list, end)),
      concat,
      flatten,
      insert,
      remove_at,
      repeat,
      range,
    },
  };
}

/** Clamps an index to 0 and the length; JavaScript's `slice` counts negative ones from the end. */
function position(list: unknown[], index: Int): number {
  return Math.max(0, Math.min(list.length, asCount(index)));
}

function insert(list: unknown[], index: Int, value: unknown): unknown[] {
  const at = position(list, index);
  // V8 copies lists faster than it spreads them.
  return list.slice(0, at).concat([value], list.slice(at));
}

function remove_at(list: unknown[], index: Int): unknown[] {
  const at = asCount(index);
  if (at < 0 || at >= list.length) return list.slice();
  // Each of these copies in one operation.
  if (at === 0) return list.slice(1);
  const copy = list.slice(0, -1);
  for (let i = at; i < copy.length; i++) copy[i] = list[i + 1];
  return copy;
}

/** The elements that are made in one step. */
const ELEMENTS = 16_384;

function* filledInSteps<T>(length: number, element: (at: number) => T): Steps<T[]> {
  const list: T[] = [];
  while (list.length < length) {
    for (let end = Math.min(length, list.length + ELEMENTS); list.length < end; )
      list.push(element(list.length));
    yield;
  }
  return list;
}

/** Flattens in steps. Other goroutines may change the lists meanwhile; each is read when its turn comes. */
function* flattenInSteps(lists: readonly unknown[][]): Steps<unknown[]> {
  const flat: unknown[] = [];
  let left = ELEMENTS;
  for (const list of lists) {
    if (flat.length + list.length > MAX_LIST) throw new Panic("list too large");
    for (const element of list) flat.push(element);
    left -= list.length + 1;
    if (left > 0) continue;
    left = ELEMENTS;
    yield;
  }
  return flat;
}
