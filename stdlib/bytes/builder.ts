// The struct `Builder`: a `Buffer` that doubles when it is full.
import { MAX_STRING, Panic } from "../../interpreter/runtime/index.ts";

const FIRST_SIZE = 64;

export class Builder {
  bytes: Buffer = Buffer.alloc(0);
  size = 0;

  /**
   * Makes room for `count` bytes and returns their offset; calls `reserve` before it allocates. @throws Panic
   */
  extend(count: number, reserve: (bytes: number) => void): number {
    const at = this.size;
    const size = at + count;
    if (size > MAX_STRING) throw new Panic("string too large");
    if (size > this.bytes.length) {
      const capacity = Math.min(MAX_STRING, Math.max(FIRST_SIZE, this.bytes.length * 2, size));
      reserve(capacity);
      const grown = Buffer.allocUnsafeSlow(capacity);
      this.bytes.copy(grown, 0, 0, at);
      this.bytes = grown;
    }
    this.size = size;
    return at;
  }

  text(): string {
    return this.bytes.toString("latin1", 0, this.size);
  }
}
