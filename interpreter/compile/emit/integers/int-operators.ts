// Int arithmetic inline (reference/types#int). An Int is a number while exact, otherwise a Wide, whose value
// in arithmetic is an infinity. So one test of the result detects both an operand that was not a number and a
// result outside the exact range. Known bounds of operands make the tests unnecessary.
import {
  difference,
  fits32,
  isExact,
  negated,
  product,
  quotient,
  remainder as remainderRange,
  sum,
  type Range,
} from "../../analysis/ranges/index.ts";
import { compound, numberOf, operand, type Value, type RuntimeName } from "../values/index.ts";

/** What an operator needs from the function it is emitted into. */
export interface Scratch {
  temp(): string;
  /** A function or class of the runtime. */
  runtimeName(name: RuntimeName): string;
  /** The marker of the operation's location. */
  readonly mark: string;
}

/** The text of the operand for its first mention, and for later ones. */
export function twice(value: Value, scratch: Scratch): [string, string] {
  if (value.repeatable) return [value.text, value.text];
  const name = scratch.temp();
  return [`(${name} = ${value.text})`, name];
}

/**
 * Results of 32 bits, which are the most frequent, take one test that V8 optimizes; the runtime handles
 * others.
 */
function checked(
  result: string,
  bounds: Range | null,
  scratch: Scratch,
  done: (t: string) => string,
  slow: string,
): Value {
  const t = scratch.temp();
  return compound(`((${t} = ${result}) | 0) === ${t} ? ${done(t)} : ${slow}`, bounds);
}

/** Whether the operands are numbers that are added, subtracted or multiplied exactly. */
function isPlain(a: Value, b: Value, result: Range | null): boolean {
  return a.range !== null && b.range !== null && isExact(result);
}

export function additive(op: "+" | "-", a: Value, b: Value, scratch: Scratch): Value {
  const bounds = (op === "+" ? sum : difference)(a.bounds, b.bounds);
  if (isPlain(a, b, bounds)) return compound(`${operand(a)} ${op} ${operand(b)}`, bounds);
  const [a1, a2] = twice(a, scratch);
  const [b1, b2] = twice(b, scratch);
  const slow = `${scratch.runtimeName(op === "+" ? "addInt" : "subInt")}(${a2}, ${b2})`;
  return checked(`${a1} ${op} ${b1}`, bounds, scratch, (t) => t, slow);
}

export function multiply(a: Value, b: Value, scratch: Scratch): Value {
  // 0 times a negative number is -0, which adding 0 turns into 0.
  const zeroSafe = noNegativeZero(a.bounds, b.bounds);
  const bounds = product(a.bounds, b.bounds);
  if (isPlain(a, b, bounds)) {
    const text = `${operand(a)} * ${operand(b)}`;
    return compound(zeroSafe ? text : `${text} + 0`, bounds);
  }
  const [a1, a2] = twice(a, scratch);
  const [b1, b2] = twice(b, scratch);
  const done = (t: string) => (zeroSafe ? t : `${t} + 0`);
  return checked(`${a1} * ${b1}`, bounds, scratch, done, `${scratch.runtimeName("mulInt")}(${a2}, ${b2})`);
}

/** Whether the product is never -0: both are at least 0, or one is positive. */
function noNegativeZero(a: Range | null, b: Range | null): boolean {
  const positive = (range: Range | null) => range !== null && range.low > 0;
  const natural = (range: Range | null) => range !== null && range.low >= 0;
  return positive(a) || positive(b) || (natural(a) && natural(b));
}

export function divide(a: Value, b: Value, scratch: Scratch): Value {
  const bounds = quotient(a.bounds, b.bounds);
  if (bounds !== null && fits32(a.range)) return compound(`${operand(a)} / ${operand(b)} | 0`, bounds);
  return by32(a, b, { op: "/", slow: "divInt" }, bounds, scratch);
}

export function remainder(a: Value, b: Value, scratch: Scratch): Value {
  const divisor = numberOf(b);
  const bounds = remainderRange(a.bounds, b.bounds);
  if (divisor !== null && divisor > 0) {
    if (a.range !== null && a.range.low >= 0) return compound(`${operand(a)} % ${operand(b)}`, bounds);
    if (fits32(a.range)) return compound(`${operand(a)} % ${operand(b)} | 0`, bounds);
  }
  return by32(a, b, { op: "%", slow: "remInt" }, bounds, scratch);
}

/** `a * b % c`, as in arithmetic modulo a prime: avoids products of up to 62 bits. */
export function multiplyRemainder(a: Value, b: Value, c: Value, scratch: Scratch): Value {
  const bounds = remainderRange(product(a.bounds, b.bounds), c.bounds);
  const [a1, a2] = twice(a, scratch);
  const [b1, b2] = twice(b, scratch);
  const [c1, c2] = twice(c, scratch);
  const t = scratch.temp();
  const divisor = numberOf(c);
  const test =
    divisor !== null && divisor > 0
      ? `((${t} = ${a1} * ${b1}) | 0) === ${t}`
      : `(${t} = ${a1} * ${b1}, ${c1} > 0) && (${t} | 0) === ${t}`;
  return compound(
    `${test} ? ${t} % ${operand(divisor !== null ? c : { ...c, text: c2, atom: true })} | 0 : ${scratch.mark}${scratch.runtimeName("mulRemInt")}(${a2}, ${b2}, ${c2})`,
    bounds,
  );
}

/** A 32-bit dividend and a positive divisor inline: `| 0` truncates, and turns -0 into 0. */
function by32(
  a: Value,
  b: Value,
  { op, slow }: { readonly op: "/" | "%"; readonly slow: RuntimeName },
  bounds: Range | null,
  scratch: Scratch,
): Value {
  if (a.wide === true)
    return compound(`${scratch.mark}${scratch.runtimeName(slow)}(${a.text}, ${b.text})`, bounds);
  const [a1, a2] = twice(a, scratch);
  const divisor = numberOf(b);
  const [b1, b2] = divisor !== null ? [b.text, b.text] : twice(b, scratch);
  // The divisor must be evaluated, whatever the dividend is.
  const first = b1 === b2 ? `(${a1} | 0) === ${a2}` : `(${a1} | 0) === ${a2} & ${b1} > 0`;
  const test = divisor !== null && divisor > 0 ? first : b1 === b2 ? `${first} && ${b2} > 0` : first;
  const call = `${scratch.mark}${scratch.runtimeName(slow)}(${a2}, ${b2})`;
  return compound(
    `${test} ? ${a2} ${op} ${divisor !== null && divisor < 0 ? `(${b2})` : b2} | 0 : ${call}`,
    bounds,
  );
}

export function negate(a: Value, scratch: Scratch): Value {
  if (a.range !== null) return compound(`0 - ${operand(a)}`, negated(a.range));
  const [a1, a2] = twice(a, scratch);
  return checked(
    `0 - ${a1}`,
    negated(a.bounds),
    scratch,
    (t) => t,
    `${scratch.runtimeName("negInt")}(${a2})`,
  );
}

export function less(op: "<" | "<=" | ">" | ">=", a: Value, b: Value, scratch: Scratch): Value {
  // A Wide compares with a number as an infinity; only two of them need the slow path.
  if (a.range !== null || b.range !== null) return compound(`${operand(a)} ${op} ${operand(b)}`);
  const [a1, a2] = twice(a, scratch);
  const held = b.repeatable ? b.text : scratch.temp();
  const first = b.repeatable ? "" : `, ${held} = ${b.text}`;
  const [low, high] = op === "<" || op === "<=" ? [a2, held] : [held, a2];
  const slow = `${scratch.runtimeName(op === "<" || op === ">" ? "ltInt" : "leInt")}(${low}, ${high})`;
  const test = first === "" ? `typeof ${a1} === "number"` : `(${a1}${first}, typeof ${a2} === "number")`;
  return compound(`${test} ? ${a2} ${op} ${held} : ${slow}`);
}

export function equal(negated: boolean, a: Value, b: Value, scratch: Scratch): Value {
  if (a.range !== null || b.range !== null) {
    return compound(`${operand(a)} ${negated ? "!==" : "==="} ${operand(b)}`);
  }
  const [a1, a2] = twice(a, scratch);
  const [b1, b2] = twice(b, scratch);
  const same = scratch.runtimeName("eqInt");
  return negated
    ? compound(`${a1} !== ${b1} && !(typeof ${a2} === "object" && ${same}(${a2}, ${b2}))`)
    : compound(`${a1} === ${b1} || typeof ${a2} === "object" && ${same}(${a2}, ${b2})`);
}
