// Map of std/collections for keys that need no `hash` and `equals` of the script. Ints and Chars are kept in
// int-table.ts, Strings and Bools in a Map of the host; both keep the order of insertion. For other keys see
// hash-table.ts.
import { IntMap } from "./int-table.ts";
import { MapEntry } from "./map-entry.ts";
import { some, type Option } from "./values.ts";
import type { Wide } from "./wide.ts";

/** Keys that need no `hash` and `equals` of the script. */
export type NativeKey = string | number | boolean | Wide;
/** Keys that the host compares by value. */
export type HostKey = string | boolean;

/** The most entries made in one step. */
const STEP = 4096;

export class ScriptMap<K extends NativeKey, V> {
  // Made for the first key: all keys have one type.
  private store: IntMap<V> | HostMap<V> | null = null;

  get size(): number {
    return this.store === null ? 0 : this.store.size;
  }

  has(key: K): boolean {
    return this.store?.has(key as never) ?? false;
  }

  /** Undefined if absent. */
  get(key: K): V | undefined {
    return this.store === null ? undefined : this.store.get(key as never);
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
    this.store ??= isHostKey(key) ? new HostMap() : new IntMap();
    this.store.set(key as never, value);
  }

  delete(key: K): boolean {
    return this.store?.delete(key as never) ?? false;
  }

  clear(): void {
    this.store = null;
  }

  keys(): K[] {
    return (this.store?.keys() ?? []) as K[];
  }

  values(): V[] {
    return this.store?.values() ?? [];
  }

  /** The entries; writing to one changes the map. */
  entries(): MapEntry<K, V>[] {
    return (this.store?.entries() ?? []) as MapEntry<K, V>[];
  }

  /** The number of entries that `entries` has to make. */
  get unboxed(): number {
    return this.store?.unboxed ?? 0;
  }

  /** `entries` in steps, between which the map may change. */
  *entriesInSteps(): Generator<void, MapEntry<K, V>[]> {
    while (this.unboxed > 0) {
      this.store!.box(STEP);
      yield;
    }
    return this.entries();
  }

  /** Keys and values without entries, for natives. */
  *pairs(): Generator<[K, V], undefined> {
    for (const key of this.keys()) {
      const value = this.get(key);
      if (value !== undefined) yield [key, value];
    }
  }
}

export function isHostKey(key: NativeKey): key is HostKey {
  return typeof key === "string" || typeof key === "boolean";
}

/** Holds values until `entries` is called, and from then on entries, so that writing to one changes the map. */
class HostMap<V> {
  private table = new Map<HostKey, V | MapEntry<HostKey, V>>();
  private boxed = false;
  /** While entries are being made: those made so far, which no code holds yet. */
  private boxes: Map<HostKey, MapEntry<HostKey, V>> | null = null;
  private boxing: Iterator<[HostKey, V | MapEntry<HostKey, V>]> | null = null;

  get size(): number {
    return this.table.size;
  }

  has(key: HostKey): boolean {
    return this.table.has(key);
  }

  get(key: HostKey): V | undefined {
    const found = this.table.get(key);
    return this.boxed && found !== undefined
      ? (found as MapEntry<HostKey, V>)._value
      : (found as V | undefined);
  }

  set(key: HostKey, value: V): void {
    if (!this.boxed) {
      this.table.set(key, value);
      const made = this.boxes?.get(key);
      if (made !== undefined) made._value = value;
      return;
    }
    const entry = this.table.get(key) as MapEntry<HostKey, V> | undefined;
    if (entry === undefined) this.table.set(key, new MapEntry(key, value));
    else entry._value = value;
  }

  delete(key: HostKey): boolean {
    this.boxes?.delete(key);
    return this.table.delete(key);
  }

  keys(): HostKey[] {
    return [...this.table.keys()];
  }

  values(): V[] {
    const held = [...this.table.values()];
    return this.boxed ? held.map((entry) => (entry as MapEntry<HostKey, V>)._value) : (held as V[]);
  }

  entries(): MapEntry<HostKey, V>[] {
    while (!this.boxed) this.box(Infinity);
    return [...this.table.values()] as MapEntry<HostKey, V>[];
  }

  get unboxed(): number {
    return this.boxed ? 0 : this.table.size;
  }

  /** Makes the next `count` entries, in a table that replaces the other one at the end. */
  box(count: number): void {
    const boxes = (this.boxes ??= new Map());
    // The iterator also visits keys that are inserted later.
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
      boxes.set(value[0], new MapEntry(value[0], value[1] as V));
    }
  }
}
