// Bit operators of Int inline: 32-bit operators of JavaScript if both operands fit, multiplication for shifts
// that exceed 32 bits, otherwise the runtime's 64-bit operators.
import {
  bits,
  fits32,
  isExact,
  isUnsigned32,
  shiftedLeft,
  shiftedRight,
  within,
} from "../../analysis/ranges/index.ts";
import { compound, numberOf, operand, type Value } from "../values/index.ts";
import { twice, type Scratch } from "./int-operators.ts";

const SLOW = { "&": "andInt", "|": "orInt", "^": "xorInt" } as const;

export function bitwise(op: "&" | "|" | "^", a: Value, b: Value, scratch: Scratch): Value {
  const bounds = bits(op, a.bounds, b.bounds);
  if (fits32(a.range) && fits32(b.range)) return compound(`${operand(a)} ${op} ${operand(b)}`, bounds);
  if (isUnsigned32(a.range) && isUnsigned32(b.range)) {
    const text = `${operand(a)} ${op} ${operand(b)}`;
    return compound(fits32(bounds) ? text : `(${text}) >>> 0`, bounds);
  }
  const mask = numberOf(b);
  if (op === "&" && mask !== null && mask >= 0 && mask <= 4294967295) return masked(a, b, mask, scratch);
  const [a1, a2] = twice(a, scratch);
  const [b1, b2] = twice(b, scratch);
  // Both are evaluated before either is tested, which preserves the order of calls in operands.
  const prepare = [[a1, a2] as const, [b1, b2] as const]
    .filter(([first, again]) => first !== again)
    .map(([first]) => first.slice(1, -1));
  const tests = [fits32(a.range) ? "" : a2, fits32(b.range) ? "" : b2]
    .filter((name) => name !== "")
    .map((name) => `(${name} | 0) === ${name}`)
    .join(" && ");
  const test = prepare.length === 0 ? tests : `(${prepare.join(", ")}, ${tests})`;
  const slow = `${scratch.runtimeName(SLOW[op])}(${a2}, ${b2})`;
  return compound(`${test} ? ${a2} ${op} ${b2} : ${slow}`, bounds);
}

/** A mask of up to 32 bits takes the low bits of any number; the upper ones do not matter. */
function masked(a: Value, b: Value, mask: number, scratch: Scratch): Value {
  const range = { low: 0, high: mask };
  const unsigned = mask > 2147483647;
  const low = (text: string) => (unsigned ? `(${text} & ${b.text}) >>> 0` : `${text} & ${b.text}`);
  if (a.range !== null) return compound(low(operand(a)), range);
  const [a1, a2] = twice(a, scratch);
  return compound(
    `typeof ${a1} === "number" ? ${low(a2)} : ${scratch.runtimeName("andInt")}(${a2}, ${b.text})`,
    range,
  );
}

export function shiftLeft(a: Value, count: Value, scratch: Scratch): Value {
  const by = numberOf(count);
  const bounds = shiftedLeft(a.bounds, count.bounds);
  if (by !== null && by >= 0 && by <= 31) {
    const factor = 2 ** by;
    if (a.range !== null && isExact(bounds)) return compound(`${operand(a)} * ${factor}`, bounds);
    const [a1, a2] = twice(a, scratch);
    const t = scratch.temp();
    return compound(
      `((${t} = ${a1} * ${factor}) | 0) === ${t} ? ${t} : ${scratch.runtimeName("shlInt")}(${a2}, ${by})`,
      bounds,
    );
  }
  if (fits32(a.range) && within(count.range, 0, 21)) {
    return compound(`${operand(a)} * (1 << ${operand(count)})`, bounds);
  }
  const [a1, a2] = twice(a, scratch);
  const [n1, n2] = twice(count, scratch);
  // A 31-bit number shifted by up to 21 stays exact.
  return compound(
    `(${a1} | 0) === ${a2} & ${n1} < 22 && ${n2} >= 0 ` +
      `? ${a2} * (1 << ${n2}) : ${scratch.runtimeName("shlInt")}(${a2}, ${n2})`,
    bounds,
  );
}

export function shiftRight(a: Value, count: Value, scratch: Scratch): Value {
  const bounds = shiftedRight(a.bounds, count.bounds);
  const by = operand(count);
  if (within(count.range, 0, 31)) {
    if (fits32(a.range)) return compound(`${operand(a)} >> ${by}`, bounds);
    if (isUnsigned32(a.range)) return compound(`${operand(a)} >>> ${by}`, bounds);
    const known = numberOf(count);
    if (a.range !== null && known !== null)
      return compound(`Math.floor(${operand(a)} / ${2 ** known})`, bounds);
    if (a.range !== null && within(count.range, 0, 30))
      return compound(`Math.floor(${operand(a)} / (1 << ${by}))`, bounds);
  }
  const [a1, a2] = twice(a, scratch);
  const [n1, n2] = twice(count, scratch);
  const small = within(count.range, 0, 31) ? "" : `(${n1} >>> 0) === ${n2} && ${n2} < 32`;
  const test = `(${a1} | 0) === ${a2}`;
  // Both operands are evaluated, whatever the first one is.
  const both =
    small === "" ? (n1 === n2 ? test : `(${a1}, ${n1}, (${a2} | 0) === ${a2})`) : `${test} & ${small}`;
  return compound(`${both} ? ${a2} >> ${n2} : ${scratch.runtimeName("shrInt")}(${a2}, ${n2})`, bounds);
}
