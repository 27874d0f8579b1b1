// Compression of the machine, beside the program where it can take long. Whole texts are byte strings on both sides.

export type CompressionForm = "gzip" | "zlib" | "raw" | "brotli" | "zstd";

/** A content coding of HTTP that a server can use. */
export type Coding = "br" | "gzip" | "zstd";

/** A stream that is pressed or unpressed. What comes out waits until it is pulled, and then what goes in does, too. */
export interface Press {
  /** Takes the next piece; only when `pull` has asked for it. */
  push(bytes: string): void;
  /** There is no more. */
  end(): void;
  /** What has come out; `""` asks for the next piece, null is the end. Fails for what is no compressed data, or misses its end. */
  pull(): Promise<string | null>;
  /** The rest is not wanted. */
  close(): void;
}

/** Compresses for a reader that wants each piece at once. */
export interface Encoder {
  /** What the bytes so far come to, so that a decoder sees all of them. One call at a time. */
  push(bytes: string): Promise<Uint8Array>;
  /** The end. */
  finish(): Promise<Uint8Array>;
  /** Gives it up. */
  close(): void;
}

/** Decompresses what comes and reports the result piece by piece. */
export interface Decoder {
  /** False when no more should be written before `drained`. */
  write(bytes: string): boolean;
  end(): void;
  pause(): void;
  resume(): void;
  /** Nothing more is reported. */
  close(): void;
}

export interface DecoderEvents {
  data(bytes: string): void;
  end(): void;
  /** The data is malformed, has more behind its end, or ends early. */
  failed(endsEarly: boolean): void;
  drained(): void;
}

export interface Compression {
  /** Whether this machine has the form. */
  has(form: CompressionForm): boolean;
  compress(form: CompressionForm, bytes: string): Promise<string>;
  /**
   * Fails for what is none, for more than `limit` bytes (`code` is `ERR_BUFFER_TOO_LARGE`) and for what stands behind the
   * end (`ERR_TRAILING_JUNK_AFTER_STREAM_END`).
   */
  decompress(form: CompressionForm, bytes: string, limit: number): Promise<string>;
  compressor(form: CompressionForm): Press;
  decompressor(form: CompressionForm): Press;
  decoder(form: CompressionForm, events: DecoderEvents): Decoder;

  /** The codings that the machine has, best first. Their levels are those of servers: quick, and most of the gain. */
  readonly codings: readonly Coding[];
  encode(coding: Coding, bytes: string): Promise<Uint8Array>;
  encoder(coding: Coding): Encoder;

  /**
   * DEFLATE for messages of some kilobytes, at once: all of `bytes`, ended by an empty stored block (RFC 7692).
   * @param windowBits how far back it may refer, as a power of two: 9 to 15
   */
  deflateNow(bytes: Uint8Array, windowBits: number): Uint8Array;
  /** The opposite; null for what is broken, `"large"` for more than `most` bytes. */
  inflateNow(bytes: Uint8Array, most: number): Uint8Array | "large" | null;

  /** The CRC-32 of ZIP, gzip and zlib, as a positive number. */
  crc32(bytes: string): number;
}
