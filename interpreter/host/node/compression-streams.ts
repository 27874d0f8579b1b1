// The transforms of node:zlib in the three forms that modules use: pulled, flushed after each piece, and
// flowing.
import type { Transform } from "node:stream";
import { failingWithin } from "./zstd-frames.ts";
import type { Coding, CompressionForm, Decoder, DecoderEvents, Encoder, Press } from "../index.ts";

export const zlib = () => process.getBuiltinModule("node:zlib");

const GZIP_LEVEL = 6;
const BROTLI_QUALITY = 4;
const ZSTD_LEVEL = 3;
/**
 * The bytes that a decoder produces before it waits for a reader: small input may decompress to unlimited
 * output.
 */
const DECODER_STEP = 16_384;

export function pressing(form: CompressionForm): Transform {
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

export function unpressing(form: CompressionForm, options: { readonly chunkSize?: number } = {}): Transform {
  switch (form) {
    case "gzip":
      return zlib().createGunzip(options);
    case "zlib":
      return zlib().createInflate(options);
    case "raw":
      return zlib().createInflateRaw(options);
    case "brotli":
      return zlib().createBrotliDecompress(options);
    case "zstd":
      return failingWithin(zlib().createZstdDecompress(options));
  }
}

/** The error with which Node's web streams fail. */
export function behindTheEnd(): Error {
  return Object.assign(new Error("unexpected data after the end"), {
    code: "ERR_TRAILING_JUNK_AFTER_STREAM_END",
  });
}

const ZSTD_MAGIC = "\x28\xb5\x2f\xfd";

/**
 * The failure of a decoder whose data has this beginning. Zstandard data is a sequence of frames: what follows
 * one and is none is data behind the end, as in the other forms.
 */
function failureOf(error: NodeJS.ErrnoException, beginning: string): Error {
  return error.code === "ZSTD_error_prefix_unknown" && beginning.startsWith(ZSTD_MAGIC)
    ? behindTheEnd()
    : error;
}

/** Reads the transform only on demand, so that it stops without demand. */
export class PulledPress implements Press {
  readonly #transform: Transform & { readonly bytesWritten?: number };
  #failure: Error | null = null;
  #pushed = 0;
  #beginning = "";
  #ended = false;
  #hungry = true;
  #wake: () => void = () => {};

  constructor(transform: Transform) {
    this.#transform = transform;
    transform.on("readable", () => this.#wake());
    transform.on("end", () => {
      this.#ended = true;
      // Node ends with the compressed data and ignores what follows.
      if ((this.#transform.bytesWritten ?? this.#pushed) < this.#pushed) this.#failure = behindTheEnd();
      this.#wake();
    });
    transform.on("error", (error: Error) => {
      this.#failure = failureOf(error, this.#beginning);
      this.#wake();
    });
  }

  push(bytes: string): void {
    this.#hungry = false;
    if (this.#pushed < ZSTD_MAGIC.length) this.#beginning += bytes.slice(0, ZSTD_MAGIC.length);
    this.#pushed += bytes.length;
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

interface Flushing extends Transform {
  flush(kind: number, done: () => void): void;
}

/** An encoder for a coding of HTTP. */
export class FlushingEncoder implements Encoder {
  readonly #stream: Flushing;
  readonly #flushKind: number;
  #pieces: Uint8Array[] = [];
  #failed: ((error: Error) => void) | null = null;

  constructor(coding: Coding) {
    const { constants, createBrotliCompress, createGzip, createZstdCompress } = zlib();
    switch (coding) {
      case "br":
        this.#stream = createBrotliCompress({
          params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
        }) as Flushing;
        this.#flushKind = constants.BROTLI_OPERATION_FLUSH;
        break;
      case "gzip":
        this.#stream = createGzip({ level: GZIP_LEVEL }) as Flushing;
        this.#flushKind = constants.Z_SYNC_FLUSH;
        break;
      case "zstd":
        this.#stream = createZstdCompress({
          params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL },
        }) as Flushing;
        this.#flushKind = constants.ZSTD_e_flush;
        break;
    }
    this.#stream.on("data", (piece: Uint8Array) => void this.#pieces.push(piece));
    this.#stream.on("error", (error) => this.#failed?.(error));
  }

  whole(bytes: string): Promise<Uint8Array> {
    this.#stream.write(Buffer.from(bytes, "latin1"));
    return this.finish();
  }

  push(bytes: string): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#failed = reject;
      this.#stream.write(Buffer.from(bytes, "latin1"));
      this.#stream.flush(this.#flushKind, () => resolve(this.#take()));
    });
  }

  finish(): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#failed = reject;
      this.#stream.once("end", () => resolve(this.#take()));
      this.#stream.end();
    });
  }

  close(): void {
    this.#stream.destroy();
  }

  #take(): Uint8Array {
    const taken = Buffer.concat(this.#pieces);
    this.#pieces = [];
    return taken;
  }
}

/** Runs ahead of its reader by at most one step. */
export class FlowingDecoder implements Decoder {
  readonly #stream: Transform & { readonly bytesWritten?: number };
  #taken = 0;
  #over = false;

  constructor(form: CompressionForm, events: DecoderEvents) {
    const stream = unpressing(form, { chunkSize: DECODER_STEP });
    this.#stream = stream;
    const last = (emit: () => void) => () => {
      if (this.#over) return;
      this.#over = true;
      emit();
      stream.destroy();
    };
    stream.on("data", (bytes: Buffer) => void (this.#over || events.data(bytes.toString("latin1"))));
    stream.on(
      "end",
      last(() => {
        // Node ends with the compressed data and ignores what follows; after gzip, only zeros.
        if (form !== "gzip" && (this.#stream.bytesWritten ?? this.#taken) < this.#taken) events.failed(false);
        else events.end();
      }),
    );
    stream.on("error", ({ code }: NodeJS.ErrnoException) =>
      last(() => events.failed(code === "Z_BUF_ERROR"))(),
    );
    stream.on("drain", () => void (this.#over || events.drained()));
  }

  write(bytes: string): boolean {
    this.#taken += bytes.length;
    return this.#stream.write(Buffer.from(bytes, "latin1"));
  }

  end(): void {
    this.#stream.end();
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    if (this.#stream.isPaused()) this.#stream.resume();
  }

  close(): void {
    this.#over = true;
    this.#stream.destroy();
  }
}
