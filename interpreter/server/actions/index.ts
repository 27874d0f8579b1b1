// The table of actions that no diagnostic proposes, and those of diagnostics.
import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import { pathAround } from "../meaning/walk.ts";
import type { TextEdit } from "../text/edits.ts";
import type { FileView } from "../workspace/view.ts";
import type { Action, Selection } from "./action.ts";
import { extractFunction, extractVariable, inlineVariable } from "./extract.ts";
import { addDerive, addTry, fillMatch, fillStruct, implementTrait } from "./fill.ts";
import { ifLetToMatch, matchToIfLet } from "./rewrite.ts";

export type { Action, ActionKind } from "./action.ts";

const TABLE: readonly ((selection: Selection) => Action[])[] = [
  fillMatch,
  fillStruct,
  implementTrait,
  addTry,
  addDerive,
  extractVariable,
  extractFunction,
  inlineVariable,
  ifLetToMatch,
  matchToIfLet,
];

/** The actions for a selection. An action that fails harms no other. */
export function actionsAt(view: FileView, span: Span): Action[] {
  const selection: Selection = { view, span, path: pathAround(view.tree, span) };
  return TABLE.flatMap((action) => action(selection));
}

/** The fixes that a diagnostic names; `unitOf` finds the file of an edit. */
export function fixesOf(diagnostic: Diagnostic, unitOf: (name: string) => string | null): Action[] {
  return (diagnostic.fixes ?? []).flatMap(({ title, edits }, i): Action[] => {
    const byUnit = new Map<string, TextEdit[]>();
    for (const { source, span, text } of edits) {
      const unit = unitOf(source.name);
      if (unit === null || unit.startsWith("std/")) return [];
      byUnit.set(unit, [...(byUnit.get(unit) ?? []), { span, text }]);
    }
    return [{ title: titleOf(title), kind: "quickfix", edits: byUnit, isPreferred: i === 0 }];
  });
}

/** The first line of a hint, as the name of an action. */
function titleOf(hint: string): string {
  const [line = ""] = hint.split("\n");
  return line.charAt(0).toUpperCase() + line.slice(1);
}
