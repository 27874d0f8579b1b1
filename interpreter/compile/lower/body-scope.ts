// The variables of one function or lambda during lowering, and its captures of outer variables (by value,
// reference/functions#closures).
import type { LocalSymbol, Type } from "../../check/index.ts";
import type { Capture } from "../ir/index.ts";
import type { LocalDraft } from "./draft.ts";

/** One for each function and lambda, linked to that around. */
export class BodyScope {
  readonly captures: Capture[] = [];
  hasDefer = false;
  readonly #outer: BodyScope | null;
  readonly #locals = new Map<LocalSymbol, LocalDraft>();

  /** The type of the result of a lambda; null for a function. */
  readonly result: Type | null;

  constructor(outer: BodyScope | null, result: Type | null) {
    this.#outer = outer;
    this.result = result;
  }

  set(symbol: LocalSymbol, local: LocalDraft): void {
    this.#locals.set(symbol, local);
  }

  /** Whether this is the scope of the function itself. */
  get isOutermost(): boolean {
    return this.#outer === null;
  }

  /**
   * The variable of a symbol. An outer variable is captured by each scope in between, which `copy` makes a
   * variable for; `missing` makes a variable that no scope has.
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
