// Where searches of one text ran on behind a match and found no better one. A search that comes to such a
// place in the same state can stop, so that all matches of a text together take linear time, also for
// patterns like `a.*b|a`, each of whose matches asks whether a `b` comes (after Reps, 1998).

/** Places are remembered this many bytes apart. */
export const STEP = 64;
/** More than the offsets of rows in a table. */
const MOST_OFFSETS = 2 ** 23;

export class DeadEnds {
  readonly #known = new Set<number>();
  /** Passed by the search that is going on, since its last match. */
  #passed: number[] = [];
  #place = 0;
  #generation = 0;

  /**
   * True when nothing better is to be found from `place` on in the state of this row; otherwise remembers
   * that the search, which matched up to `last`, was here. Rows of different generations are unrelated.
   */
  isOne(row: number, generation: number, place: number, last: number): boolean {
    this.#renew(generation);
    // What was passed before a match led to it.
    if (last >= place - STEP) this.#passed = [];
    const key = (place / STEP) * MOST_OFFSETS + row;
    if (this.#known.has(key)) return true;
    this.#passed.push(key);
    this.#place = place;
    return false;
  }

  /** The search is over, its match ends at `last`. */
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
