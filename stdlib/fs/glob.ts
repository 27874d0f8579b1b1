// The paths that match a pattern of std/path.
import type { Files } from "../../interpreter/host/index.ts";
import { branchesOf, join, type Branch } from "../path/index.ts";

/**
 * Returns every path that matches, in ascending byte order. `denied` returns why a folder may not be read, or
 * null. @throws Error with the problem
 */
export async function glob(
  files: Files,
  pattern: string,
  denied: (path: string) => string | null,
): Promise<string[]> {
  const found = new Set<string>();
  for (const branch of branchesOf(pattern)) await collect(files, branch, denied, found);
  return [...found].sort();
}

async function collect(
  files: Files,
  { start, parts, onlyFolders }: Branch,
  denied: (path: string) => string | null,
  found: Set<string>,
): Promise<void> {
  const left: (readonly [folder: string, at: number])[] = [[start, 0]];
  const seen = new Set<string>();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [folder, at] = next;
    const key = `${at} ${folder}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const part = parts[at];
    if (part === undefined) {
      if (folder !== "" && (await leadsTo(files, folder, onlyFolders, denied))) found.add(folder);
    } else if (part.kind === "literal") left.push([below(folder, part.name), at + 1]);
    else {
      // At the end, `**` matches a folder and everything below it, and never a file alone.
      const isLast = at === parts.length - 1;
      if (part.kind === "deep" && (!isLast || (await leadsTo(files, folder, true, denied))))
        left.push([folder, at + 1]);
      for (const { name, kind } of await entriesOf(files, folder === "" ? "." : folder, denied)) {
        const path = below(folder, name);
        if (part.kind === "deep") {
          // Links are not entered, which rules out cycles.
          if (!name.startsWith(".") && kind === "folder") left.push([path, at]);
          else if (!name.startsWith(".") && isLast) left.push([path, at + 1]);
        } else if (part.matches(name)) left.push([path, at + 1]);
      }
    }
  }
}

function below(folder: string, name: string): string {
  return folder === "" ? name : join(folder, name);
}

async function leadsTo(
  files: Files,
  path: string,
  onlyFolders: boolean,
  denied: (path: string) => string | null,
): Promise<boolean> {
  allow(denied(path));
  try {
    return (await files.properties(path, onlyFolders)).kind === "folder" || !onlyFolders;
  } catch {
    return false;
  }
}

/** Returns the entries of a folder; one that cannot be read has no matches. */
async function entriesOf(files: Files, path: string, denied: (path: string) => string | null) {
  allow(denied(path));
  try {
    return await files.entries(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EMFILE" || code === "ENFILE") throw error;
    return [];
  }
}

function allow(problem: string | null): void {
  if (problem !== null) throw new Error(problem);
}
