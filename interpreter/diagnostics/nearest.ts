// "Did you mean": the candidate that is most similar to a misspelt name.

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

/** The restricted Damerau–Levenshtein distance, at most `limit`. */
function edits(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let lowest = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      }
      row.push(cost);
      lowest = Math.min(lowest, cost);
    }
    if (lowest >= limit) return limit;
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
