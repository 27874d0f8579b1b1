// Directories: create, list, walk, remove (stdlib-a 8). Names are raw bytes from end to end.
import { lstat, mkdir, readdir, rmdir, stat, unlink } from "node:fs/promises";
import { systemText } from "../error/index.ts";
import { join } from "../path/index.ts";
import { FileFailure, named } from "./failure.ts";

interface Entry {
  readonly name: string;
  readonly isDirectory: boolean;
}

const bytesOf = (path: string): Buffer => Buffer.from(path, "latin1");

/** Ascending by bytes, without `.` and `..`. */
async function entriesOf(path: string): Promise<Entry[]> {
  const entries = await readdir(bytesOf(path), { withFileTypes: true, encoding: "buffer" });
  return entries
    .map((entry) => ({ name: entry.name.toString("latin1"), isDirectory: entry.isDirectory() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** With the missing directories above it; one that exists is fine. @throws FileFailure */
export function createDirectory(path: string): Promise<void> {
  return named("create_dir", () => createWithParents(path));
}

async function createWithParents(path: string): Promise<void> {
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
      else throw error;
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
export function listDirectory(path: string): Promise<string[]> {
  return named("list_dir", async () => (await entriesOf(path)).map((entry) => entry.name));
}

/** Every path below, each directory right before what it contains. @throws FileFailure */
export function walkDirectory(path: string): Promise<string[]> {
  return named("list_dir", async () => {
    const found: string[] = [];
    const open = [below(path, await entriesOf(path))];
    while (open.length > 0) {
      const entry = open.at(-1)!.pop();
      if (entry === undefined) {
        open.pop();
        continue;
      }
      found.push(entry.name);
      if (entry.isDirectory) open.push(below(entry.name, await entriesOf(entry.name)));
    }
    return found;
  });
}

/** The entries with their whole paths, the first one last. */
function below(path: string, entries: readonly Entry[]): Entry[] {
  return entries.map(({ name, isDirectory }) => ({ name: join(path, name), isDirectory })).reverse();
}

/** With everything below it; a symbolic link is removed itself. @throws FileFailure */
export function removeDirectory(path: string): Promise<void> {
  return named("remove_dir", async () => {
    const stats = await lstat(bytesOf(path));
    if (stats.isSymbolicLink()) return unlink(bytesOf(path));
    if (!stats.isDirectory()) throw new FileFailure("remove_dir", systemText("ENOTDIR"));
    await removeTree(path);
  });
}

async function removeTree(path: string): Promise<void> {
  const open = [{ path, entries: await entriesOf(path) }];
  while (open.length > 0) {
    const directory = open.at(-1)!;
    const entry = directory.entries.pop();
    if (entry === undefined) {
      await rmdir(bytesOf(directory.path));
      open.pop();
      continue;
    }
    const entryPath = join(directory.path, entry.name);
    if (entry.isDirectory) open.push({ path: entryPath, entries: await entriesOf(entryPath) });
    else await unlink(bytesOf(entryPath));
  }
}
