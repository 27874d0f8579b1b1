// Solves the equations of value ranges. The soundness rule: every value that a place or an expression of type
// Int ever has is within the interval found for it, in every program that makes less than 2^50 assignments to
// its variables. If this cannot be shown, there is no interval (null).
//
// 2^50 assignments would take days, and a counter that makes them moves by at most 2^50 times its step, which
// bounds counters (growth.ts). Nothing else is assumed: an operation yields the interval of all its results,
// or null if they may wrap.
//
// The least solution is computed for one strongly connected component after another, dependencies first.
// Within a component, targets whose inputs changed are computed again until a fixpoint is reached. Intervals
// that keep growing are widened in a few steps, so that there are few iterations.
import { spend } from "../../../limits/index.ts";
import { isPrimitive, type Expr } from "../../ir/index.ts";
import { boundsRule } from "./bounds.ts";
import { components } from "./components.ts";
import { bounded as boundedGrowth } from "./growth.ts";
import { interval, isExact, join, MOST_ASSIGNMENTS, type Range } from "./interval.ts";
import { rootOf, valueParts, type Counter, type Source, type Target, type Targets } from "./targets.ts";

/**
 * What is known about the values of an expression: none yet (undefined), within an interval, or any (null).
 */
export type Known = Range | null | undefined;

const HIGHS = [0, 1, 255, 65535, 2 ** 31 - 1, 2 ** 32 - 1, 2 ** 51, 2 ** 53 - 1, 2 ** 62];
const LOWS = [0, -1, -(2 ** 31), -(2 ** 51), -(2 ** 53 - 1), -(2 ** 62)];
/** The changes of a target before its interval is widened. */
const PATIENCE = 3;
/** The narrowing iterations for a component with counters. */
const NARROWINGS = 2;

export class Solution {
  readonly #targets: Targets;
  readonly #known = new Map<Target, Range | null>();
  /** Cached results of queries after solving. */
  readonly #answers = new Map<Expr, Range | null>();

  constructor(targets: Targets) {
    this.#targets = targets;
    for (const target of targets.open) this.#known.set(target, null);
    const closed = [...targets.sources.keys()].filter((target) => !targets.open.has(target));
    const reads = new Map(closed.map((target) => [target, readsOf(target, targets)]));
    for (const group of components(closed, (target) => reads.get(target)!)) this.#solve(group, reads);
  }

  /** The bounds of an Int expression's value, or null. */
  of(expr: Expr): Range | null {
    let answer = this.#answers.get(expr);
    if (answer === undefined) {
      answer = this.#eval(expr, (part) => this.of(part)) ?? null;
      this.#answers.set(expr, answer);
    }
    return answer;
  }

  ofTarget(target: Target): Range | null {
    return this.#known.get(target) ?? null;
  }

  /** What is known about a target so far. */
  target(read: Target): Known {
    const target = rootOf(read);
    const known = this.#known.get(target);
    if (known !== undefined) return known;
    return this.#targets.sources.has(target) ? undefined : null;
  }

  /** The values of a source, given what is known about targets. */
  source(source: Source): Known {
    if (source.kind === "Read") return this.target(source.target);
    if (source.kind !== "Counter") return this.#eval(source, this.#now);
    return counted(source, this.#eval(source.from, this.#now), this.#eval(source.to, this.#now));
  }

  #solve(group: readonly Target[], reads: ReadonlyMap<Target, ReadonlySet<Target>>): void {
    const [only] = group as [Target];
    if (group.length === 1 && !reads.get(only)!.has(only)) return this.#set(only, this.#joined(only));
    this.#iterate(group, reads);
    if (group.every((target) => isExact(this.ofTarget(target)))) return;
    for (const [target, range] of boundedGrowth(group, this.#targets, this)) this.#known.set(target, range);
    for (let iteration = 0; iteration < NARROWINGS; iteration++)
      for (const target of group) this.#narrow(target);
  }

  #iterate(group: readonly Target[], reads: ReadonlyMap<Target, ReadonlySet<Target>>): void {
    const readers = readersIn(group, reads);
    const changes = new Map<Target, number>();
    let pending = new Set(group);
    while (pending.size > 0) {
      const next = new Set<Target>();
      for (const target of pending) {
        if (!this.#update(target, changes)) continue;
        for (const reader of readers.get(target)!) next.add(reader);
      }
      pending = next;
    }
  }

  #update(target: Target, changes: Map<Target, number>): boolean {
    spend();
    const before = this.#known.get(target);
    if (before === null) return false;
    const value = this.#joined(target);
    let after = before === undefined || value === null || value === undefined ? value : join(before, value);
    if (
      after === undefined ||
      (after !== null && before !== undefined && after.low === before.low && after.high === before.high)
    )
      return false;
    const count = (changes.get(target) ?? 0) + 1;
    changes.set(target, count);
    if (after !== null && before !== undefined && count > PATIENCE) after = widened(before, after);
    this.#known.set(target, after);
    return true;
  }

  /** The union of all sources of a target. */
  #joined(target: Target): Known {
    let all: Known;
    for (const source of this.#targets.sources.get(target)!) {
      all = either(all, this.source(source));
      if (all === null) return null;
    }
    return all;
  }

  /**
   * All values come from the sources, so the bounds of these, given the bounds of other targets, are bounds
   * as well.
   */
  #narrow(target: Target): void {
    const before = this.#known.get(target);
    const value = this.#joined(target);
    if (before === undefined || value === null || value === undefined) return;
    const low = before === null ? value.low : Math.max(before.low, value.low);
    const high = before === null ? value.high : Math.min(before.high, value.high);
    if (low <= high) this.#known.set(target, { low, high });
  }

  #set(target: Target, value: Known): void {
    if (value !== undefined) this.#known.set(target, value);
  }

  readonly #now = (expr: Expr): Known => this.#eval(expr, this.#now);

  #eval(expr: Expr, of: (expr: Expr) => Known): Known {
    if (expr.type.kind === "Never") return undefined;
    if (!isPrimitive(expr.type, "Int")) return null;
    const target = this.#targets.targetOf(expr);
    return target !== null ? this.target(target) : computed(expr, of);
  }
}

/** The value of an Int expression that reads no target. */
export function computed(expr: Expr, of: (expr: Expr) => Known): Known {
  switch (expr.kind) {
    case "Const":
      return interval(Number(expr.value), Number(expr.value));
    case "Block":
      return expr.value === null ? undefined : of(expr.value);
    case "If":
    case "Chain":
      return either(of(expr.then), expr.otherwise === null ? null : of(expr.otherwise));
    case "Match":
      return expr.arms.reduce<Known>((all, arm) => either(all, of(arm.body)), undefined);
    case "Op":
      return operation(expr, of);
    default:
      return null;
  }
}

/** A counter stays below the end of its range and moves by one in each iteration. */
function counted({ inclusive }: Counter, from: Known, to: Known): Known {
  if (from === undefined || to === undefined) return undefined;
  if (from === null) return null;
  const last = to === null ? from.high + MOST_ASSIGNMENTS : to.high - (inclusive ? 0 : 1);
  return interval(from.low, Math.max(last, from.low));
}

function either(a: Known, b: Known): Known {
  if (a === undefined) return b;
  if (b === undefined) return a;
  return a === null || b === null ? null : join(a, b);
}

function widened(before: Range, after: Range): Range | null {
  const low = after.low < before.low ? LOWS.find((limit) => limit <= after.low) : after.low;
  const high = after.high > before.high ? HIGHS.find((limit) => limit >= after.high) : after.high;
  return low === undefined || high === undefined ? null : { low, high };
}

function operation({ op, args }: Expr & { kind: "Op" }, of: (expr: Expr) => Known): Known {
  const rule = boundsRule(op);
  if (typeof rule !== "function") return rule;
  const a = of(args[0]!);
  const b = args.length === 1 ? null : of(args[1]!);
  return a === undefined || b === undefined ? undefined : rule(a, b);
}

// ---- dependencies

/** The targets that the values of a target depend on. */
function readsOf(target: Target, targets: Targets): Set<Target> {
  const reads = new Set<Target>();
  const visit = (expr: Expr): void => {
    const read = targets.targetOf(expr);
    if (read !== null) reads.add(rootOf(read));
    else valueParts(expr).forEach(visit);
  };
  for (const source of targets.sources.get(target)!) {
    if (source.kind === "Read") reads.add(rootOf(source.target));
    else if (source.kind === "Counter") [source.from, source.to].forEach(visit);
    else visit(source);
  }
  return reads;
}

function readersIn(
  group: readonly Target[],
  reads: ReadonlyMap<Target, ReadonlySet<Target>>,
): Map<Target, Target[]> {
  const readers = new Map<Target, Target[]>(group.map((target) => [target, []]));
  for (const target of group) for (const read of reads.get(target)!) readers.get(read)?.push(target);
  return readers;
}
