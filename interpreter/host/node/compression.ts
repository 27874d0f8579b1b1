// Compression by node:zlib, on its threads; loaded when first used.
import type { Transform } from "node:stream";
import type { Compression, CompressionForm, Press } from "../index.ts";

const zlib = () => process.getBuiltinModule("node:zlib");

type Done = (error: Error | null, found: Buffer) => void;

export const compression: Compression = {
  has: (form) => form !== "zstd" || typeof (zlib() as { zstdCompress?: unknown }).zstdCompress === "function",
  async compress(form, bytes) {
    const input = Buffer.from(bytes, "latin1");
    return called((done) => whole(form, input, done));
  },
  async decompress(form, bytes, limit) {
    const input = Buffer.from(bytes, "latin1");
    return called((done) => unpressed(form, input, Math.min(limit, 2 ** 31), done));
  },
  compressor: (form) => new Stream(pressing(form)),
  decompressor: (form) => new Stream(unpressing(form)),
  crc32: (bytes) => zlib().crc32(Buffer.from(bytes, "latin1")),
};

function called(start: (done: Done) => void): Promise<string> {
  return new Promise((resolve, reject) => start((error, found) => (error === null ? resolve(found.toString("latin1")) : reject(error))));
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
      // Its best is a hundred times slower than what others do.
      return zlib().brotliCompress(input, { params: { [zlib().constants.BROTLI_PARAM_QUALITY]: 6 } }, done);
    case "zstd":
      return zlib().zstdCompress(input, done);
  }
}

/** What the engine has read tells whether something stands behind the end. */
interface WithEngine {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}
type Unpress = (input: Buffer, options: { readonly maxOutputLength: number; readonly info: true }, done: (error: Error | null, found: WithEngine) => void) => void;

function unpressed(form: CompressionForm, input: Buffer, maxOutputLength: number, done: Done): void {
  const { gunzip, inflate, inflateRaw, brotliDecompress, zstdDecompress } = zlib();
  const unpress = { gzip: gunzip, zlib: inflate, raw: inflateRaw, brotli: brotliDecompress, zstd: zstdDecompress }[form] as unknown as Unpress;
  unpress(input, { maxOutputLength, info: true }, (error, found) => {
    if (error !== null) done(error, input);
    else if (found.engine.bytesWritten < input.length) done(new Error("data behind the end"), input);
    else done(null, found.buffer);
  });
}

function pressing(form: CompressionForm): Transform {
  switch (form) {
    case "gzip":
      return zlib().createGzip();
    case "zlib":
      return zlib().createDeflate();
    case "raw":
      return zlib().createDeflateRaw();
    case "brotli":
      return zlib().createBrotliCompress({ params: { [zlib().constants.BROTLI_PARAM_QUALITY]: 6 } });
    case "zstd":
      return zlib().createZstdCompress();
  }
}

function unpressing(form: CompressionForm): Transform {
  switch (form) {
    case "gzip":
      return zlib().createGunzip();
    case "zlib":
      return zlib().createInflate();
    case "raw":
      return zlib().createInflateRaw();
    case "brotli":
      return zlib().createBrotliDecompress();
    case "zstd":
      return zlib().createZstdDecompress();
  }
}

/** Reads the transform only when asked, so that it stops when nobody does. */
class Stream implements Press {
  readonly #transform: Transform;
  #failure: Error | null = null;
  #ended = false;
  #hungry = true;
  #wake: () => void = () => {};

  constructor(transform: Transform) {
    this.#transform = transform;
    transform.on("readable", () => this.#wake());
    transform.on("end", () => {
      this.#ended = true;
      this.#wake();
    });
    transform.on("error", (error: Error) => {
      this.#failure = error;
      this.#wake();
    });
  }

  push(bytes: string): void {
    this.#hungry = false;
    this.#transform.write(Buffer.from(bytes, "latin1"), () => {
      this.#hungry = true;
      this.#wake();
    });
  }

  end(): void {
    this.#hungry = false;
    this.#transform.end();
  }

  async pull(): Promise<string | null> {
    for (;;) {
      if (this.#failure !== null) throw this.#failure;
      const piece = this.#transform.read() as Buffer | null;
      if (piece !== null) return piece.toString("latin1");
      if (this.#ended) return null;
      if (this.#hungry) return "";
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  close(): void {
    this.#transform.destroy();
  }
}
