// Patterns outside of `match`: conditions of several steps, and `let` with a pattern
// (reference/patterns#let).
import type { Expr, Pattern, Step, Stmt } from "../../ir/index.ts";
import type { Dest, Emitter } from "../emitter/index.ts";
import { operand, type Value } from "../values/index.ts";
import { declareTested, emitBindings, patternTest } from "./patterns.ts";

const DISCARD: Dest = { kind: "discard" };

/** Emits the steps in order, with their variables, in one block; a failing step leaves it for the `else`. */
export function emitSteps(emitter: Emitter, expr: Expr & { kind: "Chain" }, dest: Dest): boolean {
  const { steps, then, otherwise } = expr;
  const done = emitter.names.fresh("done");
  const failed = emitter.names.fresh("failed");
  let ends = otherwise === null;
  const tried = (): void => {
    emitEach(emitter, steps, () => emitter.jump("Break", failed));
    if (!emitter.into(then, otherwise === null ? DISCARD : dest)) return;
    ends = true;
    if (otherwise !== null) emitter.jump("Break", done);
  };
  if (otherwise === null) {
    emitter.labelled(failed, tried);
    return true;
  }
  emitter.labelled(done, () => {
    emitter.labelled(failed, tried);
    if (emitter.into(otherwise, dest)) ends = true;
  });
  return ends;
}

/** Emits the steps in order; `leave` emits the jump of a failing step. */
export function emitEach(emitter: Emitter, steps: readonly Step[], leave: () => void): void {
  for (const { pattern, value } of steps) {
    if (pattern === null) {
      const test = emitter.statement(() => emitter.value(value));
      emitter.if(`!${operand(test)}`, leave);
    } else bindOr(emitter, pattern, value, leave);
  }
}

export function emitDestructure(
  emitter: Emitter,
  { pattern, value, otherwise }: Stmt & { kind: "Destructure" },
): boolean {
  bindOr(emitter, pattern, value, otherwise === null ? null : () => void emitter.into(otherwise, DISCARD));
  return value.type.kind !== "Never";
}

/**
 * Binds the variables of a pattern for the following statements; `leave` handles a value that does not match.
 */
function bindOr(emitter: Emitter, pattern: Pattern, expr: Expr, leave: (() => void) | null): void {
  const subject = emitter.statement((): Value => {
    const value = emitter.value(expr);
    return value.fixed && value.repeatable ? value : emitter.keep(value);
  });
  const tested = declareTested(emitter, pattern);
  const test = leave === null && !tested ? null : patternTest(emitter, pattern, subject.text);
  if (test !== null && leave !== null) emitter.if(`!(${test})`, leave);
  else if (test !== null) emitter.line(`${test};`);
  emitBindings(emitter, pattern, subject);
}
