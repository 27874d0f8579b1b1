// The stack that the natives of one program, and its functions with deferred calls, begin with.
import { deferringReserve, innerReserve, nativeReserve } from "../panics/index.ts";

type Functions = Readonly<Record<string, (...args: never[]) => unknown>>;

/** The reserves of one program. */
export class Reserves {
  /** Whether the calls of the program may nest deeply; otherwise the stack suffices. */
  readonly #deep: boolean;
  /** The deferred calls on the stack. */
  #deferred = 0;

  constructor(deep: boolean) {
    this.#deep = deep;
  }

  /** @throws RangeError unless state may be changed */
  keepForState(): void {
    if (this.#deep) nativeReserve.keep();
  }

  /** @throws RangeError unless a function may defer calls */
  keepForDeferred(): void {
    if (this.#deep) (this.#deferred === 0 ? deferringReserve : innerReserve).keep();
  }

  /** The natives of a module, which change state: they begin only with the reserve. */
  keptFor<T extends { readonly functions: Functions }>(table: T): T {
    return {
      ...table,
      functions: Object.fromEntries(
        Object.entries(table.functions).map(([name, body]) => [name, withReserve(body)]),
      ),
    };
  }

  /** Calls a deferred call, which may use the reserve. */
  deferred(call: () => unknown): unknown {
    this.#deferred++;
    try {
      return call();
    } finally {
      this.#deferred--;
    }
  }
}

/** V8 passes rest arguments on without an array. */
function withReserve(body: (...args: never[]) => unknown): (...args: never[]) => unknown {
  return (...args) => {
    nativeReserve.keep();
    return body(...args);
  };
}
