// Paths without their links, by the system's own look at each.
import { readlinkSync, realpathSync } from "node:fs";
import { posix } from "node:path";
import type { Links } from "../index.ts";
import { files } from "./files.ts";

/** As many as the system follows. */
const MOST_LINKS = 40;

export const links: Links = {
  realPath: (path) => follow(posix.isAbsolute(path) ? path : posix.join(workingFolder(), path), MOST_LINKS),
};

/** Empty once it has been removed: then a relative path leads to nothing, and lies in no folder. */
function workingFolder(): string {
  try {
    return files.workingFolder();
  } catch {
    return "";
  }
}

function follow(path: string, links: number): string {
  const real = attempt(path, (bytes) => realpathSync.native(bytes, "buffer"));
  if (real !== null) return real;
  const parent = posix.dirname(path);
  if (parent === path) return path;
  const target = attempt(path, (bytes) => readlinkSync(bytes, "buffer"));
  const folder = follow(parent, links);
  if (target === null || links === 0) return posix.join(folder, posix.basename(path));
  return follow(posix.isAbsolute(target) ? target : posix.join(folder, target), links - 1);
}

function attempt(path: string, look: (path: Buffer) => Buffer): string | null {
  try {
    return look(Buffer.from(path, "latin1")).toString("latin1");
  } catch {
    return null;
  }
}
