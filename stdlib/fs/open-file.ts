// Reads and writes whatever a path leads to. Everything is opened without blocking: a pipe whose other end is
// missing, or a device that sends nothing, would occupy one of the few pool threads that all file operations
// share. Such files are polled instead.
import { READ_ONLY, WRITE_ONLY, type Files, type OpenFile } from "../../interpreter/host/index.ts";
import { MAX_STRING } from "../../interpreter/runtime/index.ts";

const CHUNK = 1 << 18;
const PIECE = 1 << 22;
const LONGEST_PAUSE_MS = 50;

export type WriteMode = "truncate" | "append";

/** Waits for growing intervals while nothing happens. */
class Patience {
  #ms = 1;

  async wait(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.#ms));
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
  readonly #file: OpenFile;
  /** The number of bytes of a regular file; 0 where the size is unknown. */
  readonly size: number;
  readonly identity: string;
  /** Whether an empty read means that nothing has been written yet: a named pipe ends only after a write. */
  #awaitsWriter: boolean;
  readonly #patience = new Patience();

  private constructor(file: OpenFile, size: number, identity: string, awaitsWriter: boolean) {
    this.#file = file;
    this.size = size;
    this.identity = identity;
    this.#awaitsWriter = awaitsWriter;
  }

  static async open(files: Files, path: string): Promise<Reader> {
    const file = await files.open(path, READ_ONLY);
    try {
      return new Reader(
        file,
        file.kind === "file" ? file.size() : 0,
        file.identity,
        file.isPipe && (await isNamedPipe(files, path)),
      );
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Reads into `buffer` from `offset` on, and returns the number of bytes, 0 at the end. */
  async read(buffer: Buffer, offset: number): Promise<number> {
    for (;;) {
      try {
        const count = await this.#file.read(
          offset === 0 ? buffer : buffer.subarray(offset),
          buffer.length - offset,
          null,
        );
        if (count > 0 || !this.#awaitsWriter) {
          this.#awaitsWriter = false;
          this.#patience.reset();
          return count;
        }
      } catch (error) {
        if (!hasCode(error, "EAGAIN")) throw error;
        this.#awaitsWriter = false;
      }
      await this.#patience.wait();
    }
  }

  /**
   * Returns the rest as a byte string. `reserve` is called before memory is allocated.
   * @throws Error if it exceeds the largest string, and what `reserve` throws
   */
  async readAll(reserve: (bytes: number) => void): Promise<string> {
    const tooLarge = new Error("string too large");
    if (this.size > MAX_STRING) throw tooLarge;
    reserve(this.size);
    let buffer = Buffer.allocUnsafeSlow(this.size > 0 ? this.size : CHUNK);
    let length = 0;
    for (;;) {
      const count = await this.read(buffer, length);
      length += count;
      if (length > MAX_STRING) throw tooLarge;
      if (count === 0 || length === this.size) return buffer.toString("latin1", 0, length);
      if (length === buffer.length) {
        reserve(Math.min(length * 2, MAX_STRING));
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

/**
 * Whether a pipe has a name. Pipes behind `/dev/stdin` and similar paths have none, and their other end has
 * been open from the start.
 */
async function isNamedPipe(files: Files, path: string): Promise<boolean> {
  try {
    return (await files.properties(await files.realPath(path), true)).isPipe;
  } catch {
    return false;
  }
}

export class Writer {
  readonly #file: OpenFile;

  private constructor(file: OpenFile) {
    this.#file = file;
  }

  static async open(files: Files, path: string, mode: WriteMode): Promise<Writer> {
    const how = { ...WRITE_ONLY, append: mode === "append", truncate: mode === "truncate" };
    const patience = new Patience();
    for (;;) {
      try {
        return new Writer(await files.open(path, how));
      } catch (error) {
        // A pipe that has no reader yet.
        if (!hasCode(error, "ENXIO") || !(await files.properties(path, true)).isPipe) throw error;
      }
      await patience.wait();
    }
  }

  /** Encodes a byte string piece by piece; other goroutines run between the pieces of a large one. */
  async writeText(text: string): Promise<void> {
    for (let at = 0; at < text.length; at += PIECE)
      await this.write(Buffer.from(text.slice(at, at + PIECE), "latin1"));
  }

  async write(bytes: Buffer): Promise<void> {
    const patience = new Patience();
    let done = 0;
    while (done < bytes.length) {
      try {
        done += await this.#file.write(bytes, done, bytes.length - done, null);
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
