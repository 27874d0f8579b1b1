// Bit operators of Int inline: 32-bit operators of JavaScript where both operands fit, multiplication
// for shifts that leave 32 bits, else the runtime's 64-bit ones.
import type { Scratch } from "./int-operators.ts";
import { bits, fits32, isExact, isUnsigned32, shiftedLeft, shiftedRight, within } from "../ranges/interval.ts";
import { compound, numberOf, operand, type Value } from "./value.ts";

const SLOW = { "&": "andInt", "|": "orInt", "^": "xorInt" } as const;

function named(value: Value, scratch: Scratch): { first: string; again: string } {
  if (value.repeatable) return { first: value.text, again: value.text };
  const name = scratch.temp();
  return { first: `(${name} = ${value.text})`, again: name };
}

export function bitwise(op: "&" | "|" | "^", a: Value, b: Value, scratch: Scratch): Value {
  const bounds = bits(op, a.bounds, b.bounds);
  if (fits32(a.range) && fits32(b.range)) return compound(`${operand(a)} ${op} ${operand(b)}`, bounds);
  if (isUnsigned32(a.range) && isUnsigned32(b.range)) {
    const text = `${operand(a)} ${op} ${operand(b)}`;
    return compound(fits32(bounds) ? text : `(${text}) >>> 0`, bounds);
  }
  const mask = numberOf(b);
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
  return compound(`${test} ? ${left.again} ${op} ${right.again} : ${slow}`, bounds);
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

export function shiftLeft(a: Value, count: Value, scratch: Scratch): Value {
  const by = numberOf(count);
  const bounds = shiftedLeft(a.bounds, count.bounds);
  if (by !== null && by >= 0 && by <= 31) {
    const factor = 2 ** by;
    if (a.range !== null && isExact(bounds)) return compound(`${operand(a)} * ${factor}`, bounds);
    const { first, again } = named(a, scratch);
    const t = scratch.temp();
    return compound(
      `((${t} = ${first} * ${factor}) | 0) === ${t} ? ${t} : ${scratch.door("shlInt")}(${again}, ${by})`, bounds,
    );
  }
  if (fits32(a.range) && within(count.range, 0, 21)) {
    return compound(`${operand(a)} * (1 << ${operand(count)})`, bounds);
  }
  const left = named(a, scratch);
  const right = named(count, scratch);
  // 31 bits shifted by up to 21 stay exact.
  return compound(
    `(${left.first} | 0) === ${left.again} & ${right.first} < 22 && ${right.again} >= 0 ` +
      `? ${left.again} * (1 << ${right.again}) : ${scratch.door("shlInt")}(${left.again}, ${right.again})`, bounds,
  );
}

export function shiftRight(a: Value, count: Value, scratch: Scratch): Value {
  const bounds = shiftedRight(a.bounds, count.bounds);
  const by = operand(count);
  if (within(count.range, 0, 31)) {
    if (fits32(a.range)) return compound(`${operand(a)} >> ${by}`, bounds);
    if (isUnsigned32(a.range)) return compound(`${operand(a)} >>> ${by}`, bounds);
    const known = numberOf(count);
    if (a.range !== null && known !== null) return compound(`Math.floor(${operand(a)} / ${2 ** known})`, bounds);
    if (a.range !== null && within(count.range, 0, 30)) return compound(`Math.floor(${operand(a)} / (1 << ${by}))`, bounds);
  }
  const left = named(a, scratch);
  const right = named(count, scratch);
  const small = within(count.range, 0, 31) ? "" : `(${right.first} >>> 0) === ${right.again} && ${right.again} < 32`;
  const test = `(${left.first} | 0) === ${left.again}`;
  // Both operands are evaluated whatever the first one is.
  const both = small === "" ? (right.first === right.again ? test : `(${left.first}, ${right.first}, (${left.again} | 0) === ${left.again})`) : `${test} & ${small}`;
  return compound(`${both} ? ${left.again} >> ${right.again} : ${scratch.door("shrInt")}(${left.again}, ${right.again})`, bounds);
}
