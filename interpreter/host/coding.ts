// Content codings of HTTP: bytes made smaller, whole or as they come.

export type Coding = "br" | "gzip" | "zstd";

export interface Encoder {
  /** What the bytes so far come to, so that a decoder sees all of them. One call at a time. */
  push(bytes: string): Promise<Uint8Array>;
  /** The end. */
  finish(): Promise<Uint8Array>;
  /** Gives it up. */
  close(): void;
}

export interface CodingService {
  /** Those that the platform has, best first. */
  readonly codings: readonly Coding[];
  encode(coding: Coding, bytes: string): Promise<Uint8Array>;
  encoder(coding: Coding): Encoder;
  /** The CRC-32 of zlib and gzip. */
  crc32(bytes: Uint8Array): number;
}
