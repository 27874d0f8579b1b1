// Entries that belong to impls of one symbol (`List`, `Box`), indexed by the first type argument: with a
// thousand `impl Tr for Box<…>`, a call inspects only those that may fit.
import { prune, type Type, type TypeSymbol } from "../types/index.ts";

const NONE: readonly never[] = [];

export class ImplBucket<T> {
  /** Most buckets stay empty. */
  #all: T[] | null = null;
  #bySymbol: Map<TypeSymbol, T[]> | null = null;
  /** Entries whose first argument is a parameter, or that have none. */
  #open: T[] | null = null;

  get all(): readonly T[] {
    return this.#all ?? NONE;
  }

  add(item: T, target: Type): void {
    (this.#all ??= []).push(item);
    const symbol = firstSymbol(target);
    if (symbol === null) (this.#open ??= []).push(item);
    else {
      this.#bySymbol ??= new Map();
      const list = this.#bySymbol.get(symbol);
      if (list === undefined) this.#bySymbol.set(symbol, [item]);
      else list.push(item);
    }
  }

  remove(isGone: (item: T) => boolean): void {
    for (const list of [this.#all ?? [], this.#open ?? [], ...(this.#bySymbol?.values() ?? [])]) {
      const kept = list.filter((item) => !isGone(item));
      if (kept.length < list.length) {
        list.length = 0;
        for (const each of kept) list.push(each);
      }
    }
  }

  /** The entries that may fit a type with the symbol of the bucket. */
  near(type: Type): readonly T[] {
    const open = this.#open ?? NONE;
    if (this.#bySymbol === null) return open;
    const actual = prune(type);
    const first = actual.kind === "Named" && actual.args.length > 0 ? prune(actual.args[0]!) : null;
    if (first === null || first.kind === "Var" || first.kind === "Never") return this.all;
    const exact = first.kind === "Named" ? this.#bySymbol.get(first.symbol) : undefined;
    if (exact === undefined) return open;
    return open.length === 0 ? exact : [...exact, ...open];
  }
}

function firstSymbol(target: Type): TypeSymbol | null {
  const actual = prune(target);
  const first = actual.kind === "Named" && actual.args.length > 0 ? prune(actual.args[0]!) : null;
  return first?.kind === "Named" ? first.symbol : null;
}
