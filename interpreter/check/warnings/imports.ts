// Warnings about the imports of a file: unused names (W1), unused modules (W9), missing imports (W17).
import { notes, type Fix } from "../../diagnostics/index.ts";
import type { Context } from "../context.ts";
import { namesDerived } from "../derive/index.ts";
import {
  importPath,
  imports,
  isNeeded,
  isUsedCollection,
  missingModules,
  type ImportedName,
  type ModuleState,
} from "../names/index.ts";

/**
 * Reports the modules that the file uses only because other files of the program import them. An input of a
 * session has the modules of all inputs.
 */
export function warnMissingImports(context: Context, state: ModuleState): void {
  if (state.unit.session !== undefined) return;
  for (const { module, span } of missingModules(context, state)) {
    const path = importPath(context, state, module);
    const extra = imports(context, module, state)
      ? { hint: notes.moveWhatBothNeed(path) }
      : { hint: notes.addImport(path), fixes: [addImport(state, path)] };
    context.warn("W17", state, span, { path }, extra);
  }
}

/** The fix that imports a module: below the last import, or above the first item. */
function addImport(state: ModuleState, path: string): Fix {
  const { text } = state.unit.source;
  const last = state.tree.items.findLast((item) => item.kind === "Import");
  if (last !== undefined) {
    const end = text.indexOf("\n", last.span.end);
    return insertion(state, end < 0 ? text.length : end, `\n${notes.importOf(path)}`, path);
  }
  const first = state.tree.items[0]?.span.start ?? 0;
  const start = text.lastIndexOf("\n", first - 1) + 1;
  // The item does not begin its line after a comment.
  const at = text.slice(start, first).trim() === "" ? aboveComments(text, start) : first;
  return insertion(state, at, `${notes.importOf(path)}\n\n`, path);
}

/** The start of the comments directly above a line. */
function aboveComments(text: string, line: number): number {
  let at = line;
  while (at > 0) {
    const start = text.lastIndexOf("\n", at - 2) + 1;
    if (!/^\s*\/\//.test(text.slice(start, at - 1))) break;
    at = start;
  }
  return at;
}

function insertion({ unit }: ModuleState, at: number, text: string, path: string): Fix {
  return {
    title: notes.addImport(path),
    edits: [{ source: unit.source, span: { start: at, end: at }, text }],
  };
}

export function warnUnusedImports(context: Context, state: ModuleState): void {
  const derived = namesDerived(state.unit.tree);
  for (const imported of state.imports) {
    if (imported.unit === null) continue;
    const { name, span } = imported.bound;
    if (imported.selected === null) {
      if (!isNeeded(context, state, imported)) context.warn("W9", state, span, { path: imported.node.path });
    } else if (!imported.used && !derived.has(name) && !isUsedCollection(state, imported)) {
      const path = imported.node.standard ? imported.node.path : JSON.stringify(imported.node.path);
      const hint = isOnlyLink(context, state, imported) ? { hint: notes.importWholeInstead(path) } : {};
      context.warn("W1", state, span, { name }, hint);
    }
  }
}

/** Whether the file uses something of a module that it imports only by names that are not used. */
function isOnlyLink(context: Context, state: ModuleState, imported: ImportedName): boolean {
  const links = state.imports.filter(({ unit }) => unit === imported.unit);
  return (
    links.every(({ used, selected }) => !used && selected !== null) && isNeeded(context, state, imported)
  );
}
