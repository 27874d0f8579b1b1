// Where things are: definitions, definitions of types, implementations, references.
import type { Type } from "../../check/index.ts";
import type { Span } from "../../source/index.ts";
import { occurrencesAt, occurrencesOf, type Occurrence } from "../meaning/occurrences.ts";
import { traitTarget, typeTarget, type Target } from "../meaning/target.ts";
import { pathAt } from "../meaning/walk.ts";
import type { FileView } from "../workspace/view.ts";
import type { Workspace } from "../workspace/workspace.ts";

export interface UnitSpan {
  readonly unit: string;
  readonly span: Span;
}

/** The declaration of the name at an offset; for the path of an import, the file. */
export function definition(view: FileView, offset: number): UnitSpan[] {
  const found = occurrencesAt(view, offset).map(({ target }) => declarationOf(target));
  if (found.length === 0) return importedFile(view, offset);
  return unique(found.flatMap((one) => one ?? []));
}

function declarationOf(target: Target): UnitSpan | null {
  return target.unit === null ? null : { unit: target.unit, span: target.span };
}

function importedFile(view: FileView, offset: number): UnitSpan[] {
  const item = view.tree.items.find(
    (one) => one.kind === "Import" && one.pathSpan.start <= offset && offset <= one.pathSpan.end,
  );
  if (item?.kind !== "Import") return [];
  const name = item.alias?.name ?? item.path.replace(/^.*\//, "").replace(/\.std$/, "");
  const unit = view.program.aliases(view.unit).get(name);
  return unit === undefined ? [] : [{ unit, span: { start: 0, end: 0 } }];
}

/** The declaration of the type of the name or expression at an offset. */
export function typeDefinition(view: FileView, offset: number): UnitSpan[] {
  const [occurrence] = occurrencesAt(view, offset);
  const symbol = occurrence?.target.symbol;
  const type =
    symbol?.kind === "Local" || symbol?.kind === "Global" || symbol?.kind === "Const"
      ? symbol.type
      : symbol?.kind === "Field"
        ? symbol.struct.fields[symbol.index]!.type
        : symbol?.kind === "Function"
          ? symbol.result
          : symbol?.kind === "Struct" || symbol?.kind === "Enum"
            ? ({ kind: "Named", symbol, args: [] } as const)
            : pathAt(view.tree, offset)
                .map((node) => view.facts.types[node.id])
                .findLast((one) => one !== undefined);
  return type === undefined ? [] : unique(namedIn(type).flatMap((one) => declarationOf(one) ?? []));
}

/** The declared types in a type: the argument of `List<Spot>` is more interesting than the list. */
function namedIn(type: Type): Target[] {
  if (type.kind === "Dyn") return [traitTarget(type.trait.trait)];
  if (type.kind === "Fun") return namedIn(type.result);
  if (type.kind !== "Named") return [];
  const own = type.symbol.kind === "Primitive" ? [] : [typeTarget(type.symbol)];
  const isUsers = type.symbol.kind !== "Primitive" && !type.symbol.module.standard;
  return isUsers
    ? own
    : [...type.args.flatMap(namedIn).filter(({ unit }) => unit?.startsWith("std/") === false), ...own].slice(
        0,
        1,
      );
}

/** The impls of a trait or type, or the functions that implement a member. */
export function implementations(workspace: Workspace, view: FileView, offset: number): UnitSpan[] {
  const [occurrence] = occurrencesAt(view, offset);
  if (occurrence === undefined) return [];
  const { target } = occurrence;
  const found: UnitSpan[] = [];
  const views = workspace.viewsWith(target.name, [view.unit]);
  for (const other of views.values()) {
    for (const item of other.tree.items) {
      if (item.kind !== "ImplItem") continue;
      const names = occurrencesOf(other);
      const stands = (span: Span): boolean =>
        names.some((one) => one.span.start === span.start && one.target.key === target.key);
      if (
        target.kind === "trait"
          ? item.trait !== null && stands(item.trait.name.span)
          : target.kind === "type" && stands(item.target.name.span)
      )
        found.push({ unit: other.unit, span: item.target.name.span });
      if (target.kind === "method")
        for (const method of item.methods)
          if (method.name.name === target.name && stands(method.name.span))
            found.push({ unit: other.unit, span: method.name.span });
    }
  }
  return unique(found);
}

export interface Reference extends UnitSpan {
  readonly occurrence: Occurrence;
}

/** All names of the workspace that stand for the same as the one at an offset. */
export function references(
  workspace: Workspace,
  view: FileView,
  offset: number,
  withDeclaration = true,
): Reference[] {
  const wanted = occurrencesAt(view, offset);
  return wanted.flatMap(({ target }) => referencesTo(workspace, view, target, withDeclaration));
}

export function referencesTo(
  workspace: Workspace,
  view: FileView,
  target: Target,
  withDeclaration = true,
): Reference[] {
  const isLocal = LOCAL.has(target.kind) || (target.kind === "parameter" && isOfLambda(view, target));
  const views = isLocal ? [view] : [...workspace.viewsWith(target.name, [view.unit]).values()];
  return views.flatMap((other) =>
    occurrencesOf(other)
      .filter(
        ({ target: { key }, role }) => key === target.key && (withDeclaration || role !== "declaration"),
      )
      .map((occurrence) => ({ unit: other.unit, span: occurrence.span, occurrence })),
  );
}

const LOCAL: ReadonlySet<Target["kind"]> = new Set(["local", "typeParameter", "label"]);

function isOfLambda(view: FileView, target: Target): boolean {
  return (
    target.unit === view.unit && pathAt(view.tree, target.span.start).some(({ kind }) => kind === "Lambda")
  );
}

export function unique(places: readonly UnitSpan[]): UnitSpan[] {
  const seen = new Map(places.map((place) => [`${place.unit} ${place.span.start}`, place]));
  return [...seen.values()];
}
