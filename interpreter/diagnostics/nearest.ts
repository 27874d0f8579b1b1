// "Did you mean": the candidate that is most similar to a misspelt name.
import { edits } from "../spelling/index.ts";

/**
 * A candidate that differs only in case, underscores or the order of words is preferred. Otherwise the result
 * is the one with the fewest edits, at most one, or a third of the length of the name; undefined if there is
 * none.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const folded = fold(name);
  const words = sortedWords(name);
  let limit = Math.max(1, Math.floor(name.length / 3)) + 1;
  let best: string | undefined;
  for (const candidate of candidates) {
    if (candidate === name) continue;
    if (fold(candidate) === folded || (words !== null && sortedWords(candidate) === words)) return candidate;
    if (Math.abs(candidate.length - name.length) >= limit) continue;
    const distance = edits(name, candidate, limit);
    if (distance < limit) {
      limit = distance;
      best = candidate;
    }
  }
  return best;
}

/** The most similar candidates, at most `most`, best first. */
export function nearestSome(name: string, candidates: Iterable<string>, most: number): string[] {
  const left = new Set(candidates);
  const found: string[] = [];
  while (found.length < most) {
    const next = nearest(name, left);
    if (next === undefined) break;
    found.push(next);
    left.delete(next);
  }
  return found;
}

function fold(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** The words of a name in order; null for a name of one word. */
function sortedWords(name: string): string | null {
  return name.includes("_") ? name.split("_").sort().join("_") : null;
}
