// The struct `Builder`: a string, and a `Buffer` for the bytes after it, which doubles when it is full.
// `text()` moves these bytes to the string, so that later calls do not copy them again.
import { MAX_STRING, Panic } from "../../interpreter/runtime/index.ts";

const FIRST_SIZE = 64;

export class Builder {
  bytes: Buffer = Buffer.alloc(0);
  /** The number of bytes in `bytes`. */
  #pending = 0;
  #text = "";

  get size(): number {
    return this.#text.length + this.#pending;
  }

  /**
   * Makes room for `count` bytes and returns their offset in `bytes`; calls `reserve` before it allocates.
   * @throws Panic
   */
  extend(count: number, reserve: (bytes: number) => void): number {
    const at = this.#pending;
    const end = at + count;
    if (this.#text.length + end > MAX_STRING) throw new Panic("string too large");
    if (end > this.bytes.length) {
      const capacity = Math.min(MAX_STRING, Math.max(FIRST_SIZE, this.bytes.length * 2, end));
      reserve(capacity);
      const grown = Buffer.allocUnsafeSlow(capacity);
      this.bytes.copy(grown, 0, 0, at);
      this.bytes = grown;
    }
    this.#pending = end;
    return at;
  }

  text(): string {
    if (this.#pending > 0) this.#text += this.bytes.toString("latin1", 0, this.#pending);
    this.#pending = 0;
    return this.#text;
  }

  clear(): void {
    this.#pending = 0;
    this.#text = "";
  }
}
