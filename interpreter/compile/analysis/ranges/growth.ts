// Bounds counters: targets that depend on themselves without a limit. Suppose that all values of a group so
// far are between -P and M. If each source then yields at most M + s and at least -P - t, or values that do
// not depend on the group, no value can move away further than MOST_ASSIGNMENTS times s or t. To show that,
// sources are computed with P and M as unknowns: `i + 1` is at most M + 1, `(low + high) / 2` at most M. A
// target for which this cannot be shown may have any value, for itself and for the others.
import { factsOf, isPrimitive, type Expr, type OpName } from "../../ir/index.ts";
import { constantOf, interval, isExact, MOST_ASSIGNMENTS, type Range } from "./interval.ts";
import { computed, type Known, type Solution } from "./solve.ts";
import { rootOf, type Counter, type Source, type Target, type Targets } from "./targets.ts";

/** The linear form `m * M + p * P + c`; `m` and `p` are never negative. */
interface Bound {
  readonly m: number;
  readonly p: number;
  readonly c: number;
}

/** An upper bound of the values, and an upper bound of the negated values. */
interface Reach {
  readonly up: Bound;
  readonly down: Bound;
}

/** As `Known`: undefined is no value yet, null any value. */
type Reached = Reach | null | undefined;

/** After this many iterations of removing members, the group is not regarded as counters. */
const MOST_ITERATIONS = 30;

/** Factors and divisors up to this keep the arithmetic of bounds exact enough. */
const MOST_FACTOR = 2 ** 20;

/** Intervals for the members of a group that are counters. */
export function bounded(group: readonly Target[], targets: Targets, solution: Solution): Map<Target, Range> {
  const open = group.filter((target) => !isExact(solution.ofTarget(target)));
  const oneWay = new Growth(open, targets, solution, false).bounds();
  if (oneWay.size === open.length) return oneWay;
  // If values change their sign, as by `-x`, M replaces P as well.
  const bothWays = new Growth(open, targets, solution, true).bounds();
  return bothWays.size > oneWay.size ? bothWays : oneWay;
}

class Growth {
  readonly #members: Set<Target>;
  readonly #targets: Targets;
  readonly #solution: Solution;
  readonly #symmetric: boolean;
  /** The assumed interval of the members when sources are computed as intervals. */
  #assumed: Range | null = null;

  constructor(members: readonly Target[], targets: Targets, solution: Solution, symmetric: boolean) {
    this.#members = new Set(members);
    this.#targets = targets;
    this.#solution = solution;
    this.#symmetric = symmetric;
  }

  bounds(): Map<Target, Range> {
    for (let iteration = 0; iteration < MOST_ITERATIONS && this.#members.size > 0; iteration++) {
      const reaches = this.#reaches();
      if (reaches === null) continue;
      const range = this.#range(reaches);
      if (range === null) break;
      this.#assumed = range;
      if (
        this.#removeWhere((target) =>
          this.#targets.sources.get(target)!.some((source) => this.#mayWrap(source)),
        )
      )
        continue;
      return new Map([...this.#members].map((target) => [target, range]));
    }
    return new Map();
  }

  /** The reaches of all sources of all members; null if a member was removed. */
  #reaches(): Reach[] | null {
    const found: Reach[] = [];
    const leaves = this.#removeWhere((target) => {
      const reaches = this.#targets.sources
        .get(target)!
        .flatMap((source) => this.#alternatives(source, target));
      for (const reach of reaches) if (reach !== null && reach !== undefined) found.push(reach);
      return reaches.some((reach) => reach === null || (reach !== undefined && !this.#staysNear(reach)));
    });
    return leaves ? null : found;
  }

  #removeWhere(test: (target: Target) => boolean): boolean {
    const leaving = [...this.#members].filter(test);
    for (const target of leaving) this.#members.delete(target);
    return leaving.length > 0;
  }

  #range(reaches: readonly Reach[]): Range | null {
    const [ups, downs] = [reaches.map((reach) => reach.up), reaches.map((reach) => reach.down)];
    if (!this.#symmetric) return interval(0 - furthest(downs), furthest(ups));
    const end = furthest([...ups, ...downs]);
    return interval(0 - end, end);
  }

  /** Whether a reach is within M and P except for a constant, or independent of them. */
  #staysNear({ up, down }: Reach): boolean {
    if (this.#symmetric) return up.m <= 1 && down.m <= 1;
    return up.m <= 1 && up.p === 0 && down.m === 0 && down.p <= 1;
  }

  // ---- sources as bounds

  /** The alternatives that a source yields, such as the start of a counter and its next value. */
  #alternatives(source: Source, target: Target): Reached[] {
    switch (source.kind) {
      case "Read":
        return [this.#target(source.target)];
      case "Counter":
        return this.#counter(source, target);
      case "Block":
        return source.value === null ? [] : this.#alternatives(source.value, target);
      case "If":
      case "Chain":
        return source.otherwise === null
          ? [null]
          : [source.then, source.otherwise].flatMap((part) => this.#alternatives(part, target));
      case "Match":
        return source.arms.flatMap((arm) => this.#alternatives(arm.body, target));
      default:
        return [this.#reach(source)];
    }
  }

  /** The counter stays below the end of its range, or is that of the previous iteration plus one. */
  #counter({ from, to, inclusive }: Counter, target: Target): Reached[] {
    const [start, end, self] = [this.#reach(from), this.#reach(to), this.#target(target)];
    if (start === undefined || end === undefined) return [];
    if (start === null) return [null];
    const last = end === null ? plusOne(self) : inclusive ? end : added(end, constant({ low: -1, high: -1 }));
    return [start, last === null ? null : { up: last.up, down: start.down }];
  }

  #target(read: Target): Reached {
    const target = rootOf(read);
    if (!this.#members.has(target)) return reachOf(this.#solution.target(target));
    return { up: { m: 1, p: 0, c: 0 }, down: this.#symmetric ? { m: 1, p: 0, c: 0 } : { m: 0, p: 1, c: 0 } };
  }

  readonly #reach = (expr: Expr): Reached => {
    if (expr.type.kind === "Never") return undefined;
    if (!isPrimitive(expr.type, "Int")) return null;
    const target = this.#targets.targetOf(expr);
    if (target !== null) return this.#target(target);
    switch (expr.kind) {
      case "Block":
        return expr.value === null ? undefined : this.#reach(expr.value);
      case "If":
      case "Chain":
        return either(this.#reach(expr.then), expr.otherwise === null ? null : this.#reach(expr.otherwise));
      case "Match":
        return expr.arms.reduce<Reached>((all, arm) => either(all, this.#reach(arm.body)), undefined);
      case "Op":
        return this.#operation(expr);
      default:
        return reachOf(computed(expr, () => null));
    }
  };

  #operation(expr: Expr & { kind: "Op" }): Reached {
    const operands = factsOf(expr.op).operands === "Int" ? expr.args.map(this.#reach) : [];
    if (operands.includes(undefined)) return undefined;
    const [a, b] = operands as (Reach | null)[];
    const linear = operands.includes(null) ? null : combined(expr.op, a!, b!);
    if (linear !== null) return linear;
    // Independent of the members.
    const known = new Map(expr.args.map((arg, at) => [arg, rangeOf(operands[at] ?? null)]));
    return reachOf(computed(expr, (arg) => known.get(arg)));
  }

  // ---- sources as intervals

  /** Whether a source may wrap when the members are within the assumed interval. */
  #mayWrap(source: Source): boolean {
    if (source.kind === "Read") return this.#assumedOf(source.target) === null;
    if (source.kind !== "Counter") return this.#value(source) === null;
    return (
      this.#value(source.from) === null ||
      (this.#value(source.to) === null && this.#reach(source.to) !== null)
    );
  }

  #assumedOf(target: Target): Known {
    return this.#members.has(rootOf(target)) ? this.#assumed : this.#solution.target(target);
  }

  readonly #value = (expr: Expr): Known => {
    if (expr.type.kind === "Never") return undefined;
    if (!isPrimitive(expr.type, "Int")) return null;
    const target = this.#targets.targetOf(expr);
    return target !== null ? this.#assumedOf(target) : computed(expr, this.#value);
  };
}

/** The end of the bounds: the furthest constant plus the largest step times the number of assignments. */
function furthest(bounds: readonly Bound[]): number {
  let [start, step] = [0, 0];
  for (const { m, p, c } of bounds) {
    if (m + p > 0) step = Math.max(step, c);
    else start = Math.max(start, c);
  }
  return start + step * MOST_ASSIGNMENTS;
}

// ---- arithmetic of bounds

function constant({ low, high }: Range): Reach {
  return { up: { m: 0, p: 0, c: high }, down: { m: 0, p: 0, c: 0 - low } };
}

/** Null if values that do not depend on M and P may wrap; widens bounds that may have been rounded. */
function sound({ up, down }: Reach): Reach | null {
  const range = interval(0 - down.c, up.c);
  return range === null ? null : { up: { ...up, c: range.high }, down: { ...down, c: 0 - range.low } };
}

function reachOf(known: Known): Reached {
  return known === undefined || known === null ? known : constant(known);
}

/** Null if it depends on M or P. */
function rangeOf(reach: Reach | null): Range | null {
  if (reach === null || [reach.up, reach.down].some(({ m, p }) => m + p > 0)) return null;
  return { low: 0 - reach.down.c, high: reach.up.c };
}

function furtherOf(a: Bound, b: Bound): Bound {
  return { m: Math.max(a.m, b.m), p: Math.max(a.p, b.p), c: Math.max(a.c, b.c) };
}

function either(a: Reached, b: Reached): Reached {
  if (a === undefined) return b;
  if (b === undefined) return a;
  return a === null || b === null ? null : { up: furtherOf(a.up, b.up), down: furtherOf(a.down, b.down) };
}

function plus(a: Bound, b: Bound): Bound {
  return { m: a.m + b.m, p: a.p + b.p, c: a.c + b.c };
}

function added(a: Reach, b: Reach): Reach | null {
  return sound({ up: plus(a.up, b.up), down: plus(a.down, b.down) });
}

function plusOne(a: Reached): Reach | null {
  return a === null || a === undefined ? null : added(a, constant({ low: 1, high: 1 }));
}

function negated({ up, down }: Reach): Reach {
  return { up: down, down: up };
}

/** The linear form of a result; null for operations that are not linear. */
function combined(op: OpName, a: Reach, b: Reach): Reach | null {
  switch (op) {
    case "Int.add":
      return added(a, b);
    case "Int.sub":
      return added(a, negated(b));
    case "Int.neg":
      return negated(a);
    case "Int.not":
      return added(constant({ low: -1, high: -1 }), negated(a));
    case "Int.mul":
      return multiplied(a, factorOf(b)) ?? multiplied(b, factorOf(a));
    case "Int.div":
      return divided(a, factorOf(b));
    default:
      return null;
  }
}

function factorOf(reach: Reach): number | null {
  const range = rangeOf(reach);
  const number = constantOf(range);
  return number !== null && Math.abs(number) <= MOST_FACTOR ? number : null;
}

function multiplied(a: Reach, factor: number | null): Reach | null {
  if (factor === null) return null;
  const size = Math.abs(factor);
  const times = ({ m, p, c }: Bound): Bound => ({ m: m * size, p: p * size, c: c * size + 0 });
  const grown = { up: times(a.up), down: times(a.down) };
  return sound(factor < 0 ? negated(grown) : grown);
}

/** Truncation moves a value towards 0, so by less than one away from a bound on the other side. */
function divided(a: Reach, divisor: number | null): Reach | null {
  if (divisor === null || divisor <= 0) return null;
  const part = ({ m, p, c }: Bound): Bound => ({
    m: m / divisor,
    p: p / divisor,
    c: c >= 0 ? Math.ceil(c / divisor) : Math.ceil(c / divisor) + 1,
  });
  return sound({ up: part(a.up), down: part(a.down) });
}
