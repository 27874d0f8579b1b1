// `g(a < b, c > (d))` reads as a call of `a` with type arguments, by the grammar (reference/grammar#ambiguities). Where `a`
// is a variable, two comparisons were meant: the report belongs to them, and it is one.
import { notes } from "../../diagnostics/index.ts";
import type { Arg, Expr } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { fieldIndex } from "../declare/index.ts";
import { prune } from "../types/index.ts";

/** A variable with type arguments in front of a call. */
export function isMisreadComparison(body: Body, node: Expr): boolean {
  if (node.kind !== "Call" || node.callee.kind !== "Name" || node.callee.typeArgs === null) return false;
  const { name, fileLevel } = node.callee;
  if (!fileLevel && body.local(name) !== undefined) return true;
  const entry = body.state.names.get(name);
  return entry?.kind === "Const" || entry?.kind === "Global";
}

/** Reports the comparison as what it is read as; what it is made of is not looked at. */
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

/** `p.x < b, c > (d)` with a field `x`, once it has been looked at. */
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

/** Whether it is no wonder that a call has fewer arguments than it should: these have been looked at. */
export function hasMisreadComparison(body: Body, args: readonly Arg[]): boolean {
  return args.some(({ value }) => isMisreadComparison(body, value) || isMisreadField(body, value));
}
