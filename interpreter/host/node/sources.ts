// Source files by node:fs and node:path.
import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, isAbsolute, join, normalize, resolve, sep } from "node:path";
import type { Sources } from "../index.ts";

export const sources: Sources = {
  paths: {
    separator: sep,
    dirname,
    basename,
    extname,
    join,
    normalize,
    absolute: (path) => resolve(path),
    isAbsolute,
  },
  canonical: (path) => (isStream(path) ? resolve(path) : realpathSync(path)),
  read: (path) => readFileSync(path),
  readOwn: (file) => readFileSync(file, "utf8"),
};

/** Whether it is `/dev/stdin` or the like: the target of such a link has no path. */
function isStream(path: string): boolean {
  const file = statSync(path);
  return file.isFIFO() || file.isSocket();
}
