// Pipes as streams of bytes that wait for the process at their other end. Little more is read than is asked for.
import type { Socket } from "node:net";
import type { Writable } from "node:stream";
import type { PipeReader, PipeWriter } from "../index.ts";
import { SharedBuffer } from "./internals.ts";

/** A pipe is not read while so much waits to be asked for. */
const HELD_LIMIT = 1 << 16;

/** What comes is made text at once, so all pipes are read into one buffer. */
const reading = new SharedBuffer();

interface OwnPipeReader extends PipeReader {
  /** Lets the pipe go. */
  release(): void;
  /** Nothing comes any more. */
  readonly ended: Promise<void>;
}

export function readerOf(stream: Socket): OwnPipeReader {
  /** What has come, and how much of it has been read. */
  let held = "";
  let at = 0;
  let over = false;
  let closed = false;
  /** The reads that wait, in order; each answers true when it has got something. */
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
  // Its child would not be seen to close while this holds the place of the pipe.
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
