// Directories: create, list, walk, remove (std/fs). Names are raw bytes from end to end.
import { lstat, mkdir, readdir, rmdir, stat, unlink } from "node:fs/promises";
import { errorText, systemText } from "../error/index.ts";
import { join } from "../path/index.ts";
import { FileFailure, named } from "./failure.ts";

interface Entry {
  readonly name: string;
  readonly isDirectory: boolean;
}

const REMOVE = "remove_dir";
const bytesOf = (path: string): Buffer => Buffer.from(path, "latin1");

/** Ascending by bytes, without `.` and `..`. @throws FileFailure */
async function entriesOf(operation: string, path: string): Promise<Entry[]> {
  const entries = await named(operation, path, () => readdir(bytesOf(path), { withFileTypes: true, encoding: "buffer" }));
  return entries
    .map((entry) => ({ name: entry.name.toString("latin1"), isDirectory: entry.isDirectory() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** With the missing directories above it; one that exists is fine. @throws FileFailure */
export async function createDirectory(path: string): Promise<void> {
  const missing = [path];
  while (missing.length > 0) {
    const next = missing.at(-1)!;
    try {
      await mkdir(bytesOf(next));
      missing.pop();
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      const parent = parentOf(next);
      if (code === "ENOENT" && parent !== null) missing.push(parent);
      else if (await isDirectory(next)) missing.pop();
      else throw new FileFailure("create_dir", errorText(error), next);
    }
  }
}

/** Null for a path of one segment. */
function parentOf(path: string): string | null {
  const end = path.search(/\/+[^/]+\/*$/);
  return end <= 0 ? null : path.slice(0, end);
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(bytesOf(path))).isDirectory();
  } catch {
    return false;
  }
}

/** @throws FileFailure */
export async function listDirectory(path: string): Promise<string[]> {
  return (await entriesOf("list_dir", path)).map((entry) => entry.name);
}

/** Every path below, each directory right before what it contains. @throws FileFailure */
export async function walkDirectory(path: string): Promise<string[]> {
  const found: string[] = [];
  const open = [below(path, await entriesOf("list_dir", path))];
  while (open.length > 0) {
    const entry = open.at(-1)!.pop();
    if (entry === undefined) {
      open.pop();
      continue;
    }
    found.push(entry.name);
    if (entry.isDirectory) open.push(below(entry.name, await entriesOf("list_dir", entry.name)));
  }
  return found;
}

/** The entries with their whole paths, the first one last. */
function below(path: string, entries: readonly Entry[]): Entry[] {
  return entries.map(({ name, isDirectory }) => ({ name: join(path, name), isDirectory })).reverse();
}

/** With everything below it; a symbolic link is removed itself. @throws FileFailure */
export function removeDirectory(path: string): Promise<void> {
  return named(REMOVE, path, async () => {
    const stats = await lstat(bytesOf(path));
    if (stats.isSymbolicLink()) return unlink(bytesOf(path));
    if (!stats.isDirectory()) throw new FileFailure(REMOVE, systemText("ENOTDIR"), path);
    await removeTree(path);
  });
}

async function removeTree(path: string): Promise<void> {
  const open = [{ path, entries: await entriesOf(REMOVE, path) }];
  while (open.length > 0) {
    const directory = open.at(-1)!;
    const entry = directory.entries.pop();
    if (entry === undefined) {
      await named(REMOVE, directory.path, () => rmdir(bytesOf(directory.path)));
      open.pop();
      continue;
    }
    const entryPath = join(directory.path, entry.name);
    if (entry.isDirectory) open.push({ path: entryPath, entries: await entriesOf(REMOVE, entryPath) });
    else await named(REMOVE, entryPath, () => unlink(bytesOf(entryPath)));
  }
}
