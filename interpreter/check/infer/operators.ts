// Operators (reference/checking#operators).
import { get } from "../../own/index.ts";
import { insteadOf, notes, insteadOfOperator } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import {
  isOperator,
  operatorOf,
  type Assign,
  type Binary,
  type BinaryOp,
  type Expr,
  type Operand,
  type Unary,
} from "../../syntax/index.ts";
import { oblige, type Body } from "../body/index.ts";
import { defaultHint, insideHint, mixedHint, orderHint, ownOperatorHint, wholeAt } from "../hints/index.ts";
import { noteMisfit, reportMismatch } from "./mismatch.ts";
import { followsResult } from "./missing-result.ts";
import {
  ERROR,
  isError,
  mentions,
  isNever,
  isPrimitive,
  isSymbol,
  NEVER,
  prune,
  showType,
  type Type,
} from "../types/index.ts";
import { isOfModule, standardModules } from "../standard/index.ts";

type Primitive = Operand | "Bool" | "Unit" | "Any" | "List";

/** Whether an operator is defined for the type without an impl. */
function isDefinedFor(op: BinaryOp, type: Type): boolean {
  const name = primitive(type);
  return operatorOf(op).operands?.some((each) => each === name) === true;
}

function primitive(type: Type): Primitive | null {
  const actual = prune(type);
  return actual.kind === "Named" && actual.symbol.kind === "Primitive" ? actual.symbol.name : null;
}

/** Infers a chain of operators, `a + b + c …`, without recursion: it may be thousands long. */
export function inferBinary(body: Body, node: Binary, hint: Type | null): Type {
  const chain: Binary[] = [];
  let left: Expr = node;
  while (left.kind === "Binary") {
    chain.push(left);
    left = left.left;
  }
  if (isOpenType(body, chain.at(-1)!)) return ERROR;
  let type = body.infer(
    left,
    chain.every((step) => isOperator(step.op, "arithmetic")) ? operandHint(hint) : null,
  );
  for (let i = chain.length - 1; i >= 0; i--) {
    const step = chain[i]!;
    type = binary(body, step, type);
    if (i > 0) body.type(step, type);
  }
  return type;
}

/** Reports `Stack<Int.new()`, which is parsed as a comparison; its right side is not checked. */
function isOpenType(body: Body, { op, left }: Binary): boolean {
  if (op !== "<" || left.kind !== "Name" || (!left.fileLevel && body.local(left.name) !== undefined))
    return false;
  const entry = body.context.names.lookup(body.state, left.name);
  if (entry === null || entry === "reported" || entry.kind !== "Type") return false;
  if (entry.symbol.typeParams.length === 0) return false;
  body.report(
    "R1",
    left.span,
    { what: "value", name: left.name },
    { label: notes.thisIsTypeNotValue, hint: notes.closeTypeArguments(left.name) },
  );
  return true;
}

/** The hint for an operand is that for the whole, unless the whole is to be wrapped. */
function operandHint(hint: Type | null): Type | null {
  return hint === null || prune(hint).kind === "Dyn" ? null : hint;
}

function binary(body: Body, node: Binary, left: Type): Type {
  switch (operatorOf(node.op).kind) {
    case "logic":
      if (node.op === "||" && isSymbol(prune(left), body.context.enums.option))
        return orDefault(body, node, left);
      // `move || x` is not an operator; the word is reported.
      if (node.left.kind === "Name" && isError(prune(left)) && insteadOf(node.left.name) !== undefined) {
        body.poison(body.infer(node.right));
        return ERROR;
      }
      return logical(body, node, left);
    case "equality":
      return equality(body, node, left);
    case "order":
      return comparison(body, node, left);
    case "arithmetic":
      return arithmetic(body, {
        op: node.op,
        leftNode: node.left,
        left,
        right: node.right,
        span: node.opSpan,
      });
  }
}

function logical(body: Body, node: Binary, left: Type): Type {
  const { bool, unit } = body.context;
  if (isNever(left)) {
    body.check(node.right, { type: bool, from: null });
    return NEVER;
  }
  if (prune(left) === bool && node.op === "&&") {
    // `ok && print("yes")`
    const hint = (actual: Type): string | undefined =>
      prune(actual) === unit ? notes.conditionForEffect : undefined;
    body.check(node.right, { type: bool, from: null, hint });
    return bool;
  }
  const before = body.mismatches;
  operand(body, node.left, left, bool, node.op === "||" ? defaultHint(left) : undefined);
  // `name || "none"`: the right side is what the left side could be.
  if (body.mismatches > before && prune(left) !== bool) {
    body.poison(body.infer(node.right));
    return ERROR;
  }
  body.check(node.right, { type: bool, from: null });
  return bool;
}

/** Checks `o || value` with an option, which in other languages is the value or a default. */
function orDefault(body: Body, node: Binary, left: Type): Type {
  const { bool } = body.context;
  const right = prune(body.infer(node.right));
  const hint = isPrimitive(right, "Bool") ? undefined : notes.writeMethod("o.unwrap_or(…)");
  reportMismatch(body, node.left, { actual: prune(left), expected: bool, outcome: "different", hint });
  return hint === undefined ? bool : ERROR;
}

/** Checks a left operand with a known type. */
function operand(body: Body, expr: Expr, actual: Type, wanted: Type, hint?: string): void {
  if (isNever(actual)) return;
  const outcome = body.unifier.unify(actual, wanted);
  if (outcome !== "same")
    reportMismatch(body, expr, { actual: prune(actual), expected: wanted, outcome, hint });
}

/** Checks that the right operand has the type of the left one; `counter` is that of `counter += right`. */
function sameOperand(body: Body, leftNode: Expr, left: Type, right: Expr, counter?: string): Type {
  const known = body.known(left);
  // An operand is never wrapped as `dyn` (reference/checking#dyn-coercion).
  if (known.kind === "Var" || known.kind === "Dyn") {
    const type = body.infer(right);
    if (isNever(type)) return known;
    const outcome = body.unifier.unify(known, type);
    if (outcome !== "same") reportMismatch(body, right, { actual: prune(type), expected: known, outcome });
    return body.known(known);
  }
  if (known.kind === "Never") {
    body.infer(right);
    return known;
  }
  const before = body.mismatches;
  body.check(right, {
    type: known,
    from: body.label(leftNode.span, notes.leftSideIs(showType(known))),
    hint: (actual) => mixedHint(known, actual, counter) ?? insideHint(body, known, actual),
  });
  if (body.mismatches > before) noteMisfit(body, leftNode, known, 2);
  return known;
}

/** An operator with its operands, of which the left one has been checked. */
interface Operation {
  readonly op: BinaryOp;
  readonly leftNode: Expr;
  readonly left: Type;
  readonly right: Expr;
  readonly span: Span;
  /** The variable of a compound assignment whose type is that of its first value. */
  readonly counter?: string | undefined;
}

function arithmetic(body: Body, operation: Operation): Type {
  const { op, leftNode, left, right, span } = operation;
  const counter = get(operation, "counter");
  const known = body.known(left);
  // If the operator is not defined for the type, report this, not a mismatch of the operands.
  if (known.kind !== "Var" && known.kind !== "Never" && !isDefinedFor(op, known)) {
    body.poison(body.infer(right));
    // `[[0] * 3] * 3`: the element is reported.
    if (mentions(known, isError)) return ERROR;
    undefinedOperator(body, op, known, span, leftNode);
    noteMisfit(body, leftNode, known, 2);
    return ERROR;
  }
  const before = body.mismatches;
  const type = sameOperand(body, leftNode, known, right, counter);
  // Either operand may be wrong, so the type of the whole is unknown.
  if (body.mismatches > before) return ERROR;
  if (type.kind === "Never") return type;
  if (type.kind === "Var") {
    // A later use determines the type.
    body.finally.push(() => {
      const found = prune(type);
      if (found.kind !== "Never" && !isDefinedFor(op, found)) undefinedOperator(body, op, found, span);
    });
    return type;
  }
  if (!isDefinedFor(op, type)) {
    undefinedOperator(body, op, type, span);
    return ERROR;
  }
  return type;
}

/** The name of a built-in or standard type. */
function nameOf(type: Type): string {
  const actual = prune(type);
  if (actual.kind !== "Named") return "";
  return actual.symbol.kind === "Primitive" || actual.symbol.module.standard ? actual.symbol.name : "";
}

function isWrapped({ context }: Body, type: Type): boolean {
  return isSymbol(type, context.enums.option) || isSymbol(type, context.enums.result);
}

function undefinedOperator(body: Body, op: string, type: Type, span: Span, left?: Expr): void {
  const related = left === undefined ? [] : wholeAt(body, left, type);
  // Of a pair that was bound as a whole, the label says enough.
  const habit = insteadOfOperator(nameOf(type), op);
  const hint = isWrapped(body, type)
    ? notes.takeValueOutWithMatch
    : related.length > 0
      ? undefined
      : (habit ?? ownOperatorHint(type));
  body.report(
    "T23",
    span,
    { problem: notes.operatorIsNotDefinedFor(op, showType(type)) },
    {
      ...(hint !== undefined && { hint }),
      ...(hint === habit && hint !== undefined && { cause: `operator ${op} of ${nameOf(type)}` }),
      ...(left !== undefined && { related, ...followsResult(body, left) }),
    },
  );
}

function comparison(body: Body, node: Binary, left: Type): Type {
  // The parser reports a chain such as `a < b < c`.
  if (node.left.kind === "Binary" && operatorOf(node.left.op).compares !== undefined) {
    body.infer(node.right);
    return body.context.bool;
  }
  if (isSendArrow(body, node, left)) {
    body.infer(node.right);
    body.report(
      "T23",
      node.opSpan,
      { problem: notes.lessIsNotDefinedFor(showType(left)) },
      { hint: notes.sendValue },
    );
    return ERROR;
  }
  const type = sameOperand(body, node.left, left, node.right);
  if (isNever(type)) return NEVER;
  if (type.kind === "Var") body.finally.push(() => needOrder(body, node, prune(type)));
  else needOrder(body, node, type);
  return body.context.bool;
}

/** Requires `Ord` for types that are not primitive. */
function needOrder(body: Body, node: Binary, type: Type): void {
  switch (type.kind) {
    case "Never":
    case "Var":
      return;
    case "Named":
      if (isDefinedFor(node.op, type)) return;
      break;
    case "Param":
    case "Dyn":
    case "Fun":
      break;
  }
  const { ord } = body.context.prelude;
  const hasImpl =
    type.kind === "Named"
      ? body.context.impls.hasImpl(ord, type.symbol)
      : body.context.impls.implements(type, ord);
  if (hasImpl)
    oblige(body, {
      self: type,
      trait: { trait: ord, args: [] },
      span: node.span,
      label: notes.comparesByOrd(node.op),
    });
  else {
    body.report(
      "T23",
      node.opSpan,
      { problem: notes.operatorIsNotDefinedFor(node.op, showType(type)) },
      orderHint(type),
    );
  }
}

/** Whether it is `c <- 1`, which is parsed as `c < -1`. */
function isSendArrow(body: Body, { op, opSpan, right }: Binary, left: Type): boolean {
  const type = prune(left);
  return (
    op === "<" &&
    right.kind === "Unary" &&
    right.op === "-" &&
    right.span.start === opSpan.end &&
    type.kind === "Named" &&
    isOfModule(type.symbol, standardModules.sync) &&
    body.context.impls.candidates(type.symbol, "send") !== undefined
  );
}

function equality(body: Body, node: Binary, left: Type): Type {
  const known = prune(left);
  let type: Type;
  if (known.kind === "Var") {
    type = body.infer(node.right, known);
    if (!isNever(type)) {
      const outcome = body.unifier.unify(known, type);
      if (outcome !== "same")
        reportMismatch(body, node.right, { actual: prune(type), expected: known, outcome });
    }
  } else type = sameOperand(body, node.left, known, node.right);
  if (isNever(known)) return NEVER;
  body.finally.push(() => checkEquality(body, node, prune(type)));
  needEq(body, node, prune(type));
  return body.context.bool;
}

/** Requires `Eq` for the parts of containers, which compare by value. */
function needEq(body: Body, node: Binary, type: Type): void {
  if (type.kind !== "Named" || !comparesParts(body, type.symbol)) return;
  oblige(body, {
    self: type,
    trait: { trait: body.context.prelude.eq, args: [] },
    span: node.span,
    label:
      node.right.kind === "Name" && node.right.name === "None"
        ? notes.testForNone(node.op)
        : notes.comparesPartsByEq(node.op),
  });
}

function comparesParts(body: Body, symbol: (Type & { kind: "Named" })["symbol"]): boolean {
  if (symbol.typeParams.length === 0) return false;
  if (symbol.kind === "Primitive") return true;
  return symbol.module.standard && body.context.impls.hasImpl(body.context.prelude.eq, symbol);
}

/** Checks `==` when the type is known: Unit has none, and without `Eq` it compares identity. */
function checkEquality(body: Body, node: Binary, type: Type): void {
  const actual = prune(type);
  if (actual.kind === "Param" && !body.context.impls.implements(actual, body.context.prelude.eq))
    body.compare(actual, node.span);
  if (actual.kind !== "Named") return;
  if (primitive(actual) === "Unit") {
    body.report("T23", node.opSpan, { problem: notes.operatorIsNotDefinedForUnit(node.op) });
    return;
  }
  if (actual.symbol.kind === "Primitive" || comparesParts(body, actual.symbol)) return;
  if (!body.context.impls.implements(actual, body.context.prelude.eq)) {
    body.warn(
      "W7",
      node.span,
      { type: showType(actual) },
      actual.symbol.module.standard ? {} : { hint: notes.writeDeriveEqBefore(actual.symbol.name) },
    );
  }
}

export function inferUnary(body: Body, node: Unary, hint: Type | null): Type {
  if (node.op === "!") {
    body.check(node.value, { type: body.context.bool, from: null });
    return body.context.bool;
  }
  const type = body.known(body.infer(node.value, operandHint(hint)));
  if (type.kind === "Var") {
    body.finally.push(() => void negatable(body, node, prune(type)));
    return type;
  }
  if (negatable(body, node, type)) return type;
  body.poison(type);
  return ERROR;
}

function negatable(body: Body, node: Unary, type: Type): boolean {
  const name = primitive(type);
  if (name === "Int" || (name === "Float" && node.op === "-") || type.kind === "Never") return true;
  const hint = isWrapped(body, type) ? notes.takeValueOutWithMatch : ownOperatorHint(type);
  body.report(
    "T23",
    node.span,
    { problem: notes.operatorIsNotDefinedFor(node.op, showType(type)) },
    hint === undefined ? {} : { hint },
  );
  return false;
}

/** Checks `target op= value`: like `target op value`, whose result must fit the target. */
export function checkCompound(body: Body, node: Assign, target: Type): void {
  const op = node.op.slice(0, -1) as BinaryOp;
  const counter =
    node.target.kind === "Name" && body.local(node.target.name)?.misfits !== undefined
      ? node.target.name
      : undefined;
  arithmetic(body, { op, leftNode: node.target, left: target, right: node.value, span: node.span, counter });
}
