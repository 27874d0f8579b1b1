// Pipes as streams of bytes that wait for the process at the other end. Little is read ahead.
import type { Socket } from "node:net";
import type { Writable } from "node:stream";
import type { PipeReader, PipeWriter } from "../index.ts";
import { SharedBuffer } from "./internals.ts";

/** A pipe is not read while this many bytes are buffered. */
const HELD_LIMIT = 1 << 16;

/** Bytes are converted to a string immediately, so all pipes share one buffer. */
const reading = new SharedBuffer();

interface OwnPipeReader extends PipeReader {
  /** Releases the pipe. */
  release(): void;
  /** Settles when no more bytes arrive. */
  readonly ended: Promise<void>;
}

export function readerOf(stream: Socket): OwnPipeReader {
  /** The bytes that have arrived, of which `at` have been read. */
  let held = "";
  let at = 0;
  let over = false;
  let closed = false;
  /** The pending reads, in order; each returns true when it has been served. */
  const waiting: (() => boolean)[] = [];
  const wake = (): void => {
    while (waiting.length > 0 && waiting[0]!()) waiting.shift();
  };
  const pipe = reading.read(stream, (bytes) => {
    held = at === 0 ? held + bytes : held.slice(at) + bytes;
    at = 0;
    wake();
    if (held.length - at >= HELD_LIMIT) pipe.pause();
  });
  // The child would not be seen to close while this stream holds the pipe.
  if (pipe !== stream) stream.destroy();
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      over = true;
      wake();
      pipe.destroy();
      resolve();
    };
    pipe.on("end", end).on("error", end).on("close", end);
  });

  function take(max: number): string | null {
    const left = held.length - at;
    if (left === 0) return over ? "" : null;
    const to = at + Math.min(left, max);
    const piece = held.slice(at, to);
    if (to === held.length) {
      held = "";
      at = 0;
    } else at = to;
    if (held.length - at < HELD_LIMIT && pipe.isPaused()) pipe.resume();
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
      held = "";
      at = 0;
      pipe.destroy();
    },
    release: () => void pipe.destroy(),
    ended,
    get closed() {
      return closed;
    },
  };
}

/** The codes of Node for writes that were not done when their pipe was closed. */
const CLOSED_BEFORE: ReadonlySet<string | undefined> = new Set(["ECANCELED", "ERR_STREAM_DESTROYED"]);

export function writerOf(stream: Writable): PipeWriter {
  stream.on("error", () => {});
  const closed = (): Error => Object.assign(new Error("closed"), { code: "EPIPE" });
  return {
    write(data) {
      if (!stream.writable) return Promise.reject(closed());
      return new Promise((resolve, reject) => {
        stream.write(Buffer.from(data, "latin1"), (error: NodeJS.ErrnoException | null | undefined) => {
          if (error == null) resolve();
          else reject(CLOSED_BEFORE.has(error.code) ? closed() : error);
        });
      });
    },
    // The other end may never read what is still to be written.
    close: () => void (stream.writableLength > 0 ? stream.destroy() : stream.end()),
  };
}
