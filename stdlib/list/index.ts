// std/list: the functions that call nothing of the program's. Every list given back is a new one.
import {
  addInt, asCount, compareInt, ELEMENT_BYTES, MAX_LIST, Panic, subInt, type Int, type NativeTable, type Runtime,
} from "../../interpreter/runtime/index.ts";

export function create(runtime: Runtime): NativeTable {
  /** For a list of so many elements. @throws Panic `list too large`, or that of a memory limit. */
  function makeRoom(length: number): void {
    if (length > MAX_LIST) throw new Panic("list too large");
    runtime.reserve(length * ELEMENT_BYTES);
  }

  function concat(a: unknown[], b: unknown[]): unknown[] {
    makeRoom(a.length + b.length);
    return a.concat(b);
  }

  function flatten(lists: unknown[][]): unknown[] {
    makeRoom(lists.reduce((sum, list) => sum + list.length, 0));
    return lists.flat();
  }

  function repeat(value: unknown, count: Int): unknown[] {
    const length = Math.max(0, asCount(count));
    makeRoom(length);
    const list: unknown[] = [];
    for (let left = length; left > 0; left--) list.push(value);
    return list;
  }

  function range(start: Int, end: Int): Int[] {
    if (compareInt(start, end) >= 0) return [];
    const difference = subInt(end, start);
    // Negative when it has wrapped.
    const length = compareInt(difference, 0) < 0 ? Infinity : asCount(difference);
    makeRoom(length);
    const list: Int[] = [];
    for (let i = 0; i < length; i++) list.push(addInt(start, i));
    return list;
  }

  return {
    functions: {
      reverse: (list: unknown[]) => list.toReversed(),
      slice: (list: unknown[], start: Int, end: Int) => list.slice(position(list, start), position(list, end)),
      concat,
      flatten,
      insert,
      remove_at,
      repeat,
      range,
    },
  };
}

/** An index held between 0 and the length, as `slice` of the host needs it. */
function position(list: unknown[], index: Int): number {
  return Math.max(0, Math.min(list.length, asCount(index)));
}

function insert(list: unknown[], index: Int, value: unknown): unknown[] {
  const at = position(list, index);
  return [...list.slice(0, at), value, ...list.slice(at)];
}

function remove_at(list: unknown[], index: Int): unknown[] {
  const at = asCount(index);
  if (at < 0 || at >= list.length) return list.slice();
  // Each of these copies at one go.
  if (at === 0) return list.slice(1);
  const copy = list.slice(0, -1);
  for (let i = at; i < copy.length; i++) copy[i] = list[i + 1];
  return copy;
}
