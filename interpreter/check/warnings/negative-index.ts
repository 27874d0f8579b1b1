// W16: an index or a bound of a slice that is a negative number. Negative numbers count from the end in other
// languages.
import { notes } from "../../diagnostics/index.ts";
import type { Expr } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";

/** Reports `-1` in `whole[-1]`, `whole[-1..]` and `whole[..-1]`. */
export function warnNegative(body: Body, index: Expr, whole: Expr, part: "index" | "from" | "to"): void {
  if (index.kind !== "Unary" || index.op !== "-" || index.value.kind !== "IntLit" || index.value.value === 0n)
    return;
  const { text } = body.state.unit.source;
  const written = text.slice(whole.span.start, whole.span.end);
  const name = written.includes("\n") ? "…" : written;
  const back = index.value.value;
  body.warn("W16", index.span, {}, { hint: notes.countFromTheEnd(name, back, part) });
}
