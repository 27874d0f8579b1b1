// How many parts a tuple may have (reference/types#tuples).
import type { Span } from "../../source/index.ts";
import type { Builder } from "./builder.ts";
import type { Cst } from "./cst.ts";
import { entries } from "./types.ts";

/** The declarations of std/core go as far. */
const MOST_PARTS = 8;

/** Whether what stands in parentheses, a `commaList` or null, is neither a tuple nor one thing in parentheses; it is reported then. */
export function reportTupleSize(
  b: Builder,
  list: Cst | null,
  span: Span,
  what: "value" | "pattern" | "type",
): boolean {
  const count = entries(list).length;
  const comma = list !== null && list.count(5) !== 0;
  if (count === 0 && what !== "type") {
    const hint =
      what === "value"
        ? "the unit value is written `{}`"
        : "the unit value is written `{}`, and a pattern that takes it, or anything, `_`";
    b.report("P5", span, { problem: "is empty" }, { hint });
  } else if (count === 1 && comma) {
    b.report(
      "P5",
      span,
      { problem: "has one part" },
      { hint: "a tuple has 2 to 8 parts; without the comma the parentheses only group" },
    );
  } else if (count > MOST_PARTS) {
    b.report(
      "P5",
      span,
      { problem: `has ${count} parts` },
      { hint: "a tuple has 2 to 8 parts: declare a struct, whose fields have names, or use a list" },
    );
  } else return false;
  return true;
}
