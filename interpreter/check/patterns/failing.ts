// Patterns outside `match`: checks that they cannot fail if they must not, and that they may fail if that is
// handled.
import type { Pattern } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { isError, prune, type Type } from "../types/index.ts";
import { coverage } from "./coverage.ts";
import { shapeOf } from "./shape.ts";

/** T30 for a pattern that may fail, once the types are known. */
export function mustNotFail(body: Body, pattern: Pattern, type: Type, hint: string): void {
  body.finally.push(() => {
    const missing = uncovered(body, pattern, type);
    if (missing === null || missing.length === 0) return;
    // An unknown word before `let` may be a misspelt `if` or `while`.
    const before = body.state.unit.source.text.slice(0, pattern.span.start).split("\n").at(-1)!;
    if (/[A-Za-z_]\w*[ \t]+let[ \t]+$/.test(before)) return;
    const example = missing.find((one) => one !== "_") ?? null;
    body.report("T30", pattern.span, { missing: example }, { hint });
  });
}

/** W13 for a pattern that cannot fail. */
export function shouldFail(body: Body, pattern: Pattern, type: Type, hint: string): void {
  body.finally.push(() => {
    if (uncovered(body, pattern, type)?.length === 0) body.warn("W13", pattern.span, {}, { hint });
  });
}

/** Examples of values that do not match; null if they are not known. */
function uncovered(body: Body, pattern: Pattern, type: Type): readonly string[] | null {
  if (isError(type)) return null;
  const shape = shapeOf(pattern, body.state.facts);
  if (shape === null) return null;
  const { missing, gaveUp } = coverage([{ shape, guarded: false }], prune(type));
  return gaveUp === null ? missing : ["_"];
}
