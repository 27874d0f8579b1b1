// Loops, by the kind of iterable (reference/expressions#for).
import type { Iteration } from "../../check/index.ts";
import { stringChars } from "../../runtime/host.ts";
import type * as ast from "../../syntax/index.ts";
import type { EvaluatedCall } from "./evaluation.ts";
import { listIndex, useOf } from "./parts.ts";
import { bind, matches } from "./patterns.ts";
import type { Steps } from "./scheduler.ts";
import { BreakSignal, ContinueSignal, type EnumValue, UNIT } from "./values.ts";

export function* loop(frame: EvaluatedCall, node: ast.Loop | ast.While): Steps<unknown> {
  for (;;) {
    if (node.kind === "While" && (yield* frame.evaluate(node.condition)) !== true) return UNIT;
    const left = yield* round(frame, node);
    if (left !== null) return left.value;
  }
}

/** Runs one iteration of a loop; returns the `break` that ended it, or null. */
function* round(
  frame: EvaluatedCall,
  { body, label }: ast.Loop | ast.While | ast.For,
): Steps<BreakSignal | null> {
  yield* frame.evaluation.scheduler.step(frame.module);
  try {
    yield* frame.evaluate(body);
  } catch (signal) {
    const isJump = signal instanceof BreakSignal || signal instanceof ContinueSignal;
    if (!isJump || (signal.label !== null && signal.label !== label?.name)) throw signal;
    if (signal instanceof BreakSignal) return signal;
  }
  return null;
}

/** Runs an iteration for one element; skips elements that do not match the pattern of the head. */
function* iterationWith(frame: EvaluatedCall, node: ast.For, element: unknown): Steps<boolean> {
  if (!matches(frame, node.pattern, element)) return true;
  bind(frame, node.pattern, element);
  return (yield* round(frame, node)) === null;
}

export function* forLoop(frame: EvaluatedCall, node: ast.For): Steps<unknown> {
  let over = node.iterable;
  while (over.kind === "Paren") over = over.inner;
  if (over.kind === "Range") {
    const from = (yield* frame.evaluate(over.from)) as bigint;
    const to = (yield* frame.evaluate(over.to)) as bigint;
    for (let i = from; over.inclusive ? i <= to : i < to; i++)
      if (!(yield* iterationWith(frame, node, i))) break;
    return UNIT;
  }
  const use = useOf(frame, node);
  if (use.kind !== "Iterate") throw new Error("a loop over nothing known");
  const value = yield* frame.evaluate(node.iterable);
  if (use.over.kind === "Next" || use.over.kind === "Received") yield* overNext(frame, node, use.over, value);
  else {
    const list = yield* listOf(frame, use.over, value);
    const length = list.length;
    for (let i = 0; i < length; i++)
      if (!(yield* iterationWith(frame, node, list[listIndex(list, BigInt(i))]))) break;
  }
  return UNIT;
}

/** The list of elements of the iterable. */
function* listOf(frame: EvaluatedCall, over: Iteration, value: unknown): Steps<readonly unknown[]> {
  switch (over.kind) {
    case "List":
      return value as unknown[];
    case "Snapshot":
      return (yield* frame.evaluation.call(frame.callee(over.snapshot), [value])) as unknown[];
    case "Option":
      return (value as EnumValue).payload;
    case "String":
      return stringChars(value as string);
    case "Range":
    case "Next":
    case "Received":
      throw new Error(`no list of a ${over.kind}`);
  }
}

function* overNext(
  frame: EvaluatedCall,
  node: ast.For,
  over: Iteration & { kind: "Next" | "Received" },
  iterator: unknown,
): Steps<void> {
  for (;;) {
    const next = (yield* nextOf(frame, node, over, iterator)) as EnumValue;
    if (next.variant === "None" || !(yield* iterationWith(frame, node, next.payload[0]))) return;
  }
}

function* nextOf(
  frame: EvaluatedCall,
  node: ast.For,
  over: Iteration & { kind: "Next" | "Received" },
  iterator: unknown,
): Steps<unknown> {
  if (over.kind === "Received") return yield* frame.evaluation.call(frame.callee(over.receive), [iterator]);
  const { next } = over;
  if ("function" in next) return yield* frame.evaluation.call(frame.callee(next), [iterator]);
  if ("self" in next) return yield* frame.callBound(next, [iterator]);
  return yield* frame.evaluation.callMethod(
    frame.traitRef(next.trait),
    "next",
    frame.typeOf(node.iterable),
    [],
    [iterator],
  );
}
