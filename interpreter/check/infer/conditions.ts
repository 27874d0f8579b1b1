// Conditions of `if` and `while`.
import type { Expr } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { isNever } from "../types/index.ts";

/** A condition is a Bool; whether control never gets past it. */
export function condition(body: Body, node: Expr): boolean {
  body.check(node, { type: body.context.bool, from: null });
  return isNever(body.state.facts.types[node.id]!);
}
