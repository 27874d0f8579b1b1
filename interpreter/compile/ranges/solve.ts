// The least intervals that satisfy all equations, found by rounds over those whose inputs changed.
// Intervals that keep growing are widened to a few steps, so that there are few rounds.
import type { Expr } from "../ir.ts";
import { isPrimitive } from "../lower/type-table.ts";
import { rootOf, valueParts, type Source, type Target, type Targets } from "./targets.ts";
import { bits, difference, interval, join, LENGTH, negated, product, quotient, remainder, shiftedLeft, shiftedRight, sum, within, type Range } from "./interval.ts";

/** What an expression may be: nothing yet (undefined), within an interval, or anything (null). */
type Known = Range | null | undefined;

const HIGHS = [0, 1, 255, 65535, 2 ** 31 - 1, 2 ** 32 - 1, 2 ** 51, 2 ** 53 - 1, 2 ** 62];
const LOWS = [0, -1, -(2 ** 31), -(2 ** 51), -(2 ** 53 - 1), -(2 ** 62)];
/** Changes of one target before its interval is widened. */
const PATIENCE = 3;

/**
 * A counter moves by at most this per assignment, so to get from 2^51 out of the exact range would
 * take it hours of doing nothing else: counters are taken to stay below.
 */
const STEP = 1024;
const COUNTER = 2 ** 51;

export class Solution {
  readonly #targets: Targets;
  readonly #known = new Map<Target, Range | null>();
  /** Answers to questions, once all is solved. */
  readonly #answers = new Map<Expr, Range | null>();

  constructor(targets: Targets) {
    this.#targets = targets;
    for (const target of targets.open) this.#known.set(target, null);
    this.#solve();
  }

  /** Bounds of the value of an Int expression, or null. */
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

  #solve(): void {
    const readers = readersOf(this.#targets);
    const changes = new Map<Target, number>();
    let pending = new Set(this.#targets.sources.keys());
    while (pending.size > 0) {
      const next = new Set<Target>();
      for (const target of pending) {
        if (!this.#update(target, changes)) continue;
        for (const reader of readers.get(target) ?? []) next.add(reader);
      }
      pending = next;
    }
  }

  #update(target: Target, changes: Map<Target, number>): boolean {
    const before = this.#known.get(target);
    if (before === null) return false;
    let after: Known = before;
    for (const source of this.#targets.sources.get(target)!) {
      const value = this.#source(source);
      if (value === undefined) continue;
      after = value === null ? null : after === undefined ? value : join(after, value);
      if (after === null) break;
    }
    if (after === undefined || (after !== null && before !== undefined && after.low === before.low && after.high === before.high)) return false;
    const count = (changes.get(target) ?? 0) + 1;
    changes.set(target, count);
    if (after !== null && before !== undefined && count > PATIENCE) after = widened(before, after);
    this.#known.set(target, after);
    return true;
  }

  #source(source: Source): Known {
    if (source.kind === "Read") return this.#target(source.target);
    if (source.kind !== "Counter") return this.#eval(source, this.#now);
    const from = this.#eval(source.from, this.#now);
    const to = this.#eval(source.to, this.#now);
    if (from === undefined || to === undefined) return undefined;
    if (!within(from, -(2 ** 50), 2 ** 50)) return null;
    const last = to === null ? COUNTER : Math.min(to.high - (source.inclusive ? 0 : 1), COUNTER);
    return { low: from.low, high: Math.max(last, from.low) };
  }

  readonly #now = (expr: Expr): Known => this.#eval(expr, this.#now);

  #target(read: Target): Known {
    const target = rootOf(read);
    const known = this.#known.get(target);
    if (known !== undefined) return known;
    return this.#targets.sources.has(target) ? undefined : null;
  }

  #eval(expr: Expr, of: (expr: Expr) => Known): Known {
    if (expr.type.kind === "Never") return undefined;
    if (!isPrimitive(expr.type, "Int")) return null;
    const target = this.#targets.targetOf(expr);
    if (target !== null) return this.#target(target);
    switch (expr.kind) {
      case "Const":
        return interval(Number(expr.value), Number(expr.value));
      case "Block":
        return expr.value === null ? undefined : of(expr.value);
      case "If":
        return either(of(expr.then), expr.otherwise === null ? null : of(expr.otherwise));
      case "Match":
        return expr.arms.reduce<Known>((all, arm) => either(all, of(arm.body)), undefined);
      case "Op":
        return operation(expr, of);
      default:
        return null;
    }
  }
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

function operation(expr: Expr & { kind: "Op" }, of: (expr: Expr) => Known): Known {
  const { op } = expr;
  if (op === "List.len" || op === "String.len") return LENGTH;
  if (op === "String.byteAt") return { low: -1, high: 255 };
  if (op === "Enum.tag") return { low: 0, high: 2 ** 31 };
  if (!op.startsWith("Int.")) return null;
  const a = of(expr.args[0]!);
  if (op === "Int.neg") return a === undefined ? undefined : negated(a);
  if (op === "Int.not") return a === undefined ? undefined : difference({ low: -1, high: -1 }, a);
  const b = of(expr.args[1]!);
  if (a === undefined || b === undefined) return undefined;
  switch (op) {
    case "Int.add":
      return stepped(a, b, sum(a, b));
    case "Int.sub":
      return stepped(a, b, difference(a, b));
    case "Int.mul":
      return product(a, b);
    case "Int.div":
      return quotient(a, b);
    case "Int.rem":
      return remainder(a, b);
    case "Int.and":
      return bits("&", a, b);
    case "Int.or":
      return bits("|", a, b);
    case "Int.xor":
      return bits("^", a, b);
    case "Int.shl":
      return shiftedLeft(a, b);
    case "Int.shr":
      return shiftedRight(a, b);
    default:
      return null;
  }
}

function stepped(a: Range | null, b: Range | null, result: Range | null): Range | null {
  if (result === null || !within(b, -STEP, STEP) || !within(a, -COUNTER, COUNTER)) return result;
  return { low: Math.max(result.low, -COUNTER), high: Math.min(result.high, COUNTER) };
}

/** The targets that the value of a source depends on. */
function eachRead(source: Source, targets: Targets, read: (target: Target) => void): void {
  if (source.kind === "Read") return read(rootOf(source.target));
  if (source.kind === "Counter") {
    eachRead(source.from, targets, read);
    return eachRead(source.to, targets, read);
  }
  const target = targets.targetOf(source);
  if (target !== null) read(target);
  else for (const part of valueParts(source)) eachRead(part, targets, read);
}

/** Which targets are computed from which. */
function readersOf(targets: Targets): Map<Target, Set<Target>> {
  const readers = new Map<Target, Set<Target>>();
  for (const [target, sources] of targets.sources) {
    for (const source of sources) {
      eachRead(source, targets, (read) => {
        let set = readers.get(read);
        if (set === undefined) readers.set(read, (set = new Set()));
        set.add(target);
      });
    }
  }
  return readers;
}
