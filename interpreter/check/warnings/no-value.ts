// W15: the text of a call that returns `()`.
import { changerNote } from "../../diagnostics/index.ts";
import type { Expr } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { isPrimitive, prune } from "../types/index.ts";

/**
 * Reports a printed or interpolated call of a standard function without result. In a function of the program
 * the mistake may be that the result is missing, which is reported there.
 */
export function warnNoValue(body: Body, node: Expr): void {
  if (node.kind !== "Call" && node.kind !== "MethodCall") return;
  const use = body.state.facts.uses[node.id];
  const callee = use?.kind === "Call" ? use.callee.function : undefined;
  if (callee?.module.standard !== true || !isPrimitive(prune(callee.result), "Unit")) return;
  const hint = node.kind === "MethodCall" ? changerNote(node.name.name) : undefined;
  body.warn("W15", node.span, { name: callee.name }, hint === undefined ? {} : { hint });
}
