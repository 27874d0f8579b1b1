// Warnings about the imports of a file: unused names (W1), unused modules (W9), missing imports (W17).
import { get } from "../../own/index.ts";
import { notes } from "../../diagnostics/index.ts";
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
  if (get(file.unit, "session") !== undefined) return;
  for (const { module, span } of missingModules(all, file)) {
    const path = importPath(all, file, module);
    const extra = imports(all, module, file)
      ? { hint: notes.moveWhatBothNeed(path) }
      : { hint: notes.addImport(path) };
    context.warn("W17", file, span, { path }, extra);
  }
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
