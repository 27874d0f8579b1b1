// Resources that must be released when a program ends, such as open sockets. The program registers with the
// runtime (`Runtime.atEnd`) only while there are some.
import type { Runtime } from "./runtime.ts";

export class Outstanding<T> {
  readonly #runtime: Pick<Runtime, "atEnd">;
  readonly #finish: (left: Iterable<T>) => void;
  readonly #members = new Set<T>();
  #forget: (() => void) | null = null;

  /** `finish` receives the remaining members, in order, when the program ends. */
  constructor(runtime: Pick<Runtime, "atEnd">, finish: (left: Iterable<T>) => void) {
    this.#runtime = runtime;
    this.#finish = finish;
  }

  get size(): number {
    return this.#members.size;
  }

  add(member: T): void {
    this.#members.add(member);
    // A copy, since `finish` may remove members.
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
