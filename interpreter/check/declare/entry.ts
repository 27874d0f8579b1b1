// The entry file declares `fun main()` (reference/programs#exit-status).
import type { Context } from "../context.ts";
import type { ModuleState } from "../names/index.ts";

export function checkEntry(context: Context, state: ModuleState): void {
  const main = state.functions.get("main");
  if (main === undefined) {
    // In a file with syntax errors it may be what could not be read.
    if (state.unit.lost !== undefined) return;
    const first = state.tree.items[0];
    const near =
      state.places.get("main")?.span ??
      (first === undefined ? { start: 0, end: 0 } : { start: first.span.start, end: first.span.start });
    context.report(
      "T28",
      state,
      near,
      { problem: "the entry file declares no function `main`" },
      { hint: "add `fun main() { … }`" },
    );
    return;
  }
  const { node } = main;
  if (node.params.length > 0 || node.self !== null) {
    context.report(
      "T28",
      state,
      node.name.span,
      { problem: "`main` must not have parameters" },
      { hint: "arguments of the program are in `env.args()` of std/env" },
    );
  } else if (node.generics.length > 0) {
    context.report("T28", state, node.name.span, { problem: "`main` must not have type parameters" });
  }
}
