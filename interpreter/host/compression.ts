// Compression. Work that may take long runs in parallel with the program. Whole texts are byte strings on
// both sides.

export type CompressionForm = "gzip" | "zlib" | "raw" | "brotli" | "zstd";

/** A content coding of HTTP that a server can use. */
export type Coding = "br" | "gzip" | "zstd";

/**
 * A stream that compresses or decompresses. It produces output only as far as it is pulled, and takes input
 * only as far as it needs it.
 */
export interface Press {
  /** Adds the next piece of input; only after `pull` has asked for it. */
  push(bytes: string): void;
  /** Ends the input. */
  end(): void;
  /**
   * The next output; `""` asks for the next piece of input, null is the end. Rejects for malformed or
   * truncated data.
   */
  pull(): Promise<string | null>;
  /** Discards the rest. */
  close(): void;
}

/** Compresses piece by piece for a reader that needs each piece immediately. */
export interface Encoder {
  /** Compresses a piece and flushes, so that a decoder sees all input so far. One call at a time. */
  push(bytes: string): Promise<Uint8Array>;
  /** The last compressed bytes. */
  finish(): Promise<Uint8Array>;
  /** Discards the encoder. */
  close(): void;
}

/** Decompresses piece by piece and reports the output as events. */
export interface Decoder {
  /** False if no more should be written before `drained`. */
  write(bytes: string): boolean;
  end(): void;
  pause(): void;
  resume(): void;
  /** Discards the decoder: no more events are reported. */
  close(): void;
}

export interface DecoderEvents {
  data(bytes: string): void;
  end(): void;
  /** The data is malformed, continues after its end, or ends early. */
  failed(endsEarly: boolean): void;
  drained(): void;
}

export interface Compression {
  /** Whether this machine supports the form. */
  has(form: CompressionForm): boolean;
  compress(form: CompressionForm, bytes: string): Promise<string>;
  /**
   * Rejects for malformed data, for more than `limit` bytes (`code` is `ERR_BUFFER_TOO_LARGE`) and for data
   * after the end (`ERR_TRAILING_JUNK_AFTER_STREAM_END`).
   */
  decompress(form: CompressionForm, bytes: string, limit: number): Promise<string>;
  compressor(form: CompressionForm): Press;
  decompressor(form: CompressionForm): Press;
  decoder(form: CompressionForm, events: DecoderEvents): Decoder;

  /** The supported codings, best first. Their levels are those of servers: fast, with most of the gain. */
  readonly codings: readonly Coding[];
  encode(coding: Coding, bytes: string): Promise<Uint8Array>;
  encoder(coding: Coding): Encoder;

  /**
   * Compresses messages of some kilobytes synchronously with DEFLATE; ends with an empty stored block (RFC
   * 7692).
   * @param windowBits how far back matches may refer, as a power of two: 9 to 15
   */
  deflateNow(bytes: Uint8Array, windowBits: number): Uint8Array;
  /** Decompresses DEFLATE data; null for malformed data, `"large"` for more than `most` bytes. */
  inflateNow(bytes: Uint8Array, most: number): Uint8Array | "large" | null;

  /** The CRC-32 of ZIP, gzip and zlib, as a non-negative number. */
  crc32(bytes: string): number;
}
