// Resolves links, one component of the path at a time.
import { readlinkSync, realpathSync } from "node:fs";
import { posix } from "node:path";
import type { Links } from "../index.ts";
import { files } from "./files.ts";

/** The most links that are followed, as in the system. */
const MOST_LINKS = 40;

export const links: Links = {
  realPath: (path) => follow(posix.isAbsolute(path) ? path : posix.join(workingFolder(), path), MOST_LINKS),
};

/** Empty if the folder has been removed: a relative path then leads nowhere and lies in no folder. */
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
