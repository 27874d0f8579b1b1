// Warnings about the imports of a file: unused names (W1), unused modules (W9), missing imports (W17).
import { notes, type Fix } from "../../diagnostics/index.ts";
import type { Context } from "../context.ts";
import {
  importPath,
  imports,
  isNeeded,
  isUsedCollection,
  missingModules,
  type AllUses,
  type FileUses,
  type ImportedName,
} from "../names/index.ts";

/**
 * Reports the modules that the file uses only because other files of the program import them. An input of a
 * session has the modules of all inputs.
 */
export function warnMissingImports(context: Context, file: FileUses, all: AllUses): void {
  if (file.unit.session !== undefined) return;
  for (const { module, span } of missingModules(all, file)) {
    const path = importPath(all, file, module);
    const extra = imports(all, module, file)
      ? { hint: notes.moveWhatBothNeed(path) }
      : { hint: notes.addImport(path), fixes: [addImport(file, path)] };
    context.warn("W17", file, span, { path }, extra);
  }
}

/** The fix that imports a module: below the last import, or above the first item. */
function addImport({ unit }: FileUses, path: string): Fix {
  const { text } = unit.source;
  const last = unit.tree.items.findLast((item) => item.kind === "Import");
  if (last !== undefined) {
    const end = text.indexOf("\n", last.span.end);
    return insertion(unit, end < 0 ? text.length : end, `\n${notes.importOf(path)}`, path);
  }
  const first = unit.tree.items[0]?.span.start ?? 0;
  const start = text.lastIndexOf("\n", first - 1) + 1;
  // The item does not begin its line after a comment.
  const at = text.slice(start, first).trim() === "" ? aboveComments(text, start) : first;
  return insertion(unit, at, `${notes.importOf(path)}\n\n`, path);
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

function insertion(unit: FileUses["unit"], at: number, text: string, path: string): Fix {
  return {
    title: notes.addImport(path),
    edits: [{ source: unit.source, span: { start: at, end: at }, text }],
  };
}

export function warnUnusedImports(context: Context, file: FileUses, all: AllUses): void {
  for (const imported of file.imports) {
    if (imported.unit === null) continue;
    const { name, span } = imported.bound;
    if (imported.selected === null) {
      if (!isNeeded(all, file, imported)) context.warn("W9", file, span, { path: imported.node.path });
    } else if (!imported.used && !file.derives.has(name) && !isUsedCollection(file, imported)) {
      const path = imported.node.standard ? imported.node.path : JSON.stringify(imported.node.path);
      const hint = isOnlyLink(all, file, imported) ? { hint: notes.importWholeInstead(path) } : {};
      context.warn("W1", file, span, { name }, hint);
    }
  }
}

/** Whether the file uses something of a module that it imports only by names that are not used. */
function isOnlyLink(all: AllUses, file: FileUses, imported: ImportedName): boolean {
  const links = file.imports.filter(({ unit }) => unit === imported.unit);
  return links.every(({ used, selected }) => !used && selected !== null) && isNeeded(all, file, imported);
}
