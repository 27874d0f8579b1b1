// The cache of this installation: in the user's cache folder, for this very build. A source tree has
// no build id and no cache, since its compiler changes from run to run.
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { ProgramCache } from "./cache.ts";

/** Null when there is no cache to use. */
export function openCache(): ProgramCache | null {
  const build = buildId();
  if (build === null) return null;
  const base = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
  return new ProgramCache(join(base, "stdlang"), build);
}

function buildId(): string | null {
  try {
    return readFileSync(new URL("../../build-id", import.meta.url), "utf8");
  } catch {
    return null;
  }
}
