// The cache of this installation: in the cache folder of the user, for this build. A source tree has no build
// id and no cache, because its compiler may change between runs.
import { readFileSync } from "node:fs";
import { cacheFolder } from "./cache-folder.ts";
import { ProgramCache } from "./cache.ts";

/** Opens the cache; null if there is none. */
export function openCache(): ProgramCache | null {
  const build = buildId();
  if (build === null) return null;
  const folder = cacheFolder();
  return folder === null ? null : new ProgramCache(folder, build);
}

function buildId(): string | null {
  try {
    return readFileSync(new URL("../../build-id", import.meta.url), "utf8");
  } catch {
    return null;
  }
}
