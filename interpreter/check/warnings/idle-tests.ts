// W12: functions in test files that look like tests, but do not run (reference/programs#test-files,
// reference/programs#exit-status).
import { notes } from "../../diagnostics/index.ts";
import type { Context } from "../context.ts";
import type { ModuleState } from "../names/index.ts";
import { isStandard, std } from "../standard/index.ts";
import type { FunctionSymbol } from "../types/index.ts";

/** Names like `testSum`, `test2`, `TestSum` and `Test_sum`, but not `testing` or `tested`. */
const LIKE_A_TEST = /^(?:test_|test[A-Z0-9]|Test[A-Z0-9_])/;

export function warnIdleTests(context: Context, state: ModuleState): void {
  if (!state.unit.source.name.endsWith("_test.std")) return;
  for (const fn of state.functions.values()) {
    // A function that is called is a helper.
    if (!LIKE_A_TEST.test(fn.name) || state.called.has(fn)) continue;
    const { name, span } = fn.node.name;
    const problem =
      fn.node.generics.length > 0
        ? notes.typeParameters
        : (fn.node.params.length > 0 && !takesTest(fn)) || fn.hasSelf
          ? "parameters"
          : name.startsWith("test_")
            ? null
            : "name";
    if (problem === null) continue;
    const hint = problem === "name" ? notes.callTestIt(asTest(name)) : notes.callFromTest;
    context.warn("W12", state, span, { name, problem }, { hint });
  }
}

/** `fun test_x(t: Test)`. */
function takesTest({ params }: FunctionSymbol): boolean {
  const type = params[0]?.type;
  return params.length === 1 && type?.kind === "Named" && isStandard(type.symbol, std.test.Test);
}

/** The name of a test: `test_sum_of_two` for `testSumOfTwo`. */
function asTest(name: string): string {
  const words = name
    .slice("test".length)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/^_+/, "");
  return `test_${words}`;
}
