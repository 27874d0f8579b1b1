// Operations as JavaScript, one row per name (ir/operations.ts).
import { BYTE, isExact, LENGTH, TAG } from "../../analysis/ranges/index.ts";
import { isPrimitive, type ArityOf, type Expr, type OpName } from "../../ir/index.ts";
import {
  additive,
  bitwise,
  byHalves,
  byLowBits,
  divide,
  equal,
  less,
  multiply,
  multiplyRemainder,
  negate,
  remainder,
  shiftLeft,
  shiftRight,
  twice,
  type Scratch,
} from "../integers/index.ts";
import {
  asUnit,
  atom,
  bounded,
  compound,
  fixed,
  operand,
  type Value,
  type RuntimeName,
} from "../values/index.ts";
import type { Emitter } from "../emitter/index.ts";

type Operation = Expr & { kind: "Op" };

/** The context in which an operation is emitted. */
interface Site extends Scratch {
  readonly emitter: Emitter;
  readonly expr: Operation;
}

type Operands<Arity> = Arity extends 1
  ? [a: Value]
  : Arity extends 2
    ? [a: Value, b: Value]
    : [a: Value, b: Value, c: Value];
type Emit<Op extends OpName> = (site: Site, ...operands: Operands<ArityOf<Op>>) => Value;

export function operationValue(emitter: Emitter, expr: Operation): Value {
  // An asserting program checks facts at the value they are about, so each must be computed.
  const partial = emitter.program.asserting ? null : (byLowBits(emitter, expr) ?? byHalves(emitter, expr));
  if (partial !== null) return partial;
  const site: Site = {
    emitter,
    expr,
    temp: () => emitter.temp(),
    runtimeName: (name) => emitter.runtimeName(name),
    get mark() {
      return emitter.mark(expr.at);
    },
  };
  const first = expr.args[0]!;
  if (
    expr.op === "Int.rem" &&
    first.kind === "Op" &&
    first.op === "Int.mul" &&
    !isExact(emitter.program.ranges.of(first))
  ) {
    const [a, b, c] = emitter.values([...first.args, expr.args[1]!]) as [Value, Value, Value];
    return multiplyRemainder(a, b, c, site);
  }
  const emit: (site: Site, ...operands: Operands<3>) => Value = EMITTERS[expr.op];
  return emit(site, ...(emitter.values(expr.args) as Operands<3>));
}

/** Concatenation may double a string in every step, so metered code counts it. */
export function joined(emitter: Emitter, text: Value, at: number): Value {
  return emitter.program.metered ? atom(`${emitter.mark(at)}joined(${text.text})`) : text;
}

const EMITTERS: { readonly [Op in OpName]: Emit<Op> } = {
  "Int.add": (site, a, b) => additive("+", a, b, site),
  "Int.sub": (site, a, b) => additive("-", a, b, site),
  "Int.mul": (site, a, b) => multiply(a, b, site),
  "Int.div": (site, a, b) => divide(a, b, site),
  "Int.rem": (site, a, b) => remainder(a, b, site),
  "Int.neg": (site, a) => negate(a, site),
  "Int.not": (site, a) => bitwise("^", a, { ...fixed("-1", { low: -1, high: -1 }), atom: false }, site),
  "Int.and": (site, a, b) => bitwise("&", a, b, site),
  "Int.or": (site, a, b) => bitwise("|", a, b, site),
  "Int.xor": (site, a, b) => bitwise("^", a, b, site),
  "Int.shl": (site, a, b) => shiftLeft(a, b, site),
  "Int.shr": (site, a, b) => shiftRight(a, b, site),
  "Int.eq": (site, a, b) => equal(false, a, b, site),
  "Int.ne": (site, a, b) => equal(true, a, b, site),
  "Int.lt": (site, a, b) => less("<", a, b, site),
  "Int.le": (site, a, b) => less("<=", a, b, site),
  "Int.gt": (site, a, b) => less(">", a, b, site),
  "Int.ge": (site, a, b) => less(">=", a, b, site),
  "Int.text": (_site, a) => templated(a),
  "Int.toFloat": (site, a) => (a.range !== null ? a : call(site, "intToFloat", a)),
  "Float.add": (_site, a, b) => infix("+", a, b),
  "Float.sub": (_site, a, b) => infix("-", a, b),
  "Float.mul": (_site, a, b) => infix("*", a, b),
  "Float.div": (_site, a, b) => infix("/", a, b),
  "Float.rem": (_site, a, b) => infix("%", a, b),
  "Float.neg": (_site, a) => compound(`-${operand(a)}`),
  "Float.text": (site, a) => call(site, "floatText", a),
  "Float.toInt": (site, a) => call(site, "floatToInt", a),
  "Same.eq": (site, a, b) => equality("===", site, a, b),
  "Same.ne": (site, a, b) => equality("!==", site, a, b),
  "Plain.lt": (site, a, b) => order("<", site, a, b),
  "Plain.le": (site, a, b) => order("<=", site, a, b),
  "Plain.gt": (site, a, b) => order(">", site, a, b),
  "Plain.ge": (site, a, b) => order(">=", site, a, b),
  "Bool.not": (_site, a) => compound(`!${operand(a)}`),
  "Bool.text": (_site, a) => templated(a),
  "Char.text": (site, a) => call(site, "charText", a),
  // V8 reports the position of the operator if the string would be too large.
  "String.concat": (site, a, b) => joined(site.emitter, infix(`${site.mark}+`, a, b), site.expr.at),
  "String.chars": (site, a) => call(site, "stringChars", a),
  "String.len": (_site, a) => lengthOf(a),
  "String.isEmpty": (_site, a) => compound(`${operand(a)}.length === 0`),
  "String.byteAt": byteAt,
  "List.at": element,
  "List.len": (_site, a) => lengthOf(a),
  "List.isEmpty": (_site, a) => compound(`${operand(a)}.length === 0`),
  // V8 refuses to grow an array that is too long.
  "List.push": (site, a, b) => asUnit(`${operand(a)}.${site.mark}push(${b.text})`),
  "Option.isSome": (_site, a) => compound(`${operand(a)} !== null`),
  "Option.isNone": (_site, a) => compound(`${operand(a)} === null`),
  "Option.list": optionList,
  "Enum.tag": (_site, a) => atom(`${operand(a)}.tag`, TAG),
  "Any.make": (site, a, b) => atom(`new ${site.runtimeName("AnyValue")}(${a.text}, ${b.text})`),
  "Any.cast": (site, a, b) => call(site, "castAny", a, b),
  "Any.typeName": (_site, a) => atom(`${operand(a)}.type.text`),
  "Any.fieldNames": (site, a) => call(site, "anyFieldNames", a),
  "Any.get": (site, a, b) => call(site, "anyField", a, b),
  "Any.set": (site, a, b, c) => call(site, "setAnyField", a, b, c),
  print: (_site, a) => asUnit(`out.write(${a.text})`),
};

/** A call of a function of the runtime. */
function call(site: Site, name: RuntimeName, ...args: readonly Value[]): Value {
  return atom(`${site.runtimeName(name)}(${args.map((arg) => arg.text).join(", ")})`);
}

function infix(symbol: string, a: Value, b: Value): Value {
  return compound(`${operand(a)} ${symbol} ${operand(b)}`);
}

/** Up to this many bytes are compared without being counted. */
const UNCOUNTED = 64;

/** In metered code, the bytes of long strings that are compared are counted. */
function equality(symbol: "===" | "!==", site: Site, a: Value, b: Value): Value {
  if (!countsTexts(site)) return infix(symbol, a, b);
  const { prepare, left, right } = bothOnce(site, a, b);
  const same = `${site.mark}same(${left}, ${right})`;
  return compound(
    `(${prepare}${left}.length > ${UNCOUNTED}) ? ${symbol === "===" ? same : `!${same}`} : ${left} ${symbol} ${right}`,
  );
}

function order(symbol: string, site: Site, a: Value, b: Value): Value {
  if (!countsTexts(site)) return infix(symbol, a, b);
  const { prepare, left, right } = bothOnce(site, a, b);
  return atom(
    `(${prepare}${left}.length > ${UNCOUNTED} && ${site.mark}compared(${left}, ${right}), ${left} ${symbol} ${right})`,
  );
}

/** Whether the operands are strings, both of which may be long. */
function countsTexts({ emitter, expr }: Site): boolean {
  return (
    emitter.program.metered &&
    isPrimitive(expr.args[0]!.type, "String") &&
    !expr.args.some(
      (arg) => arg.kind === "Const" && typeof arg.value === "string" && arg.value.length <= UNCOUNTED,
    )
  );
}

/** Evaluates both operands into names, if they are not names already. */
function bothOnce(site: Site, a: Value, b: Value): { prepare: string; left: string; right: string } {
  const [a1, left] = twice(a, site);
  const [b1, right] = twice(b, site);
  const prepare = [a1 === left ? "" : `${a1}, `, b1 === right ? "" : `${b1}, `].join("");
  return { prepare, left, right };
}

/** The text as JavaScript formats it. */
function templated(value: Value): Value {
  return atom(`\`\${${value.text}}\``);
}

function lengthOf(value: Value): Value {
  return atom(`${operand(value)}.length`, LENGTH);
}

function byteAt(site: Site, text: Value, index: Value): Value {
  const t = site.temp();
  return compound(`(${t} = ${operand(text)}.charCodeAt(${index.text})) === ${t} ? ${t} : -1`, BYTE);
}

function optionList(site: Site, value: Value): Value {
  const option = value.repeatable ? value.text : site.temp();
  const first = value.repeatable ? option : `(${option} = ${value.text})`;
  return compound(`${first} === null ? [] : [${site.runtimeName("payload")}(${option})]`);
}

/** A single read: undefined is not an element. */
function element(site: Site, list: Value, index: Value): Value {
  const { emitter, expr, mark } = site;
  const read = elementRead(emitter, twice(list, site), twice(index, site), mark);
  return bounded(read, emitter.program.ranges.of(expr));
}

/** `list` and `index`: the text for the first mention, and for later ones. */
export function elementRead(
  emitter: Emitter,
  list: readonly [string, string],
  index: readonly [string, string],
  mark: string,
): Value {
  const t = emitter.temp();
  return atom(
    `((${t} = ${list[0]}[${index[0]}]) === undefined && (${outOfBounds(emitter, list[1], index[1], mark)}), ${t})`,
  );
}

/**
 * The failure of a list access as comma-separated expressions: records list and index for the text of the
 * panic, then reads `outOfBounds`, which throws, since it is never initialised (see emit/emit.ts).
 */
export function outOfBounds(emitter: Emitter, list: string, index: string, mark: string): string {
  emitter.program.readsLists = true;
  return `badList = ${list}, badIndex = ${index}, ${mark}outOfBounds`;
}
