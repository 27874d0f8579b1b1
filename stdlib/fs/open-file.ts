// Reading and writing of whatever a path leads to. Everything is opened without blocking: a pipe whose
// other end is missing, or a device that has nothing to say, would hold one of the few pool threads that
// all file operations share. Such files are asked again and again instead.
import { constants } from "node:fs";
import { open, realpath, stat } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { MAX_STRING } from "../../interpreter/runtime/index.ts";

const NONBLOCK = constants.O_NONBLOCK ?? 0;
const CREATE = constants.O_WRONLY | constants.O_CREAT;
/** New files may be read and written by whom the process's mask allows it. */
const MODE = 0o666;
const CHUNK = 1 << 18;
const LONGEST_PAUSE_MS = 50;

export type WriteMode = "truncate" | "append";

/** Pauses that grow while nothing happens. */
class Patience {
  #ms = 1;

  async wait(): Promise<void> {
    await delay(this.#ms);
    this.#ms = Math.min(this.#ms * 2, LONGEST_PAUSE_MS);
  }

  reset(): void {
    this.#ms = 1;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code;
}

export class Reader {
  readonly #file: FileHandle;
  /** Bytes of a regular file; 0 where the size says nothing. */
  readonly size: number;
  readonly identity: string;
  /** A named pipe ends only after somebody has written to it. */
  #awaitsWriter: boolean;
  readonly #patience = new Patience();

  private constructor(file: FileHandle, size: number, identity: string, awaitsWriter: boolean) {
    this.#file = file;
    this.size = size;
    this.identity = identity;
    this.#awaitsWriter = awaitsWriter;
  }

  static async open(path: Buffer): Promise<Reader> {
    const file = await open(path, constants.O_RDONLY | NONBLOCK);
    try {
      const stats = await file.stat();
      const size = stats.isFile() ? stats.size : 0;
      return new Reader(file, size, `${stats.dev}:${stats.ino}`, stats.isFIFO() && (await isNamedPipe(path)));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Fills some of `buffer` from `offset` on; 0 at the end. */
  async read(buffer: Buffer, offset: number): Promise<number> {
    for (;;) {
      try {
        const { bytesRead } = await this.#file.read(buffer, offset, buffer.length - offset, null);
        if (bytesRead > 0 || !this.#awaitsWriter) {
          this.#awaitsWriter = false;
          this.#patience.reset();
          return bytesRead;
        }
      } catch (error) {
        if (!hasCode(error, "EAGAIN")) throw error;
        this.#awaitsWriter = false;
      }
      await this.#patience.wait();
    }
  }

  /** All that is left, as a byte string. @throws Error when it is longer than a string can be */
  async readAll(): Promise<string> {
    const tooLarge = new Error("string too large");
    if (this.size > MAX_STRING) throw tooLarge;
    let buffer = Buffer.allocUnsafeSlow(this.size > 0 ? this.size : CHUNK);
    let length = 0;
    for (;;) {
      const count = await this.read(buffer, length);
      length += count;
      if (length > MAX_STRING) throw tooLarge;
      if (count === 0 || length === this.size) return buffer.toString("latin1", 0, length);
      if (length === buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(length * 2, MAX_STRING + 1));
        buffer.copy(larger);
        buffer = larger;
      }
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** Pipes that `/dev/stdin` and the like lead to have no name; their other end has been there from the start. */
async function isNamedPipe(path: Buffer): Promise<boolean> {
  try {
    return (await stat(await realpath(path, "buffer"))).isFIFO();
  } catch {
    return false;
  }
}

export class Writer {
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: Buffer, mode: WriteMode): Promise<Writer> {
    const how = mode === "append" ? constants.O_APPEND : constants.O_TRUNC;
    const patience = new Patience();
    for (;;) {
      try {
        return new Writer(await open(path, CREATE | how | NONBLOCK, MODE));
      } catch (error) {
        // A pipe that nobody reads yet.
        if (!hasCode(error, "ENXIO") || !(await stat(path)).isFIFO()) throw error;
      }
      await patience.wait();
    }
  }

  async write(bytes: Buffer): Promise<void> {
    const patience = new Patience();
    let done = 0;
    while (done < bytes.length) {
      try {
        const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, null);
        done += bytesWritten;
        patience.reset();
      } catch (error) {
        if (!hasCode(error, "EAGAIN")) throw error;
        await patience.wait();
      }
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
