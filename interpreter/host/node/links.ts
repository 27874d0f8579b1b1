// Resolves links. Time is linear in the path, whatever it names: the work that a path causes is bounded by the
// part of it that exists, which the system limits to 4,096 bytes.
import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { posix } from "node:path";
import type { Links } from "../index.ts";
import { files } from "./files.ts";

/** The most links that are followed, as in the system. */
const MOST_LINKS = 40;

export const links: Links = {
  realPath(path) {
    // Joined as it is: `..` behind a link leaves the folder that the link leads to, as in the system.
    const absolute = posix.isAbsolute(path) ? path : `${workingFolder()}/${path}`;
    return existing(absolute) ?? besideExisting(absolute) ?? walk(absolute);
  },
};

/** Empty if the folder has been removed: a relative path then leads nowhere and lies in no folder. */
function workingFolder(): string {
  try {
    return files.workingFolder();
  } catch {
    return "";
  }
}

function existing(path: string): string | null {
  return attempt(path, (bytes) => realpathSync.native(bytes, "buffer"));
}

/** The most common path that does not exist: a name that is no link, in a folder. */
function besideExisting(path: string): string | null {
  const name = posix.basename(path);
  if (name === "" || name === "." || name === ".." || kindOf(path) !== "missing") return null;
  const folder = existing(posix.dirname(path));
  return folder === null ? null : posix.join(folder, name);
}

/** Resolves one component after the other. What follows a missing one is taken as it is. */
function walk(path: string): string {
  /** The components that remain, the next one last. */
  const rest = path.split("/").reverse();
  const found: string[] = [];
  /** How many components at the end of `found` do not exist. */
  let missing = 0;
  for (let links = MOST_LINKS; ; ) {
    const name = rest.pop();
    if (name === undefined) return `/${found.join("/")}`;
    if (name === "" || name === ".") continue;
    if (name === "..") {
      found.pop();
      missing = Math.max(0, missing - 1);
      continue;
    }
    const at = missing > 0 ? "" : `/${[...found, name].join("/")}`;
    const kind = missing > 0 ? "missing" : kindOf(at);
    const target =
      kind === "link" && links > 0 ? attempt(at, (bytes) => readlinkSync(bytes, "buffer")) : null;
    if (target === null) {
      found.push(name);
      if (kind === "missing") missing += 1;
      continue;
    }
    links -= 1;
    if (target.startsWith("/")) found.length = 0;
    for (const part of target.split("/").reverse()) rest.push(part);
  }
}

/** What cannot be examined is missing. */
function kindOf(path: string): "link" | "other" | "missing" {
  try {
    const state = lstatSync(Buffer.from(path, "latin1"), { throwIfNoEntry: false });
    return state === undefined ? "missing" : state.isSymbolicLink() ? "link" : "other";
  } catch {
    return "missing";
  }
}

function attempt(path: string, look: (path: Buffer) => Buffer): string | null {
  try {
    return look(Buffer.from(path, "latin1")).toString("latin1");
  } catch {
    return null;
  }
}
