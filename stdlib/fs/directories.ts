// Directories: create, list, walk, remove (std/fs). Names are raw bytes throughout.
import type { Files, FolderEntry } from "../../interpreter/host/index.ts";
import { errorText, systemText } from "../error/index.ts";
import { join } from "../path/index.ts";
import { FileFailure, named } from "./failure.ts";

/** All permissions, of which the process's umask removes some. */
const PERMISSIONS = 0o777;

/** Returns the entries in ascending byte order, without `.` and `..`. @throws FileFailure */
async function entriesOf(files: Files, operation: string, path: string): Promise<FolderEntry[]> {
  const entries = await named(operation, path, () => files.entries(path));
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Creates a directory and its missing parents; an existing one is not an error. @throws FileFailure */
export async function createDirectory(files: Files, operation: string, path: string): Promise<void> {
  const missing = [path];
  while (missing.length > 0) {
    const next = missing.at(-1)!;
    try {
      await files.makeFolder(next, PERMISSIONS);
      missing.pop();
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      const parent = parentOf(next);
      if (code === "ENOENT" && parent !== null) missing.push(parent);
      else if (await isDirectory(files, next)) missing.pop();
      else throw new FileFailure(operation, errorText(error), next);
    }
  }
}

/** Returns null for a path of one segment. */
export function parentOf(path: string): string | null {
  const end = path.search(/\/+[^/]+\/*$/);
  return end <= 0 ? null : path.slice(0, end);
}

async function isDirectory(files: Files, path: string): Promise<boolean> {
  try {
    return (await files.properties(path, true)).kind === "folder";
  } catch {
    return false;
  }
}

/** @throws FileFailure */
export async function listDirectory(files: Files, path: string): Promise<string[]> {
  return (await entriesOf(files, "list_dir", path)).map((entry) => entry.name);
}

/** Returns every path below, each directory before its contents. @throws FileFailure */
export async function walkDirectory(files: Files, path: string): Promise<string[]> {
  const found: string[] = [];
  const open = [below(path, await entriesOf(files, "list_dir", path))];
  while (open.length > 0) {
    const entry = open.at(-1)!.pop();
    if (entry === undefined) {
      open.pop();
      continue;
    }
    found.push(entry.name);
    if (entry.kind === "folder") open.push(below(entry.name, await entriesOf(files, "list_dir", entry.name)));
  }
  return found;
}

/** Returns the entries with their whole paths, the first one last. */
function below(path: string, entries: readonly FolderEntry[]): FolderEntry[] {
  return entries.map(({ name, kind }) => ({ name: join(path, name), kind })).reverse();
}

/** Removes a directory and everything below it, or a symbolic link itself. @throws FileFailure */
export function removeDirectory(files: Files, operation: string, path: string): Promise<void> {
  return named(operation, path, async () => {
    const { kind } = await files.properties(path, false);
    if (kind === "link") return files.removeFile(path);
    if (kind !== "folder") throw new FileFailure(operation, systemText("ENOTDIR"), path);
    await refuseRoot(files, operation, path);
    await removeTree(files, operation, path);
  });
}

/**
 * Fails before anything is removed: for the root of a file system, which is hardly ever meant, and for `.`
 * and `..`, which would be emptied but remain.
 */
async function refuseRoot(files: Files, operation: string, path: string): Promise<void> {
  if (/(^|\/)\.\.?\/*$/.test(path)) throw new FileFailure(operation, systemText("EINVAL"), path);
  if ((await files.realPath(path)) === "/")
    throw new FileFailure(operation, "cannot remove the root of a file system", path);
}

async function removeTree(files: Files, operation: string, path: string): Promise<void> {
  const open = [{ path, entries: await entriesOf(files, operation, path) }];
  while (open.length > 0) {
    const directory = open.at(-1)!;
    const entry = directory.entries.pop();
    if (entry === undefined) {
      await named(operation, directory.path, () => files.removeFolder(directory.path));
      open.pop();
      continue;
    }
    const entryPath = join(directory.path, entry.name);
    if (entry.kind === "folder")
      open.push({ path: entryPath, entries: await entriesOf(files, operation, entryPath) });
    else await named(operation, entryPath, () => files.removeFile(entryPath));
  }
}
