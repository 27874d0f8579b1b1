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

/** Avoids rest arguments for few parameters. The last argument may be the site of the call. */
function withReserve(body: (...args: never[]) => unknown): (...args: never[]) => unknown {
  const call = body as (...args: unknown[]) => unknown;
  const keep = (): void => nativeReserve.keep();
  switch (body.length) {
    case 0:
      return () => (keep(), call());
    case 1:
      return (a: unknown) => (keep(), call(a));
    case 2:
      return (a: unknown, b: unknown) => (keep(), call(a, b));
    case 3:
      return (a: unknown, b: unknown, c: unknown) => (keep(), call(a, b, c));
    default:
      return (...args: unknown[]) => (keep(), call(...args));
  }
}
