// Statements and assignments. The operands of an assignment target are evaluated once, in order, before the
// value (reference/expressions#order-of-evaluation).
import type { Type } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import type { EvaluatedCall } from "./evaluation.ts";
import { defer } from "./functions.ts";
import { operation } from "./operators.ts";
import { elementAt, listIndex, useOf } from "./parts.ts";
import { bind, matches } from "./patterns.ts";
import type { Steps } from "./scheduler.ts";
import { BreakSignal, ContinueSignal, ReturnSignal, type StructValue, UNIT } from "./values.ts";

export function* statement(frame: EvaluatedCall, node: ast.Stmt): Steps<void> {
  switch (node.kind) {
    case "Let": {
      const value = yield* frame.evaluate(node.value);
      frame.locals.set(frame.facts.locals[node.id]!, value);
      return;
    }
    case "LetPattern": {
      const value = yield* frame.evaluate(node.value);
      if (node.otherwise !== null && !matches(frame, node.pattern, value)) {
        yield* frame.evaluate(node.otherwise);
        throw new Error("the else of a let came to its end");
      }
      return bind(frame, node.pattern, value);
    }
    case "Return":
      throw new ReturnSignal(node.value === null ? UNIT : yield* frame.evaluate(node.value));
    case "Break":
      throw new BreakSignal(
        node.value === null ? UNIT : yield* frame.evaluate(node.value),
        node.label?.name ?? null,
      );
    case "Continue":
      throw new ContinueSignal(node.label?.name ?? null);
    case "Defer":
      return defer(frame, node.value);
    case "Assign":
      return yield* assign(frame, node);
    case "ExprStmt":
      yield* frame.evaluate(node.value);
  }
}

function* assign(frame: EvaluatedCall, node: ast.Assign): Steps<void> {
  let target = node.target;
  while (target.kind === "Paren") target = target.inner;
  switch (target.kind) {
    case "Name":
    case "SelfValue":
      return yield* assignVariable(frame, node, target);
    case "FieldAccess": {
      const use = useOf(frame, target);
      if (use.kind !== "Field") throw new Error(`a ${use.kind} is no place`);
      const { fields } = (yield* frame.evaluate(target.receiver)) as StructValue;
      fields[use.index] = yield* newValue(frame, node, frame.typeOf(target), () => fields[use.index]);
      return;
    }
    case "Index": {
      const receiver = yield* frame.evaluate(target.receiver);
      const index = yield* frame.evaluate(target.index);
      const old = node.op === "=" ? undefined : yield* elementAt(frame, target, receiver, index);
      const value = yield* newValue(frame, node, frame.typeOf(target), () => old);
      return yield* setElement(frame, target, receiver, index, value);
    }
    case "TupleLit": {
      const store = yield* places(frame, target);
      return yield* store(yield* frame.evaluate(node.value));
    }
    default:
      throw new Error(`${target.kind} is no place`);
  }
}

function* setElement(
  frame: EvaluatedCall,
  node: ast.Index,
  receiver: unknown,
  index: unknown,
  value: unknown,
): Steps<void> {
  const use = frame.facts.uses[node.id];
  if (use?.kind === "Keyed") yield* frame.evaluation.call(frame.callee(use.set!), [receiver, index, value]);
  else (receiver as unknown[])[listIndex(receiver as unknown[], index as bigint)] = value;
}

/**
 * Evaluates the operands of an assignment target, also of a tuple; returns the function that stores a value.
 */
function* places(frame: EvaluatedCall, node: ast.Expr): Steps<(value: unknown) => Steps<void>> {
  switch (node.kind) {
    case "Paren":
      return yield* places(frame, node.inner);
    case "TupleLit": {
      const stores: ((value: unknown) => Steps<void>)[] = [];
      for (const part of node.parts) stores.push(yield* places(frame, part));
      return function* (value) {
        for (const [i, store] of stores.entries()) yield* store((value as StructValue).fields[i]);
      };
    }
    case "FieldAccess": {
      const use = useOf(frame, node);
      if (use.kind !== "Field") throw new Error(`a ${use.kind} is no place`);
      const { fields } = (yield* frame.evaluate(node.receiver)) as StructValue;
      return function* (value) {
        fields[use.index] = value;
      };
    }
    case "Index": {
      const receiver = yield* frame.evaluate(node.receiver);
      const index = yield* frame.evaluate(node.index);
      return (value) => setElement(frame, node, receiver, index, value);
    }
    case "Name":
    case "SelfValue": {
      const use = frame.facts.uses[node.id];
      return function* (value) {
        if (use?.kind === "Local") frame.locals.set(use.local, value);
        if (use?.kind === "Global") frame.evaluation.writeGlobal(use.global, value);
      };
    }
    default:
      throw new Error(`${node.kind} is no place`);
  }
}

function* assignVariable(
  frame: EvaluatedCall,
  node: ast.Assign,
  target: ast.Name | ast.SelfValue,
): Steps<void> {
  const use = useOf(frame, target);
  if (use.kind === "Local") {
    const value = yield* newValue(frame, node, frame.actual(use.local.type), () =>
      frame.locals.get(use.local),
    );
    frame.locals.set(use.local, value);
  } else if (use.kind === "Global") {
    const old = node.op === "=" ? undefined : yield* frame.evaluation.readGlobal(use.global);
    frame.evaluation.writeGlobal(
      use.global,
      yield* newValue(frame, node, frame.actual(use.global.type), () => old),
    );
  } else throw new Error(`a ${use.kind} is no place`);
}

/** Evaluates the operand, for `op=` combined with the old value, which is read before. */
function* newValue(frame: EvaluatedCall, node: ast.Assign, type: Type, old: () => unknown): Steps<unknown> {
  if (node.op === "=") return yield* frame.evaluate(node.value);
  const left = old();
  return yield* operation(
    frame,
    node.op.slice(0, -1) as ast.BinaryOp,
    left,
    yield* frame.evaluate(node.value),
    type,
  );
}
