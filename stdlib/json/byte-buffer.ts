// Collects the bytes of a string that is not a slice of its source.
import { latin1Buffer } from "./latin1-buffer.ts";

/** The length above which Node copies strings. */
const BY_HAND = 32;

export class ByteBuffer {
  #bytes = latin1Buffer(256);
  #size = 0;

  clear(): void {
    this.#size = 0;
  }

  addByte(byte: number): void {
    if (this.#size === this.#bytes.length) this.#reserve(1);
    this.#bytes[this.#size++] = byte;
  }

  /** Adds the part of a byte string from `start` up to, but not including, `end`. */
  addText(text: string, start: number, end: number): void {
    if (this.#size + (end - start) > this.#bytes.length) this.#reserve(end - start);
    if (end - start > BY_HAND) {
      this.#size += this.#bytes.latin1Write(text.slice(start, end), this.#size, end - start);
      return;
    }
    for (let i = start; i < end; i++) this.#bytes[this.#size++] = text.charCodeAt(i);
  }

  /** Adds the UTF-8 of a scalar value. */
  addCodePoint(code: number): void {
    if (code < 0x80) return this.addByte(code);
    if (code < 0x800) {
      this.addByte(0xc0 | (code >> 6));
    } else {
      if (code < 0x10000) {
        this.addByte(0xe0 | (code >> 12));
      } else {
        this.addByte(0xf0 | (code >> 18));
        this.addByte(0x80 | ((code >> 12) & 0x3f));
      }
      this.addByte(0x80 | ((code >> 6) & 0x3f));
    }
    this.addByte(0x80 | (code & 0x3f));
  }

  toString(): string {
    return this.#bytes.latin1Slice(0, this.#size);
  }

  #reserve(more: number): void {
    const bytes = latin1Buffer(Math.max(this.#bytes.length * 2, this.#size + more));
    this.#bytes.copy(bytes, 0, 0, this.#size);
    this.#bytes = bytes;
  }
}
