// Compression of the machine. Bytes are byte strings on both sides; the work is done beside the program.

export type CompressionForm = "gzip" | "zlib" | "raw" | "brotli" | "zstd";

/** A stream that is pressed or unpressed. What comes out waits until it is pulled, and then what goes in does, too. */
export interface Press {
  /** Takes the next piece; only when `pull` has asked for it. */
  push(bytes: string): void;
  /** There is no more. */
  end(): void;
  /** What has come out; `""` asks for the next piece, null is the end. Fails for what is no compressed data, or misses its end. */
  pull(): Promise<string | null>;
  /** Nobody wants the rest. */
  close(): void;
}

export interface Compression {
  /** Whether this machine has the form. */
  has(form: CompressionForm): boolean;
  compress(form: CompressionForm, bytes: string): Promise<string>;
  /** Fails for what is none, for what stands behind the end, and for more than `limit` bytes: then `code` is `ERR_BUFFER_TOO_LARGE`. */
  decompress(form: CompressionForm, bytes: string, limit: number): Promise<string>;
  compressor(form: CompressionForm): Press;
  decompressor(form: CompressionForm): Press;
  /** The checksum of ZIP, as a positive number. */
  crc32(bytes: string): number;
}
