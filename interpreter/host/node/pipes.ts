// Pipes as streams of bytes that wait for the process at their other end. Nothing is read before it is asked for.
import type { Readable, Writable } from "node:stream";
import type { PipeReader, PipeWriter } from "../index.ts";

export function readerOf(stream: Readable): PipeReader {
  /** What one look at the pipe brought, and how much of it has been read. */
  let chunk: Buffer | null = null;
  let at = 0;
  let over = false;
  let closed = false;
  /** The reads that wait, in order; each answers true when it has got something. */
  const waiting: (() => boolean)[] = [];
  const wake = (): void => {
    while (waiting.length > 0 && waiting[0]!()) waiting.shift();
  };
  const end = (): void => {
    over = true;
    wake();
  };
  stream.on("readable", wake);
  stream.on("end", end).on("error", end).on("close", end);
  // Listening to `readable` begins to fill Node's own buffer, which is limited.

  function take(max: number): string | null {
    if (chunk === null) {
      chunk = stream.read() as Buffer | null;
      at = 0;
    }
    if (chunk === null) return over ? "" : null;
    const to = Math.min(chunk.length, at + max);
    const piece = chunk.toString("latin1", at, to);
    at = to;
    if (to === chunk.length) chunk = null;
    return piece;
  }

  return {
    read(max) {
      const now = waiting.length > 0 ? null : take(max);
      if (now !== null) return now;
      return new Promise((resolve) => {
        waiting.push(() => {
          const piece = take(max);
          if (piece !== null) resolve(piece);
          return piece !== null;
        });
      });
    },
    arrived: () => (waiting.length > 0 ? "" : (take(Infinity) ?? "")),
    close() {
      closed = true;
      stream.destroy();
    },
    get closed() {
      return closed;
    },
  };
}

export function writerOf(stream: Writable): PipeWriter {
  stream.on("error", () => {});
  return {
    write(data) {
      if (!stream.writable) return Promise.reject(Object.assign(new Error("closed"), { code: "EPIPE" }));
      return new Promise((resolve, reject) => {
        stream.write(Buffer.from(data, "latin1"), (error) => (error == null ? resolve() : reject(error)));
      });
    },
    close: () => void stream.end(),
  };
}
