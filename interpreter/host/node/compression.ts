// Compression by node:zlib, on its threads; loaded on first use.
import type { Compression, CompressionForm } from "../index.ts";
import { endsWithin, unexpectedEnd } from "./zstd-frames.ts";
import {
  behindTheEnd,
  FlowingDecoder,
  FlushingEncoder,
  PulledPress,
  pressing,
  unpressing,
  zlib,
} from "./compression-streams.ts";

type Done = (error: Error | null, found: Buffer) => void;

const hasZstd = (): boolean => typeof (zlib() as { zstdCompress?: unknown }).zstdCompress === "function";

const PIECE = 1 << 16;
/** Reused, since allocating costs more than compressing. */
let kept: Buffer | undefined;

function crc32(bytes: string): number {
  const { crc32: update } = zlib();
  kept ??= Buffer.allocUnsafeSlow(PIECE);
  let sum = 0;
  for (let at = 0; at < bytes.length; at += PIECE) {
    const length = kept.write(bytes.length <= PIECE ? bytes : bytes.slice(at, at + PIECE), 0, "latin1");
    sum = update(length === PIECE ? kept : kept.subarray(0, length), sum);
  }
  return sum;
}

export const compression: Compression = {
  has: (form) => form !== "zstd" || hasZstd(),
  async compress(form, bytes) {
    const input = Buffer.from(bytes, "latin1");
    return called((done) => whole(form, input, done));
  },
  async decompress(form, bytes, limit) {
    const input = Buffer.from(bytes, "latin1");
    return called((done) => unpressed(form, input, Math.min(limit, 2 ** 31), done));
  },
  compressor: (form) => new PulledPress(pressing(form)),
  decompressor: (form) => new PulledPress(unpressing(form)),
  decoder: (form, events) => new FlowingDecoder(form, events),
  get codings() {
    return hasZstd() ? (["br", "zstd", "gzip"] as const) : (["br", "gzip"] as const);
  },
  encode: (coding, bytes) => new FlushingEncoder(coding).whole(bytes),
  encoder: (coding) => new FlushingEncoder(coding),
  deflateNow: (bytes, windowBits) =>
    zlib().deflateRawSync(bytes, { windowBits, finishFlush: zlib().constants.Z_SYNC_FLUSH }),
  inflateNow(bytes, most) {
    try {
      return zlib().inflateRawSync(bytes, {
        finishFlush: zlib().constants.Z_SYNC_FLUSH,
        maxOutputLength: Math.max(1, most),
      });
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? "large" : null;
    }
  },
  crc32,
};

function called(start: (done: Done) => void): Promise<string> {
  return new Promise((resolve, reject) =>
    start((error, found) => (error === null ? resolve(found.toString("latin1")) : reject(error))),
  );
}

function whole(form: CompressionForm, input: Buffer, done: Done): void {
  switch (form) {
    case "gzip":
      return zlib().gzip(input, done);
    case "zlib":
      return zlib().deflate(input, done);
    case "raw":
      return zlib().deflateRaw(input, done);
    case "brotli":
      // The highest quality is a hundred times slower than the other forms.
      return zlib().brotliCompress(input, { params: { [zlib().constants.BROTLI_PARAM_QUALITY]: 6 } }, done);
    case "zstd":
      return zlib().zstdCompress(input, done);
  }
}

/** The result with the engine, whose byte count shows whether data follows the end. */
interface WithEngine {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}
type Unpress = (
  input: Buffer,
  options: { readonly maxOutputLength: number; readonly info: true },
  done: (error: Error | null, found: WithEngine) => void,
) => void;

function unpressed(form: CompressionForm, input: Buffer, maxOutputLength: number, done: Done): void {
  const { gunzip, inflate, inflateRaw, brotliDecompress, zstdDecompress } = zlib();
  const unpress = {
    gzip: gunzip,
    zlib: inflate,
    raw: inflateRaw,
    brotli: brotliDecompress,
    zstd: zstdDecompress,
  }[form] as unknown as Unpress;
  unpress(input, { maxOutputLength, info: true }, (error, found) => {
    if (error !== null) done(error, input);
    else if (found.engine.bytesWritten < input.length) done(behindTheEnd(), input);
    else if (form === "zstd" && endsWithin(input)) done(unexpectedEnd(), input);
    else done(null, found.buffer);
  });
}
