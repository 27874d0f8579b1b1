// `g(a < b, c > (d))` is parsed as a call of `a` with type arguments (reference/grammar#ambiguities). If `a`
// is a variable, two comparisons were intended: one error is reported at them.
import { notes } from "../../diagnostics/index.ts";
import type { Arg, Expr } from "../../syntax/index.ts";
import { askName } from "../asked/index.ts";
import type { Body } from "../body/index.ts";
import { fieldIndex } from "../declare/index.ts";
import { prune } from "../types/index.ts";

/** Whether it is a call of a variable with type arguments. */
export function isMisreadComparison(body: Body, node: Expr): boolean {
  if (node.kind !== "Call" || node.callee.kind !== "Name" || node.callee.typeArgs === null) return false;
  const { name, fileLevel } = node.callee;
  if (!fileLevel && body.local(name) !== undefined) return true;
  askName(body.state.unit.id, name);
  const entry = body.state.names.get(name);
  return entry?.kind === "Const" || entry?.kind === "Global";
}

/** Reports a comparison that is parsed as a call; its parts are not checked. */
export function reportMisreadComparison(body: Body, node: Expr): void {
  if (node.kind !== "Call" || node.callee.kind !== "Name") return;
  const { name, typeArgs, span } = node.callee;
  const local = body.local(name);
  if (local !== undefined) local.used = true;
  const { text } = body.state.unit.source;
  for (const arg of typeArgs ?? []) {
    const used = arg.kind === "NamedType" ? body.local(arg.name.name) : undefined;
    if (used !== undefined) used.used = true;
  }
  const first = typeArgs?.[0];
  const left =
    first === undefined ? `${name} < …` : `${name} < ${text.slice(first.span.start, first.span.end)}`;
  body.report(
    "T4",
    span,
    { name, expected: 0, actual: typeArgs?.length ?? 0 },
    {
      label: notes.thisReadsAsCallWithType,
      hint: notes.putComparisonInParentheses(left),
    },
  );
}

/** Whether it is `p.x < b, c > (d)` with a field `x`, after its check. */
function isMisreadField(body: Body, node: Expr): boolean {
  if (node.kind !== "MethodCall" || node.typeArgs === null) return false;
  const type = body.state.facts.types[node.receiver.id];
  const receiver = type === undefined ? null : prune(type);
  return (
    receiver?.kind === "Named" &&
    receiver.symbol.kind === "Struct" &&
    fieldIndex(receiver.symbol, node.name.name) >= 0
  );
}

/** Whether a misread comparison explains missing arguments of a call, whose arguments have been checked. */
export function hasMisreadComparison(body: Body, args: readonly Arg[]): boolean {
  return args.some(({ value }) => isMisreadComparison(body, value) || isMisreadField(body, value));
}
