// Hover: the declaration behind a name, its documentation, the value of a constant, whether a call may wait; for
// other expressions, their type.
import { showType } from "../../check/index.ts";
import type { Span } from "../../source/index.ts";
import { tokenize } from "../../syntax/index.ts";
import { describe, shownType } from "../meaning/describe.ts";
import { occurrencesAt } from "../meaning/occurrences.ts";
import { contains, pathAt, type AnyNode } from "../meaning/walk.ts";
import { callMayWait, mayWait } from "../meaning/waits.ts";
import type { FileView } from "../workspace/view.ts";

export interface Hover {
  readonly span: Span;
  readonly code: string;
  readonly documentation: string;
}

const WAITS = "May wait: other goroutines run in the meantime.";

export function hover(view: FileView, offset: number): Hover | null {
  const [occurrence] = occurrencesAt(view, offset);
  const described = occurrence === undefined ? null : describe(view, occurrence.target);
  if (occurrence === undefined || described === null) return hoverOfExpression(view, offset);
  const { span, target } = occurrence;
  const call = pathAt(view.tree, offset).findLast(
    (node) => (node.kind === "Call" || node.kind === "MethodCall") && isNameOf(node, span),
  );
  const waits =
    (call !== undefined && callMayWait(view, call)) ||
    (target.symbol?.kind === "Function" && mayWait(view, target.symbol));
  const instance = call === undefined ? null : instanceNote(view, call);
  return {
    span,
    code: described.code,
    documentation: [described.documentation, instance, waits ? WAITS : ""].filter(Boolean).join("\n\n"),
  };
}

/** Whether a span is the name of what a call calls. */
function isNameOf(node: AnyNode, span: Span): boolean {
  const { name, callee } = node as { readonly name?: { readonly span: Span }; readonly callee?: AnyNode };
  const of = name?.span ?? callee?.span;
  return of !== undefined && of.start <= span.start && span.end <= of.end;
}

/** The type of the result of a generic function here. */
function instanceNote(view: FileView, call: AnyNode): string | null {
  const use = view.facts.uses[call.id];
  if (use?.kind !== "Call" || use.callee.typeArgs.length === 0) return null;
  const type = shownType(view.facts.types[call.id]);
  return type === null ? null : `Here: \`${type}\``;
}

function hoverOfExpression(view: FileView, offset: number): Hover | null {
  const token = tokenize(view.source).tokens.find((one) => contains(one, offset) && one.kind !== "newline");
  if (token === undefined) return null;
  if (token.kind === "self") {
    const fn = pathAt(view.tree, offset).findLast((node) => node.kind === "FunctionItem");
    const self = fn === undefined ? undefined : view.facts.selves.get(fn.id);
    return self === undefined
      ? null
      : { span: token, code: `self: ${showType(self.type)}`, documentation: "" };
  }
  if (token.kind === "newline" || /^[(){}[\],;]$/.test(token.kind)) return null;
  const node = pathAt(view.tree, offset).at(-1);
  const type = node === undefined ? null : shownType(view.facts.types[node.id]);
  return node === undefined || type === null || node.kind === "Block"
    ? null
    : { span: node.span, code: type, documentation: "" };
}
