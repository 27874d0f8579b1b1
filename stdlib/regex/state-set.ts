// An ordered set of NFA states that is cleared in constant time.

export class StateSet {
  /** The number of states added. */
  size = 0;
  readonly #order: Int32Array;
  readonly #visited: Uint32Array;
  #generation = 1;

  constructor(capacity: number) {
    this.#order = new Int32Array(capacity);
    this.#visited = new Uint32Array(capacity);
  }

  clear(): void {
    this.size = 0;
    this.#generation++;
    if (this.#generation === 2 ** 32) {
      this.#visited.fill(0);
      this.#generation = 1;
    }
  }

  /** Returns false if it was visited since the last clearing. */
  visit(state: number): boolean {
    if (this.#visited[state] === this.#generation) return false;
    this.#visited[state] = this.#generation;
    return true;
  }

  /** Appends a state that was just visited. */
  add(state: number): void {
    this.#order[this.size++] = state;
  }

  at(index: number): number {
    return this.#order[index]!;
  }

  /** Copies the states to the start of an array; returns their number. */
  copyTo(target: Int32Array): number {
    for (let i = 0; i < this.size; i++) target[i] = this.#order[i]!;
    return this.size;
  }

  toArray(): Int32Array {
    return this.#order.slice(0, this.size);
  }
}
