// Map and Set of std/collections for keys that JavaScript compares as the language does: Int,
// String, Char, Bool. A native Map keeps the order of insertion; Ints past 2^53-1 stand in it as
// bigints. Keys with a `hash` and `equals` of their own live in hash-table.ts.
import { some, type Option } from "./values.ts";
import { intFromBigInt, intToBigInt, type Wide } from "./wide.ts";

/** Keys that need no `hash` and `equals` of the script. */
export type NativeKey = string | number | boolean | Wide;
type Index = string | number | boolean | bigint;

/** Of a step. */
const ELEMENTS = 4096;

/** As keys again. Almost always they are keys as they are, which a copy at the host's speed shows. */
function toKeys<K>(indices: Index[]): K[] {
  if (indices.some((index) => typeof index === "bigint")) return indices.map((index) => fromIndex<K>(index));
  return indices as K[];
}

function toIndex(key: NativeKey): Index {
  return typeof key === "object" ? intToBigInt(key) : key;
}

function fromIndex<K>(index: Index): K {
  return (typeof index === "bigint" ? intFromBigInt(index) : index) as K;
}

/** The struct `Entry<K, V>`: assigning to `_value` writes through to the map it came from. */
export class MapEntry<K, V> {
  _key: K;
  _value: V;
  constructor(key: K, value: V) {
    this._key = key;
    this._value = value;
  }
}

/**
 * The values stand in the native Map themselves until entries are asked for; from then on the
 * map holds entry objects, so that what a program writes to one is seen by the map.
 */
export class ScriptMap<K extends NativeKey, V> {
  private table = new Map<Index, V | MapEntry<K, V>>();
  private boxed = false;
  /** While entries are being made: those made so far, which no code has seen yet. */
  private boxes: Map<Index, MapEntry<K, V>> | null = null;
  private boxing: Iterator<[Index, V | MapEntry<K, V>]> | null = null;

  get size(): number {
    return this.table.size;
  }

  has(key: K): boolean {
    return this.table.has(toIndex(key));
  }

  /** Undefined when absent. */
  get(key: K): V | undefined {
    const found = this.table.get(toIndex(key));
    return this.boxed && found !== undefined ? (found as MapEntry<K, V>)._value : (found as V | undefined);
  }

  find(key: K): Option<V> {
    const value = this.get(key);
    return value === undefined ? null : some(value);
  }

  getOr(key: K, fallback: V): V {
    const value = this.get(key);
    return value === undefined ? fallback : value;
  }

  set(key: K, value: V): void {
    const index = toIndex(key);
    if (!this.boxed) {
      this.table.set(index, value);
      const made = this.boxes?.get(index);
      if (made !== undefined) made._value = value;
      return;
    }
    const entry = this.table.get(index) as MapEntry<K, V> | undefined;
    if (entry === undefined) this.table.set(index, new MapEntry(key, value));
    else entry._value = value;
  }

  delete(key: K): boolean {
    const index = toIndex(key);
    this.boxes?.delete(index);
    return this.table.delete(index);
  }

  clear(): void {
    this.table.clear();
    this.boxes?.clear();
    this.boxed = false;
  }

  keys(): K[] {
    return toKeys([...this.table.keys()]);
  }

  values(): V[] {
    const held = [...this.table.values()];
    return this.boxed ? held.map((entry) => (entry as MapEntry<K, V>)._value) : (held as V[]);
  }

  /** The map's own entry records. */
  entries(): MapEntry<K, V>[] {
    while (!this.boxed) this.boxSome(Infinity);
    return [...this.table.values()] as MapEntry<K, V>[];
  }

  /** How many entry records there would have to be made for `entries`. */
  get unboxed(): number {
    return this.boxed ? 0 : this.table.size;
  }

  /** The same, while others may use the map. */
  *entriesInSteps(): Generator<void, MapEntry<K, V>[]> {
    while (!this.boxed) {
      this.boxSome(ELEMENTS);
      yield;
    }
    return this.entries();
  }

  /** Keys and values for native code, which needs no entry records. */
  *pairs(): Generator<[K, V], undefined> {
    for (const [index, held] of this.table) {
      yield [fromIndex(index), this.boxed ? (held as MapEntry<K, V>)._value : (held as V)];
    }
  }

  /** Makes so many more entries, in a table of their own that takes the place of the other at the end. */
  private boxSome(count: number): void {
    const boxes = (this.boxes ??= new Map());
    // What is inserted meanwhile comes at its end.
    const boxing = (this.boxing ??= this.table.entries());
    for (let left = count; left > 0; left--) {
      const { done, value } = boxing.next();
      if (done === true) {
        this.table = boxes;
        this.boxes = null;
        this.boxing = null;
        this.boxed = true;
        return;
      }
      boxes.set(value[0], new MapEntry(fromIndex<K>(value[0]), value[1] as V));
    }
  }
}

/** The same for sets. */
export class ScriptSet<T extends NativeKey> {
  private readonly table: Set<Index>;

  constructor(table = new Set<Index>()) {
    this.table = table;
  }

  get size(): number {
    return this.table.size;
  }

  has(value: T): boolean {
    return this.table.has(toIndex(value));
  }

  add(value: T): void {
    this.table.add(toIndex(value));
  }

  delete(value: T): boolean {
    return this.table.delete(toIndex(value));
  }

  clear(): void {
    this.table.clear();
  }

  values(): T[] {
    return toKeys([...this.table]);
  }

  /** These elements, then those only in `other`. */
  union(other: ScriptSet<T>): ScriptSet<T> {
    return new ScriptSet(this.table.union(other.table));
  }

  /** The same, while others may use both: each is as it is when its turn comes. The host copies a table much faster than elements. */
  *unionInSteps(other: ScriptSet<T>): Generator<void, ScriptSet<T>> {
    const table = new Set(this.table);
    yield;
    yield* inPieces([...other.table], (index) => table.add(index));
    return new ScriptSet(table);
  }

  *filteredInSteps(other: ScriptSet<T>, both: boolean): Generator<void, ScriptSet<T>> {
    if (!both && other.size <= this.size) {
      const table = new Set(this.table);
      yield;
      yield* inPieces([...other.table], (index) => table.delete(index));
      return new ScriptSet(table);
    }
    const table = new Set<Index>();
    yield* inPieces([...this.table], (index) => {
      if (other.table.has(index) === both) table.add(index);
    });
    return new ScriptSet(table);
  }

  /** These elements that are also in `other`, or that are not. */
  filtered(other: ScriptSet<T>, both: boolean): ScriptSet<T> {
    if (!both) return new ScriptSet(this.table.difference(other.table));
    // Of two sets the host walks the smaller one, whose order is then that of the result.
    if (this.table.size <= other.table.size) return new ScriptSet(this.table.intersection(other.table));
    const table = new Set<Index>();
    for (const index of this.table) if (other.table.has(index)) table.add(index);
    return new ScriptSet(table);
  }
}

function* inPieces(indices: readonly Index[], each: (index: Index) => void): Generator<void, void> {
  yield;
  for (let at = 0; at < indices.length; yield)
    for (const end = Math.min(indices.length, at + ELEMENTS); at < end; at++) each(indices[at]!);
}
