// The variables of one function or lambda while its body is lowered, and what it captures of those around
// it (by value, reference/functions#closures).
import type { LocalSymbol } from "../../check/index.ts";
import type { Capture, Local } from "../ir/index.ts";

/** One for each function and lambda, within that of the function around. */
export class Frame {
  readonly captures: Capture[] = [];
  hasDefer = false;
  readonly #outer: Frame | null;
  readonly #locals = new Map<LocalSymbol, Local>();

  constructor(outer: Frame | null) {
    this.#outer = outer;
  }

  set(symbol: LocalSymbol, local: Local): void {
    this.#locals.set(symbol, local);
  }

  /** The variable of a symbol. One from further out is captured on the way, `copy` making it one of each frame in between. */
  get(symbol: LocalSymbol, copy: (outer: Local) => Local): Local {
    const own = this.#locals.get(symbol);
    if (own !== undefined) return own;
    if (this.#outer === null) throw new Error(`${symbol.name} is used before its declaration`);
    const outer = this.#outer.get(symbol, copy);
    const inner = copy(outer);
    this.#locals.set(symbol, inner);
    this.captures.push({ outer, inner });
    return inner;
  }
}
