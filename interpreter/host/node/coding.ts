// Codings by node:zlib, which is loaded when first used. The levels are those of servers: quick, and most of the gain.
import type { Transform } from "node:stream";
import type { Coding, CodingService, Encoder } from "../index.ts";

type Zlib = typeof import("node:zlib");

const GZIP_LEVEL = 6;
const BROTLI_QUALITY = 4;
const ZSTD_LEVEL = 3;

function zlib(): Zlib {
  return process.getBuiltinModule("node:zlib");
}

export const coding: CodingService = {
  get codings(): readonly Coding[] {
    return typeof zlib().createZstdCompress === "function" ? ["br", "zstd", "gzip"] : ["br", "gzip"];
  },
  encode: (name, bytes) => new ZlibEncoder(name).whole(bytes),
  encoder: (name) => new ZlibEncoder(name),
  crc32: (bytes) => zlib().crc32(bytes),
};

interface Flushing extends Transform {
  flush(kind: number, done: () => void): void;
}

class ZlibEncoder implements Encoder {
  private readonly stream: Flushing;
  private readonly flushKind: number;
  private pieces: Uint8Array[] = [];
  private failed: ((error: Error) => void) | null = null;

  constructor(name: Coding) {
    const { constants, createBrotliCompress, createGzip, createZstdCompress } = zlib();
    switch (name) {
      case "br":
        this.stream = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }) as Flushing;
        this.flushKind = constants.BROTLI_OPERATION_FLUSH;
        break;
      case "gzip":
        this.stream = createGzip({ level: GZIP_LEVEL }) as Flushing;
        this.flushKind = constants.Z_SYNC_FLUSH;
        break;
      case "zstd":
        this.stream = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } }) as Flushing;
        this.flushKind = constants.ZSTD_e_flush;
        break;
    }
    this.stream.on("data", (piece: Uint8Array) => void this.pieces.push(piece));
    this.stream.on("error", (error) => this.failed?.(error));
  }

  whole(bytes: string): Promise<Uint8Array> {
    this.stream.write(Buffer.from(bytes, "latin1"));
    return this.finish();
  }

  push(bytes: string): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.failed = reject;
      this.stream.write(Buffer.from(bytes, "latin1"));
      this.stream.flush(this.flushKind, () => resolve(this.take()));
    });
  }

  finish(): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.failed = reject;
      this.stream.once("end", () => resolve(this.take()));
      this.stream.end();
    });
  }

  close(): void {
    this.stream.destroy();
  }

  private take(): Uint8Array {
    const taken = Buffer.concat(this.pieces);
    this.pieces = [];
    return taken;
  }
}
