// Reports a method or associated function that does not exist, with a hint at what was meant.
import { notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Expr } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { mayHaveLostImpls } from "../impls/index.ts";
import { isError, mentions, prune, showType, type Type } from "../types/index.ts";
import {
  derivedTrait,
  isProgramType,
  changerHint,
  missingMethodHint,
  missingCause,
  nextNote,
  wrappedAt,
} from "../hints/index.ts";
import { followsResult } from "./missing-result.ts";

/** A missing member, and its context. */
interface Missing {
  readonly name: string;
  /** Whether a method is wanted; otherwise an associated function. */
  readonly wantSelf: boolean;
  readonly span: Span;
  /** Whether type arguments are written. */
  readonly generic?: boolean;
  readonly receiver?: Expr;
}

/** Reports T2 for a missing method or associated function, with a hint. */
export function reportNoMethod(
  body: Body,
  type: Type,
  { name, wantSelf, span, generic, receiver }: Missing,
): void {
  const actual = prune(type);
  if (mentions(actual, isError) || mayHaveLostImpls(body.context, actual)) return;
  if (isOfLostTrait(body, actual, name)) return;
  const what = wantSelf ? "method" : notes.associatedFunction;
  const changer = receiver === undefined ? undefined : changerHint(receiver, actual);
  const hint = changer ?? missingMethodHint(body, actual, name, wantSelf, generic === true);
  const extra = {
    ...(hint !== undefined && { hint }),
    ...(receiver !== undefined && wrappedAt(body, receiver, actual, name)),
    ...(receiver !== undefined && followsResult(body, receiver)),
  };
  body.report(
    "T2",
    span,
    { type: showType(actual), what, name },
    {
      ...extra,
      ...missingCause(body, actual, name),
      ...(wantSelf && ofIterators(body, name) && nextNote(body, actual)),
    },
  );
  // The missing function would have determined the type arguments.
  if (!wantSelf) mentions(actual, (part) => (part.kind === "Var" ? (body.poison(part), false) : false));
}

/** Whether an unparsed part may derive or implement the trait that has the method. */
function isOfLostTrait({ context }: Body, type: Type, name: string): boolean {
  if (context.lost.size === 0 || !isProgramType(type)) return false;
  const trait = derivedTrait(name);
  if (trait !== undefined && context.lost.has(trait)) return true;
  // A type with a method `next` has those of iterators.
  return context.lost.has("next") && context.impls.candidates(type.symbol, "next") === undefined;
}

function ofIterators({ context }: Body, name: string): boolean {
  return [...context.standard.preludeMethods("Iterator")].includes(name);
}
