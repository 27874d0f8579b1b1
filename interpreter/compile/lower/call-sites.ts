// Clones standard functions for single call sites. A function of the library that takes functions is compiled
// once for each call that passes it a lambda or a function by name. V8 then sees a single callee for the
// passed function and inlines it, and the analyses see only what flows into this call. This is sound, since a
// clone is the same function with the same types; it only changes how often its code is in the program.
import type * as ast from "../../syntax/index.ts";
import type { CallSite } from "../ir/index.ts";

/** Limits nested clones, since functions may call themselves with ever new lambdas. */
const MAX_DEPTH = 4;
/** Limits the size of large programs. */
const MAX_SITES = 600;

/** Call sites by the node of the call and the clone that contains it. */
export class CallSites {
  readonly #known = new Map<ast.Node, Map<CallSite | null, CallSite>>();
  #count = 0;

  at(node: ast.Node, outer: CallSite | null): CallSite | null {
    let sites = this.#known.get(node);
    const known = sites?.get(outer);
    if (known !== undefined) return known;
    const depth = outer === null ? 1 : outer.depth + 1;
    if (depth > MAX_DEPTH || this.#count === MAX_SITES) return null;
    const site: CallSite = { id: ++this.#count, depth };
    if (sites === undefined) this.#known.set(node, (sites = new Map()));
    sites.set(outer, site);
    return site;
  }
}
