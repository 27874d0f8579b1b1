// Remembers the offsets at which searches of one text continued after a match and found no better one. A
// search that reaches such an offset in the same state can stop. So all matches of a text together take
// linear time, even for patterns like `a.*b|a`, where each match looks for a following `b` (after Reps,
// 1998).

/** The distance in bytes between offsets that are remembered. */
export const STEP = 64;
/** More than the offsets of rows in a table. */
const MOST_OFFSETS = 2 ** 23;

export class DeadEnds {
  readonly #known = new Set<number>();
  /** The keys passed by the current search since its last match. */
  #passed: number[] = [];
  #place = 0;
  #generation = 0;

  /**
   * Returns true if nothing better can be found from `place` on in the state of this row. Otherwise remembers
   * that the search, which matched up to `last`, was here. Rows of different generations are unrelated.
   */
  isOne(row: number, generation: number, place: number, last: number): boolean {
    this.#renew(generation);
    // The keys passed before a match led to it.
    if (last >= place - STEP) this.#passed = [];
    const key = (place / STEP) * MOST_OFFSETS + row;
    if (this.#known.has(key)) return true;
    this.#passed.push(key);
    this.#place = place;
    return false;
  }

  /** Ends a search whose match ends at `last`. */
  end(generation: number, last: number): void {
    this.#renew(generation);
    if (last < this.#place) for (const key of this.#passed) this.#known.add(key);
    this.#passed = [];
  }

  #renew(generation: number): void {
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#known.clear();
    this.#passed = [];
  }
}
