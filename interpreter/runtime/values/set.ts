// Set of std/collections for elements that need no `hash` and `equals` of the script, kept like the keys of
// maps (map.ts).
import { IntSet } from "./int-table.ts";
import { isHostKey, type HostKey, type NativeKey } from "./map.ts";
import type { Int } from "./wide.ts";

/** The most elements processed in one step. */
const STEP = 4096;

type Store = IntSet | Set<HostKey>;

export class ScriptSet<T extends NativeKey> {
  // Made for the first element: all elements have one type.
  private store: Store | null;

  constructor(store: Store | null = null) {
    this.store = store;
  }

  get size(): number {
    return this.store === null ? 0 : this.store.size;
  }

  has(element: T): boolean {
    return this.store?.has(element as never) ?? false;
  }

  add(element: T): void {
    this.store ??= isHostKey(element) ? new Set() : new IntSet();
    this.store.add(element as never);
  }

  delete(element: T): boolean {
    return this.store?.delete(element as never) ?? false;
  }

  clear(): void {
    this.store = null;
  }

  values(): T[] {
    const { store } = this;
    if (store === null) return [];
    return (store instanceof Set ? [...store] : store.keys()) as T[];
  }

  /** These elements, then those only in `other`. */
  union(other: ScriptSet<T>): ScriptSet<T> {
    if (this.store instanceof Set && other.store instanceof Set)
      return new ScriptSet(this.store.union(other.store));
    return atOnce(this.unionInSteps(other));
  }

  /** `union` in steps, of both sets as they are at the first step. */
  *unionInSteps(other: ScriptSet<T>): Generator<void, ScriptSet<T>> {
    const added = other.values();
    const union = this.#copy();
    yield;
    for (let at = 0; at < added.length; at += STEP, yield)
      for (const element of added.slice(at, at + STEP)) union.add(element);
    return union;
  }

  /** The elements that are in `other` (`both`), or that are not, in the order of this set. */
  filtered(other: ScriptSet<T>, both: boolean): ScriptSet<T> {
    if (this.store instanceof Set && other.store instanceof Set) {
      if (!both) return new ScriptSet(this.store.difference(other.store));
      // The host's result has the order of the smaller set.
      if (this.size <= other.size) return new ScriptSet(this.store.intersection(other.store));
    }
    return atOnce(this.filteredInSteps(other, both));
  }

  /** `filtered` in steps: of this set as it is at the first step, compared with the current `other`. */
  *filteredInSteps(other: ScriptSet<T>, both: boolean): Generator<void, ScriptSet<T>> {
    const elements = this.values();
    const kept = new ScriptSet<T>();
    for (let at = 0; at < elements.length; at += STEP, yield)
      for (const element of elements.slice(at, at + STEP))
        if (other.has(element) === both) kept.#append(element);
    return kept;
  }

  #copy(): ScriptSet<T> {
    const { store } = this;
    if (store === null) return new ScriptSet();
    return new ScriptSet(store instanceof Set ? new Set(store) : store.copy());
  }

  /** Adds an element that is absent. */
  #append(element: T): void {
    if (this.store instanceof IntSet) this.store.append(element as Int);
    else this.add(element);
  }
}

function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
