// Hints for blocks that lack their value, and for results without one.
import type { Body, Expected } from "../body/index.ts";
import type { Block, Expr } from "../../syntax/index.ts";
import { isPrimitive, prune, type Type } from "../types/index.ts";
import { notes } from "../../diagnostics/index.ts";

/** Whether the block ends in an expression, but with a `;` after it. */
function endsInSemicolon({ state }: Body, node: Block | Expr): boolean {
  if (node.kind !== "Block" || node.stmts.at(-1)?.kind !== "ExprStmt") return false;
  const { end } = node.stmts.at(-1)!.span;
  return /^[ \t]*;\s*\}$/.test(state.unit.source.text.slice(end, node.span.end));
}

export function missingValueHint(body: Body, node: Block | Expr, wanted: Type): { hint?: string } {
  if (endsInSemicolon(body, node)) return { hint: notes.removeSemicolon };
  const last = node.kind === "Block" ? lastExpression(node) : node;
  if (last?.kind === "If" && last.otherwise === null && last.then.trailing !== null)
    return { hint: notes.ifWithoutElse };
  return isUnitResult(body, wanted) ? { hint: notes.endInOk } : {};
}

function lastExpression({ trailing, stmts }: Block): Expr | null {
  const last = stmts.at(-1);
  return trailing ?? (last?.kind === "ExprStmt" ? last.value : null);
}

/** The hint for a last expression without value in a function that returns `Result<(), E>`. */
export function unitResultHint(body: Body, { type }: Expected): (actual: Type) => string | undefined {
  // `fs.write(path, text)?` is a Bool.
  return (actual) =>
    isUnitResult(body, type) && (isPrimitive(actual, "Unit") || isPrimitive(actual, "Bool"))
      ? notes.endInOk
      : undefined;
}

/** Whether it is a `Result` whose value says nothing. */
export function isUnitResult({ context }: Body, type: Type): boolean {
  const actual = prune(type);
  return (
    actual.kind === "Named" &&
    actual.symbol === context.enums.result &&
    isPrimitive(prune(actual.args[0]!), "Unit")
  );
}
