// std/collections: the stores behind Map and Set. The key type of a collection decides which store it uses,
// so each native below knows the type of its argument.
import {
  asCount,
  compareInt,
  HashTable,
  inSteps,
  MapEntry,
  ScriptMap,
  ScriptSet,
  worksInSteps,
  type Int,
  type NativeKey,
  type NativeTable,
  type Runtime,
  type Steps,
} from "../../interpreter/runtime/index.ts";
import { sortInSteps } from "../cmp/index.ts";
import { joinInSteps } from "../prelude/index.ts";

type AnyMap = ScriptMap<NativeKey, unknown>;
type AnySet = ScriptSet<NativeKey>;
type AnyTable = HashTable<unknown, unknown>;

export function create(runtime: Runtime): NativeTable {
  function* enclosed(open: string, parts: string[], close: string): Steps<string> {
    return open + (yield* joinInSteps(parts, ", ", (text) => runtime.joined(text))) + close;
  }

  return {
    functions: {
      __enclose: (open: string, parts: string[], close: string) =>
        worksInSteps(runtime, parts.length)
          ? inSteps(runtime, enclosed(open, parts, close))
          : open + parts.join(", ") + close,

      __ring_part: ringPart,
      __ring_grown: ringGrown,
      __carry: carry,
      __lift: lift,
      __slice_of: (list: unknown[]) => list.slice(),
      __run_part: runPart,
      __run_insert: insertAt,
      __run_remove: removeAt,
      __run_cut: (run: unknown[], from: number) => run.splice(from),
      __largest: (values: readonly Int[], count: Int) =>
        worksInSteps(runtime, values.length)
          ? inSteps(runtime, largestInSteps(values, count))
          : largest(values, count),

      __map_new: () => new ScriptMap(),
      __map_len: (map: AnyMap) => map.size,
      __map_set: (map: AnyMap, key: NativeKey, value: unknown) => map.set(key, value),
      __map_get: (map: AnyMap, key: NativeKey) => map.find(key),
      __map_get_or: (map: AnyMap, key: NativeKey, fallback: unknown) => map.getOr(key, fallback),
      __map_has: (map: AnyMap, key: NativeKey) => map.has(key),
      __map_remove: (map: AnyMap, key: NativeKey) => map.delete(key),
      __map_keys: (map: AnyMap) => map.keys(),
      __map_values: (map: AnyMap) => map.values(),
      __map_entries: (map: AnyMap) =>
        worksInSteps(runtime, map.unboxed) ? inSteps(runtime, map.entriesInSteps()) : map.entries(),
      __map_clear: (map: AnyMap) => map.clear(),

      __set_new: () => new ScriptSet(),
      __set_len: (set: AnySet) => set.size,
      __set_add: (set: AnySet, value: NativeKey) => set.add(value),
      __set_has: (set: AnySet, value: NativeKey) => set.has(value),
      __set_remove: (set: AnySet, value: NativeKey) => set.delete(value),
      __set_values: (set: AnySet) => set.values(),
      __set_union: (set: AnySet, other: AnySet) =>
        worksInSteps(runtime, set.size + other.size)
          ? inSteps(runtime, set.unionInSteps(other))
          : set.union(other),
      __set_filtered: (set: AnySet, other: AnySet, both: boolean) =>
        worksInSteps(runtime, set.size)
          ? inSteps(runtime, set.filteredInSteps(other, both))
          : set.filtered(other, both),

      __slots: (map: AnyTable) => map,
      __elements: (set: AnyTable) => set,
      __table_map: () => new HashTable(),
      __table_set: () => new HashTable(),
      __table_len: (table: AnyTable) => table.size,
      __table_version: (table: AnyTable) => table.version,
      __table_first: (table: AnyTable, hash: Int) => table.first(hash),
      __table_next: (table: AnyTable, slot: number) => table.next(slot),
      __table_key: (table: AnyTable, slot: number) => table.keyAt(slot),
      __table_entry: (table: AnyTable, slot: number) => table.entryAt(slot),
      __table_append: (table: AnyTable, hash: Int, key: unknown) => table.append(hash, key),
      __table_append_entry: (table: AnyTable, hash: Int, key: unknown, value: unknown) =>
        table.appendEntry(hash, key, value),
      __table_remove: (table: AnyTable, slot: number) => table.remove(slot),
      __table_keys: (table: AnyTable) => table.keys(),
      __table_values: (table: AnyTable) => table.values(),
      __table_entries: (table: AnyTable) => table.entries(),
      __table_clear: (table: AnyTable) => table.clear(),
    },
    structs: { Map: ScriptMap, Set: ScriptSet, Entry: MapEntry, __Table: HashTable },
  };
}

/** The fewest slots of a ring that is not empty. */
const FEWEST_SLOTS = 8;

/** The length above which `splice`, which costs more for shorter lists, is faster. */
const LONG_RUN = 256;

function ringPart(ring: readonly unknown[], head: number, size: number): unknown[] {
  const rest = head + size - ring.length;
  const part = ring.slice(head, head + size);
  return rest > 0 ? part.concat(ring.slice(0, rest)) : part;
}

function ringGrown(ring: readonly unknown[], head: number): unknown[] {
  const grown = ringPart(ring, head, ring.length);
  const length = Math.max(FEWEST_SLOTS, ring.length * 2);
  while (grown.length < length) grown.push(null);
  return grown;
}

function carry(items: unknown[], end: number, at: number): void {
  for (let i = end; i > at; ) {
    const above = (i - 1) >> 1;
    items[i] = items[above];
    i = above;
  }
}

function lift(items: unknown[], at: number, value: unknown): void {
  let carried = value;
  for (let i = at; i > 0; i = (i - 1) >> 1) {
    const old = items[i];
    items[i] = carried;
    carried = old;
  }
  items[0] = carried;
}

function runPart(runs: readonly unknown[][], width: number, start: number, end: number): unknown[] {
  const part: unknown[] = [];
  let i = start % width;
  for (let at = Math.floor(start / width); at < runs.length && at * width + i < end; at++) {
    const run = runs[at]!;
    const stop = Math.min(run.length, end - at * width);
    for (; i < stop; i++) part.push(run[i]);
    i = 0;
  }
  return part;
}

function insertAt(run: unknown[], at: number, value: unknown): void {
  if (run.length > LONG_RUN) {
    run.splice(at, 0, value);
    return;
  }
  run.push(value);
  for (let i = run.length - 1; i > at; i--) run[i] = run[i - 1];
  run[at] = value;
}

function removeAt(run: unknown[], at: number): void {
  if (at === 0) {
    run.shift();
    return;
  }
  if (run.length > LONG_RUN) {
    run.splice(at, 1);
    return;
  }
  for (let i = at + 1; i < run.length; i++) run[i - 1] = run[i];
  run.pop();
}

function* largestInSteps(values: readonly Int[], count: Int): Steps<number[]> {
  const places = values.map((_, place) => place);
  yield* sortInSteps(places, (a, b) => compareInt(values[b]!, values[a]!));
  return places.slice(0, Math.max(0, asCount(count)));
}

function largest(values: readonly Int[], count: Int): number[] {
  const places = values.map((_, place) => place).sort((a, b) => compareInt(values[b]!, values[a]!));
  return places.slice(0, Math.max(0, asCount(count)));
}
