// Counts waits for the host: timers, sockets, child processes and files, represented by promises.
import { sitesFrom, type Standing } from "../traces/index.ts";
import type { Leaf } from "./chain.ts";

export class OutsideWaits {
  /** Natives that wait. They may wait for the host itself, so there is no deadlock. */
  #natives = 0;
  /** Frames that wait for promises of natives, which may depend on another goroutine. */
  #frames = 0;
  #servesPromises = false;
  /** The stacks where natives began to wait; null unless observed. */
  #begun: Set<Error> | null = null;
  /** The leaves at which frames wait; filled if observed. */
  readonly #leaves = new Set<Leaf>();

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

  /** A native waits for `promise`, until `nativeSettled`. */
  native(promise: Promise<unknown>): void {
    this.#natives++;
    if (this.#begun !== null) note(this.#begun, new Error(), promise);
  }

  nativeSettled(): void {
    this.#natives--;
  }

  /** A frame waits at `leaf` for `promise`, until `frameSettled`. */
  frame(promise: Promise<unknown>, leaf: Leaf): void {
    this.#frames++;
    if (this.#begun !== null) note(this.#leaves, leaf, promise);
  }

  frameSettled(): void {
    this.#frames--;
  }

  /** The stack of a goroutine that begins to sleep; null unless observed. */
  stack(): Error | null {
    return this.#begun === null ? null : new Error();
  }

  *standing(): Iterable<Standing> {
    for (const { stack = "" } of this.#begun ?? []) yield { what: "waiting", stack };
    for (const leaf of this.#leaves) yield { what: "waiting", sites: sitesFrom(leaf.caller) };
  }
}

/** Keeps `waiting` in `all` until the promise settles. */
function note<T>(all: Set<T>, waiting: T, promise: Promise<unknown>): void {
  const forget = (): void => void all.delete(waiting);
  all.add(waiting);
  promise.then(forget, forget);
}
