// Suggestions for misspelled names.

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

/** Returns the number of letters to insert, delete, replace or swap with a neighbour. */
function edits(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        next[j] = Math.min(next[j]!, before[j - 2]! + 1);
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
