// Ints that really exceed 2^53 (analysis/ranges/wide.ts), as two signed halves of 32 bits in JavaScript
// variables: no objects are allocated as long as they stay in variables, parameters and results. Where the
// Int itself is needed, `makeInt` creates it.
import { get, has } from "../../../own/index.ts";
import { fits32, isExact, isUnsigned32, within, type Range } from "../../analysis/ranges/index.ts";
import { factsOf, type Expr, type Instance, type Local, type OpName } from "../../ir/index.ts";
import type { Emitter } from "../emitter/index.ts";
import { atom, compound, numberOf, type Halves, type Value } from "../values/index.ts";

type Operation = Expr & { kind: "Op" };

/** Assignments to temporaries, in order, to be made before the halves are read. */
class Steps {
  readonly texts: string[] = [];
  readonly emitter: Emitter;
  /** Operands that have been evaluated. */
  readonly given: Map<Expr, Value>;

  constructor(emitter: Emitter, given = new Map<Expr, Value>()) {
    this.emitter = emitter;
    this.given = given;
  }

  set(text: string): string {
    const name = this.emitter.temp();
    this.texts.push(`${name} = ${text}`);
    return name;
  }

  /** One expression that makes all assignments and yields `text`. */
  before(text: string): string {
    return this.texts.length === 0 ? text : `(${this.texts.join(", ")}, ${text})`;
  }
}

// ---- entry points for the emitter

/** The halves of a value; emits the assignments before. */
export function emittedHalves(emitter: Emitter, expr: Expr): Halves {
  const steps = new Steps(emitter);
  const halves = halvesOf(expr, steps);
  for (const text of steps.texts) emitter.line(`${text};`);
  return halves;
}

export function emittedHalvesOfValue(emitter: Emitter, value: Value): Halves {
  const steps = new Steps(emitter);
  const halves = fromValue(value, steps);
  for (const text of steps.texts) emitter.line(`${text};`);
  return halves;
}

/** Two arguments for a parameter in halves: from the expression, or from its value if that exists already. */
export function splitArgument(emitter: Emitter, from: Expr | Value): string {
  const steps = new Steps(emitter);
  const { hi, lo } = has(from, "kind") ? halvesOf(from, steps) : fromValue(from, steps);
  return `${steps.before(hi)}, ${lo}`;
}

/** The Int in a variable that is kept in halves. */
export function splitLocal(emitter: Emitter, local: Local, { hi, lo }: Halves): Value {
  return { ...ofHalves(emitter, { hi, lo }), fixed: !local.assigned };
}

/** The Int of two names or literals. */
export function ofHalves(emitter: Emitter, halves: Halves): Value {
  return { ...whole(emitter, `${halves.hi}, ${halves.lo}`), pure: true, halves };
}

/** The Int that a call returns in halves: the lower one as its result, the upper one in a variable. */
export function splitResult(emitter: Emitter, call: Value): Value {
  const steps = new Steps(emitter);
  const lo = steps.set(call.text);
  const value = whole(emitter, `${emitter.program.high()}, ${lo}`);
  return { ...value, text: steps.before(value.text), effect: `${call.text};` };
}

/** An operation on wide Ints; null if it has none, or is faster on whole Ints. */
export function byHalves(emitter: Emitter, expr: Operation): Value | null {
  if (factsOf(expr.op).operands !== "Int") return null;
  const { ranges } = emitter.program;
  if (!emitter.isInline(expr))
    return ranges.isWide(expr) && ALWAYS.has(expr.op) ? afterOperands(emitter, expr) : null;
  const steps = new Steps(emitter);
  if (ranges.isWide(expr)) {
    const halves = arithmetic(expr, steps);
    if (halves === null) return null;
    const value = whole(emitter, `${halves.hi}, ${halves.lo}`);
    return { ...value, text: steps.before(value.text) };
  }
  if (!expr.args.some((arg) => ranges.isWide(arg))) return null;
  if (expr.op === "Int.and" || expr.op === "Int.shr") {
    const bounds = ranges.of(expr);
    const halves = isExact(bounds) ? arithmetic(expr, steps) : null;
    return halves === null ? null : result(steps, numberText(halves, bounds!), bounds);
  }
  return comparison(expr, steps);
}

/** Operations for which halves are always faster. */
const ALWAYS: ReadonlySet<OpName> = new Set([
  "Int.add",
  "Int.sub",
  "Int.neg",
  "Int.mul",
  "Int.not",
  "Int.and",
  "Int.or",
  "Int.xor",
]);

/** For operands that need statements, such as calls that may wait. */
function afterOperands(emitter: Emitter, expr: Operation): Value {
  const values = emitter.values(expr.args);
  const steps = new Steps(emitter, new Map(expr.args.map((arg, at) => [arg, values[at]!])));
  const halves = arithmetic(expr, steps)!;
  for (const text of steps.texts) emitter.line(`${text};`);
  return ofHalves(emitter, halves);
}

/** Only the lower half of a wide Int; null for others. */
export function lowerHalf(emitter: Emitter, expr: Expr): string | null {
  if (!emitter.program.ranges.isWide(expr) || !emitter.isInline(expr)) return null;
  const steps = new Steps(emitter);
  return steps.before(halvesOf(expr, steps).lo);
}

function whole(emitter: Emitter, halves: string): Value {
  return { ...atom(`${emitter.runtimeName("makeInt")}(${halves})`), wide: true };
}

function result(steps: Steps, text: string, bounds: Range | null): Value {
  return steps.texts.length === 0 ? compound(text, bounds) : atom(steps.before(text), bounds);
}

/** The number of halves within 2^53. */
function numberText({ hi, lo }: Halves, bounds: Range): string {
  if (fits32(bounds)) return lo;
  return isUnsigned32(bounds) ? `${lo} >>> 0` : `${hi} * 4294967296 + (${lo} >>> 0)`;
}

// ---- expressions

function halvesOf(expr: Expr, steps: Steps): Halves {
  const { emitter } = steps;
  const given = steps.given.get(expr);
  if (given !== undefined) return fromValue(given, steps);
  if (emitter.isInline(expr)) {
    if (expr.kind === "Const" && expr.of === "Int") return literal(expr.value as bigint);
    if (expr.kind === "Block") return halvesOf(expr.value!, steps);
    if (expr.kind === "Local") {
      const names = emitter.splits.get(expr.local);
      if (names !== undefined) return names;
    }
    if (expr.kind === "Call" && emitter.program.returnsHalves(expr.instance)) {
      const lo = steps.set(emitter.call(expr).text);
      return { hi: steps.set(emitter.program.high()), lo };
    }
    const computed =
      expr.kind === "Op" && emitter.program.ranges.isWide(expr) ? arithmetic(expr, steps) : null;
    if (computed !== null) return computed;
  }
  return fromValue(emitter.value(expr), steps);
}

function literal(value: bigint): Halves {
  return { hi: `${BigInt.asIntN(32, value >> 32n)}`, lo: `${BigInt.asIntN(32, value)}` };
}

function fromValue(value: Value, steps: Steps): Halves {
  const halves = get(value, "halves");
  if (halves !== undefined) return halves;
  const text = value.repeatable ? value.text : steps.set(value.text);
  const { range } = value;
  if (fits32(range))
    return { hi: range.low >= 0 ? "0" : range.high < 0 ? "-1" : steps.set(`${text} >> 31`), lo: text };
  if (range !== null) {
    return {
      hi: isUnsigned32(range) ? "0" : steps.set(`Math.floor(${text} / 4294967296) | 0`),
      lo: steps.set(`${text} | 0`),
    };
  }
  const { emitter } = steps;
  return {
    hi: steps.set(`${emitter.runtimeName("highHalf")}(${text})`),
    lo: steps.set(`${emitter.runtimeName("lowHalf")}(${text})`),
  };
}

/** Null if halves do not help. */
function arithmetic(expr: Operation, steps: Steps): Halves | null {
  const part = (at: number): Halves => halvesOf(expr.args[at]!, steps);
  switch (expr.op) {
    case "Int.add": {
      const [a, b] = [part(0), part(1)];
      const lo = steps.set(`${a.lo} + ${b.lo} | 0`);
      return { hi: steps.set(`${a.hi} + ${b.hi} + (${lo} >>> 0 < ${a.lo} >>> 0 ? 1 : 0) | 0`), lo };
    }
    case "Int.sub":
      return difference(part(0), part(1), steps);
    case "Int.neg":
      return difference({ hi: "0", lo: "0" }, part(0), steps);
    case "Int.mul": {
      const [a, b] = [part(0), part(1)];
      const upper = [`${steps.emitter.runtimeName("highProduct")}(${a.lo}, ${b.lo})`];
      if (b.hi !== "0") upper.push(`Math.imul(${a.lo}, ${b.hi})`);
      if (a.hi !== "0") upper.push(`Math.imul(${a.hi}, ${b.lo})`);
      return { hi: steps.set(`${upper.join(" + ")} | 0`), lo: steps.set(`Math.imul(${a.lo}, ${b.lo})`) };
    }
    case "Int.not": {
      const { hi, lo } = part(0);
      return { hi: steps.set(`~${hi}`), lo: steps.set(`~${lo}`) };
    }
    case "Int.and":
      return bitwise("&", part(0), part(1), steps);
    case "Int.or":
      return bitwise("|", part(0), part(1), steps);
    case "Int.xor":
      return bitwise("^", part(0), part(1), steps);
    case "Int.shl":
    case "Int.shr":
      return shifted(expr, steps);
    default:
      return null;
  }
}

function difference(a: Halves, b: Halves, steps: Steps): Halves {
  const hi = steps.set(`${a.hi} - ${b.hi} - (${a.lo} >>> 0 < ${b.lo} >>> 0 ? 1 : 0) | 0`);
  return { hi, lo: steps.set(`${a.lo} - ${b.lo} | 0`) };
}

function bitwise(op: "&" | "|" | "^", a: Halves, b: Halves, steps: Steps): Halves {
  const half = (left: string, right: string): string => {
    const [none, all] = op === "&" ? ["-1", "0"] : ["0", op === "|" ? "-1" : null];
    if (left === all || right === all) return all!;
    if (left === none) return right;
    return right === none ? left : steps.set(`${left} ${op} ${right}`);
  };
  return { hi: half(a.hi, b.hi), lo: half(a.lo, b.lo) };
}

/**
 * Shifts by 0 to 63; other counts are rare. JavaScript takes counts modulo 32, which is right for counts
 * above 31.
 */
function shifted(expr: Operation, steps: Steps): Halves | null {
  const { ranges } = steps.emitter.program;
  const count = ranges.of(expr.args[1]!);
  if (!within(count, 0, 63)) return null;
  const { hi, lo } = halvesOf(expr.args[0]!, steps);
  const value = steps.emitter.value(expr.args[1]!);
  const n = value.repeatable ? value.text : steps.set(value.text);
  const known = numberOf(value);
  const rest = known === null ? `31 - ${n}` : `${31 - (known & 31)}`;
  const choose = (below: string, from: string): string => {
    if (count.high < 32) return steps.set(below);
    return steps.set(count.low >= 32 ? from : `${n} < 32 ? ${below} : ${from}`);
  };
  // The bits that move between the halves are shifted by 32 - n, in two steps since that may be 32.
  if (expr.op === "Int.shl") {
    return {
      hi: choose(`${hi} << ${n} | ${lo} >>> 1 >>> ${rest}`, `${lo} << ${n}`),
      lo: choose(`${lo} << ${n}`, "0"),
    };
  }
  return {
    hi: choose(`${hi} >> ${n}`, `${hi} >> 31`),
    lo: choose(`${lo} >>> ${n} | ${hi} << 1 << ${rest}`, `${hi} >> ${n}`),
  };
}

function comparison(expr: Operation, steps: Steps): Value | null {
  const relation = RELATIONS[expr.op];
  if (relation === undefined) return null;
  const [a, b] = [halvesOf(expr.args[0]!, steps), halvesOf(expr.args[1]!, steps)];
  const text =
    relation === "===" || relation === "!=="
      ? `(${a.hi} ^ ${b.hi} | ${a.lo} ^ ${b.lo}) ${relation} 0`
      : `${a.hi} ${relation[0]} ${b.hi} || ${a.hi} === ${b.hi} && ${a.lo} >>> 0 ${relation} ${b.lo} >>> 0`;
  return result(steps, text, null);
}

const RELATIONS: Partial<Readonly<Record<OpName, "===" | "!==" | "<" | "<=" | ">" | ">=">>> = {
  "Int.eq": "===",
  "Int.ne": "!==",
  "Int.lt": "<",
  "Int.le": "<=",
  "Int.gt": ">",
  "Int.ge": ">=",
};

/** The parameters of a function in JavaScript. */
export function parameterNames(emitter: Emitter, instance: Instance): string[] {
  return instance.params.flatMap((param) => {
    if (!emitter.program.ranges.isSplit(param)) return [emitter.declare(param)];
    const { hi, lo } = emitter.declareSplit(param);
    return [hi, lo];
  });
}
