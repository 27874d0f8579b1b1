import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");

/** The command line that serves a script of `peers/` at an address, with the built command. */
export function stdPeer(script: string, address: string): readonly [string, ...string[]] {
  const std = join(ROOT, "dist", "interpreter", "cli", "std.js");
  return [process.execPath, std, "run", join(import.meta.dirname, "peers", script), address];
}
