// Rename: all names of the workspace that stand for one declaration, or none, with the reason.
import type { TypeSymbol } from "../../check/index.ts";
import type { Span } from "../../source/index.ts";
import { keywords, parse } from "../../syntax/index.ts";
import { occurrencesAt, occurrencesOf } from "../meaning/occurrences.ts";
import type { Target } from "../meaning/target.ts";
import { encloses, nodesOf, pathAt } from "../meaning/walk.ts";
import type { TextEdit } from "../text/edits.ts";
import type { FileView } from "../workspace/view.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { referencesTo, type Reference } from "./navigation.ts";

export interface Refused {
  readonly refused: string;
}

export interface Renamed {
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>;
}

/** The name to be changed; the reason if it cannot be. */
export function prepareRename(
  workspace: Workspace,
  view: FileView,
  offset: number,
): { readonly span: Span; readonly name: string } | Refused {
  // Of a shorthand field, the variable is renamed.
  const all = occurrencesAt(view, offset);
  const occurrence = all.find(({ shorthand }) => shorthand !== true) ?? all[0];
  if (occurrence === undefined) return { refused: "there is no name here that can be renamed" };
  const { target, span } = occurrence;
  const reason = foreignReason(workspace, target);
  return reason === null ? { span, name: target.name } : { refused: reason };
}

/** Why the declaration is not the user's to change. */
function foreignReason(workspace: Workspace, { kind, unit, name }: Target): string | null {
  if (kind === "module")
    return `${name} is a module: rename its file, or give the import another name with \`as\``;
  if (unit === null) return `${name} is built into the language`;
  if (unit.startsWith("std/")) return `${name} belongs to the standard library (${unit})`;
  if (/[\\/]node_modules[\\/]/.test(unit) || workspace.unit(unit)?.source.package != null)
    return `${name} belongs to a package: ${workspace.unit(unit)?.source.package?.name ?? unit}`;
  return null;
}

export function rename(workspace: Workspace, view: FileView, offset: number, to: string): Renamed | Refused {
  const prepared = prepareRename(workspace, view, offset);
  if ("refused" in prepared) return prepared;
  const target =
    occurrencesAt(view, offset).find((one) => one.target.name === prepared.name && one.shorthand !== true)
      ?.target ?? occurrencesAt(view, offset)[0]!.target;
  if (to === target.name) return { edits: new Map() };
  const invalid = invalidName(target, to);
  if (invalid !== null) return { refused: invalid };
  const found = referencesTo(workspace, view, target);
  const views = workspace.views(new Set(found.map(({ unit }) => unit)));
  const problem = conflict(target, to, found, views) ?? hidden(target, views);
  if (problem !== null) return { refused: problem };
  const edits = new Map<string, TextEdit[]>();
  for (const reference of found) {
    const of = edits.get(reference.unit) ?? [];
    edits.set(reference.unit, of);
    const edit = editOf(views.get(reference.unit) ?? view, reference, target, to);
    if (!of.some(({ span }) => span.start === edit.span.start)) of.push(edit);
  }
  return { edits };
}

function invalidName({ kind, name }: Target, to: string): string | null {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(to))
    return `\`${to}\` is not a name: names have letters, digits and _`;
  if (keywords.has(to) || to === "Self" || to === "_") return `\`${to}\` is a word of the language`;
  if (to.startsWith("__")) return `names that start with __ are reserved`;
  if (kind === "method" && name === "main") return null;
  return kind === "function" && name === "main" ? "a program starts at main" : null;
}

/** Another declaration that has the new name where the old one is used; null if there is none. */
function conflict(
  target: Target,
  to: string,
  found: readonly Reference[],
  views: ReadonlyMap<string, FileView>,
): string | null {
  const taken = (where: string): string => `${where} already has \`${to}\``;
  const { symbol, kind } = target;
  if (symbol?.kind === "Field")
    return symbol.struct.fields.some(({ name }) => name === to) || hasMethod(views, symbol.struct, to)
      ? taken(symbol.struct.name)
      : null;
  if (kind === "field") return null;
  if (kind === "variant")
    return target.enum?.variants.some(({ name }) => name === to) === true ? taken(target.enum.name) : null;
  if (kind === "method" && symbol?.kind === "Function") {
    const { owner } = symbol;
    const of = owner?.kind === "Impl" && owner.target.kind === "Named" ? owner.target.symbol : null;
    if (owner?.kind === "Trait" && owner.members.has(to)) return taken(owner.name);
    return of !== null &&
      (hasMethod(views, of, to) || (of.kind === "Struct" && of.fields.some(({ name }) => name === to)))
      ? taken(of.name)
      : null;
  }
  for (const [unit, view] of views) {
    if (LOCAL.has(kind)) {
      const own = found.filter((one) => one.unit === unit);
      if (
        localConflict(
          view,
          own.map(({ span }) => span),
          to,
        )
      )
        return taken("this function");
    } else if (view.program.meaning(unit, to) !== null) return taken(view.source.name);
    else if (usesLocally(view, to, found)) return taken("a function that uses it");
  }
  return null;
}

const LOCAL: ReadonlySet<Target["kind"]> = new Set(["local", "parameter", "typeParameter", "label"]);

function hasMethod(views: ReadonlyMap<string, FileView>, symbol: TypeSymbol, name: string): boolean {
  return [...views.values()].some(({ program }) => program.program.impls.offered(symbol, name).length > 0);
}

/** Whether the function around the uses of a variable has a variable of that name, or uses something else of it. */
function localConflict(view: FileView, spans: readonly Span[], to: string): boolean {
  const around = spans.flatMap((span) => {
    const fn = pathAt(view.tree, span.start).find(
      ({ kind, id }) => kind === "FunctionItem" || view.tree.items.some((item) => item.id === id),
    );
    return fn === undefined ? [] : [fn.span];
  });
  return occurrencesOf(view).some(
    ({ span, target }) =>
      target.name === to &&
      target.kind !== "field" &&
      target.kind !== "method" &&
      around.some((outer) => encloses(outer, span)),
  );
}

/** Whether a function that uses the declaration has a variable of that name. */
function usesLocally(view: FileView, to: string, found: readonly Reference[]): boolean {
  const spans = found.filter(({ unit }) => unit === view.unit).map(({ span }) => span);
  const locals = occurrencesOf(view).filter(({ target }) => target.name === to && LOCAL.has(target.kind));
  if (locals.length === 0) return false;
  return localConflict(view, spans, to);
}

/** Whether a name may be used where it cannot be seen: in macros, or in a file with syntax errors. */
function hidden({ name }: Target, views: ReadonlyMap<string, FileView>): string | null {
  for (const { source, isBroken } of views.values()) {
    if (isBroken) return `${source.name} has syntax errors: correct them first`;
    if (!source.text.includes("macro")) continue;
    const { tree } = parse(source, { keepMacros: true });
    for (const node of nodesOf(tree)) {
      if (node.kind !== "MacroItem" && node.kind !== "MacroCall") continue;
      const text = source.text.slice(node.span.start, node.span.end);
      if (new RegExp(`\\b${name}\\b`).test(text))
        return `a macro in ${source.name} uses \`${name}\`, which may mean something else in each call`;
    }
  }
  return null;
}

/** A shorthand field keeps the name that is not changed. */
function editOf(view: FileView, { span, occurrence }: Reference, target: Target, to: string): TextEdit {
  const beside = occurrencesOf(view).filter(
    (one) => one.span.start === span.start && one.span.end === span.end,
  );
  const isShort = beside.some(({ shorthand }) => shorthand === true);
  if (!isShort) return { span, text: to };
  return occurrence.shorthand === true
    ? { span, text: `${to}: ${target.name}` }
    : { span, text: `${target.name}: ${to}` };
}
