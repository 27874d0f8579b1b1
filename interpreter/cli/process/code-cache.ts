// The code that V8 has made of the command itself, kept on disk by Node for the next start: reading it takes a
// third of the time of compiling.
import { join } from "node:path";
import { cacheFolder, hasPrivateFolder } from "./cache-folder.ts";

/** The name of the folder with the code of the command, in the folder of the cache. */
export const CODE = "code";

/**
 * Lets Node keep the code of the modules that are loaded from now on. What it reads is run without a check of the
 * contents, so it is in a folder that no other user can enter.
 */
export function keepCode(): void {
  const folder = cacheFolder();
  if (folder === null) return;
  const path = join(folder, CODE);
  if (hasPrivateFolder(folder, path)) process.getBuiltinModule("node:module").enableCompileCache(path);
}
