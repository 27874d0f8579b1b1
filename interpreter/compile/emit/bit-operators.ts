// Bit operators of Int inline: 32-bit operators of JavaScript where both operands fit, multiplication
// for shifts that leave 32 bits, else the runtime's 64-bit ones.
import type { Scratch } from "./int-operators.ts";
import { constantOf, fits32 } from "./int-operators.ts";
import { compound, inside, operand, type Range, type Value } from "./value.ts";

const SLOW = { "&": "andInt", "|": "orInt", "^": "xorInt" } as const;

function named(value: Value, scratch: Scratch): { first: string; again: string } {
  if (value.repeatable) return { first: value.text, again: value.text };
  const name = scratch.temp();
  return { first: `(${name} = ${value.text})`, again: name };
}

export function bitwise(op: "&" | "|" | "^", a: Value, b: Value, scratch: Scratch): Value {
  const range = resultRange(op, a, b);
  if (fits32(a.range) && fits32(b.range)) return compound(`${operand(a)} ${op} ${operand(b)}`, range);
  const mask = constantOf(b);
  if (op === "&" && mask !== null && mask >= 0 && mask <= 4294967295) return masked(a, b, mask, scratch);
  const left = named(a, scratch);
  const right = named(b, scratch);
  // Both are evaluated before either is looked at: the operator may stand in for a call's order.
  const prepare = [left, right].filter((each) => each.first !== each.again).map((each) => each.first.slice(1, -1));
  const tests = [fits32(a.range) ? "" : left.again, fits32(b.range) ? "" : right.again]
    .filter((name) => name !== "")
    .map((name) => `(${name} | 0) === ${name}`)
    .join(" && ");
  const test = prepare.length === 0 ? tests : `(${prepare.join(", ")}, ${tests})`;
  const slow = `${scratch.door(SLOW[op])}(${left.again}, ${right.again})`;
  return compound(`${test} ? ${left.again} ${op} ${right.again} : ${slow}`, range);
}

/** A mask of up to 32 bits takes the low bits of any number, whose upper ones do not matter. */
function masked(a: Value, b: Value, mask: number, scratch: Scratch): Value {
  const range = { low: 0, high: mask };
  const unsigned = mask > 2147483647;
  const low = (text: string) => (unsigned ? `(${text} & ${b.text}) >>> 0` : `${text} & ${b.text}`);
  if (a.range !== null) return compound(low(operand(a)), range);
  const { first, again } = named(a, scratch);
  return compound(`typeof ${first} === "number" ? ${low(again)} : ${scratch.door("andInt")}(${again}, ${b.text})`, range);
}

function resultRange(op: "&" | "|" | "^", a: Value, b: Value): Range | null {
  if (op === "&") {
    const limits = [a.range, b.range].flatMap((range) => (range !== null && range.low >= 0 ? [range.high] : []));
    if (limits.length > 0) return { low: 0, high: Math.min(...limits) };
  }
  if (!fits32(a.range) || !fits32(b.range)) return null;
  if (a.range!.low < 0 || b.range!.low < 0) return { low: -2147483648, high: 2147483647 };
  const highest = Math.max(a.range!.high, b.range!.high, 1);
  return { low: 0, high: 2 ** Math.ceil(Math.log2(highest + 1)) - 1 };
}

export function shiftLeft(a: Value, count: Value, scratch: Scratch): Value {
  const by = constantOf(count);
  if (by !== null && by >= 0 && by <= 31) {
    const factor = 2 ** by;
    if (a.range !== null && inside(a.range.low * factor, a.range.high * factor)) {
      return compound(`${operand(a)} * ${factor}`, { low: a.range.low * factor, high: a.range.high * factor });
    }
    const { first, again } = named(a, scratch);
    const t = scratch.temp();
    return compound(
      `((${t} = ${first} * ${factor}) | 0) === ${t} ? ${t} : ${scratch.door("shlInt")}(${again}, ${by})`,
    );
  }
  const left = named(a, scratch);
  const right = named(count, scratch);
  // 31 bits shifted by up to 21 stay exact.
  return compound(
    `(${left.first} | 0) === ${left.again} & ${right.first} < 22 && ${right.again} >= 0 ` +
      `? ${left.again} * (1 << ${right.again}) : ${scratch.door("shlInt")}(${left.again}, ${right.again})`,
  );
}

export function shiftRight(a: Value, count: Value, scratch: Scratch): Value {
  const by = constantOf(count);
  if (by !== null && by >= 0 && by <= 31) {
    if (fits32(a.range)) return compound(`${operand(a)} >> ${by}`, shifted(a.range!, by));
    if (a.range !== null && a.range.low >= 0) {
      return compound(`Math.floor(${operand(a)} / ${2 ** by})`, shifted(a.range, by));
    }
    const { first, again } = named(a, scratch);
    return compound(`(${first} | 0) === ${again} ? ${again} >> ${by} : ${scratch.door("shrInt")}(${again}, ${by})`);
  }
  const left = named(a, scratch);
  const right = named(count, scratch);
  return compound(
    `(${left.first} | 0) === ${left.again} & (${right.first} >>> 0) === ${right.again} && ${right.again} < 32 ` +
      `? ${left.again} >> ${right.again} : ${scratch.door("shrInt")}(${left.again}, ${right.again})`,
  );
}

function shifted(range: Range, by: number): Range {
  return { low: Math.floor(range.low / 2 ** by), high: Math.floor(range.high / 2 ** by) };
}
