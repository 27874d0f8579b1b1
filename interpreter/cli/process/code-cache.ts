// The code that V8 has made of the command itself, kept on disk by Node for the next start: reading it takes a
// third of the time of compiling. Only commands that load checker and compiler use it.
import { openCache } from "./program-cache.ts";

/**
 * Lets Node keep the code of the modules that are loaded from now on. What it reads is run without a check of the
 * contents, so the folder is in the cache of programs, where no other user can write.
 */
export function keepCode(): void {
  const folder = openCache()?.ownFolder("code") ?? null;
  if (folder !== null) process.getBuiltinModule("node:module").enableCompileCache(folder);
}
