// How far two names are from each other, for suggestions: "did you mean …?".

/**
 * The restricted Damerau–Levenshtein distance: the letters to insert, delete, replace or swap with a neighbour. A
 * distance of `limit` or more is `limit`.
 */
export function edits(a: string, b: string, limit = Infinity): number {
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
  return Math.min(last[b.length]!, limit);
}
