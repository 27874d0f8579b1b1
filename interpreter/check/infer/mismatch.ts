// Fits a value to the expected type: unification, `dyn` coercion (reference/checking#dyn-coercion), and the
// report of a mismatch, with the origin of both types.
import { get } from "../../own/index.ts";
import { notes } from "../../diagnostics/index.ts";
import type { Label } from "../../diagnostics/index.ts";
import type { Expr } from "../../syntax/index.ts";
import { oblige, type Body, type Expected, type Parts } from "../body/index.ts";
import { mismatchHint, partsAt, wholeAt } from "../hints/index.ts";
import { declaredAt, followsResult, resultCause } from "./missing-result.ts";
import { ERROR, NEVER, prune, showPair, showType, takenApart, type Type } from "../types/index.ts";

/** Fits `actual` to the expected type, or reports a mismatch. */
export function fit(body: Body, node: Expr, actual: Type, expected: Expected): void {
  const have = prune(actual);
  const want = prune(expected.type);
  if (have === NEVER) {
    if (want.kind === "Var" && want.fallback === null) want.fallback = "unit";
    return;
  }
  if (want.kind === "Dyn" && have.kind !== "Dyn" && have.kind !== "Never") {
    const known = body.known(have);
    if (known.kind !== "Var") {
      oblige(body, {
        self: known,
        trait: want.trait,
        span: node.span,
        label: notes.neededFor(showType(want)),
      });
      body.coerce(node, want);
      return;
    }
  }
  if (have === ERROR || want === ERROR) {
    body.poison(have === ERROR ? want : have);
    return;
  }
  const outcome = body.unifier.unify(have, want);
  if (outcome !== "same")
    reportMismatch(body, node, {
      actual: have,
      expected: want,
      outcome,
      from: expected.from,
      hint: expected.hint?.(have),
      parts: get(expected, "parts"),
    });
}

interface Mismatch {
  readonly actual: Type;
  readonly expected: Type;
  readonly outcome: "different" | "infinite";
  /** The reason why this type is expected. */
  readonly from?: Label | null;
  /** A hint with priority. */
  readonly hint?: string | undefined;
  /** The parts to which the value belongs. */
  readonly parts?: Parts | undefined;
}

/** Reports T1 or T9; the unknowns of both types become error types, to avoid further errors. */
export function reportMismatch(
  body: Body,
  node: Expr,
  { actual, expected, outcome, from = null, hint: better, parts }: Mismatch,
): void {
  if (outcome === "infinite") {
    body.report("T9", node.span, { type: showType(expected.kind === "Var" ? actual : expected) });
  } else {
    const [want, have] = showPair(expected, actual);
    const related = sameHead(actual, expected) ? [] : wholeAt(body, node, actual);
    // Of a pair that was bound as a whole, the label says enough.
    const labelled = related.length > 0 && takenApart(actual) !== null;
    const hint = labelled ? undefined : (better ?? mismatchHint(body, node, actual, expected, want));
    body.report(
      "T1",
      node.span,
      { expected: want, actual: have },
      {
        label: notes.thisIs(have),
        related: [...(from === null ? [] : [from]), ...related, ...declaredAt(body, node)],
        ...(hint === undefined ? {} : { hint }),
        ...(parts !== undefined && {
          cause: `${have} in the parts at ${parts.span.start} ${parts.span.end}`,
        }),
        // Two values without their `?` in one expression are one error.
        ...(related.length > 0 && { cause: `wrapped on line ${lineOf(body, node)}` }),
        ...(from !== null && from === body.frame.resultFrom && resultCause(body)),
        ...followsResult(body, node),
      },
    );
  }
  body.mismatches++;
  if (parts !== undefined) parts.disagree = true;
  body.poison(actual);
  body.poison(expected);
  noteMisfit(body, node, actual, 2);
}

function lineOf({ state }: Body, { span }: Expr): number {
  return state.unit.source.lineAt(span.start);
}

function sameHead(a: Type, b: Type): boolean {
  return a.kind === "Named" && b.kind === "Named" && a.symbol === b.symbol;
}

/**
 * Treats mismatched uses of one variable as one mistake, probably a missing `?` after its value. If the value
 * is not wrapped, this applies after `uses` uses.
 */
export function noteMisfit(body: Body, node: Expr, actual: Type, uses = Infinity): void {
  let inner = node;
  while (inner.kind === "Paren") inner = inner.inner;
  const local = inner.kind === "Name" ? body.local(inner.name) : undefined;
  if (local?.misfits === undefined) return;
  local.misfits++;
  const { option, result } = body.context.enums;
  const wrapped = actual.kind === "Named" && (actual.symbol === option || actual.symbol === result);
  if (wrapped || local.misfits >= uses || partsAt(body, local, actual) !== undefined) local.type = ERROR;
}
