// Finds the Ints that really exceed 2^53: 64-bit hashes and random numbers. They are computed with constants
// of that size, or grow with each iteration until they wrap, or derive from such values. Values that merely
// might get there are not wide: counters, sums and sentinels stay numbers.
import { factsOf, isPrimitive, type Expr } from "../../ir/index.ts";
import { components } from "./components.ts";
import { isExact, MAX_EXACT } from "./interval.ts";
import type { Solution } from "./solve.ts";
import { rootOf, valueParts, type Target, type Targets } from "./targets.ts";

/**
 * The largest factor that does not count as growth: factors up to this occur when the digits of numbers are
 * read.
 */
const GROWTH = 16;
/** The same for shifts, in bits. */
const GROWTH_BITS = 4;

/** The targets and constants that the value of a target is computed from, through values that may be wide. */
interface Origins {
  /** Each target, and whether it is read by an operation that makes it grow. */
  readonly reads: Map<Target, boolean>;
  /** Whether a constant beyond 2^53 is involved. */
  fromConstant: boolean;
}

export class WideValues {
  readonly #targets: Targets;
  readonly #solution: Solution;
  readonly #wide: ReadonlySet<Target>;
  readonly #answers = new Map<Expr, boolean>();

  constructor(targets: Targets, solution: Solution) {
    this.#targets = targets;
    this.#solution = solution;
    const unbounded = [...targets.sources.keys()].filter((target) => !isExact(solution.ofTarget(target)));
    const origins = new Map(unbounded.map((target) => [target, this.#originsOf(target)]));
    this.#wide = reached(
      [...growing(origins), ...unbounded.filter((target) => origins.get(target)!.fromConstant)],
      origins,
    );
  }

  has(target: Target): boolean {
    return this.#wide.has(rootOf(target));
  }

  /** Whether the value of an Int expression really exceeds 2^53. */
  isWide(expr: Expr): boolean {
    let answer = this.#answers.get(expr);
    if (answer === undefined) this.#answers.set(expr, (answer = this.#decide(expr)));
    return answer;
  }

  #decide(expr: Expr): boolean {
    if (!this.#mayBeWide(expr)) return false;
    const target = this.#targets.targetOf(expr);
    if (target !== null) return this.has(target);
    return valueParts(expr).some((part) => this.isWide(part) || (expr.kind === "Op" && isWideConstant(part)));
  }

  #mayBeWide(expr: Expr): boolean {
    if (!isPrimitive(expr.type, "Int") || isExact(this.#solution.of(expr))) return false;
    return expr.kind !== "Op" || factsOf(expr.op).keepsWidth || this.#targets.targetOf(expr) !== null;
  }

  #originsOf(target: Target): Origins {
    const origins: Origins = { reads: new Map(), fromConstant: false };
    const add = (read: Target, grown: boolean): void =>
      void origins.reads.set(read, grown || (origins.reads.get(read) ?? false));
    const visit = (expr: Expr, grown: boolean): void => {
      if (!this.#mayBeWide(expr)) return;
      const read = this.#targets.targetOf(expr);
      if (read !== null) return add(read, grown);
      for (const part of valueParts(expr)) {
        if (expr.kind === "Op" && isWideConstant(part)) origins.fromConstant = true;
        visit(part, grown || growsOperand(expr));
      }
    };
    for (const source of this.#targets.sources.get(target)!) {
      if (source.kind === "Read") add(rootOf(source.target), false);
      else if (source.kind !== "Counter") visit(source, false);
    }
    return origins;
  }
}

/** Targets that depend on themselves by a multiplication or shift. */
function growing(origins: ReadonlyMap<Target, Origins>): Target[] {
  const groups = components(origins.keys(), (target) => origins.get(target)!.reads.keys());
  return groups.flatMap((group) => {
    const members = new Set(group);
    return group.some((target) =>
      [...origins.get(target)!.reads].some(([read, grown]) => grown && members.has(read)),
    )
      ? group
      : [];
  });
}

/** `from`, and all targets that values flow to from there. */
function reached(from: readonly Target[], origins: ReadonlyMap<Target, Origins>): Set<Target> {
  const readers = new Map<Target, Target[]>();
  for (const [target, { reads }] of origins) {
    for (const read of reads.keys()) {
      const known = readers.get(read);
      if (known === undefined) readers.set(read, [target]);
      else known.push(target);
    }
  }
  const found = new Set(from);
  for (const target of found) for (const reader of readers.get(target) ?? []) found.add(reader);
  return found;
}

/**
 * Whether it is a constant beyond 2^53, other than the bounds of Int, which searches for a minimum or maximum
 * start from.
 */
function isWideConstant(expr: Expr): boolean {
  if (expr.kind !== "Const" || expr.of !== "Int") return false;
  const size = expr.value as bigint;
  return (size > MAX_EXACT || size < -MAX_EXACT) && size !== 2n ** 63n - 1n && size !== -(2n ** 63n);
}

/**
 * Whether it is a multiplication or shift by a constant, which makes the other operand grow with every
 * iteration.
 */
function growsOperand(expr: Expr): boolean {
  if (expr.kind !== "Op") return false;
  const limit = expr.op === "Int.mul" ? GROWTH : expr.op === "Int.shl" ? GROWTH_BITS : null;
  return limit !== null && expr.args.some((arg) => arg.kind === "Const" && (arg.value as bigint) > limit);
}
