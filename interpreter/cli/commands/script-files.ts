// Finds the files of a command line: a named file, and the files below a folder (reference/programs#folders:
// without installed packages, what `.gitignore` excludes, and symbolic links), sorted by path. Without paths,
// the current folder is searched.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { printError } from "../output/terminal.ts";
import { IgnoredPaths } from "./ignored-paths.ts";

const SOURCE = ".std";
/** Folders of packages and of build results, whose files are not the user's; they must be named. */
const FOREIGN = new Set(["node_modules", "vendor", "target"]);

export interface ScriptFile {
  readonly path: string;
  /** Whether it was named on the command line, not found in a folder. */
  readonly named: boolean;
}

/** Keeps paths that do not exist, and folders that cannot be listed: reading them reports the error. */
export function scriptFiles(paths: readonly string[], suffix: string): ScriptFile[] {
  const files = new Map<string, boolean>();
  for (const path of paths.length === 0 ? ["."] : paths) {
    if (!isFolder(path)) files.set(path, true);
    else for (const found of filesBelow(path, suffix)) if (!files.has(found)) files.set(found, false);
  }
  const sorted = [...files.keys()].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return sorted.map((path) => ({ path, named: files.get(path)! }));
}

/** Scripts of all kinds; reports on standard error if there are none. `hasOthers`: without paths, none is meant. */
export function sourceFiles(paths: readonly string[], hasOthers = false): ScriptFile[] {
  if (paths.length === 0 && hasOthers) return [];
  const files = scriptFiles(paths, SOURCE);
  if (files.length === 0) printError(`no *${SOURCE} files found\n`);
  return files;
}

function filesBelow(folder: string, suffix: string): string[] {
  const found: string[] = [];
  const open = [{ path: folder, ignored: IgnoredPaths.in(folder) }];
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    const { path: parent, ignored } = current;
    const entries = listing(parent);
    if (entries === null) found.push(parent);
    for (const entry of entries ?? []) {
      const { name } = entry;
      const path = join(parent, name);
      if (entry.isDirectory()) {
        if (!name.startsWith(".") && !FOREIGN.has(name) && !ignored.excludes(name, true))
          open.push({ path, ignored: ignored.entered(name) });
      } else if (entry.isFile() && name.endsWith(suffix) && !ignored.excludes(name, false)) found.push(path);
    }
  }
  return found;
}

/** The entries of a folder; null if it cannot be read. */
function listing(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // It was removed since it was found.
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? [] : null;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
