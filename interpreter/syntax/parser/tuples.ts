// Checks the number of parts of a tuple (reference/types#tuples).
import { notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Parser } from "./parser.ts";

/** The largest tuple declared in std/core. */
const MOST_PARTS = 8;

/** Reports parentheses that enclose neither a tuple nor one part; returns whether it did. */
export function isWrongTuple(
  p: Parser,
  { count, comma }: { readonly count: number; readonly comma: boolean },
  span: Span,
  what: "value" | "pattern" | "type",
): boolean {
  if (count === 0 && what !== "type") {
    const hint = what === "value" ? notes.unitValueIsWritten : notes.unitValueAndPattern;
    p.report("P5", span, { problem: notes.isEmpty }, { hint });
  } else if (count === 1 && comma) {
    p.report("P5", span, { problem: notes.hasOnePart }, { hint: notes.tupleOfOnePart });
  } else if (count > MOST_PARTS) {
    p.report("P5", span, { problem: notes.hasParts(count) }, { hint: notes.tupleTooLarge });
  } else return false;
  return true;
}
