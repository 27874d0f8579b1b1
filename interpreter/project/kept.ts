// Results of checks as plain data that survives edits elsewhere: spans are relative to their items.
import { has } from "../own/index.ts";
import {
  moveLiteral,
  type At,
  type Becomes,
  type Comparing,
  type Found,
  type FoundDeclarations,
  type LiteralUse,
} from "../check/index.ts";
import type { Diagnostic, Fix, Label } from "../diagnostics/index.ts";
import type { Source, Span } from "../source/index.ts";
import { itemAround, type ItemSurface } from "./surface.ts";

/** A span in an item of a file; without item, in a standard module, whose text does not change. */
export interface ItemSpan {
  readonly unit: string;
  readonly item: string | null;
  readonly start: number;
  readonly end: number;
}

interface KeptLabel extends ItemSpan {
  readonly text: string;
  readonly declares?: boolean;
}

type KeptDiagnostic = Omit<Diagnostic, "primary" | "related" | "fixes"> & {
  readonly primary: KeptLabel;
  readonly related: readonly KeptLabel[];
  readonly fixes?: readonly KeptFix[];
};

interface KeptFix {
  readonly title: string;
  readonly edits: readonly (ItemSpan & { readonly text: string })[];
}

/** What was found about a body or about declarations, without its questions. */
export interface Kept {
  /** The hash of the text, or of the heads, of which it was found. */
  readonly of: string;
  readonly facts: readonly number[];
  readonly diagnostics: readonly KeptDiagnostic[];
  readonly touched: readonly (readonly [string, ItemSpan])[];
  readonly used: readonly string[];
  readonly called: readonly string[];
  readonly acts: boolean;
  readonly grows: readonly string[];
  readonly comparing: Comparing<string, ItemSpan> | null;
  /** Omitted if there are none. */
  readonly literals?: readonly LiteralUse<ItemSpan>[];
  /** Only of declarations. */
  readonly bodies?: readonly string[];
}

/** The texts and items of the program that is checked. */
export interface Layout {
  source(unit: string): Source | undefined;
  unitOf(source: Source): string | undefined;
  /** Undefined for standard modules. */
  items(unit: string): readonly ItemSurface[] | undefined;
  item(unit: string, key: string): ItemSurface | undefined;
}

/** The form to keep; null if a span is in no item. */
export function toKept(
  found: Found | FoundDeclarations,
  of: string,
  facts: readonly number[],
  { layout, unit }: { readonly layout: Layout; readonly unit: string },
): Kept | null {
  const { touched, diagnostics, used, called, acts, grows, comparing } = found;
  const literals = found.literals.map((use) =>
    moveLiteral(use, (at) => itemSpanOf(layout, at.unit, at.span)),
  );
  const itemSpans = touched.map(([module, span]) => [module, itemSpanOf(layout, unit, span)] as const);
  const kept = diagnostics.map((diagnostic) => keptDiagnostic(layout, diagnostic));
  const compared = comparing && moveComparing(comparing, (span) => itemSpanOf(layout, unit, span));
  if (itemSpans.some(([, itemSpan]) => itemSpan === null) || kept.includes(null)) return null;
  if ((compared === null && comparing !== null) || literals.includes(null)) return null;
  return {
    of,
    facts,
    diagnostics: kept as KeptDiagnostic[],
    touched: itemSpans as [string, ItemSpan][],
    used,
    called,
    acts,
    grows,
    comparing: compared,
    ...(literals.length > 0 && { literals: literals as LiteralUse<ItemSpan>[] }),
    ...(has(found, "bodies") && { bodies: found.bodies }),
  };
}

/** What was found, with the spans where the items are now; null if an item is gone. */
export function fromKept(
  { diagnostics, touched, used, called, acts, grows, comparing, literals = [], bodies = [] }: Kept,
  questions: () => readonly string[],
  layout: Layout,
): FoundDeclarations | null {
  const spans = touched.map(([module, itemSpan]) => [module, spanOf(layout, itemSpan)] as const);
  const shown = diagnostics.map((diagnostic) => shownDiagnostic(layout, diagnostic));
  const compared = comparing && moveComparing(comparing, (itemSpan) => spanOf(layout, itemSpan));
  const read = literals.map((use) => moveLiteral(use, (itemSpan): At | null => atOf(layout, itemSpan)));
  if (spans.some(([, span]) => span === null) || shown.includes(null)) return null;
  if ((compared === null && comparing !== null) || read.includes(null)) return null;
  return {
    get questions() {
      return questions();
    },
    diagnostics: shown as Diagnostic[],
    touched: spans as [string, Span][],
    used,
    called,
    acts,
    grows,
    comparing: compared,
    literals: read as LiteralUse[],
    bodies,
  };
}

function itemSpanOf(layout: Layout, unit: string, span: Span): ItemSpan | null {
  const { start, end } = span;
  const items = layout.items(unit);
  if (items === undefined) return { unit, item: null, start, end };
  const item = itemAround(items, span);
  return item === undefined
    ? null
    : { unit, item: item.key, start: start - item.start, end: end - item.start };
}

function spanOf(layout: Layout, { unit, item, start, end }: ItemSpan): Span | null {
  if (item === null) return { start, end };
  const base = layout.item(unit, item)?.start;
  return base === undefined ? null : { start: start + base, end: end + base };
}

function atOf(layout: Layout, itemSpan: ItemSpan): At | null {
  const span = spanOf(layout, itemSpan);
  return span === null ? null : { unit: itemSpan.unit, span };
}

function keptLabel(layout: Layout, { source, span, text, declares }: Label): KeptLabel | null {
  const unit = layout.unitOf(source);
  const itemSpan = unit === undefined ? null : itemSpanOf(layout, unit, span);
  return itemSpan === null ? null : { ...itemSpan, text, ...(declares !== undefined && { declares }) };
}

function shownLabel(layout: Layout, { text, declares, ...itemSpan }: KeptLabel): Label | null {
  const span = spanOf(layout, itemSpan);
  const source = layout.source(itemSpan.unit);
  return span === null || source === undefined
    ? null
    : { source, span, text, ...(declares !== undefined && { declares }) };
}

/** Null if a span is in no item, as that of a fix which adds an import. */
function keptDiagnostic(layout: Layout, diagnostic: Diagnostic): KeptDiagnostic | null {
  const { primary, related, fixes, ...rest } = diagnostic;
  const labels = [primary, ...related].map((label) => keptLabel(layout, label));
  const kept = fixes?.map((fix) => moveFix(fix, (edit) => keptLabel(layout, edit)));
  if (kept?.includes(null) === true || labels.includes(null)) return null;
  return {
    ...rest,
    primary: labels[0]!,
    related: labels.slice(1) as KeptLabel[],
    ...(kept !== undefined && { fixes: kept as KeptFix[] }),
  };
}

function shownDiagnostic(
  layout: Layout,
  { primary, related, fixes, ...rest }: KeptDiagnostic,
): Diagnostic | null {
  const labels = [primary, ...related].map((label) => shownLabel(layout, label));
  const shown = fixes?.map((fix) => moveFix(fix, (edit) => shownLabel(layout, edit)));
  if (shown?.includes(null) === true || labels.includes(null)) return null;
  return {
    ...rest,
    primary: labels[0]!,
    related: labels.slice(1) as Label[],
    ...(shown !== undefined && { fixes: shown as Fix[] }),
  };
}

/** A fix with its edits elsewhere; null if one has no span. */
function moveFix<E, F>(
  { title, edits }: { readonly title: string; readonly edits: readonly E[] },
  move: (edit: E) => F | null,
): { readonly title: string; readonly edits: readonly F[] } | null {
  const moved = edits.map(move);
  return moved.includes(null) ? null : { title, edits: moved as F[] };
}

/** The same with other spans; null if one has none. */
function moveComparing<F, S, T>(
  { compares, passes, becomes }: Comparing<F, S>,
  move: (itemSpan: S) => T | null,
): Comparing<F, T> | null {
  const compared = compares.map(([own, itemSpan]) => [own, move(itemSpan)] as const);
  const calls = becomes.map((one) => ({ ...one, span: move(one.span) }));
  if (compared.some(([, itemSpan]) => itemSpan === null) || calls.some(({ span }) => span === null))
    return null;
  return { compares: compared as Comparing<F, T>["compares"], passes, becomes: calls as Becomes<F, T>[] };
}
