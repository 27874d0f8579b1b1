// The variables of one function or lambda while its body is lowered, and what it captures of those around
// it (by value, reference/functions#closures).
import type { LocalSymbol } from "../../check/index.ts";
import type { Capture } from "../ir/index.ts";
import type { LocalDraft } from "./draft.ts";

/** One for each function and lambda, within that of the function around. */
export class Frame {
  readonly captures: Capture[] = [];
  hasDefer = false;
  readonly #outer: Frame | null;
  readonly #locals = new Map<LocalSymbol, LocalDraft>();

  constructor(outer: Frame | null) {
    this.#outer = outer;
  }

  set(symbol: LocalSymbol, local: LocalDraft): void {
    this.#locals.set(symbol, local);
  }

  /** That of the function itself. */
  get isOutermost(): boolean {
    return this.#outer === null;
  }

  /**
   * The variable of a symbol. One from further out is captured on the way, `copy` making it one of each frame in
   * between; `missing` makes one that no frame has.
   */
  get(symbol: LocalSymbol, copy: (outer: LocalDraft) => LocalDraft, missing: () => LocalDraft): LocalDraft {
    const own = this.#locals.get(symbol);
    if (own !== undefined) return own;
    if (this.#outer === null) return missing();
    const outer = this.#outer.get(symbol, copy, missing);
    const inner = copy(outer);
    this.#locals.set(symbol, inner);
    this.captures.push({ outer, inner });
    return inner;
  }
}
