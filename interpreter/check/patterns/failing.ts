// Patterns outside `match`: checks that they cannot fail if they must not, and that they may fail if that is
// handled.
import { plainName, type Pattern } from "../../syntax/index.ts";
import { notes } from "../../diagnostics/index.ts";
import type { Body } from "../body/index.ts";
import { isError, prune, showType, type Type } from "../types/index.ts";
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
    if (uncovered(body, pattern, type)?.length !== 0) return;
    body.warn("W13", pattern.span, {}, { hint: variantHint(body, pattern, prune(type)) ?? hint });
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

/** The hint for `while let x = xs.pop_first()`: a name that binds a whole option or result. */
function variantHint({ context }: Body, pattern: Pattern, type: Type): string | undefined {
  if (pattern.kind !== "NamePattern" || type.kind !== "Named") return undefined;
  const { option, result } = context.enums;
  if (type.symbol !== option && type.symbol !== result) return undefined;
  const variant = `${type.symbol === option ? "Some" : "Ok"}(${plainName(pattern.name)})`;
  return notes.takesTheWhole(showType(type), variant);
}
