// Wrappers and guards around the handlers of a scope (reference/http-server#wrappers-and-mounted-servers). A
// guard is a wrapper that is passed by when the path is elsewhere.
import type { MaybePromise } from "../../../interpreter/runtime/index.ts";
import type { Prefix } from "./clean-path.ts";
import { covers, prefixOf } from "./clean-path.ts";
import type { Handler, Passing, Request } from "./request.ts";

export type Wrapper = (next: Handler) => MaybePromise<Handler>;

/** A registered wrapper. */
export interface Wrapping {
  readonly wrapper: Wrapper;
  /** The prefix of a guard; null for a wrapper around everything. */
  readonly prefix: string | null;
}

/** The same without a chain, which is called anew. */
function without(passing: Passing | null, chain: object): Passing | null {
  if (passing === null || passing.chain === chain) return passing?.outer ?? null;
  const outer = without(passing.outer, chain);
  return outer === passing.outer ? passing : { ...passing, outer };
}

/** A chain of wrappers around whatever a request leads to. */
export class Chain<Target extends { readonly path: string; readonly method: number }> {
  private readonly list: () => readonly Wrapping[];
  /** The prefix of the server that the wrappers belong to. */
  private readonly base: Prefix;
  private readonly innermost: Handler;
  private wrapped: MaybePromise<Handler> | null = null;
  private wrappedBy: readonly Wrapping[] = [];

  /**
   * @param list the wrappers, outermost first
   * @param base the prefix where their server is mounted
   * @param goOn called when the innermost wrapper calls `next`: with the target that the wrappers are called
   *     for, or null if a wrapper passes on a different request
   */
  constructor(
    list: () => readonly Wrapping[],
    base: Prefix,
    goOn: (
      request: Request,
      known: { readonly target: Target; readonly at: number } | null,
    ) => ReturnType<Handler>,
  ) {
    this.list = list;
    this.base = base;
    this.innermost = (request) => {
      const known = this.passingOf(request);
      const isSame =
        known !== null && known.target.path === request._path && known.target.method === request._method.tag;
      return goOn(request, isSame ? known : null);
    };
  }

  get isEmpty(): boolean {
    return this.list().length === 0;
  }

  /** Calls the wrappers around the rest of a target, which begins after place `at` of its chains. */
  call(target: Target, at: number, request: Request): ReturnType<Handler> {
    const list = this.list();
    if (this.wrapped === null || this.wrappedBy !== list) {
      this.wrapped = this.wrap(list);
      this.wrappedBy = list;
    }
    request.passing = { chain: this, target, at, outer: without(request.passing, this) };
    return this.wrapped instanceof Promise
      ? this.wrapped.then((wrapped) => wrapped(request))
      : this.wrapped(request);
  }

  /** The target that the wrappers are being called for. */
  private passingOf(request: Request): { readonly target: Target; readonly at: number } | null {
    let passing = request.passing;
    while (passing !== null && passing.chain !== this) passing = passing.outer;
    return passing as { readonly target: Target; readonly at: number } | null;
  }

  private wrap(list: readonly Wrapping[]): MaybePromise<Handler> {
    let next: MaybePromise<Handler> = this.innermost;
    for (const wrapping of list.toReversed())
      next =
        next instanceof Promise
          ? next.then((handler) => this.around(wrapping, handler))
          : this.around(wrapping, next);
    if (next instanceof Promise)
      next.then(
        (wrapped) => (this.wrapped = wrapped),
        () => (this.wrapped = null),
      );
    return next;
  }

  private around({ wrapper, prefix }: Wrapping, next: Handler): MaybePromise<Handler> {
    const inner = wrapper(next);
    if (prefix === null) return inner;
    const whole = [...this.base, ...prefixOf(prefix)];
    const guard =
      (guarded: Handler): Handler =>
      (request) =>
        covers(whole, request._path) ? guarded(request) : next(request);
    return inner instanceof Promise ? inner.then(guard) : guard(inner);
  }
}
