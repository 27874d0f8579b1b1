// Suggestions for misspelled names.
import { edits } from "../../interpreter/spelling/index.ts";

/** Returns the nearest name, or null if none is near enough. */
export function nearest(given: string, names: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.max(1, Math.floor(given.replace(/^-+/, "").length / 3)) + 1;
  for (const name of names) {
    // A name in capitals is near, too.
    const distance = Math.min(edits(given, name), edits(given.toLowerCase(), name) + 0.5);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}
