// The modules of which a file uses something without naming them: a type, a trait, a method or an impl.
import type { Span } from "../../source/index.ts";

export class Touched {
  /** The node that is checked, for uses that have no node of their own, such as those of impls. */
  at: Span = { start: 0, end: 0 };
  readonly #first = new Map<string, Span>();
  readonly #within: Span | null;

  /** `within`: uses elsewhere in the file are left out. */
  constructor(within: Span | null = null) {
    this.#within = within;
  }

  add(module: string, span: Span = this.at): void {
    const within = this.#within;
    if (within !== null && (span.start < within.start || span.end > within.end)) return;
    if (!this.#first.has(module)) this.#first.set(module, span);
  }

  has(module: string): boolean {
    return this.#first.has(module);
  }

  get modules(): Iterable<string> {
    return this.#first.keys();
  }

  /** Each module with its first use. */
  [Symbol.iterator](): Iterator<[string, Span]> {
    return this.#first.entries();
  }
}
