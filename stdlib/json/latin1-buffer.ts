// Buffers between bytes and byte strings: what `toString` and `write` with "latin1" come to in the end, as
// short texts feel the difference.

export interface Latin1Buffer extends Buffer {
  latin1Slice(start: number, end: number): string;
  latin1Write(text: string, offset: number, length: number): number;
}

/** A buffer of its own, with any content. */
export function latin1Buffer(size: number): Latin1Buffer {
  return Buffer.allocUnsafeSlow(size) as Latin1Buffer;
}
