// Compression by the package `pako`, which modules that compress load before their natives (`loadCompression`).
// There are no Brotli and no Zstandard. The work runs in the page's thread.
import type { Compression, CompressionForm, Decoder, DecoderEvents, Encoder, Press } from "../index.ts";
import { failure } from "./failure.ts";

type Pako = typeof import("pako");

const GZIP_LEVEL = 6;
/** The bytes of output after which a limit is checked. */
const PIECE = 16_384;
const UNKNOWN = new Set<CompressionForm>(["brotli", "zstd"]);

let loaded: Pako | null = null;

export async function loadCompression(): Promise<void> {
  loaded ??= await import("pako");
}

function pako(): Pako {
  if (loaded === null) throw new Error("loadCompression first");
  return loaded;
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text, "latin1");
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

const behindTheEnd = (): Error =>
  failure("ERR_TRAILING_JUNK_AFTER_STREAM_END", "unexpected data after the end");
const tooLarge = (): Error => failure("ERR_BUFFER_TOO_LARGE", "too large");
const endsEarly = (): Error => failure("Z_BUF_ERROR", "unexpected end of file");

/** Compresses or decompresses piece by piece; `take` returns the output so far. */
interface Stream {
  push(bytes: Uint8Array): void;
  finish(): void;
  take(): string;
}

class Pressing implements Stream {
  readonly #deflate: InstanceType<Pako["Deflate"]>;
  #output: string[] = [];

  constructor(form: CompressionForm) {
    this.#deflate = new (pako().Deflate)({
      gzip: form === "gzip",
      raw: form === "raw",
      level: GZIP_LEVEL,
    });
    this.#deflate.onData = (bytes) => void this.#output.push(textOf(bytes));
    this.#deflate.onEnd = () => {};
  }

  push(bytes: Uint8Array): void {
    this.#deflate.push(bytes, pako().Z_NO_FLUSH);
  }

  flush(): void {
    this.#deflate.push(new Uint8Array(0), pako().Z_SYNC_FLUSH);
  }

  finish(): void {
    this.#deflate.push(new Uint8Array(0), pako().Z_FINISH);
  }

  take(): string {
    const text = this.#output.join("");
    this.#output = [];
    return text;
  }
}

class Unpressing implements Stream {
  readonly #inflate: InstanceType<Pako["Inflate"]>;
  readonly #limit: number;
  #output: string[] = [];
  #size = 0;
  #isOver = false;
  #started = false;
  #left = (): number => 0;

  constructor(form: CompressionForm, limit = Infinity) {
    this.#limit = limit;
    this.#inflate = new (pako().Inflate)({
      chunkSize: PIECE,
      windowBits: form === "gzip" ? 31 : 15,
      raw: form === "raw",
    });
    this.#inflate.onStart = (stream) => {
      this.#left = () => stream.avail_in;
    };
    this.#inflate.onData = (bytes) => {
      this.#size += bytes.length;
      if (this.#size > this.#limit) throw tooLarge();
      this.#output.push(textOf(bytes));
    };
    this.#inflate.onEnd = () => {
      this.#isOver = true;
    };
  }

  /** @throws an error with a `code` for malformed data, for data after the end, and for more than the limit */
  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (this.#isOver) throw behindTheEnd();
    this.#started = true;
    this.#inflate.push(bytes, pako().Z_SYNC_FLUSH);
    if (this.#inflate.err !== pako().Z_OK) throw failure("Z_DATA_ERROR", this.#inflate.msg);
    if (this.#isOver && this.#left() > 0) throw behindTheEnd();
  }

  finish(): void {
    if (!this.#isOver || !this.#started) throw endsEarly();
  }

  take(): string {
    const text = this.#output.join("");
    this.#output = [];
    return text;
  }
}

class Pulled implements Press {
  readonly #stream: Stream;
  #ended = false;
  #failed: Error | null = null;

  constructor(stream: Stream) {
    this.#stream = stream;
  }

  push(bytes: string): void {
    this.#attempt(() => this.#stream.push(bytesOf(bytes)));
  }

  end(): void {
    this.#ended = true;
    this.#attempt(() => this.#stream.finish());
  }

  async pull(): Promise<string | null> {
    const piece = this.#stream.take();
    if (piece !== "") return piece;
    if (this.#failed !== null) throw this.#failed;
    return this.#ended ? null : "";
  }

  close(): void {}

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#failed ??= error as Error;
    }
  }
}

class Flushing implements Encoder {
  readonly #stream = new Pressing("gzip");

  async push(bytes: string): Promise<Uint8Array> {
    this.#stream.push(bytesOf(bytes));
    this.#stream.flush();
    return bytesOf(this.#stream.take());
  }

  async finish(): Promise<Uint8Array> {
    this.#stream.finish();
    return bytesOf(this.#stream.take());
  }

  close(): void {}
}

/** Reports its output in order, each in a turn of its own, unless it is paused. */
class Flowing implements Decoder {
  readonly #stream: Unpressing;
  readonly #events: DecoderEvents;
  #pending: (() => void)[] = [];
  #isPaused = false;
  #isOver = false;

  constructor(form: CompressionForm, events: DecoderEvents) {
    this.#stream = new Unpressing(form);
    this.#events = events;
  }

  write(bytes: string): boolean {
    this.#attempt(() => {
      this.#stream.push(bytesOf(bytes));
      const text = this.#stream.take();
      if (text !== "") this.#later(() => this.#events.data(text));
    });
    if (!this.#isPaused) return true;
    this.#later(() => this.#events.drained());
    return false;
  }

  end(): void {
    this.#attempt(() => {
      this.#stream.finish();
      this.#later(() => this.#last(() => this.#events.end()));
    });
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    queueMicrotask(() => this.#flow());
  }

  close(): void {
    this.#isOver = true;
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      const early = (error as { readonly code?: string }).code === "Z_BUF_ERROR";
      this.#later(() => this.#last(() => this.#events.failed(early)));
    }
  }

  #last(report: () => void): void {
    this.#isOver = true;
    report();
  }

  #later(event: () => void): void {
    this.#pending.push(event);
    queueMicrotask(() => this.#flow());
  }

  #flow(): void {
    while (!this.#isPaused && !this.#isOver && this.#pending.length > 0) this.#pending.shift()!();
  }
}

async function whole(stream: Stream, bytes: string): Promise<string> {
  stream.push(bytesOf(bytes));
  stream.finish();
  return stream.take();
}

let table: Uint32Array | null = null;

function crcTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, start) => {
    let sum = start;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
    return sum;
  });
}

export const compression: Compression = {
  has: (form) => !UNKNOWN.has(form),
  compress: (form, bytes) => whole(new Pressing(form), bytes),
  decompress: (form, bytes, limit) => whole(new Unpressing(form, limit), bytes),
  compressor: (form) => new Pulled(new Pressing(form)),
  decompressor: (form) => new Pulled(new Unpressing(form)),
  decoder: (form, events) => new Flowing(form, events),
  codings: ["gzip"],
  encode(_, bytes) {
    const stream = new Flushing();
    return stream.push(bytes).then(async (first) => Buffer.concat([first, await stream.finish()]));
  },
  encoder: () => new Flushing(),
  deflateNow(bytes, windowBits) {
    const pieces: Uint8Array[] = [];
    const stream = new (pako().Deflate)({ raw: true, windowBits });
    stream.onData = (piece) => void pieces.push(piece);
    stream.push(bytes, pako().Z_SYNC_FLUSH);
    return Buffer.concat(pieces);
  },
  inflateNow(bytes, most) {
    const stream = new Unpressing("raw", most);
    try {
      stream.push(bytes);
      return new Uint8Array(bytesOf(stream.take()));
    } catch (error) {
      return (error as { readonly code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? "large" : null;
    }
  },
  crc32(bytes) {
    const sums = (table ??= crcTable());
    let sum = -1;
    for (let i = 0; i < bytes.length; i++) sum = sums[(sum ^ bytes.charCodeAt(i)) & 255]! ^ (sum >>> 8);
    return (sum ^ -1) >>> 0;
  },
};
