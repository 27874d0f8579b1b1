// The hint for `?` on an error of another type.
import type { Context } from "../context.ts";
import { isPrimitive, prune, showType, type Type } from "../types/index.ts";
import { isStandard, std } from "../standard/index.ts";
import { notes } from "../../diagnostics/index.ts";

/** The hint for an error of another type than that of the function. */
export function errorConversionHint(
  context: Context,
  from: Type | undefined,
  outer: Type,
): string | undefined {
  if (from === undefined || outer.kind !== "Named" || outer.symbol !== context.enums.result) return undefined;
  const to = prune(outer.args[1]!);
  const error = prune(from);
  if (isPrimitive(to, "String")) {
    if (error.kind === "Named" && isStandard(error.symbol, std.error.Error))
      return notes.convertError(".map_err(fun(e) = e.message)");
    if (context.impls.implements(error, context.prelude.toString))
      return notes.convertError('.map_err(fun(e) = "${e}")');
  }
  if (to.kind === "Named" && to.symbol.kind !== "Primitive" && !to.symbol.module.standard)
    return notes.implementFromError(showType(error), showType(to));
  return notes.convertError(".map_err(fun(e) = …)");
}
