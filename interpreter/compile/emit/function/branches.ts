// Branches that need statements: `if` with its `else if`s, `&&` and `||`, and `?`.
import { isUnit, type Expr } from "../../ir/index.ts";
import { waitsIn, type Code } from "../frames/index.ts";
import { bounded, fixed, type Value } from "../values/index.ts";
import { DISCARD, type Dest, type Emitter } from "../emitter/index.ts";

type If = Expr & { kind: "If" };

/** Returns false if the end of no branch can be reached. */
export function emitIf(emitter: Emitter, expr: If, dest: Dest): boolean {
  let ends = false;
  const arms: { test: string | null; body: readonly Code[] }[] = [];
  const arm = (test: string | null, emit: () => boolean): void => {
    const { body, given } = emitter.sequence(emit);
    if (given) ends = true;
    arms.push({ test, body });
  };
  let rest: Expr | null = expr;
  while (rest !== null && rest.kind === "If" && (arms.length === 0 || joins(emitter, rest, dest))) {
    const step: If = rest;
    const discarded = step.otherwise === null && !isUnit(step.then.type);
    arm(
      emitter.statement(() => emitter.text(step.condition)),
      () => emitter.into(step.then, discarded ? DISCARD : dest),
    );
    rest = step.otherwise;
  }
  if (rest === null) ends = true;
  else {
    const otherwise = rest;
    arm(null, () => emitter.into(otherwise, dest));
  }
  emitter.code.push({ kind: "If", arms, waits: arms.some((each) => waitsIn(each.body)) });
  return ends;
}

/**
 * Whether an `else if` is joined: if its condition needs statements before it, it is an `if` inside `else`.
 */
function joins(emitter: Emitter, rest: If, dest: Dest): boolean {
  return emitter.isInline(rest.condition) && !emitter.isExpression(rest, dest);
}

/**
 * Evaluates the right operand only if the left one does not decide. The right one may read the variable that
 * the result is assigned to.
 */
export function emitShortCircuit(emitter: Emitter, expr: Expr & { kind: "And" | "Or" }, dest: Dest): boolean {
  const test = emitter.statement(() => emitter.text(expr.left));
  const decided = emitter.sequence(() =>
    emitter.deliver(fixed(expr.kind === "And" ? "false" : "true"), dest),
  );
  const right = emitter.sequence(() => emitter.into(expr.right, dest));
  const bodies = expr.kind === "And" ? [right.body, decided.body] : [decided.body, right.body];
  emitter.code.push({
    kind: "If",
    arms: [
      { test, body: bodies[0]! },
      { test: null, body: bodies[1]! },
    ],
    waits: waitsIn(right.body),
  });
  return decided.given || right.given;
}

/** `e?`: leaves the function if there is no payload (reference/errors#results). */
export function emitTry(emitter: Emitter, expr: Expr & { kind: "Try" }): Value {
  const value = emitter.value(expr.value);
  const held = value.fixed ? value : emitter.keep(value);
  const failed =
    expr.over === "Option"
      ? `${held.text} === null`
      : `${held.text} instanceof ${emitter.runtimeName("Err")}`;
  emitter.if(failed, () => emitter.emitReturn(expr.over === "Option" ? fixed("null") : held));
  if (!expr.boxed) return bounded(held, emitter.program.ranges.of(expr));
  return emitter.keep(
    fixed(`${emitter.runtimeName(expr.over === "Option" ? "payload" : "okPayload")}(${held.text})`),
  );
}
