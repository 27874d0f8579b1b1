// A queue in a ring buffer: adding and removing take constant time.

export class Ring<T> {
  #slots: (T | undefined)[] = new Array<T | undefined>(8).fill(undefined);
  #head = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(value: T): void {
    if (this.#size === this.#slots.length) this.#grow();
    this.#slots[(this.#head + this.#size) & (this.#slots.length - 1)] = value;
    this.#size++;
  }

  /** Removes the oldest value; the queue must not be empty. */
  shift(): T {
    const value = this.#slots[this.#head] as T;
    this.#slots[this.#head] = undefined;
    this.#head = (this.#head + 1) & (this.#slots.length - 1);
    this.#size--;
    return value;
  }

  /** All values, the oldest first. */
  values(): T[] {
    return Array.from(
      { length: this.#size },
      (_, i) => this.#slots[(this.#head + i) & (this.#slots.length - 1)] as T,
    );
  }

  /** Doubles the slots: their number stays a power of two. */
  #grow(): void {
    const old = this.#slots;
    const slots = new Array<T | undefined>(old.length * 2).fill(undefined);
    for (let i = 0; i < this.#size; i++) slots[i] = old[(this.#head + i) & (old.length - 1)];
    this.#slots = slots;
    this.#head = 0;
  }
}
