// The cache of this installation: in the cache folder of the user, for this build. A source tree has no build
// id and no cache, because its compiler may change between runs.
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { ProgramCache } from "./cache.ts";

/** Opens the cache; null if there is none. */
export function openCache(): ProgramCache | null {
  const build = buildId();
  if (build === null) return null;
  const base = cacheFolder();
  return base === null ? null : new ProgramCache(join(base, "stdlang"), build);
}

/** Never relative: the working folder may come from others, with a cache in it. */
function cacheFolder(): string | null {
  const given = process.env["XDG_CACHE_HOME"] ?? "";
  if (isAbsolute(given)) return given;
  const home = homeFolder();
  return home !== null && isAbsolute(home) ? join(home, ".cache") : null;
}

/** The home folder of the user; null if the system knows none, as for users without an account. */
function homeFolder(): string | null {
  try {
    return homedir();
  } catch {
    return null;
  }
}

function buildId(): string | null {
  try {
    return readFileSync(new URL("../../build-id", import.meta.url), "utf8");
  } catch {
    return null;
  }
}
