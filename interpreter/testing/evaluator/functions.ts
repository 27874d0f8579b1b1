// Bodies of functions, lambdas and deferred code, and the deferred calls at their end.
import type { LocalSymbol, Type } from "../../check/index.ts";
import { asPanic, FatalPanic, Panic, StackReserve } from "../../runtime/host.ts";
import type * as ast from "../../syntax/index.ts";
import { isUnit } from "./actual-types.ts";
import type { Evaluation, EvaluatedCall } from "./evaluation.ts";
import { bind } from "./patterns.ts";
import type { Steps } from "./scheduler.ts";
import { FunctionValue, ReturnSignal, UNIT } from "./values.ts";

/** The stack that a body begins with, so that its deferred calls can run on every exit. */
const reserve = new StackReserve(256);
/** The deferred calls in progress, which use the reserve. */
let deferredCalls = 0;

/** Evaluates a body, then its deferred calls; returns the value of the body. */
export function* bodyOf(frame: EvaluatedCall, body: ast.Body | ast.Expr, result: Type): Steps<unknown> {
  let value: unknown;
  let failure: Panic | null = null;
  if (deferredCalls === 0) reserve.keep();
  try {
    value = yield* frame.evaluate(body.kind === "ExprBody" ? body.value : body);
  } catch (signal) {
    if (signal instanceof ReturnSignal) value = signal.value;
    else failure = begunPanic(frame, signal);
  }
  failure = yield* runDeferred(frame, failure);
  if (failure !== null) throw failure;
  return isUnit(result) ? UNIT : value;
}

/** Runs all deferred calls, even if some panic; the first panic continues (reference/errors#panics). */
function* runDeferred(frame: EvaluatedCall, first: Panic | null): Steps<Panic | null> {
  let failure = first;
  for (let deferred = frame.deferred.pop(); deferred !== undefined; deferred = frame.deferred.pop()) {
    try {
      deferredCalls++;
      yield* deferred();
    } catch (signal) {
      const later = begunPanic(frame, signal);
      if (failure === null) failure = later;
      else frame.evaluation.scheduler.panicCaught(later);
    } finally {
      deferredCalls--;
    }
  }
  return failure;
}

/**
 * The panic that starts to unwind. @throws signals that end the program immediately: `exit`, and exceeded
 * limits
 */
function begunPanic(frame: EvaluatedCall, signal: unknown): Panic {
  const panic = asPanic(signal);
  if (panic === null || panic instanceof FatalPanic) throw signal;
  frame.evaluation.scheduler.panicBegins(panic);
  return panic;
}

/** `catch_panic`: returns the message of the panic, if there is one (reference/errors#panics). */
export function* catchPanic(evaluation: Evaluation, f: FunctionValue): Steps<unknown> {
  try {
    yield* f.call([]);
    return evaluation.none();
  } catch (signal) {
    const panic = asPanic(signal);
    if (panic === null || panic instanceof FatalPanic) throw signal;
    evaluation.scheduler.panicCaught(panic);
    return evaluation.some(panic.message);
  }
}

/** Creates a closure, which captures the current values (reference/functions#closures). */
export function lambda(frame: EvaluatedCall, node: ast.Lambda): FunctionValue {
  const captured = new Map(frame.locals);
  const params = node.params.map((param): LocalSymbol => frame.facts.locals[param.id]!);
  const type = frame.typeOf(node);
  const result: Type = type.kind === "Fun" ? type.result : { kind: "Never" };
  return new FunctionValue(function* (args) {
    yield* frame.evaluation.scheduler.step(frame.module);
    const inner = frame.inner(captured);
    params.forEach((param, i) => inner.locals.set(param, args[i]));
    node.params.forEach(({ pattern }, i) => {
      if (pattern !== null) bind(inner, pattern, args[i]);
    });
    return yield* bodyOf(inner, node.body, result);
  });
}

/** Registers deferred code, which captures values like a lambda (reference/expressions#defer). */
export function defer(frame: EvaluatedCall, body: ast.Expr): void {
  const captured = new Map(frame.locals);
  frame.deferred.push(() => bodyOf(frame.inner(captured), body, { kind: "Never" }));
}

export function panic(message: string): never {
  throw new Panic(message);
}
