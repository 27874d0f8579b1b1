// Whether Zstandard data is complete. The decoder of Node before 22.17 takes the end of its input for the end of
// the data, so that a body or file that was cut off would pass. Follows the frames of RFC 8878 by their headers
// and sizes, without decoding.
import type { Transform, TransformCallback } from "node:stream";

const MAGIC = 0xfd2fb528;
/** The magic numbers of frames that decoders skip, without their last four bits. */
const SKIPPABLE = 0x184d2a5;
const DICTIONARY_BYTES = [0, 1, 2, 4];
const CONTENT_SIZE_BYTES = [0, 2, 4, 8];
const REPEATED = 1;

/** The position in a sequence of frames. */
export class ZstdFrames {
  /** Reads a part that begins with at least this number of bytes. */
  #next: (bytes: Buffer) => void = (bytes) => this.#magic(bytes);
  #needed = 4;
  #held: Buffer = Buffer.alloc(0);
  #skip = 0;
  #hasChecksum = false;
  #isBetween = true;
  /** Whether the bytes are no frames: the decoder reports that. */
  #foreign = false;

  /** Whether the data may end here. */
  get isComplete(): boolean {
    return this.#foreign || (this.#isBetween && this.#skip === 0 && this.#held.length === 0);
  }

  add(chunk: Buffer): void {
    let rest = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    while (!this.#foreign) {
      const skipped = Math.min(this.#skip, rest.length);
      this.#skip -= skipped;
      rest = rest.subarray(skipped);
      if (this.#skip > 0 || rest.length < this.#needed) break;
      const part = rest.subarray(0, this.#needed);
      rest = rest.subarray(this.#needed);
      this.#next(part);
    }
    this.#held = this.#foreign ? Buffer.alloc(0) : Buffer.from(rest);
  }

  #expect(needed: number, next: (bytes: Buffer) => void): void {
    this.#needed = needed;
    this.#next = next;
  }

  #magic(bytes: Buffer): void {
    const magic = bytes.readUInt32LE();
    this.#isBetween = false;
    if (magic === MAGIC) this.#expect(1, (descriptor) => this.#header(descriptor[0]!));
    else if (magic >>> 4 === SKIPPABLE)
      this.#expect(4, (size) => {
        this.#skip = size.readUInt32LE();
        this.#end();
      });
    else this.#foreign = true;
  }

  #header(descriptor: number): void {
    const isSingle = (descriptor & 0x20) !== 0;
    const flag = descriptor >> 6;
    this.#hasChecksum = (descriptor & 4) !== 0;
    const size = flag === 0 && isSingle ? 1 : CONTENT_SIZE_BYTES[flag]!;
    this.#skip = (isSingle ? 0 : 1) + DICTIONARY_BYTES[descriptor & 3]! + size;
    this.#expect(3, (block) => this.#block(block.readUIntLE(0, 3)));
  }

  #block(header: number): void {
    const isLast = (header & 1) !== 0;
    this.#skip = ((header >> 1) & 3) === REPEATED ? 1 : header >> 3;
    if (!isLast) return;
    if (this.#hasChecksum) this.#skip += 4;
    this.#end();
  }

  #end(): void {
    this.#isBetween = true;
    this.#expect(4, (bytes) => this.#magic(bytes));
  }
}

/** Whether bytes end within a frame, and the decoder of this Node does not notice it. */
export function endsWithin(bytes: Buffer): boolean {
  if (noticesTheEnd()) return false;
  const frames = new ZstdFrames();
  frames.add(bytes);
  return !frames.isComplete;
}

/** Lets a decoder fail at the end of input that ends within a frame, if it does not do so by itself. */
export function failingWithin(decoder: Transform): Transform {
  if (noticesTheEnd()) return decoder;
  const frames = new ZstdFrames();
  const { _transform: transform, _flush: flush } = decoder;
  decoder._transform = function (chunk: Buffer, encoding, done) {
    frames.add(chunk);
    transform.call(this, chunk, encoding, done);
  };
  decoder._flush = function (done: TransformCallback) {
    if (frames.isComplete) flush.call(this, done);
    else done(unexpectedEnd());
  };
  return decoder;
}

/** The error of Node's decoders for input that ends early. */
export function unexpectedEnd(): Error {
  return Object.assign(new Error("unexpected end of file"), { code: "Z_BUF_ERROR" });
}

let notices: boolean | null = null;

function noticesTheEnd(): boolean {
  if (notices === null) {
    const zlib = process.getBuiltinModule("node:zlib");
    const whole = zlib.zstdCompressSync(Buffer.from("whole"));
    try {
      zlib.zstdDecompressSync(whole.subarray(0, -1));
      notices = false;
    } catch {
      notices = true;
    }
  }
  return notices;
}
