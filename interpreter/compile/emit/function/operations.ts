// Operations that are emitted inline, one row per name.
import { isExact, LENGTH } from "../../analysis/ranges/index.ts";
import type { Expr, OpName } from "../../ir/index.ts";
import {
  additive, bitwise, byHalves, byLowBits, divide, equal, less, multiply, multiplyRemainder, negate, remainder,
  shiftLeft, shiftRight, twice, type Scratch,
} from "../integers/index.ts";
import { asUnit, atom, bounded, compound, fixed, operand, type Value } from "../values/index.ts";
import type { FunctionEmitter } from "./function-emitter.ts";

export function operationValue(emitter: FunctionEmitter, expr: Expr & { kind: "Op" }): Value {
  // Where facts are checked, each is the business of the value it is about.
  const partial = emitter.program.asserting ? null : byLowBits(emitter, expr) ?? byHalves(emitter, expr);
  if (partial !== null) return partial;
  const scratch: Scratch = {
    temp: () => emitter.temp(),
    door: (name) => emitter.door(name),
    get mark() {
      return emitter.mark(expr.at);
    },
  };
  const first = expr.args[0]!;
  if (expr.op === "Int.rem" && first.kind === "Op" && first.op === "Int.mul" && !isExact(emitter.program.ranges.of(first))) {
    const [a, b, c] = emitter.values([...first.args, expr.args[1]!]) as [Value, Value, Value];
    return multiplyRemainder(a, b, c, scratch);
  }
  const values = emitter.values(expr.args);
  const value = unary(emitter, expr.op, values[0]!, scratch) ?? binary(expr.op, values[0]!, values[1]!, scratch)
    ?? special(emitter, expr, values, scratch);
  return expr.op === "String.concat" ? joined(emitter, value, expr.at) : value;
}

/** Text may double with every step, so metered code counts it. */
export function joined(emitter: FunctionEmitter, text: Value, at: number): Value {
  return emitter.program.metered ? atom(`${emitter.mark(at)}runtime.joined(${text.text})`) : text;
}

function unary(emitter: FunctionEmitter, op: OpName, a: Value, scratch: Scratch): Value | null {
  switch (op) {
    case "Int.neg":
      return negate(a, scratch);
    case "Int.not":
      return bitwise("^", a, { ...fixed("-1", { low: -1, high: -1 }), atom: false }, scratch);
    case "Int.text":
    case "Bool.text":
      return atom(`\`\${${a.text}}\``);
    case "Int.toFloat":
      return a.range !== null ? a : call("intToFloat");
    case "Float.neg":
      return compound(`-${operand(a)}`);
    case "Float.text":
      return call("floatText");
    case "Float.toInt":
      return call("floatToInt");
    case "Char.text":
      return call("charText");
    case "String.chars":
      return call("stringChars");
    case "Bool.not":
      return compound(`!${operand(a)}`);
    case "List.len":
    case "String.len":
      return atom(`${operand(a)}.length`, LENGTH);
    case "List.isEmpty":
    case "String.isEmpty":
      return compound(`${operand(a)}.length === 0`);
    case "Option.isSome":
      return compound(`${operand(a)} !== null`);
    case "Option.isNone":
      return compound(`${operand(a)} === null`);
    case "Enum.tag":
      return atom(`${operand(a)}.tag`, { low: 0, high: 2 ** 31 });
    case "Any.typeName":
      return atom(`${operand(a)}.type.text`);
    case "Any.fieldNames":
      return call("anyFieldNames");
    case "print":
      return asUnit(`out.write(${a.text})`);
    default:
      return null;
  }
  function call(name: string): Value {
    return atom(`${emitter.door(name)}(${a.text})`);
  }
}

function binary(op: OpName, a: Value, b: Value, scratch: Scratch): Value | null {
  const plain = (symbol: string) => compound(`${operand(a)} ${symbol} ${operand(b)}`);
  switch (op) {
    case "Int.add":
      return additive("+", a, b, scratch);
    case "Int.sub":
      return additive("-", a, b, scratch);
    case "Int.mul":
      return multiply(a, b, scratch);
    case "Int.div":
      return divide(a, b, scratch);
    case "Int.rem":
      return remainder(a, b, scratch);
    case "Int.and":
      return bitwise("&", a, b, scratch);
    case "Int.or":
      return bitwise("|", a, b, scratch);
    case "Int.xor":
      return bitwise("^", a, b, scratch);
    case "Int.shl":
      return shiftLeft(a, b, scratch);
    case "Int.shr":
      return shiftRight(a, b, scratch);
    case "Int.eq":
      return equal(false, a, b, scratch);
    case "Int.ne":
      return equal(true, a, b, scratch);
    case "Int.lt":
      return less("<", a, b, scratch);
    case "Int.le":
      return less("<=", a, b, scratch);
    case "Int.gt":
      return less(">", a, b, scratch);
    case "Int.ge":
      return less(">=", a, b, scratch);
    case "Float.add":
      return plain("+");
    case "String.concat":
      // V8 tells the place of the operator when the text would be too large.
      return plain(`${scratch.mark}+`);
    case "Float.sub":
      return plain("-");
    case "Float.mul":
      return plain("*");
    case "Float.div":
      return plain("/");
    case "Float.rem":
      return plain("%");
    case "Same.eq":
      return plain("===");
    case "Same.ne":
      return plain("!==");
    case "Plain.lt":
      return plain("<");
    case "Plain.le":
      return plain("<=");
    case "Plain.gt":
      return plain(">");
    case "Plain.ge":
      return plain(">=");
    default:
      return null;
  }
}

function special(emitter: FunctionEmitter, expr: Expr & { kind: "Op" }, values: Value[], scratch: Scratch): Value {
  const [a, b, c] = values as [Value, Value, Value];
  const call = (name: string, args: Value[]) => atom(`${emitter.door(name)}(${args.map((arg) => arg.text).join(", ")})`);
  switch (expr.op) {
    case "List.at":
      return element(emitter, a, b, expr, scratch.mark);
    case "List.push":
      return asUnit(`${operand(a)}.push(${b.text})`);
    case "String.byteAt": {
      const t = scratch.temp();
      return compound(`(${t} = ${operand(a)}.charCodeAt(${b.text})) === ${t} ? ${t} : -1`, { low: -1, high: 255 });
    }
    case "Option.list": {
      const option = a.repeatable ? a.text : scratch.temp();
      const first = a.repeatable ? option : `(${option} = ${a.text})`;
      return compound(`${first} === null ? [] : [${emitter.door("payload")}(${option})]`);
    }
    case "Any.make":
      return atom(`new ${emitter.door("AnyValue")}(${a.text}, ${b.text})`);
    case "Any.cast":
      return call("castAny", [a, b]);
    case "Any.get":
      return call("anyField", [a, b]);
    case "Any.set":
      return call("setAnyField", [a, b, c]);
    default:
      throw new Error(`no operation ${expr.op}`);
  }
}

/** One read: undefined is no element. */
function element(emitter: FunctionEmitter, list: Value, index: Value, expr: Expr & { kind: "Op" }, mark: string): Value {
  const scratch = { temp: () => emitter.temp(), door: (name: string) => emitter.door(name), mark };
  const read = elementRead(emitter, twice(list, scratch), twice(index, scratch), mark);
  return bounded(read, emitter.program.ranges.of(expr));
}

/** List and index in two texts, for their first and for later mentions. */
export function elementRead(emitter: FunctionEmitter, list: readonly [string, string], index: readonly [string, string], mark: string): Value {
  const t = emitter.temp();
  return atom(`((${t} = ${list[0]}[${index[0]}]) === undefined && (${outOfBounds(emitter, list[1], index[1], mark)}), ${t})`);
}

/**
 * What fails where there is no such element, as expressions behind each other: leaves list and index for the
 * text of the panic, then reads `outOfBounds`, which throws, as it is uninitialised for ever (see emit/emit.ts).
 */
export function outOfBounds(emitter: FunctionEmitter, list: string, index: string, mark: string): string {
  emitter.program.readsLists = true;
  return `badList = ${list}, badIndex = ${index}, ${mark}outOfBounds`;
}
