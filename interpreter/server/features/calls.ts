// Call hierarchy: which functions call a function, and which it calls.
import type { Span } from "../../source/index.ts";
import { describe } from "../meaning/describe.ts";
import { occurrencesAt, occurrencesOf } from "../meaning/occurrences.ts";
import type { Target } from "../meaning/target.ts";
import { pathAt } from "../meaning/walk.ts";
import type { FileView } from "../workspace/view.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { referencesTo } from "./navigation.ts";

export interface CallItem {
  readonly name: string;
  readonly detail: string;
  readonly unit: string;
  /** The whole function. */
  readonly span: Span;
  readonly nameSpan: Span;
}

export interface CallSites {
  readonly item: CallItem;
  /** In the caller. */
  readonly spans: readonly Span[];
}

/** The function whose name is at an offset. */
export function callItem(view: FileView, offset: number): CallItem | null {
  const target = occurrencesAt(view, offset).find(
    ({ target: { symbol } }) => symbol?.kind === "Function",
  )?.target;
  return target === undefined ? null : itemOf(view, target);
}

function itemOf(view: FileView, target: Target): CallItem | null {
  const { symbol, unit, span, name } = target;
  if (symbol?.kind !== "Function" || unit === null) return null;
  return { name, detail: describe(view, target)?.code ?? "", unit, span: symbol.node.span, nameSpan: span };
}

export function callers(workspace: Workspace, view: FileView, offset: number): CallSites[] {
  const target = occurrencesAt(view, offset).find(
    ({ target: { symbol } }) => symbol?.kind === "Function",
  )?.target;
  if (target === undefined) return [];
  const found = new Map<string, { item: CallItem; spans: Span[] }>();
  const references = referencesTo(workspace, view, target, false);
  const views = workspace.views(new Set(references.map(({ unit }) => unit)));
  for (const { unit, span, occurrence } of references) {
    const of = views.get(unit);
    if (of === undefined || occurrence.role === "import") continue;
    const item = functionAround(of, span.start);
    if (item === null) continue;
    const key = `${unit} ${item.nameSpan.start}`;
    const known = found.get(key) ?? { item, spans: [] };
    found.set(key, known);
    known.spans.push(span);
  }
  return [...found.values()];
}

function functionAround(view: FileView, offset: number): CallItem | null {
  const node = pathAt(view.tree, offset).findLast(({ kind }) => kind === "FunctionItem");
  const fn = node === undefined ? undefined : view.facts.functions.get(node.id);
  if (fn === undefined) return null;
  const { name, span } = fn.node;
  return { name: name.name, detail: "", unit: view.unit, span, nameSpan: name.span };
}

export function callees(view: FileView, offset: number): CallSites[] {
  const node = pathAt(view.tree, offset).findLast(({ kind }) => kind === "FunctionItem");
  if (node === undefined) return [];
  const found = new Map<string, { item: CallItem; spans: Span[] }>();
  for (const { span, target, role } of occurrencesOf(view)) {
    if (role === "declaration" || span.start < node.span.start || span.end > node.span.end) continue;
    const item = itemOf(view, target);
    if (item === null) continue;
    const known = found.get(target.key) ?? { item, spans: [] };
    found.set(target.key, known);
    known.spans.push(span);
  }
  return [...found.values()];
}
