// One open file as scripts see it: operations run in the order in which goroutines call them, and reads and
// writes share a position. A pipe or a device has no position and is read sequentially.
import type { OpenFile } from "../../interpreter/host/index.ts";
import { errorText, systemText } from "../error/index.ts";
import { FileFailure } from "./failure.ts";

const READ_SIZE = 65_536;
/** The bytes in one write, so that a large string is not held twice. */
const WRITE_SIZE = 1 << 20;
const LONGEST_PAUSE_MS = 50;
const CLOSED = "file already closed";

export class OpenStream {
  readonly path: string;
  readonly #file: OpenFile;
  readonly #appends: boolean;
  #position = 0;
  #closed = false;
  /** Whether an empty read means that nothing has been written yet: a named pipe ends only after a write. */
  #awaitsWriter: boolean;
  /** The result of the last operation. */
  #last: Promise<unknown> = Promise.resolve();
  #target: Buffer | null = null;

  constructor(path: string, file: OpenFile, appends: boolean) {
    this.path = path;
    this.#file = file;
    this.#appends = appends;
    this.#awaitsWriter = file.isPipe;
  }

  get descriptor(): number | null {
    return this.#closed ? null : this.#file.descriptor;
  }

  read(max: number): Promise<string> {
    return this.#inTurn("read", async () => {
      this.#target ??= Buffer.allocUnsafeSlow(READ_SIZE);
      const count = await this.#readSome(Math.min(max, READ_SIZE));
      if (this.#file.seekable) this.#position += count;
      return this.#target.toString("latin1", 0, count);
    });
  }

  async #readSome(length: number): Promise<number> {
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        const count = await this.#file.read(
          this.#target!,
          length,
          this.#file.seekable ? this.#position : null,
        );
        if (count > 0 || !this.#awaitsWriter) {
          this.#awaitsWriter = false;
          return count;
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
        this.#awaitsWriter = false;
      }
      await this.#pause(pause);
    }
  }

  write(data: string): Promise<number> {
    return this.#inTurn("write", async () => {
      for (let at = 0; at < data.length; at += WRITE_SIZE)
        await this.#writeAll(Buffer.from(data.slice(at, at + WRITE_SIZE), "latin1"));
      return data.length;
    });
  }

  async #writeAll(bytes: Buffer): Promise<void> {
    let pause = 1;
    for (let done = 0; done < bytes.length; ) {
      try {
        const count = await this.#file.write(
          bytes,
          done,
          bytes.length - done,
          this.#file.seekable && !this.#appends ? this.#position : null,
        );
        done += count;
        pause = 1;
        if (this.#file.seekable) this.#position = this.#appends ? this.#file.size() : this.#position + count;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
        await this.#pause(pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  /** Sets the position from the start, or from the end. */
  seek(offset: number, fromEnd: boolean): Promise<number> {
    const operation = fromEnd ? "seek_end" : "seek";
    return this.#inTurn(operation, async () => {
      this.#needsPlace(operation);
      const place = (fromEnd ? this.#file.size() : 0) + offset;
      if (place < 0 || !Number.isSafeInteger(place)) throw this.#failure(operation, systemText("EINVAL"));
      return (this.#position = place);
    });
  }

  position(): Promise<number> {
    return this.#inTurn("position", async () => {
      this.#needsPlace("position");
      return this.#position;
    });
  }

  size(): Promise<number> {
    return this.#inTurn("size", async () => this.#file.size());
  }

  truncate(size: number): Promise<void> {
    return this.#inTurn("truncate", async () => {
      if (size < 0 || !Number.isSafeInteger(size)) throw this.#failure("truncate", systemText("EINVAL"));
      await this.#file.truncate(size);
    });
  }

  sync(): Promise<void> {
    return this.#inTurn("sync", () => this.#file.sync());
  }

  /**
   * Closes the file after the operations in progress. A read that waits for data of a pipe fails. Further
   * calls have no effect.
   */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#last;
    await this.#file.close();
  }

  /** Closes a file that is no longer held, after the operations in progress, which are not made to fail. */
  async release(): Promise<void> {
    await this.#last;
    if (this.#closed) return;
    this.#closed = true;
    await this.#file.close().catch(() => {});
  }

  /** Closes the file at the end of the program. */
  closeNow(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#file.closeNow();
  }

  #needsPlace(operation: string): void {
    if (!this.#file.seekable) throw this.#failure(operation, systemText("ESPIPE"));
  }

  async #pause(millis: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, millis));
    if (this.#closed) throw new Error(CLOSED);
  }

  #inTurn<T>(operation: string, job: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(this.#failure(operation, CLOSED));
    const mine = this.#last.then(job).catch((error: unknown) => {
      throw error instanceof FileFailure ? error : this.#failure(operation, errorText(error));
    });
    this.#last = mine.catch(() => {});
    return mine;
  }

  #failure(operation: string, text: string): FileFailure {
    return new FileFailure(operation, text, this.path);
  }
}
