// Hints for calls: too many or too few arguments, types as arguments, variables that hide a function.
import type { Body } from "../body/index.ts";
import type { Arg, Expr } from "../../syntax/index.ts";
import type { FunctionSymbol, Type } from "../types/index.ts";
import { isTypeName } from "./foreign-literals.ts";
import { notes, type Extra } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";

/** `Int` of `channel(Int)`. */
export function typeArgumentHint(
  body: Body,
  args: readonly Arg[],
  params: readonly Type[],
): string | undefined {
  const value = args[0]?.value;
  if (args.length !== 1 || params.length > 0 || value?.kind !== "Name") return undefined;
  return body.local(value.name) === undefined && isTypeName(body, value.name) ? value.name : undefined;
}

/** The hint for `Ok()` and `Some()`. */
export function noArgumentsHint(params: readonly Type[], args: readonly Arg[], name: string): Extra {
  return params.length === 1 && args.length === 0
    ? { hint: notes.payloadIsUnit(name.replaceAll("`", "")) }
    : {};
}

/** The label or hint with the declaration of a function. */
export function declarationHint(fn: FunctionSymbol): Extra {
  const { source, standard } = fn.module;
  const text = ({ span }: { readonly span: Span }): string => source.text.slice(span.start, span.end);
  const { name, params, result } = fn.node;
  const hint = notes.itIsDeclaredAsFunction(
    name.name,
    params.map(text).join(", "),
    result === null ? "" : ` -> ${text(result)}`,
  );
  return standard ? { hint } : { hint, related: [{ source, span: name.span, text: notes.declaredHere }] };
}

/** The label and hint for a variable that hides the function of its name. */
export function hiddenFunctionHint(body: Body, callee: Expr): Extra {
  if (callee.kind !== "Name" || callee.fileLevel) return {};
  const local = body.local(callee.name);
  const entry = body.context.names.lookup(body.state, callee.name);
  if (local === undefined || entry === null || entry === "reported" || entry.kind !== "Function") return {};
  return {
    related: [body.label(local.span, notes.hidesFunction(callee.name))],
    hint: notes.renameVariable,
  };
}
