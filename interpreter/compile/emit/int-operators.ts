// Int arithmetic inline (language 4.3). An Int is a number while exact, else a Wide, whose value in
// arithmetic is an infinity: so one look at the result finds both an operand that was no number and
// a result that left the exact range. What is known about operands removes the looks.
import { compound, inside, MAX_EXACT, operand, type Range, type Value } from "./value.ts";

/** What an operator needs of the function it is emitted into. */
export interface Scratch {
  temp(): string;
  /** A name of the runtime door. */
  door(name: string): string;
  /** The marker for the place of the operation. */
  readonly mark: string;
}

/** The operand in two texts: for its first and for every later mention. */
function twice(value: Value, scratch: Scratch): [string, string] {
  if (value.repeatable) return [value.text, value.text];
  const name = scratch.temp();
  return [`(${name} = ${value.text})`, name];
}

/** Results of 32 bits, which most are, cost one test that V8 sees through; the rest is the runtime's. */
function checked(result: string, scratch: Scratch, done: (t: string) => string, slow: string): Value {
  const t = scratch.temp();
  return compound(`((${t} = ${result}) | 0) === ${t} ? ${done(t)} : ${slow}`);
}

export function additive(op: "+" | "-", a: Value, b: Value, scratch: Scratch): Value {
  const bounds = a.range !== null && b.range !== null ? sumRange(op, a.range, b.range) : null;
  if (bounds !== null && inside(bounds.low, bounds.high)) {
    return compound(`${operand(a)} ${op} ${operand(b)}`, bounds);
  }
  const [a1, a2] = twice(a, scratch);
  const [b1, b2] = twice(b, scratch);
  const slow = `${scratch.door(op === "+" ? "addInt" : "subInt")}(${a2}, ${b2})`;
  return checked(`${a1} ${op} ${b1}`, scratch, (t) => t, slow);
}

function sumRange(op: "+" | "-", a: Range, b: Range): Range {
  return op === "+"
    ? { low: a.low + b.low, high: a.high + b.high }
    : { low: a.low - b.high, high: a.high - b.low };
}

export function multiply(a: Value, b: Value, scratch: Scratch): Value {
  // 0 times a negative number is -0, which adding 0 makes 0.
  const zeroSafe = noNegativeZero(a.range, b.range);
  const bounds = a.range !== null && b.range !== null ? productRange(a.range, b.range) : null;
  if (bounds !== null && inside(bounds.low, bounds.high)) {
    const product = `${operand(a)} * ${operand(b)}`;
    return compound(zeroSafe ? product : `${product} + 0`, bounds);
  }
  const [a1, a2] = twice(a, scratch);
  const [b1, b2] = twice(b, scratch);
  const done = (t: string) => (zeroSafe ? t : `${t} + 0`);
  return checked(`${a1} * ${b1}`, scratch, done, `${scratch.door("mulInt")}(${a2}, ${b2})`);
}

/** Both at least 0, or one of them positive whatever the other is. */
function noNegativeZero(a: Range | null, b: Range | null): boolean {
  const positive = (range: Range | null) => range !== null && range.low > 0;
  const natural = (range: Range | null) => range !== null && range.low >= 0;
  return positive(a) || positive(b) || (natural(a) && natural(b));
}

function productRange(a: Range, b: Range): Range {
  const products = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  return { low: Math.min(...products), high: Math.max(...products) };
}

export function divide(a: Value, b: Value, scratch: Scratch): Value {
  const divisor = constantOf(b);
  const range = divisor === null || divisor <= 0 || a.range === null ? null : quotientRange(a.range, divisor);
  if (range !== null && fits32(a.range)) return compound(`${operand(a)} / ${operand(b)} | 0`, range);
  if (range !== null && a.range!.low >= 0) return compound(`Math.floor(${operand(a)} / ${operand(b)})`, range);
  return by32(a, b, "/", "divInt", range, scratch);
}

function quotientRange(range: Range, divisor: number): Range {
  return { low: Math.trunc(range.low / divisor) + 0, high: Math.trunc(range.high / divisor) + 0 };
}

export function remainder(a: Value, b: Value, scratch: Scratch): Value {
  const divisor = constantOf(b);
  const natural = a.range !== null && a.range.low >= 0;
  const size = divisor === null ? MAX_EXACT : Math.abs(divisor) - 1;
  const range = b.range === null ? null : { low: natural ? 0 : -size, high: size };
  if (divisor !== null && divisor > 0) {
    if (natural) return compound(`${operand(a)} % ${operand(b)}`, range);
    if (fits32(a.range)) return compound(`${operand(a)} % ${operand(b)} | 0`, range);
  }
  return by32(a, b, "%", "remInt", range, scratch);
}

/** A dividend of 32 bits and a positive divisor inline: `| 0` truncates and makes 0 of -0. */
function by32(a: Value, b: Value, op: "/" | "%", slow: string, range: Range | null, scratch: Scratch): Value {
  const [a1, a2] = twice(a, scratch);
  const divisor = constantOf(b);
  const [b1, b2] = divisor !== null ? [b.text, b.text] : twice(b, scratch);
  // The divisor must be evaluated whatever the dividend is.
  const first = b1 === b2 ? `(${a1} | 0) === ${a2}` : `(${a1} | 0) === ${a2} & ${b1} > 0`;
  const test = divisor !== null && divisor > 0 ? first : b1 === b2 ? `${first} && ${b2} > 0` : first;
  const call = `${scratch.mark}${scratch.door(slow)}(${a2}, ${b2})`;
  return compound(`${test} ? ${a2} ${op} ${divisor !== null && divisor < 0 ? `(${b2})` : b2} | 0 : ${call}`, range);
}

export function fits32(range: Range | null): boolean {
  return range !== null && range.low >= -2147483648 && range.high <= 2147483647;
}

export function constantOf(value: Value): number | null {
  return value.range !== null && value.range.low === value.range.high ? value.range.low : null;
}

export function negate(a: Value, scratch: Scratch): Value {
  if (a.range !== null) return compound(`0 - ${operand(a)}`, { low: -a.range.high, high: -a.range.low });
  const [a1, a2] = twice(a, scratch);
  return checked(`0 - ${a1}`, scratch, (t) => t, `${scratch.door("negInt")}(${a2})`);
}

export function less(op: "<" | "<=" | ">" | ">=", a: Value, b: Value, scratch: Scratch): Value {
  // A Wide compares with a number by its infinity; only two of them need to be looked into.
  if (a.range !== null || b.range !== null) return compound(`${operand(a)} ${op} ${operand(b)}`);
  const [a1, a2] = twice(a, scratch);
  const held = b.repeatable ? b.text : scratch.temp();
  const first = b.repeatable ? "" : `, ${held} = ${b.text}`;
  const [low, high] = op === "<" || op === "<=" ? [a2, held] : [held, a2];
  const slow = `${scratch.door(op === "<" || op === ">" ? "ltInt" : "leInt")}(${low}, ${high})`;
  const test = first === "" ? `typeof ${a1} === "number"` : `(${a1}${first}, typeof ${a2} === "number")`;
  return compound(`${test} ? ${a2} ${op} ${held} : ${slow}`);
}

export function equal(negated: boolean, a: Value, b: Value, scratch: Scratch): Value {
  if (a.range !== null || b.range !== null) {
    return compound(`${operand(a)} ${negated ? "!==" : "==="} ${operand(b)}`);
  }
  const [a1, a2] = twice(a, scratch);
  const [b1, b2] = twice(b, scratch);
  const same = scratch.door("eqInt");
  return negated
    ? compound(`${a1} !== ${b1} && !(typeof ${a2} === "object" && ${same}(${a2}, ${b2}))`)
    : compound(`${a1} === ${b1} || typeof ${a2} === "object" && ${same}(${a2}, ${b2})`);
}
