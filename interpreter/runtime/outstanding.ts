// What a program leaves behind unless it is taken out before, such as open sockets. Only while there is something does the
// program have anything to do with the machine besides computing (`Runtime.atEnd`).
import type { Runtime } from "./runtime.ts";

export class Outstanding<T> {
  readonly #runtime: Pick<Runtime, "atEnd">;
  readonly #finish: (left: Iterable<T>) => void;
  readonly #members = new Set<T>();
  #forget: (() => void) | null = null;

  /** `finish` gets at the end of the program what is left, in order. */
  constructor(runtime: Pick<Runtime, "atEnd">, finish: (left: Iterable<T>) => void) {
    this.#runtime = runtime;
    this.#finish = finish;
  }

  get size(): number {
    return this.#members.size;
  }

  add(member: T): void {
    this.#members.add(member);
    // What is taken out while the rest is dealt with need not be dealt with.
    this.#forget ??= this.#runtime.atEnd(() => this.#finish([...this.#members]));
  }

  delete(member: T): boolean {
    const was = this.#members.delete(member);
    if (was && this.#members.size === 0) {
      this.#forget?.();
      this.#forget = null;
    }
    return was;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#members[Symbol.iterator]();
  }
}
