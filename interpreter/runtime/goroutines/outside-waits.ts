// Counts waits for the host: timers, sockets, child processes and files, represented by promises.
import { machine } from "../../host/index.ts";
import { sitesFrom, type Standing } from "../traces/index.ts";
import { goroutineAt, Leaf, type Living } from "./chain.ts";
import type { Frame } from "./waiting.ts";

/** A leaf at which a frame waits for a promise of the host. */
export class HostLeaf extends Leaf {
  /** The stack where the native began to wait, if observed. */
  begun: Error | null = null;
  /** The neighbours in the list of these leaves. */
  previous: HostLeaf | null = null;
  next: HostLeaf | null = null;
}

export class OutsideWaits {
  /** Natives that wait. They may wait for the host itself, so there is no deadlock. */
  #natives = 0;
  /** Frames that wait for promises of natives, which may depend on another goroutine. */
  #frames = 0;
  #servesPromises = false;
  /** The stacks where natives began to wait; null unless observed. */
  #begun: Set<Error> | null = null;
  /** The same, by what their callers wait for. */
  readonly #stacks = new WeakMap<Promise<unknown>, Error>();
  /** The newest leaf at which a frame waits. */
  #newest: HostLeaf | null = null;

  get size(): number {
    return this.#natives + this.#frames;
  }

  /** Whether natives wait for the host itself. */
  get excludesDeadlock(): boolean {
    return this.#natives > 0;
  }

  /** Whether awaited results arrive with the event loop or in microtasks. */
  get needsEventLoop(): boolean {
    return this.#servesPromises || this.size > 0 || this.#begun !== null;
  }

  /** From now on natives wait for goroutines by promises, which resume in microtasks. */
  servePromises(): void {
    this.#servesPromises = true;
  }

  /** Records from now on where goroutines wait, for `standing`. */
  observe(): void {
    this.#begun = new Set();
  }

  /** A native waits for `promise`, until `nativeSettled`; its caller waits for `settled`. */
  native(promise: Promise<unknown>, settled: Promise<unknown>): void {
    this.#natives++;
    if (this.#begun === null) return;
    const begun = new Error();
    this.#stacks.set(settled, begun);
    note(this.#begun, begun, promise);
  }

  nativeSettled(): void {
    this.#natives--;
  }

  /** A frame waits at `leaf` for `promise`, until `frameSettled`. */
  frame(promise: Promise<unknown>, leaf: HostLeaf): void {
    this.#frames++;
    if (this.#begun !== null) leaf.begun = this.#stacks.get(promise) ?? null;
    const newest = this.#newest;
    leaf.previous = newest;
    if (newest !== null) newest.next = leaf;
    this.#newest = leaf;
  }

  frameSettled({ previous, next }: HostLeaf): void {
    this.#frames--;
    if (previous !== null) previous.next = next;
    if (next !== null) next.previous = previous;
    else this.#newest = previous;
  }

  /** The leaf at which the goroutine that started at `start` waits; null if it does not wait here. */
  of(start: Frame): HostLeaf | null {
    for (let each = this.#newest; each !== null; each = each.previous)
      if (goroutineAt(each) === start) return each;
    return null;
  }

  /** The stack of a goroutine that begins to sleep; null unless observed. */
  stack(): Error | null {
    return this.#begun === null ? null : new Error();
  }

  living(): Living[] {
    const found: Living[] = [];
    for (let leaf = this.#newest; leaf !== null; leaf = leaf.previous)
      found.push({ what: "waiting", frame: leaf.caller, stack: leaf.begun?.stack ?? "" });
    return found.reverse();
  }

  *standing(): Iterable<Standing> {
    const { stackOf } = machine().javascript;
    for (const begun of this.#begun ?? []) yield { what: "waiting", stack: stackOf(begun) };
    for (let leaf = this.#newest; leaf !== null; leaf = leaf.previous)
      if (leaf.caller !== null) yield { what: "waiting", sites: sitesFrom(leaf.caller) };
  }
}

/** Keeps `waiting` in `all` until the promise settles. */
function note<T>(all: Set<T>, waiting: T, promise: Promise<unknown>): void {
  const forget = (): void => void all.delete(waiting);
  all.add(waiting);
  promise.then(forget, forget);
}
