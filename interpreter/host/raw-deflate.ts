// DEFLATE without a format around it (RFC 1951), for messages of some kilobytes.

export interface RawDeflate {
  /** All of `bytes`, ended by an empty stored block. */
  deflate(bytes: Uint8Array): Uint8Array;
  /** The opposite; null for what is broken, `"large"` for more than `most` bytes. */
  inflate(bytes: Uint8Array, most: number): Uint8Array | "large" | null;
}
