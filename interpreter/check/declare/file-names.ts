// The names of a file: those of its declarations and those that its imports bind (reference/modules#scopes).
import { notes } from "../../diagnostics/index.ts";
import type { Ident, Item } from "../../syntax/index.ts";
import type { Context } from "../context.ts";
import { importedNames, type FileEntry, type ImportedName, type ModuleState } from "../names/index.ts";

/** Adds a declared or imported name to those of the file; reports a name that is declared twice. */
export function enter(context: Context, state: ModuleState, name: Ident, entry: FileEntry): void {
  const earlier = state.declaredAt.get(name.name);
  if (earlier !== undefined) {
    if (isUnresolved(entry) || isUnresolved(state.names.get(name.name))) {
      if (!isUnresolved(entry)) state.names.set(name.name, entry);
      return;
    }
    // Of an import and a declaration, the import is reported.
    const before = state.names.get(name.name);
    const imported = isImport(before) && !isImport(entry);
    const both = isImport(before) && isImport(entry);
    const [late, early] = imported ? [earlier, name] : [name, earlier];
    context.report(
      "R2",
      state,
      late.span,
      { name: name.name },
      {
        ...(both && { hint: notes.importUnderOtherName(name.name) }),
        related: [
          {
            source: state.unit.source,
            span: early.span,
            text: imported || isImport(entry) ? notes.declaredHere : notes.firstDeclaredHere,
          },
        ],
      },
    );
    // Uses of a name that is imported twice may mean either.
    if (both) state.names.set(name.name, { ...entry, import: { ...entry.import, unit: null } });
    if (!imported) return;
  }
  state.declaredAt.set(name.name, name);
  state.names.set(name.name, entry);
}

function isImport(
  entry: FileEntry | undefined,
): entry is FileEntry & { readonly kind: "Alias" | "Selector" } {
  return entry?.kind === "Alias" || entry?.kind === "Selector";
}

/** Whether it is an import that the loader could not resolve, which has been reported. */
function isUnresolved(entry: FileEntry | undefined): boolean {
  return (entry?.kind === "Alias" || entry?.kind === "Selector") && entry.import.unit === null;
}

/** Adds the names that an import binds. */
export function bindImport(context: Context, state: ModuleState, item: Item & { kind: "Import" }): void {
  const unit = state.unit.imports.get(item.pathSpan.start) ?? null;
  for (const imported of importedNames(item, unit)) {
    state.imports.push(imported);
    if (imported.selected === null) bindAlias(context, state, imported);
    else bindSelector(context, state, imported);
  }
}

function bindSelector(context: Context, state: ModuleState, imported: ImportedName): void {
  const { bound, unit } = imported;
  const earlier = state.names.get(bound.name);
  if (earlier?.kind === "Alias" && earlier.import.unit === unit) {
    state.aliases.set(bound.name, earlier.import);
    state.names.set(bound.name, { kind: "Selector", import: imported });
  } else enter(context, state, bound, { kind: "Selector", import: imported });
}

function bindAlias(context: Context, state: ModuleState, imported: ImportedName): void {
  const { bound, unit } = imported;
  const earlier = state.names.get(bound.name);
  if (earlier?.kind === "Alias" && earlier.import.unit === unit && unit !== null) {
    // A use of the name is a use of either, so the import is not also reported as unused.
    imported.used = true;
    reportTwice(context, state, bound, earlier.import.bound);
  } else if (earlier?.kind === "Selector" && earlier.import.unit === unit)
    state.aliases.set(bound.name, imported);
  else enter(context, state, bound, { kind: "Alias", import: imported });
}

/**
 * Reports a module that is imported twice with the same alias: a name is bound once
 * (reference/modules#scopes).
 */
function reportTwice(context: Context, state: ModuleState, late: Ident, early: Ident): void {
  context.report(
    "R2",
    state,
    late.span,
    { name: late.name },
    {
      hint: notes.moduleImportedTwice,
      related: [{ source: state.unit.source, span: early.span, text: notes.firstImportedHere }],
    },
  );
}
