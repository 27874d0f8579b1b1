// Two forms of one higher-order function. Where some calls of `map` pass a function that may wait
// and others do not, the latter are given a copy of `map` of their own, so that they stay plain.
import { isFun, type Expr } from "../../ir/index.ts";
import { lowerPending, type ProgramLowering } from "../../lower/index.ts";
import type { Flows } from "./flows.ts";

/** True when calls were redirected, so that what waits must be found out again. */
export function usePlainCopies(lowering: ProgramLowering, flows: Flows): boolean {
  let redirected = false;
  for (const call of flows.callsWithFunctions) {
    if (!wouldBePlain(call, flows)) continue;
    const { symbol, typeArgs, self, site } = call.instance;
    call.instance = lowering.instance(symbol!, typeArgs, self, true, site);
    redirected = true;
  }
  if (redirected) lowerPending(lowering);
  return redirected;
}

/** The callee waits on account of functions that others pass to it. */
function wouldBePlain(call: Expr & { kind: "Call" }, flows: Flows): boolean {
  const { instance } = call;
  return (
    !instance.plainCopy &&
    (instance.native === null ? instance.params.some((param) => isFun(param.type) && flows.variableWaits(param)) : flows.graph.waits(flows.bodyOf(instance))) &&
    call.args.every((arg) => !isFun(arg.type) || !flows.valueWaits(arg))
  );
}
