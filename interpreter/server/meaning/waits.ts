// Whether a call may wait: for another goroutine or an event. A function may wait if its body calls a native that
// may, directly or through others. Calls of function values and of methods of traits count as not waiting, unless
// the function that is passed waits.
import type { FunctionSymbol, Use } from "../../check/index.ts";
import type { FileView } from "../workspace/view.ts";
import { nodesOf, partsOf, type AnyNode } from "./walk.ts";

/** Functions that one question may look at. */
const MOST_FUNCTIONS = 2_000;

const answers = new WeakMap<FunctionSymbol, boolean>();

/** Whether a function may wait. */
export function mayWait(view: FileView, fn: FunctionSymbol): boolean {
  return new Search(view).of(fn);
}

/** Whether a call may wait, by the function that it reaches or one that it passes. */
export function callMayWait(view: FileView, node: AnyNode): boolean {
  const search = new Search(view);
  return search.use(view.facts.uses[node.id], node, view.facts.uses);
}

class Search {
  readonly #view: FileView;
  readonly #open = new Set<FunctionSymbol>();
  #left = MOST_FUNCTIONS;

  constructor(view: FileView) {
    this.#view = view;
  }

  of(fn: FunctionSymbol): boolean {
    const known = answers.get(fn);
    if (known !== undefined) return known;
    if (fn.native || fn.node.body === null) return fn.blocking;
    if (this.#open.has(fn) || this.#left-- <= 0) return false;
    this.#open.add(fn);
    const found = this.#body(fn);
    this.#open.delete(fn);
    // In a cycle, the answer may depend on functions that are still open.
    if (found || this.#open.size === 0) answers.set(fn, found);
    return found;
  }

  #body(fn: FunctionSymbol): boolean {
    this.#view.program.program.standardBodies.check(fn);
    const { uses } = fn.module.facts;
    const stack: AnyNode[] = [...partsOf(fn.node.body!)];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      // What another goroutine does, or a function value that is not called here.
      if (node.kind === "Spawn" || node.kind === "Lambda") continue;
      if (this.use(uses[node.id], node, uses)) return true;
      stack.push(...partsOf(node));
    }
    return false;
  }

  use(use: Use | undefined, node: AnyNode, uses: FunctionSymbol["module"]["facts"]["uses"]): boolean {
    switch (use?.kind) {
      case "Call": {
        const { function: fn } = use.callee;
        return this.of(fn) || this.#argumentsWait(node, uses);
      }
      case "Iterate":
        return (
          use.over.kind === "Received" ||
          (use.over.kind === "Next" && "function" in use.over.next && this.of(use.over.next.function))
        );
      default:
        return false;
    }
  }

  /** Whether a lambda among the arguments waits: the function that takes it probably calls it. */
  #argumentsWait(node: AnyNode, uses: FunctionSymbol["module"]["facts"]["uses"]): boolean {
    for (const { value } of (node as { args?: readonly { value: AnyNode }[] }).args ?? []) {
      if (value.kind !== "Lambda") continue;
      for (const inner of nodesOf(value))
        if (inner.kind !== "Spawn" && this.use(uses[inner.id], inner, uses)) return true;
    }
    return false;
  }
}
