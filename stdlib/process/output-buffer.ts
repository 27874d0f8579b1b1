// The last `limit` bytes that a child has written and that have not been read, in a ring that grows; fewer if
// there is no memory for more.

const FIRST_SIZE = 1 << 12;

export class OutputBuffer {
  #limit: number;
  #ring = Buffer.allocUnsafeSlow(FIRST_SIZE);
  #start = 0;
  #size = 0;
  /** Whether bytes had to be dropped since the last `take`. */
  overflowed = false;
  /** Whether there was no memory to grow. */
  exhausted = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(bytes: Uint8Array): void {
    const needed = Math.min(this.#size + bytes.length, this.#limit);
    if (needed > this.#ring.length && !this.#grow(needed)) {
      this.exhausted = true;
      this.#limit = this.#ring.length;
    }
    const excess = this.#size + bytes.length - this.#limit;
    let fresh = bytes;
    if (excess > 0) {
      this.overflowed = true;
      const old = Math.min(excess, this.#size);
      this.#start = (this.#start + old) % this.#ring.length;
      this.#size -= old;
      fresh = bytes.subarray(excess - old);
    }
    const end = (this.#start + this.#size) % this.#ring.length;
    const untilWrap = Math.min(fresh.length, this.#ring.length - end);
    this.#ring.set(fresh.subarray(0, untilWrap), end);
    this.#ring.set(fresh.subarray(untilWrap), 0);
    this.#size += fresh.length;
  }

  /** The number of bytes that it holds. */
  get size(): number {
    return this.#size;
  }

  /** Returns all of it as a byte string and empties the buffer. */
  take(): string {
    const end = this.#start + this.#size;
    const text =
      this.#ring.toString("latin1", this.#start, Math.min(end, this.#ring.length)) +
      this.#ring.toString("latin1", 0, Math.max(end - this.#ring.length, 0));
    this.#start = this.#size = 0;
    this.overflowed = false;
    if (this.#ring.length > FIRST_SIZE) this.#ring = Buffer.allocUnsafeSlow(FIRST_SIZE);
    return text;
  }

  /** Returns false if there is no memory for it. */
  #grow(needed: number): boolean {
    let ring: Buffer<ArrayBuffer>;
    try {
      ring = Buffer.allocUnsafeSlow(Math.min(Math.max(this.#ring.length * 2, needed), this.#limit));
    } catch {
      return false;
    }
    const end = this.#start + this.#size;
    this.#ring.copy(ring, 0, this.#start, Math.min(end, this.#ring.length));
    if (end > this.#ring.length)
      this.#ring.copy(ring, this.#ring.length - this.#start, 0, end - this.#ring.length);
    this.#ring = ring;
    this.#start = 0;
    return true;
  }
}
