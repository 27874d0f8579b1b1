// Operators by the actual type of their operands (reference/types#int, reference/checking#operators). All
// Ints are bigints.
import type { Type } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import { isPrimitive } from "./actual-types.ts";
import type { EvaluatedCall } from "./evaluation.ts";
import { panic } from "./functions.ts";
import type { Steps } from "./scheduler.ts";
import { wrap } from "./values.ts";

const MIN = -(2n ** 63n);

/**
 * Evaluates a chain of operators without recursion: it nests in its left operands, possibly deeper than the
 * stack.
 */
export function* binary(frame: EvaluatedCall, node: ast.Binary): Steps<unknown> {
  const chain = [node];
  for (let left = node.left; left.kind === "Binary"; left = left.left) chain.push(left);
  let value = yield* frame.evaluate(chain.at(-1)!.left);
  for (const link of chain.reverse()) {
    if (link.op === "&&" || link.op === "||") {
      if (value === (link.op === "&&")) value = yield* frame.evaluate(link.right);
      continue;
    }
    const right = yield* frame.evaluate(link.right);
    value = throughOrd(frame, link)
      ? yield* comparison(frame, link.op, value, right, frame.typeOf(link.left))
      : yield* operation(frame, link.op, value, right, operandType(frame, link));
  }
  return value;
}

/** The type of the operands: if the left one diverges, that of the right one. */
function operandType(frame: EvaluatedCall, { left, right }: ast.Binary): Type {
  const type = frame.typeOf(left);
  return type.kind === "Never" ? frame.typeOf(right) : type;
}

const ORDERING: ReadonlySet<string> = new Set(["<", "<=", ">", ">="]);

/** Whether the operator calls `compare`: on values of a type parameter (reference/checking#operators). */
function throughOrd(frame: EvaluatedCall, { op, left }: ast.Binary): boolean {
  return ORDERING.has(op) && frame.facts.types[left.id]?.kind === "Param";
}

/** Computes `left op right` for operands of an actual type, also for compound assignment. */
export function* operation(
  frame: EvaluatedCall,
  op: ast.BinaryOp,
  left: unknown,
  right: unknown,
  type: Type,
): Steps<unknown> {
  if (isPrimitive(type, "Int")) return intOperation(op, left as bigint, right as bigint);
  if (isPrimitive(type, "Float", "Char", "Bool", "String"))
    return plainOperation(op, left as never, right as never);
  if (op !== "==" && op !== "!=") return yield* comparison(frame, op, left, right, type);
  return (yield* isEqual(frame, left, right, type)) === (op === "==");
}

function intOperation(op: ast.BinaryOp, a: bigint, b: bigint): bigint | boolean {
  switch (op) {
    case "+":
      return wrap(a + b);
    case "-":
      return wrap(a - b);
    case "*":
      return wrap(a * b);
    case "/":
    case "%":
      if (b === 0n) panic(`${op === "/" ? "division" : "modulo"} by zero: ${a} ${op} 0`);
      if (a === MIN && b === -1n) panic("integer overflow: dividing the minimum value by -1");
      return op === "/" ? a / b : a % b;
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "<<":
      return b < 0n || b > 63n ? 0n : wrap(a << b);
    case ">>":
      return b < 0n || b > 63n ? (a < 0n ? -1n : 0n) : a >> b;
    default:
      return plainOperation(op, a as never, b as never) as boolean;
  }
}

function plainOperation(op: ast.BinaryOp, a: number, b: number): number | boolean {
  switch (op) {
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "%":
      return a % b;
    default:
      throw new Error(`no operation ${op}`);
  }
}

/** Compares with `equals` if the type has it, else by identity. */
function* isEqual(frame: EvaluatedCall, left: unknown, right: unknown, type: Type): Steps<unknown> {
  const { evaluation } = frame;
  const equals = evaluation.method(evaluation.program.prelude.eq, "equals", type);
  return equals === null ? left === right : yield* evaluation.call(equals, [left, right]);
}

function* comparison(
  frame: EvaluatedCall,
  op: ast.BinaryOp,
  left: unknown,
  right: unknown,
  type: Type,
): Steps<unknown> {
  const { evaluation } = frame;
  const order = yield* evaluation.callMethod(
    { trait: evaluation.program.prelude.ord, args: [] },
    "compare",
    type,
    [],
    [left, right],
  );
  return intOperation(op, order as bigint, 0n);
}

export function unary({ op }: ast.Unary, value: unknown): unknown {
  if (op === "!") return value !== true;
  if (op === "~") return ~(value as bigint);
  return typeof value === "bigint" ? wrap(-value) : -(value as number);
}
