// Where a program with several goroutines checks its time slice (reference/concurrency#scheduling): in every
// iteration of every loop and on every path of a function back to itself. Exempt are loops and calls that are
// proven to end soon (bounded.ts).
import {
  eachPart,
  eachPartOfStmt,
  type CodeTable,
  type Expr,
  type Instance,
  type LambdaCode,
  type Loop,
  type Stmt,
} from "../../ir/index.ts";
import { Bounded } from "./bounded.ts";
import type { Flows } from "./flows.ts";
import { checkPoints } from "./check-points.ts";
import { Natives } from "./natives.ts";

export type Owner = Instance | LambdaCode;

export interface GivingWay {
  /** Loops that check in each iteration. */
  readonly loops: ReadonlySet<Loop>;
  /** The fuel that an iteration of these loops takes, if it is known. */
  readonly weights: ReadonlyMap<Loop, number>;
  /** The fuel that an iteration of the other loops takes for natives that it may call. */
  readonly heavy: ReadonlyMap<Loop, number>;
  /** The expressions and statements before which recursive functions and lambdas check. */
  readonly points: ReadonlyMap<Owner, ReadonlySet<Expr | Stmt>>;
  /** The functions with such loops, and recursive ones. */
  readonly owners: ReadonlySet<Owner>;
}

/** The steps of an iteration that take one unit of fuel. */
const STEPS = 32;
const MOST_STEPS = 10_000;

export const NOWHERE: GivingWay = {
  loops: new Set(),
  weights: new Map(),
  heavy: new Map(),
  points: new Map(),
  owners: new Set(),
};

/** `isOpen`: function values may come from other programs. */
export function givingWay(
  { code, instances }: { readonly code: CodeTable; readonly instances: readonly Instance[] },
  flows: Flows,
  isOpen: boolean,
): GivingWay {
  const loops = new Set<Loop>();
  const weights = new Map<Loop, number>();
  const heavy = new Map<Loop, number>();
  const points = new Map<Owner, ReadonlySet<Expr | Stmt>>();
  const owners = new Set<Owner>();
  const recursive = flows.graph.onCycles();
  const bounded = new Bounded(code, (instance) => recursive.has(flows.bodyOf(instance)));
  const natives = new Natives(code, instances, flows, isOpen);
  const recursion = {
    leadsBack: (call: Expr): boolean => {
      const node = flows.decider(call);
      return node !== undefined && recursive.has(node);
    },
    checksSlice: (loop: Loop): boolean => loops.has(loop),
  };
  const read = (owner: Owner, body: Expr): void => {
    const own = longLoopsIn(body, bounded);
    for (const loop of own) {
      loops.add(loop);
      const steps = bounded.iterationCost(loop);
      if (steps < MOST_STEPS) weights.set(loop, Math.max(1, Math.round(steps / STEPS)));
      else heavy.set(loop, natives.within(loop));
    }
    if (recursive.has(flows.bodyOf(owner))) points.set(owner, checkPoints(body, recursion));
    if (own.length > 0 || points.has(owner)) owners.add(owner);
  };
  for (const [instance, { body }] of code) read(instance, body);
  for (const lambda of flows.lambdas) read(lambda, lambda.body);
  return { loops, weights, heavy, points, owners };
}

function longLoopsIn(body: Expr, bounded: Bounded): Loop[] {
  const found: Loop[] = [];
  const visit = {
    expr(expr: Expr): void {
      if (
        (expr.kind === "While" ||
          expr.kind === "ForNext" ||
          expr.kind === "ForRange" ||
          expr.kind === "ForList") &&
        !bounded.isShort(expr)
      ) {
        found.push(expr);
      }
      eachPart(expr, visit);
    },
    stmt: (stmt: Stmt): void => eachPartOfStmt(stmt, visit),
    lambda(_lambda: LambdaCode): void {},
  };
  visit.expr(body);
  return found;
}
