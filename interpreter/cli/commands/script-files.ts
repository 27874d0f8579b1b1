// Which files a command means: a file as named, a folder by what lies below it (reference/programs#test-files: neither
// `target` nor names with a dot in front, no symbolic links), sorted by path.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

export interface ScriptFile {
  readonly path: string;
  /** Named on the command line, rather than found in a folder. */
  readonly named: boolean;
}

/** Keeps paths that do not exist: reading them reports the error. */
export function scriptFiles(paths: readonly string[], suffix: string): ScriptFile[] {
  const files = new Map<string, boolean>();
  for (const path of paths) {
    if (!isFolder(path)) files.set(path, true);
    else for (const found of filesBelow(path, suffix)) if (!files.has(found)) files.set(found, false);
  }
  const sorted = [...files.keys()].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return sorted.map((path) => ({ path, named: files.get(path)! }));
}

function filesBelow(folder: string, suffix: string): string[] {
  const found: string[] = [];
  const open = [folder];
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    for (const entry of listing(current)) {
      const path = join(current, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== "target" && !entry.name.startsWith(".")) open.push(path);
      } else if (entry.isFile() && entry.name.endsWith(suffix)) found.push(path);
    }
  }
  return found;
}

function listing(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // A folder that may not be read holds no files for us.
    return [];
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
