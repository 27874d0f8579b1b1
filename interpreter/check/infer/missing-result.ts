// Functions without result type that give a value: one mistake, told in the body, not again where they are called.
import { notes, type Extra, type Label } from "../../diagnostics/index.ts";
import type { Expr } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { causeOfResult, ERROR, type FunctionSymbol, type Type } from "../types/index.ts";
import type { Instance } from "./methods.ts";

/** For what is wrong in a body because its function declares no result. */
export function resultCause({ frame, context }: Body): Extra {
  if (frame.kind !== "function" || frame.declaresResult !== false || frame.function === undefined) return {};
  context.misdeclared.add(frame.function);
  return { cause: causeOfResult(frame.function) };
}

/** What a call gives: of a function that lacks its result type, nothing is known. */
export function resultOf(body: Body, { fn, result, use }: Instance): Type {
  const { misdeclared } = body.context;
  if (misdeclared.size === 0 || !misdeclared.has(fn)) return result;
  // They may have been meant to follow from the result.
  if (use.kind === "Call") for (const arg of use.callee.typeArgs) body.poison(arg);
  return ERROR;
}

/** Where the function is declared whose missing result type makes a value what it is. */
export function declaredAt(body: Body, node: Expr): Label[] {
  const called = calledBy(body, node);
  return called === undefined
    ? []
    : [
        {
          source: called.module.source,
          span: called.node.name.span,
          text: notes.declaresNoResult(called.name),
        },
      ];
}

/** For what is wrong with the value of such a function. */
export function followsResult(body: Body, node: Expr): Extra {
  let inner = node;
  while (inner.kind === "Paren") inner = inner.inner;
  if (inner.kind === "Name") {
    const follows = body.local(inner.name)?.follows;
    if (follows !== undefined) return { follows };
  }
  const called = calledBy(body, inner);
  return called === undefined ? {} : { follows: causeOfResult(called) };
}

/** The function of the program without result type that is called, or named. */
function calledBy(body: Body, node: Expr): FunctionSymbol | undefined {
  const use = body.state.facts.uses[node.id];
  const called = use?.kind === "Call" || use?.kind === "Function" ? use.callee.function : undefined;
  return called === undefined || called.module.standard || called.node.result !== null ? undefined : called;
}
