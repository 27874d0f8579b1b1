// Clones higher-order functions. If some calls of `map` pass a function that may wait and others do not, the
// latter call a clone of `map`, which stays sync: it never waits.
import { isFun, rebuild, type Expr, type FunctionCode, type Instance, type Local } from "../../ir/index.ts";
import type { LoweredProgram } from "../../lower/index.ts";
import type { Flows } from "./flows.ts";

type Call = Expr & { readonly kind: "Call" };

/**
 * The program with the copies that these flows require; `made` has the copies of earlier iterations. Null if
 * nothing is to be replaced.
 */
export function withSyncCopies(
  program: LoweredProgram,
  flows: Flows,
  made: Map<Instance, Instance>,
): LoweredProgram | null {
  const exchanged = new Map<Call, Instance>();
  const code = new Map(program.code);
  const instances = [...program.instances];
  for (const call of flows.callsWithFunctions) {
    if (!wouldBeSync(call, flows)) continue;
    let copy = made.get(call.instance);
    if (copy === undefined) {
      const { instance, body } = copied(call.instance, program.code.get(call.instance), instances.length);
      copy = instance;
      made.set(call.instance, copy);
      instances.push(copy);
      if (body !== null) code.set(copy, body);
    }
    exchanged.set(call, copy);
  }
  if (exchanged.size === 0) return null;
  const changes = {
    shares: true,
    instance: (call: Call) => exchanged.get(call) ?? call.instance,
    local: (local: Local) => local,
  };
  for (const [instance, { body, hasDefer }] of code)
    code.set(instance, { body: rebuild(body, changes), hasDefer });
  return { ...program, instances, code };
}

/** Whether the callee waits only because of functions that other calls pass to it. */
function wouldBeSync(call: Call, flows: Flows): boolean {
  const { instance } = call;
  return (
    !instance.syncCopy &&
    (instance.native === null
      ? instance.params.some((param) => isFun(param.type) && flows.variableWaits(param))
      : flows.graph.waits(flows.bodyOf(instance))) &&
    call.args.every((arg) => !isFun(arg.type) || !flows.valueWaits(arg))
  );
}

/** A copy of a function with its own variables. */
function copied(
  original: Instance,
  code: FunctionCode | undefined,
  id: number,
): { readonly instance: Instance; readonly body: FunctionCode | null } {
  const locals = new Map<Local, Local>();
  const local = (known: Local): Local => {
    let own = locals.get(known);
    if (own === undefined) locals.set(known, (own = { ...known }));
    return own;
  };
  const instance: Instance = { ...original, id, params: original.params.map(local), syncCopy: true };
  if (code === undefined) return { instance, body: null };
  const changes = { shares: false, instance: (call: Call) => call.instance, local };
  return { instance, body: { body: rebuild(code.body, changes), hasDefer: code.hasDefer } };
}
