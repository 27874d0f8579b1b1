// Map and Set of std/collections for keys of type Int and Char. For these keys this table takes about half the
// time of the host's Map and Set, can be copied and joined in steps at no extra cost, and holds Ints beyond
// 2^53-1 (bench/README.md, "Compute": `sets`, `map_of_ints`).
//
// Slots hold the keys in order of insertion and are chained by hash:
//
//   buckets[hash & mask] ──► slot ──links[slot]──► slot ──► none
//   slots[slot], stored[slot]
//
// A table of at most `SMALLEST` slots has no chains and is searched from the start. A removed slot holds NaN,
// which equals nothing. When the arrays are full, or less than a quarter of the slots is in use, the slots in
// use move together.
import { Panic } from "../panics/index.ts";
import { MapEntry } from "./map-entry.ts";
import { eqInt, hashInt, TWO_32, type Int } from "./wide.ts";

const SMALLEST = 8;
/** The most keys of a table, as in the host's Map. */
const LARGEST = 2 ** 24;
const REMOVED = Number.NaN;
const NONE = new Int32Array(0);
/** Random, so that a peer cannot choose keys that collide. */
const SEED = (Math.random() * TWO_32) | 0;

/**
 * Neighbouring keys get neighbouring buckets, which the processor prefetches: only the bits above the tenth are
 * mixed, which moves whole blocks of 1,024 keys.
 */
function hash(key: Int): number {
  if (typeof key !== "number") return hashInt(key);
  const low = key | 0;
  const high = low === key ? low >> 10 : (low >> 10) ^ Math.imul(Math.floor(key / TWO_32), 0x85ebca6b);
  return low ^ (Math.imul(high ^ SEED, 0x9e3779b1) >>> 8);
}

/** Distinct keys in order of insertion. */
export class IntSet {
  size = 0;
  protected slots: Int[] = [];
  // Slots are numbered from 1 in these arrays, since fresh memory is 0.
  private buckets: Int32Array = NONE;
  private links: Int32Array = NONE;

  has(key: Int): boolean {
    return this.find(key) >= 0;
  }

  add(key: Int): void {
    if (this.find(key) < 0) this.append(key);
  }

  delete(key: Int): boolean {
    const slot = this.find(key);
    if (slot < 0) return false;
    this.release(slot);
    this.size--;
    if (this.size < this.slots.length >> 2) this.rebuild();
    return true;
  }

  clear(): void {
    this.size = 0;
    this.slots = [];
    this.buckets = NONE;
    this.links = NONE;
  }

  keys(): Int[] {
    return this.size === this.slots.length ? this.slots.slice() : this.slots.filter(isLiving);
  }

  copy(): IntSet {
    const copy = new IntSet();
    copy.size = this.size;
    copy.slots = this.slots.slice();
    copy.buckets = this.buckets.slice();
    copy.links = this.links.slice();
    return copy;
  }

  /** The slot of a key, or -1. */
  protected find(key: Int): number {
    const { slots, buckets, links } = this;
    if (buckets.length === 0) return typeof key === "number" ? slots.indexOf(key) : this.findWide(key, -1);
    const first = buckets[hash(key) & (buckets.length - 1)]! - 1;
    if (typeof key !== "number") return this.findWide(key, first);
    let slot = first;
    while (slot >= 0 && slots[slot] !== key) slot = links[slot]! - 1;
    return slot;
  }

  private findWide(key: Int, first: number): number {
    const { slots, buckets, links } = this;
    if (buckets.length === 0) return slots.findIndex((each) => eqInt(each, key));
    let slot = first;
    while (slot >= 0 && !eqInt(slots[slot]!, key)) slot = links[slot]! - 1;
    return slot;
  }

  /** Adds a key that is absent. @throws Panic `map too large` */
  append(key: Int): void {
    if (this.slots.length >= Math.max(this.links.length, SMALLEST)) this.rebuild();
    const count = this.slots.push(key);
    this.size++;
    const { buckets, links } = this;
    if (buckets.length === 0) return;
    const bucket = hash(key) & (buckets.length - 1);
    links[count - 1] = buckets[bucket]!;
    buckets[bucket] = count;
  }

  /** Empties a slot. */
  protected release(slot: number): void {
    this.slots[slot] = REMOVED;
  }

  /** Moves the slots in use together. */
  protected compact(): void {
    moveTogether(this.slots, this.slots);
  }

  /** Doubles the room, or makes room by compacting. @throws Panic `map too large` */
  private rebuild(): void {
    if (this.size >= LARGEST) throw new Panic("map too large");
    if (this.size < this.slots.length) this.compact();
    const { slots } = this;
    if (slots.length < SMALLEST) {
      this.buckets = NONE;
      this.links = NONE;
      return;
    }
    let capacity = SMALLEST;
    while (capacity < slots.length * 2) capacity *= 2;
    if (capacity === this.links.length) this.buckets.fill(0);
    else {
      this.buckets = new Int32Array(capacity);
      this.links = new Int32Array(capacity);
    }
    const { buckets, links } = this;
    for (let slot = 0; slot < slots.length; slot++) {
      const bucket = hash(slots[slot]!) & (capacity - 1);
      links[slot] = buckets[bucket]!;
      buckets[bucket] = slot + 1;
    }
  }
}

/** Whether a slot is in use: its key is not NaN. Faster than `Number.isNaN`. */
function isLiving(key: Int): boolean {
  return key === key;
}

/** Keeps the elements of `array` whose slots are in use. */
function moveTogether(slots: readonly Int[], array: unknown[]): void {
  let living = 0;
  for (let slot = 0; slot < slots.length; slot++) if (isLiving(slots[slot]!)) array[living++] = array[slot];
  array.length = living;
}

/** Keys with values. The values of slots below `boxed` are in entries, which the program may hold. */
export class IntMap<V> extends IntSet {
  private stored: (V | MapEntry<Int, V> | undefined)[] = [];
  private boxed = 0;

  /** Undefined if absent. */
  get(key: Int): V | undefined {
    const slot = this.find(key);
    if (slot < 0) return undefined;
    const value = this.stored[slot];
    return slot < this.boxed ? (value as MapEntry<Int, V>)._value : (value as V);
  }

  set(key: Int, value: V): void {
    const slot = this.find(key);
    if (slot < 0) {
      this.append(key);
      this.stored.push(value);
    } else if (slot < this.boxed) (this.stored[slot] as MapEntry<Int, V>)._value = value;
    else this.stored[slot] = value;
  }

  override clear(): void {
    super.clear();
    this.stored = [];
    this.boxed = 0;
  }

  values(): V[] {
    if (this.boxed === 0 && this.size === this.slots.length) return this.stored.slice() as V[];
    const values: V[] = [];
    this.slots.forEach((key, slot) => {
      const value = this.stored[slot];
      if (isLiving(key)) values.push(slot < this.boxed ? (value as MapEntry<Int, V>)._value : (value as V));
    });
    return values;
  }

  /** The number of slots without an entry. */
  get unboxed(): number {
    return this.slots.length - this.boxed;
  }

  /** Makes the entries of the next `count` slots. */
  box(count: number): void {
    const end = Math.min(this.slots.length, this.boxed + count);
    for (; this.boxed < end; this.boxed++) {
      const key = this.slots[this.boxed]!;
      if (isLiving(key)) this.stored[this.boxed] = new MapEntry(key, this.stored[this.boxed] as V);
    }
  }

  entries(): MapEntry<Int, V>[] {
    this.box(Infinity);
    const entries = this.stored as (MapEntry<Int, V> | undefined)[];
    return entries.filter((entry) => entry !== undefined);
  }

  protected override release(slot: number): void {
    super.release(slot);
    this.stored[slot] = undefined;
  }

  protected override compact(): void {
    const { slots } = this;
    let boxed = 0;
    for (let slot = 0; slot < this.boxed; slot++) if (isLiving(slots[slot]!)) boxed++;
    moveTogether(slots, this.stored);
    this.boxed = boxed;
    super.compact();
  }
}
