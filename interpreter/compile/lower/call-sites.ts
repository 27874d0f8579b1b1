// Copies of standard functions for single calls. A function of the library that takes functions is compiled once for
// each call that hands it a lambda or a function by name: so the host sees one function called there, which it
// inlines, and the analyses see what flows into this call alone. Sound, as a copy is the same function with the same
// types; only how often its text stands in the program depends on it.
import type { FunctionSymbol } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import { isFun, type CallSite } from "../ir/index.ts";
import type { Body } from "./body.ts";

/** Copies within copies: functions that call themselves with ever new lambdas must come to an end, */
const MAX_DEPTH = 4;
/** and large programs shall not become too large. */
const MAX_SITES = 600;

/** Sites by the call's node and the copy it stands in. */
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

/** The copy of `fn` that a call gets; null for the one that all share. */
export function siteOf(
  body: Body,
  fn: FunctionSymbol,
  call: ast.Node,
  args: readonly ast.Arg[],
): CallSite | null {
  if (!fn.module.standard || fn.native) return null;
  let passesOn = false;
  for (const { value } of args) {
    if (value.kind === "Lambda") return body.program.sites.at(call, body.site);
    if (value.kind !== "Name") continue;
    const use = body.use(value);
    if (use.kind === "Function") return body.program.sites.at(call, body.site);
    passesOn ||= use.kind === "Local" && isFun(body.actual(use.local.type));
  }
  // What a copy was given goes on to copies of its own.
  return passesOn ? body.site : null;
}
