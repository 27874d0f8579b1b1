// Evaluates expressions: walks the tree with the facts of the checker.
import type { Conversion, Use } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import { callExpression, defaultValues, methodCall, variantValue } from "./calls.ts";
import { evaluateIf, evaluateMatch } from "./branches.ts";
import type { EvaluatedCall } from "./evaluation.ts";
import { lambda } from "./functions.ts";
import { forLoop, loop } from "./loops.ts";
import { partOf } from "./natives-core.ts";
import { binary, unary } from "./operators.ts";
import { elementAt, evaluateAll, useOf } from "./parts.ts";
import { bind, matches } from "./patterns.ts";
import type { Steps } from "./scheduler.ts";
import { statement } from "./statements.ts";
import { textOfValue } from "./text.ts";
import { DynValue, type EnumValue, type FunctionValue, ReturnSignal, StructValue, UNIT } from "./values.ts";

/** Evaluates an expression, with its coercion if it has one. */
export function* evaluate(frame: EvaluatedCall, node: ast.Expr): Steps<unknown> {
  if (frame.held.has(node)) return frame.held.get(node);
  const converter = frame.facts.conversions.get(node.id);
  const plainValue = yield* plain(frame, node);
  const value =
    converter === undefined
      ? plainValue
      : yield* frame.evaluation.call(frame.callee(converter), [plainValue, ...extraOf(frame, converter)]);
  const target = frame.facts.coercions.get(node.id);
  if (target === undefined || value instanceof DynValue || frame.actual(target).kind !== "Dyn") return value;
  const type = converter === undefined ? frame.typeOf(node) : frame.actual(converter.function.result);
  return new DynValue(value, type);
}

/** What a converter of a handler gets besides the function. */
function extraOf(frame: EvaluatedCall, converter: Conversion): unknown[] {
  if (converter.text === undefined) return [];
  const defaults = (converter.defaults ?? []).map((each) =>
    frame.evaluation.functionValue(frame.callee(each)),
  );
  return [converter.text, ...defaults];
}

function* plain(frame: EvaluatedCall, node: ast.Expr): Steps<unknown> {
  switch (node.kind) {
    case "IntLit":
    case "FloatLit":
    case "BoolLit":
    case "StringLit":
    case "CharLit":
      return node.value;
    case "Interpolation":
      return yield* interpolation(frame, node);
    case "Name":
    case "SelfValue":
      return yield* reference(frame, useOf(frame, node));
    case "Paren":
      return yield* evaluate(frame, node.inner);
    case "TupleLit": {
      const use = useOf(frame, node);
      if (use.kind !== "Struct" || use.type.symbol.kind !== "Struct")
        throw new Error("a tuple without its struct");
      return new StructValue(use.type.symbol, yield* evaluateAll(frame, node.parts));
    }
    case "ListLit":
      return yield* evaluateAll(frame, node.elements);
    case "MapLit":
      return yield* collection(
        frame,
        node,
        node.entries.map((entry) => [entry.key, entry.value]),
      );
    case "SetLit":
      return yield* collection(
        frame,
        node,
        node.elements.map((element) => [element]),
      );
    case "StructLit":
      return yield* struct(frame, node);
    case "Block":
      return yield* block(frame, node);
    case "If":
      return yield* evaluateIf(frame, node);
    case "Match":
      return yield* evaluateMatch(frame, node);
    case "Loop":
    case "While":
      return yield* loop(frame, node);
    case "For":
      return yield* forLoop(frame, node);
    case "Lambda":
      return lambda(frame, node);
    case "Call":
      return yield* callExpression(frame, node);
    case "MethodCall":
      return yield* methodCall(frame, node);
    case "FieldAccess":
      return yield* field(frame, node);
    case "Index": {
      const receiver = yield* evaluate(frame, node.receiver);
      return yield* elementAt(frame, node, receiver, yield* evaluate(frame, node.index));
    }
    case "Slice":
      return yield* slice(frame, node);
    case "Spawn":
      return yield* spawn(frame, node);
    case "Try":
      return yield* tried(frame, node);
    case "Unary":
      return unary(node, yield* evaluate(frame, node.value));
    case "Binary":
      return yield* binary(frame, node);
    case "LetTest": {
      const value = yield* evaluate(frame, node.value);
      if (!matches(frame, node.pattern, value)) return false;
      bind(frame, node.pattern, value);
      return true;
    }
    case "Range":
    case "MacroCall":
    case "BrokenExpr":
      throw new Error(`${node.kind} has no value`);
  }
}

/** The value of a name or of `alias.name`. */
function* reference(frame: EvaluatedCall, use: Use): Steps<unknown> {
  switch (use.kind) {
    case "Local":
      if (!frame.locals.has(use.local)) throw new Error(`${use.local.name} is used before its declaration`);
      return frame.locals.get(use.local);
    case "Global":
      return yield* frame.evaluation.readGlobal(use.global);
    case "Const":
      return typeof use.constant.value === "object" ? use.constant.value.char : use.constant.value;
    case "Function":
      return frame.evaluation.functionValue(frame.callee(use.callee)) satisfies FunctionValue;
    case "Variant":
      return variantValue(frame, use, []);
    default:
      throw new Error(`a ${use.kind} is no value`);
  }
}

function* interpolation(frame: EvaluatedCall, node: ast.Interpolation): Steps<string> {
  let text = "";
  for (const part of node.parts) {
    text +=
      typeof part === "string"
        ? part
        : yield* textOfValue(frame, yield* evaluate(frame, part), frame.typeOf(part));
  }
  return text;
}

/** Evaluates a map or set literal: each entry is added to an empty one when it has been evaluated. */
function* collection(
  frame: EvaluatedCall,
  node: ast.MapLit | ast.SetLit,
  rows: readonly (readonly ast.Expr[])[],
): Steps<unknown> {
  const use = useOf(frame, node);
  if (use.kind !== "Collection") throw new Error("a literal without its type's methods");
  const made = yield* frame.evaluation.call(frame.callee(use.create), []);
  for (const row of rows)
    yield* frame.evaluation.call(frame.callee(use.add), [made, ...(yield* evaluateAll(frame, row))]);
  return made;
}

/**
 * Evaluates fields in order of declaration, whatever their order in the literal, then default values
 * (reference/expressions#order-of-evaluation).
 */
function* struct(frame: EvaluatedCall, node: ast.StructLit): Steps<unknown> {
  const use = useOf(frame, node);
  if (use.kind !== "Struct" || use.type.symbol.kind !== "Struct")
    throw new Error("a struct literal without its struct");
  const fields: unknown[] = [];
  for (const at of use.order)
    fields.push(at < 0 ? undefined : yield* evaluate(frame, node.fields[at]!.value));
  const base = node.base === null ? null : ((yield* evaluate(frame, node.base)) as StructValue);
  for (const [i, at] of use.order.entries()) {
    if (at >= 0) continue;
    const callee = { function: use.type.symbol.fields[i]!.default!, typeArgs: use.type.args, self: null };
    fields[i] = base === null ? yield* frame.evaluation.call(frame.callee(callee), []) : base.fields[i];
  }
  return new StructValue(use.type.symbol, fields);
}

export function* block(frame: EvaluatedCall, node: ast.Block): Steps<unknown> {
  for (const stmt of node.stmts) yield* statement(frame, stmt);
  return node.trailing === null ? UNIT : yield* evaluate(frame, node.trailing);
}

function* field(frame: EvaluatedCall, node: ast.FieldAccess): Steps<unknown> {
  const use = useOf(frame, node);
  if (use.kind !== "Field") return yield* reference(frame, use);
  const object = (yield* evaluate(frame, node.receiver)) as StructValue;
  return object.fields[use.index];
}

/** Evaluates a slice of a list or string. An omitted bound is determined after the other operands. */
function* slice(frame: EvaluatedCall, node: ast.Slice): Steps<unknown> {
  const whole = (yield* evaluate(frame, node.receiver)) as unknown[] | string;
  const from = node.from === null ? 0n : ((yield* evaluate(frame, node.from)) as bigint);
  const end = node.to === null ? BigInt(whole.length) : ((yield* evaluate(frame, node.to)) as bigint);
  return partOf(whole, from, end, node.inclusive);
}

/** Starts a goroutine with a function, or with a call whose callee and arguments are evaluated before. */
function* spawn(frame: EvaluatedCall, node: ast.Spawn): Steps<unknown> {
  const { scheduler } = frame.evaluation;
  if (frame.facts.uses[node.id]?.kind !== "SpawnedCall") {
    scheduler.spawn(((yield* evaluate(frame, node.value)) as FunctionValue).call([]));
    return UNIT;
  }
  let call = node.value;
  while (call.kind === "Paren") call = call.inner;
  if (call.kind !== "Call" && call.kind !== "MethodCall") throw new Error("no call is spawned");
  const inner = frame.inner(frame.locals);
  const use = useOf(frame, call);
  const callee = "callee" in use ? use.callee : null;
  const isMethod =
    use.kind === "DynCall" ||
    (callee !== null && ("function" in callee ? callee.function : callee.method).hasSelf);
  const first =
    call.kind === "MethodCall"
      ? isMethod
        ? [call.receiver]
        : []
      : use.kind === "ValueCall"
        ? [call.callee]
        : [];
  for (const part of [...first, ...call.args.map(({ value }) => value)])
    inner.held.set(part, yield* evaluate(frame, part));
  inner.heldDefaults.set(call, yield* defaultValues(frame, call));
  scheduler.spawn(evaluate(inner, call));
  return UNIT;
}

/**
 * Evaluates `?`: the payload, or a return from the function with a value that has none, whose error may be converted.
 */
function* tried(frame: EvaluatedCall, node: ast.Try): Steps<unknown> {
  const value = (yield* evaluate(frame, node.value)) as EnumValue;
  if (value.variant === "Some" || value.variant === "Ok") return value.payload[0];
  const use = frame.facts.uses[node.id];
  if (use?.kind !== "BoundCall") throw new ReturnSignal(value);
  const error = yield* frame.callBound(use.callee, value.payload);
  throw new ReturnSignal(frame.evaluation.err(error));
}
