// What goroutines wait for outside of the program: timers, sockets, children and files behind promises of the host.
import { sitesFrom, type Standing } from "../traces/index.ts";
import type { Leaf } from "./chain.ts";

export class OutsideWaits {
  /** Natives that wait: what they wait for may be nothing but the outside world, so there is no deadlock. */
  #natives = 0;
  /** Frames that wait for promises of natives; these may wait for another goroutine. */
  #frames = 0;
  #servesPromises = false;
  /** Where natives began to wait, by the stack; null unless that will be asked for. */
  #begun: Set<Error> | null = null;
  /** What frames wait at then. */
  readonly #leaves = new Set<Leaf>();

  get size(): number {
    return this.#natives + this.#frames;
  }

  /** Whether natives wait for the outside world itself. */
  get excludesDeadlock(): boolean {
    return this.#natives > 0;
  }

  /** What is waited for comes with the event loop, or in microtasks. */
  get needsEventLoop(): boolean {
    return this.#servesPromises || this.size > 0 || this.#begun !== null;
  }

  /** From now on natives wait for goroutines by promises, and go on in microtasks. */
  servePromises(): void {
    this.#servesPromises = true;
  }

  /** From now on, `standing` knows where those stand that wait. */
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

  /** The stack of one that begins to wait for time to pass, if that will be asked for. */
  stack(): Error | null {
    return this.#begun === null ? null : new Error();
  }

  *standing(): Iterable<Standing> {
    for (const { stack = "" } of this.#begun ?? []) yield { what: "waiting", stack };
    for (const leaf of this.#leaves) yield { what: "waiting", sites: sitesFrom(leaf.caller) };
  }
}

/** `waiting` is in `all` until the promise settles. */
function note<T>(all: Set<T>, waiting: T, promise: Promise<unknown>): void {
  const forget = (): void => void all.delete(waiting);
  all.add(waiting);
  promise.then(forget, forget);
}
