// The folder of the cache, and what makes a folder or a file in it safe to run code from: it belongs to this user,
// and no other may write it. Imports nothing of the project, because a start needs it before everything else.
import { existsSync, lstatSync, mkdirSync, type Stats } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

/**
 * The folder of the cache of this user, which may not exist yet; null if the system knows none. Never relative: the
 * working folder may come from others, with a cache in it.
 */
export function cacheFolder(): string | null {
  const given = process.env["XDG_CACHE_HOME"] ?? "";
  if (isAbsolute(given)) return join(given, "stdlang");
  const home = homeFolder();
  return home !== null && isAbsolute(home) ? join(home, ".cache", "stdlang") : null;
}

/** The home folder of the user; null if the system knows none, as for users without an account. */
function homeFolder(): string | null {
  try {
    return homedir();
  } catch {
    return null;
  }
}

/**
 * Makes `path`, a folder in `folder`, for files that are written and read elsewhere, in folders whose modes may allow
 * more.
 * @returns whether no other user can enter it
 */
export function hasPrivateFolder(folder: string, path: string): boolean {
  try {
    makeFolder(path);
    const stats = lstatSync(path);
    const isPrivate = process.getuid === undefined || (stats.mode & 0o077) === 0;
    return isPrivate && isOwn(stats, "folder") && isOwn(lstatSync(folder), "folder");
  } catch {
    return false;
  }
}

/**
 * Whether a file or folder belongs to this user, and no other may write it; systems without users have no
 * ids.
 */
export function isOwn(stats: Stats, kind: "file" | "folder"): boolean {
  const isKind = kind === "file" ? stats.isFile() : stats.isDirectory();
  return (
    isKind && (process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o022) === 0))
  );
}

/** Creates a folder and those above it. The recursive form of Node never ends below /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
