// Checks the number of parts of a tuple (reference/types#tuples).
import { notes } from "../../../diagnostics/index.ts";
import type { Span } from "../../../source/index.ts";
import type { Builder } from "./builder.ts";
import type { Cst } from "./cst.ts";
import { entries } from "./types.ts";

/** The largest tuple declared in std/core. */
const MOST_PARTS = 8;

/**
 * Reports parentheses, around a `commaList` or null, that enclose neither a tuple nor one part; returns
 * whether it did.
 */
export function reportTupleSize(
  b: Builder,
  list: Cst | null,
  span: Span,
  what: "value" | "pattern" | "type",
): boolean {
  const count = entries(list).length;
  const comma = list !== null && list.count(5) !== 0;
  if (count === 0 && what !== "type") {
    const hint = what === "value" ? notes.unitValueIsWritten : notes.unitValueAndPattern;
    b.report("P5", span, { problem: notes.isEmpty }, { hint });
  } else if (count === 1 && comma) {
    b.report("P5", span, { problem: notes.hasOnePart }, { hint: notes.tupleOfOnePart });
  } else if (count > MOST_PARTS) {
    b.report("P5", span, { problem: notes.hasParts(count) }, { hint: notes.tupleTooLarge });
  } else return false;
  return true;
}
