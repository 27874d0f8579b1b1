// All that is proposed for a selection: fixes of the diagnostics there, refactorings, and actions on the file.
import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { FileView } from "../workspace/view.ts";
import type { Action } from "./action.ts";
import { actionsAt, fixesOf } from "./index.ts";
import { organisedImports } from "./organise.ts";

export interface Offered {
  readonly action: Action;
  /** The diagnostic that it fixes. */
  readonly fixes?: Diagnostic;
}

/** What is known of the file of a view. */
export interface Known {
  readonly diagnostics: readonly Diagnostic[];
  /** The unit whose source has a name. */
  readonly unitOf: (name: string) => string | null;
}

export function offeredActions(
  view: FileView,
  span: Span,
  known: Known,
  wantsRefactorings: boolean,
): Offered[] {
  const { diagnostics, unitOf } = known;
  const fixes = diagnostics.flatMap((diagnostic) =>
    touches(diagnostic.primary.span, span)
      ? fixesOf(diagnostic, unitOf).map((action) => ({ action, fixes: diagnostic }))
      : [],
  );
  const hasTree = !view.isBroken || diagnostics.length === 0 || wantsRefactorings;
  const others = [...(hasTree ? actionsAt(view, span) : []), ...sourceActions(view, known)];
  return [...fixes, ...others.map((action) => ({ action }))];
}

function touches(a: Span, b: Span): boolean {
  return a.start <= b.end && b.start <= a.end;
}

function sourceActions(view: FileView, { diagnostics, unitOf }: Known): Action[] {
  const organised = organisedImports(view.source, view.tree, diagnostics, view.isBroken);
  const found: Action[] =
    organised.length === 0
      ? []
      : [{ title: "Organise imports", kind: "organise", edits: new Map([[view.unit, organised]]) }];
  // The first fix of each diagnostic, unless one of its edits overlaps with those before.
  const edits: { span: Span; text: string }[] = [];
  for (const diagnostic of diagnostics) {
    const [fix] = fixesOf(diagnostic, unitOf);
    const own = fix?.edits.get(view.unit);
    if (fix === undefined || own === undefined || fix.edits.size !== 1) continue;
    if (own.some((edit) => edits.some((other) => touches(edit.span, other.span)))) continue;
    edits.push(...own);
  }
  if (edits.length > 0)
    found.push({ title: "Apply all fixes", kind: "fixAll", edits: new Map([[view.unit, edits]]) });
  return found;
}
