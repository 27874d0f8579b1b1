// Checks that the entry file declares `fun main()` (reference/programs#exit-status).
import { get } from "../../own/index.ts";
import { notes } from "../../diagnostics/index.ts";
import type { Context } from "../context.ts";
import type { ModuleState } from "../names/index.ts";

export function checkEntry(context: Context, state: ModuleState): void {
  const main = state.functions.get("main");
  if (main === undefined) {
    // In a file with syntax errors, it may be in an unparsed part.
    if (get(state.unit, "lost") !== undefined) return;
    const first = state.tree.items[0];
    const near =
      state.declaredAt.get("main")?.span ??
      (first === undefined ? { start: 0, end: 0 } : { start: first.span.start, end: first.span.start });
    context.report(
      "T28",
      state,
      near,
      { problem: notes.entryFileDeclaresNoFunction },
      { hint: notes.addFunMain },
    );
    return;
  }
  const { node } = main;
  if (node.params.length > 0 || node.self !== null) {
    context.report(
      "T28",
      state,
      node.name.span,
      { problem: notes.mainMustNotHaveParameters },
      { hint: notes.programArguments },
    );
  } else if (node.generics.length > 0) {
    context.report("T28", state, node.name.span, { problem: notes.mainIsNotGeneric });
  }
}
