// Operators by the actual type of their operands (reference/checking#operators): inline operations for
// primitives, `equals` and `compare` of Eq and Ord for other types, identity for types without Eq.
import { isOfModule, standardModules, type Type } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import { isOperator, OPERATORS } from "../../syntax/index.ts";
import { isPrimitive, type Expr, type OpName, type Stmt } from "../ir/index.ts";
import type { LoweringBody } from "./lowering-body.ts";

type Equality = ast.OperatorOf<"equality">;
type Order = ast.OperatorOf<"order">;
/** Operators that compute a value from both operands. */
export type Computing = ast.OperatorOf<"arithmetic"> | Equality | Order;

function onInts(op: Computing): OpName {
  return `Int.${OPERATORS[op].name}`;
}

/** For types that JavaScript compares as the language does: Float, Char, Bool, String. */
function onPlain(op: Equality | Order): OpName {
  return isOperator(op, "equality") ? `Same.${OPERATORS[op].name}` : `Plain.${OPERATORS[op].name}`;
}

function onFloats(op: Computing): OpName {
  if (isOperator(op, "arithmetic")) return `Float.${OPERATORS[op as "+" | "-" | "*" | "/" | "%"].name}`;
  return onPlain(op);
}

/** The most operators of a chain in one JavaScript expression: later passes recurse into chains. */
const LONGEST_CHAIN = 400;

/**
 * Lowers a chain of operators, which nests in its left operands, iteratively from the innermost. A very long
 * chain becomes several expressions.
 */
export function lowerBinary(body: LoweringBody, node: ast.Binary, type: Type): Expr {
  const chain = [node];
  for (let left = node.left; left.kind === "Binary" && body.held(left) === undefined; left = left.left)
    chain.push(left);
  const stmts: Stmt[] = [];
  let value = body.expr(chain.at(-1)!.left);
  for (const [i, link] of chain.toReversed().entries()) {
    if (i > 0 && i % LONGEST_CHAIN === 0 && value.type.kind !== "Never") {
      const local = body.temporary(value.type);
      stmts.push({ kind: "Let", local, value });
      value = { kind: "Local", local, type: value.type };
    }
    const { op, right, opSpan } = link;
    const of = body.typeOf(link);
    if (op === "&&" || op === "||")
      value = { kind: op === "&&" ? "And" : "Or", left: value, right: body.expr(right), type: of };
    else if (throughOrd(body, link))
      value = comparison(body, op as Order, {
        left: value,
        right: body.expr(right),
        type: of,
        at: opSpan.start,
      });
    else value = operation(body, op, { left: value, right: body.expr(right), type: of, at: opSpan.start });
  }
  return stmts.length === 0 ? value : { kind: "Block", stmts, value, type };
}

/**
 * Whether comparing values of a type parameter must call `compare` (reference/checking#operators), since the
 * result may differ from the inline operator: it orders NaN, and a program may define its own.
 */
function throughOrd(body: LoweringBody, { op, left }: ast.Binary): boolean {
  if (!isOperator(op, "order") || body.facts.types[left.id]?.kind !== "Param") return false;
  const type = body.typeOf(left);
  const compare = body.program.method(body.program.program.prelude.ord, "compare", type);
  return compare !== null && (isPrimitive(type, "Float") || !isOfModule(compare, standardModules.core));
}

interface Operation {
  readonly left: Expr;
  readonly right: Expr;
  /** The type of the result. */
  readonly type: Type;
  readonly at: number;
}

/** `left op right`, also for compound assignment. */
export function operation(body: LoweringBody, op: Computing, operands: Operation): Expr {
  const { left, right, type, at } = operands;
  const operand = left.type.kind === "Never" ? right.type : left.type;
  const computed = (name: OpName): Expr => ({ kind: "Op", op: name, args: [left, right], type, at });
  if (isPrimitive(operand, "Int")) return computed(onInts(op));
  if (isPrimitive(operand, "Float")) return computed(onFloats(op));
  if (isOperator(op, "arithmetic")) return computed("String.concat");
  if (["Char", "Bool", "String"].some((name) => isPrimitive(operand, name))) return computed(onPlain(op));
  return isOperator(op, "equality") ? equality(body, op, operands) : comparison(body, op, operands);
}

function equality(body: LoweringBody, op: Equality, { left, right, type, at }: Operation): Expr {
  const equals = body.program.method(body.program.program.prelude.eq, "equals", left.type);
  if (equals === null) return { kind: "Op", op: onPlain(op), args: [left, right], type, at };
  const call: Expr = { kind: "Call", instance: equals, args: [left, right], type, at };
  return op === "==" ? call : { kind: "Op", op: "Bool.not", args: [call], type, at };
}

function comparison(body: LoweringBody, op: Order, { left, right, type, at }: Operation): Expr {
  const compare = body.program.method(body.program.program.prelude.ord, "compare", left.type);
  if (compare === null) throw new Error("comparison without Ord");
  const call: Expr = { kind: "Call", instance: compare, args: [left, right], type: compare.result, at };
  const zero: Expr = { kind: "Const", of: "Int", value: 0n, type: compare.result };
  return { kind: "Op", op: onInts(op), args: [call, zero], type, at };
}

export function lowerUnary(body: LoweringBody, node: ast.Unary, type: Type): Expr {
  if (node.op === "-" && node.value.kind === "IntLit") {
    return { kind: "Const", of: "Int", value: BigInt.asIntN(64, -node.value.value), type };
  }
  const value = body.expr(node.value);
  const at = node.span.start;
  if (node.op === "!") return { kind: "Op", op: "Bool.not", args: [value], type, at };
  if (node.op === "~") return { kind: "Op", op: "Int.not", args: [value], type, at };
  if (!isPrimitive(type, "Float")) return { kind: "Op", op: "Int.neg", args: [value], type, at };
  if (value.kind === "Const") return { kind: "Const", of: "Float", value: -(value.value as number), type };
  return { kind: "Op", op: "Float.neg", args: [value], type, at };
}
