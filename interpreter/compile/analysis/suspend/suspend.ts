// Suspension inference (reference/concurrency#scheduling): blocking natives may wait, and so may everything
// that may call them directly, through function values or through trait objects. The second of the four
// steps.
import { has } from "../../../own/index.ts";
import type { CodeTable, Expr, Instance, LambdaCode } from "../../ir/index.ts";
import type { LoweredProgram } from "../../lower/index.ts";
import { Flows } from "./flows.ts";
import { givingWay, NOWHERE, type GivingWay } from "./giving-way.ts";
import { withSyncCopies } from "./sync-copies.ts";
import type { Mode, Suspension } from "./suspension.ts";
import { waitsOnlyAtEnd } from "./tail-calls.ts";

export interface SuspendOptions {
  /** Every function may wait. */
  readonly all: boolean;
  /** Goroutines of other programs may be running. */
  readonly session: boolean;
}

/** The program, with copies of functions for calls that need not wait, and what waits in it. */
export function suspend(
  lowered: LoweredProgram,
  options: SuspendOptions,
): { readonly program: LoweredProgram; readonly suspension: Suspension } {
  const copies = new Map<Instance, Instance>();
  let program = lowered;
  for (let iteration = 0; ; iteration++) {
    const { flows, giving, isShared } = analysed(program, options);
    const next = options.all || iteration === MAX_ITERATIONS ? null : withSyncCopies(program, flows, copies);
    if (next === null)
      return { program, suspension: decided(program.code, flows, giving, isShared, options) };
    program = next;
  }
}

const NO_POINTS: ReadonlySet<never> = new Set();

/** The levels of calls through which function values are passed to sync copies. */
const MAX_ITERATIONS = 6;

function analysed(
  lowered: LoweredProgram,
  options: SuspendOptions,
): { flows: Flows; giving: GivingWay; isShared: boolean } {
  const flows = readFlows(lowered);
  const { instances } = lowered;
  if (options.all) for (const lambda of flows.lambdas) flows.graph.markWaiting(flows.bodyOf(lambda));
  const isShared =
    options.all ||
    options.session ||
    flows.spawns ||
    instances.some((instance) => instance.native?.serves === true);
  for (const instance of instances) {
    const { native } = instance;
    if (
      native?.blocking === true ||
      (isShared && native?.long === true) ||
      (options.all && instance.native === null)
    ) {
      flows.graph.markWaiting(flows.bodyOf(instance));
    }
  }
  const giving = isShared ? givingWay(lowered, flows, options.session || options.all) : NOWHERE;
  for (const body of giving.owners) flows.graph.markWaiting(flows.bodyOf(body));
  return { flows, giving, isShared };
}

function readFlows(lowered: LoweredProgram): Flows {
  const flows = new Flows();
  for (const [instance, { body }] of lowered.code) flows.readInstance(instance, body);
  for (const global of lowered.globals) {
    if (global.initialiser !== null) flows.readInitialiser(global.initialiser, global);
  }
  flows.joinReflectedFields();
  return flows;
}

function decided(
  code: CodeTable,
  flows: Flows,
  giving: GivingWay,
  isShared: boolean,
  options: SuspendOptions,
): Suspension {
  const modes = new Map<Instance | LambdaCode, Mode>();
  const waits = (call: Expr): boolean => {
    const node = flows.decider(call);
    return node !== undefined && flows.graph.waits(node);
  };
  const mode = (owner: Instance | LambdaCode, body: Expr | null, hasDefer: boolean): Mode => {
    let known = modes.get(owner);
    if (known === undefined) {
      if (!flows.graph.waits(flows.bodyOf(owner))) known = "sync";
      else if (body === null || options.all || hasDefer || giving.owners.has(owner))
        known = body === null ? "tail-forwarding" : "resumable";
      else
        known = waitsOnlyAtEnd(body, has(owner, "module") && owner.module.standard, waits)
          ? "tail-forwarding"
          : "resumable";
      modes.set(owner, known);
    }
    return known;
  };
  return {
    isShared,
    modeOf: (instance) => {
      const own = code.get(instance);
      return mode(instance, own?.body ?? null, own?.hasDefer ?? false);
    },
    modeOfLambda: (lambda) => mode(lambda, lambda.body, lambda.hasDefer),
    waits,
    checksSlice: (loop) => giving.loops.has(loop),
    nativesIn: (loop) => giving.heavy.get(loop) ?? 0,
    weightOf: (loop) => giving.weights.get(loop) ?? null,
    checkPoints: (owner) => giving.points.get(owner) ?? NO_POINTS,
  };
}
