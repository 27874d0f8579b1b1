// Files by descriptor. Opening and querying are short and synchronous; reading uses the thread pool.
import {
  close,
  closeSync,
  constants,
  fstatSync,
  openSync,
  read,
  readFileSync,
  readSync,
  statSync,
} from "node:fs";
import type { Stats } from "node:fs";
import type { Content, FileState, OpenContent } from "../index.ts";

export const content: Content = {
  readNow: (path) => readFileSync(Buffer.from(path, "latin1"), "latin1"),
  open(path) {
    const descriptor = openSync(Buffer.from(path, "latin1"), constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return new OpenFile(descriptor, new State(fstatSync(descriptor)));
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  },
  stateOf: (path) => new State(statSync(Buffer.from(path, "latin1"))),
};

class State implements FileState {
  private readonly stats: Stats;

  constructor(stats: Stats) {
    this.stats = stats;
  }

  get kind(): "file" | "folder" | "other" {
    return this.stats.isFile() ? "file" : this.stats.isDirectory() ? "folder" : "other";
  }

  get size(): number {
    return this.stats.size;
  }

  get modifiedMs(): number {
    return this.stats.mtimeMs;
  }

  get tag(): string {
    const { dev, ino, size, mtimeMs } = this.stats;
    return [dev, ino, size, Math.round(mtimeMs * 1000)].map((part) => part.toString(36)).join("-");
  }
}

class OpenFile implements OpenContent {
  readonly state: FileState;
  private readonly descriptor: number;
  /** The pending read; there is at most one. */
  private pending: { resolve(count: number): void; reject(error: Error): void } | null = null;
  private closing = false;
  /** One callback for all reads: a file of a gigabyte takes thousands of them, whose garbage adds up. */
  private readonly done = (error: Error | null, count: number): void => {
    const pending = this.pending!;
    this.pending = null;
    if (this.closing) this.close();
    if (error === null) pending.resolve(count);
    else pending.reject(error);
  };

  constructor(descriptor: number, state: FileState) {
    this.descriptor = descriptor;
    this.state = state;
  }

  readSync(target: Uint8Array, length: number, position: number): number {
    return readSync(this.descriptor, target, 0, length, position);
  }

  read(target: Uint8Array, length: number, position: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.pending = { resolve, reject };
      read(this.descriptor, target, 0, length, position, this.done);
    });
  }

  close(): void {
    this.closing = true;
    // The outcome no longer matters.
    if (this.pending === null) close(this.descriptor, () => {});
  }
}
