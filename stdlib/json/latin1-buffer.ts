// Buffers between bytes and byte strings, with the methods to which `toString` and `write` with "latin1"
// dispatch: calling them directly is faster for short strings.

export interface Latin1Buffer extends Buffer {
  latin1Slice(start: number, end: number): string;
  latin1Write(text: string, offset: number, length: number): number;
}

/** Returns a buffer outside the pool, with arbitrary contents. */
export function latin1Buffer(size: number): Latin1Buffer {
  return Buffer.allocUnsafeSlow(size) as Latin1Buffer;
}
