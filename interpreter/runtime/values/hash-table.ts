// Map and Set of std/collections for keys whose `hash` and `equals` are script functions. Those may
// wait, so the search itself is language code in collections.std; this file is the store it walks:
// slots in order of insertion, chained by hash. A removed slot stays empty until the arrays are full
// or three quarters empty and the living ones move together, which makes all operations O(1) on average.
//
//   buckets[hash & mask] ──► slot ──links[slot]──► slot ──► NONE
//   hashes[slot], keys[slot], values[slot]
//
// A search that waited may hold a slot that has moved since. Every operation is safe for any slot,
// and `version` tells the search that it has to start again.
import { MapEntry } from "./map-entry.ts";
import { hashInt, type Int } from "./wide.ts";

const NONE = -1;
const SMALLEST = 8;
/** Marks a removed slot; any script value, `Unit` included, may be a key. */
const REMOVED = Symbol("removed");

/** Slots of keys, and of entries where it belongs to a map; `collections.std` searches them. */
export class HashTable<K, V> {
  /** Changes with every insertion and removal. */
  version = 0;
  size = 0;
  private keyList: (K | typeof REMOVED)[] = [];
  private entryList: MapEntry<K, V>[] = [];
  private hashes = new Int32Array(SMALLEST);
  private links = new Int32Array(SMALLEST);
  private buckets = emptyBuckets(SMALLEST);

  /** The first slot whose key has this hash, or -1. */
  first(hash: Int): number {
    const mixed = hashInt(hash);
    return this.matching(this.buckets[mixed & (this.buckets.length - 1)]!, mixed);
  }

  /** The next slot after `slot` with the same hash, or -1. */
  next(slot: number): number {
    if (slot >= this.keyList.length) return NONE;
    return this.matching(this.links[slot]!, this.hashes[slot]!);
  }

  private matching(start: number, mixed: number): number {
    let slot = start;
    while (slot !== NONE && this.hashes[slot] !== mixed) slot = this.links[slot]!;
    return slot;
  }

  keyAt(slot: number): K {
    return this.keyList[slot] as K;
  }

  entryAt(slot: number): MapEntry<K, V> {
    return this.entryList[slot]!;
  }

  /** Adds a key that is not there yet to a set. */
  append(hash: Int, key: K): void {
    if (this.keyList.length === this.buckets.length) this.rebuild();
    this.link(this.keyList.length, hashInt(hash));
    this.keyList.push(key);
    this.size++;
    this.version++;
  }

  /** Adds a key that is not there yet to a map. */
  appendEntry(hash: Int, key: K, value: V): void {
    this.append(hash, key);
    this.entryList.push(new MapEntry(key, value));
  }

  /** False for a slot of -1. */
  remove(slot: number): boolean {
    if (slot < 0) return false;
    const bucket = this.hashes[slot]! & (this.buckets.length - 1);
    if (this.buckets[bucket] === slot) {
      this.buckets[bucket] = this.links[slot]!;
    } else {
      let before = this.buckets[bucket]!;
      while (this.links[before] !== slot) before = this.links[before]!;
      this.links[before] = this.links[slot]!;
    }
    this.keyList[slot] = REMOVED;
    this.size--;
    this.version++;
    // Lists of keys and entries pass over empty slots, and these keep their entries alive.
    if (this.size < this.keyList.length >> 2 && this.keyList.length > SMALLEST) this.rebuild();
    return true;
  }

  clear(): void {
    this.keyList = [];
    this.entryList = [];
    this.hashes = new Int32Array(SMALLEST);
    this.links = new Int32Array(SMALLEST);
    this.buckets = emptyBuckets(SMALLEST);
    this.size = 0;
    this.version++;
  }

  keys(): K[] {
    if (this.size === this.keyList.length) return this.keyList.slice() as K[];
    return this.keyList.filter((key): key is K => key !== REMOVED);
  }

  values(): V[] {
    const values: V[] = [];
    for (const entry of this.entries()) values.push(entry._value);
    return values;
  }

  entries(): MapEntry<K, V>[] {
    if (this.size === this.keyList.length) return this.entryList.slice();
    return this.entryList.filter((_, slot) => this.keyList[slot] !== REMOVED);
  }

  /** Puts a slot in front of its chain. */
  private link(slot: number, mixed: number): void {
    const bucket = mixed & (this.buckets.length - 1);
    this.hashes[slot] = mixed;
    this.links[slot] = this.buckets[bucket]!;
    this.buckets[bucket] = slot;
  }

  /** Moves the living slots together, with room for as many again. */
  private rebuild(): void {
    const { keyList, entryList, hashes } = this;
    let capacity = SMALLEST;
    while (capacity < this.size * 2) capacity *= 2;
    this.hashes = new Int32Array(capacity);
    this.links = new Int32Array(capacity);
    this.buckets = emptyBuckets(capacity);
    let slots = 0;
    for (let slot = 0; slot < keyList.length; slot++) {
      if (keyList[slot] === REMOVED) continue;
      if (slots < slot) {
        keyList[slots] = keyList[slot]!;
        if (entryList.length > 0) entryList[slots] = entryList[slot]!;
      }
      this.link(slots++, hashes[slot]!);
    }
    keyList.length = slots;
    if (entryList.length > 0) entryList.length = slots;
  }
}

function emptyBuckets(capacity: number): Int32Array {
  return new Int32Array(capacity).fill(NONE);
}
