// Source files by node:fs and node:path.
import { own } from "../../own/index.ts";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, isAbsolute, join, normalize, resolve, sep } from "node:path";
import { escapedText, unescapedBytes, type Sources } from "../index.ts";

const REPLACED = "\ufffd";

export const sources: Sources = {
  paths: {
    separator: sep,
    dirname,
    basename,
    extname,
    join,
    normalize,
    absolute,
    isAbsolute,
  },
  canonical(path) {
    if (isStream(path)) return absolute(path);
    const whole = absolute(path);
    if (whole.isWellFormed()) return realpathSync.native(path);
    return escapedText(realpathSync.native(unescapedBytes(whole), "buffer").toString("latin1"));
  },
  read: (path) => readFileSync(onDisk(path)),
  list: (path) => readdirSync(onDisk(path)),
  readOwn: (file) => readFileSync(file, own({ encoding: "utf8" as const })),
  loadOwn: (file) => createRequire(file)(fileURLToPath(file)),
  importModule: (path) => import(pathToFileURL(path).href),
  library: (name) => createRequire(import.meta.url)(name),
};

/** Whether it is `/dev/stdin` or the like: the target of such a link has no path. */
function isStream(path: string): boolean {
  const file = statSync(onDisk(path));
  return file.isFIFO() || file.isSocket();
}

/** The name of a file for the system; lone surrogates in the path stand for bytes. */
function onDisk(path: string): string | Buffer {
  return path.isWellFormed() ? path : unescapedBytes(path);
}

function absolute(path: string): string {
  const whole = resolve(path);
  if (!whole.includes(REPLACED) || isAbsolute(path)) return whole;
  return resolve(workingFolder() ?? "", path);
}

/**
 * The working folder, in which Node replaces bytes that are not UTF-8; null if the system does not report it.
 */
function workingFolder(): string | null {
  try {
    return escapedText(readlinkSync("/proc/self/cwd", "buffer").toString("latin1"));
  } catch {
    return null;
  }
}
