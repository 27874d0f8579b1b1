// std/list: the functions that call nothing of the program's. Every list given back is a new one.
import {
  addInt, asCount, compareInt, MAX_LIST, Panic, subInt, type Int, type NativeTable,
} from "../../interpreter/runtime/index.ts";

export function create(): NativeTable {
  return {
    functions: {
      reverse: (list: unknown[]) => list.toReversed(),
      slice: (list: unknown[], start: Int, end: Int) => list.slice(position(list, start), position(list, end)),
      concat: (a: unknown[], b: unknown[]) => a.concat(b),
      flatten: (lists: unknown[][]) => lists.flat(),
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
  return list.filter((_, at) => at !== index);
}

function repeat(value: unknown, count: Int): unknown[] {
  const list: unknown[] = [];
  if (asCount(count) <= 0) return list;
  for (let left = checkedLength(count); left > 0; left--) list.push(value);
  return list;
}

function range(start: Int, end: Int): Int[] {
  const list: Int[] = [];
  if (compareInt(start, end) >= 0) return list;
  const length = checkedLength(subInt(end, start));
  for (let i = 0; i < length; i++) list.push(addInt(start, i));
  return list;
}

/** A length that is known to be positive, unless it has wrapped. @throws Panic `list too large`. */
function checkedLength(count: Int): number {
  if (typeof count !== "number" || count < 0 || count > MAX_LIST) throw new Panic("list too large");
  return count;
}
