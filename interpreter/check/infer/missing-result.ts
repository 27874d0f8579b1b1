// Functions without result type that return a value: one mistake, reported in the body, not again at their
// calls.
import { get } from "../../own/index.ts";
import { notes, type Extra, type Label } from "../../diagnostics/index.ts";
import type { Expr } from "../../syntax/index.ts";
import { doubt } from "../asked/index.ts";
import type { Body } from "../body/index.ts";
import { causeOfResult, ERROR, type FunctionSymbol, type Type } from "../types/index.ts";
import type { InstantiatedFunction } from "./methods.ts";

/** The cause of errors in a body whose function declares no result. */
export function resultCause({ frame, context }: Body): Extra {
  if (frame.kind !== "function" || frame.declaresResult !== false || frame.function === undefined) return {};
  context.misdeclared.add(frame.function);
  return { cause: causeOfResult(frame.function) };
}

/** The type of a call; unknown for a function that lacks its result type. */
export function resultOf(body: Body, { fn, result, use }: InstantiatedFunction): Type {
  const { misdeclared } = body.context;
  if (misdeclared.size === 0 || !misdeclared.has(fn)) return result;
  doubt();
  // The missing result type may have determined them.
  if (use.kind === "Call") for (const arg of use.callee.typeArgs) body.poison(arg);
  return ERROR;
}

/** A label at the declaration of the function whose missing result type determines a value. */
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

/** The cause of errors with the value of such a function. */
export function followsResult(body: Body, node: Expr): Extra {
  let inner = node;
  while (inner.kind === "Paren") inner = inner.inner;
  if (inner.kind === "Name") {
    const follows = get(body.local(inner.name), "follows");
    if (follows !== undefined) return { follows };
  }
  const called = calledBy(body, inner);
  return called === undefined ? {} : { follows: causeOfResult(called) };
}

/** The called or named function of the program, if it has no result type. */
function calledBy(body: Body, node: Expr): FunctionSymbol | undefined {
  const use = body.state.facts.uses[node.id];
  const called = use?.kind === "Call" || use?.kind === "Function" ? use.callee.function : undefined;
  return called === undefined || called.module.standard || called.node.result !== null ? undefined : called;
}
