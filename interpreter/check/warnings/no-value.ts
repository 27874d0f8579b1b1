// W15: the text of a call that returns `()`, or of a variable with its value.
import { get } from "../../own/index.ts";
import { changerNote } from "../../diagnostics/index.ts";
import type { Expr } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import type { NoValue } from "../declare/index.ts";
import { isPrimitive, prune } from "../types/index.ts";

/**
 * The called standard function, if it has no result. In a function of the program the mistake may be that
 * the result is missing, which is reported there.
 */
export function callWithoutResult(body: Body, node: Expr): NoValue | undefined {
  if (node.kind !== "Call" && node.kind !== "MethodCall") return undefined;
  const use = body.state.facts.uses[node.id];
  const callee = use?.kind === "Call" ? use.callee.function : undefined;
  if (callee?.module.standard !== true || !isPrimitive(prune(callee.result), "Unit")) return undefined;
  const hint = node.kind === "MethodCall" ? changerNote(node.name.name) : undefined;
  return { name: callee.name, ...(hint !== undefined && { hint }) };
}

/** Reports the printed or interpolated value of a call without result. */
export function warnNoValue(body: Body, node: Expr): void {
  const called = node.kind === "Name" ? get(body.local(node.name), "noValue") : callWithoutResult(body, node);
  if (called === undefined) return;
  const { name, hint } = called;
  body.warn("W15", node.span, { name }, hint === undefined ? {} : { hint });
}
