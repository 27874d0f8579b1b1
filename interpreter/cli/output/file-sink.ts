// A sink over a file descriptor: terminal, file or pipe. A reader that has gone is not an error, but can be
// queried; a slow reader makes the writer wait; a full disk is reported.
import { constants, fstatSync, openSync, write, writeSync } from "node:fs";
import type { Sink } from "../../runtime/host.ts";

/**
 * The errors of a closed pipe and of a descriptor that was never open: there is no reader
 * (reference/programs#exit-status).
 */
const NO_READER = new Set(["EPIPE", "EBADF"]);
const LONGEST_PAUSE_MS = 50;

/** Writes to an open descriptor; never throws. `lost` is called with the first error that loses output. */
export function fileSink(descriptor: number, lost: (error: NodeJS.ErrnoException) => void = () => {}): Sink {
  const file = new SinkFile(descriptor);
  let gone = (): void => {};
  const sink = (bytes: string): void => {
    const isReported = file.closed !== null;
    const error = file.writeNow(bytes);
    if (error === null) return;
    if (error.code === "EPIPE") gone();
    else if (!isReported && !NO_READER.has(error.code ?? "")) lost(error);
  };
  const whenGone = (listener: () => void): void => void (gone = listener);
  return Object.assign(sink, { descriptor, deliver: (bytes: string) => file.deliver(bytes), whenGone });
}

class SinkFile {
  readonly #descriptor: number;
  /** The error after which nothing can be written. */
  closed: NodeJS.ErrnoException | null = null;
  /** The same pipe, opened so that a write never waits; null if that is not possible. */
  #unwaiting: number | null | undefined;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Writes; the whole process waits while the reader is slow. */
  writeNow(bytes: string): NodeJS.ErrnoException | null {
    if (this.closed !== null) return this.closed;
    const buffer = Buffer.from(bytes, "latin1");
    let written = 0;
    let pause = 1;
    while (written < buffer.length) {
      try {
        written += writeSync(this.#descriptor, buffer, written);
        pause = 1;
      } catch (error) {
        const problem = error as NodeJS.ErrnoException;
        if (problem.code !== "EAGAIN") return (this.closed = problem);
        sleep(pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
    return null;
  }

  /** Writes without blocking the process; the result is a promise if the reader is slow. */
  deliver(bytes: string): Promise<Error | null> | Error | null {
    if (this.closed !== null) return this.closed;
    const buffer = Buffer.from(bytes, "latin1");
    this.#unwaiting ??= unwaiting(this.#descriptor);
    let written = 0;
    if (this.#unwaiting !== null) {
      try {
        while (written < buffer.length) written += writeSync(this.#unwaiting, buffer, written);
        return null;
      } catch (error) {
        const problem = error as NodeJS.ErrnoException;
        if (problem.code !== "EAGAIN") return this.#failed(problem);
      }
    }
    return this.#rest(buffer, written);
  }

  async #rest(buffer: Buffer, from: number): Promise<Error | null> {
    let pause = 1;
    for (let written = from; written < buffer.length; ) {
      const outcome = await new Promise<number | NodeJS.ErrnoException>((resolve) => {
        write(this.#descriptor, buffer, written, buffer.length - written, null, (error, count) =>
          resolve(error ?? count),
        );
      });
      if (typeof outcome === "number") {
        written += outcome;
        pause = 1;
      } else if (outcome.code === "EAGAIN") {
        await new Promise((resolve) => setTimeout(resolve, pause));
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      } else return this.#failed(outcome);
    }
    return null;
  }

  /** Records an error that is permanent: a reader that has gone. A full disk may have room again. */
  #failed(problem: NodeJS.ErrnoException): NodeJS.ErrnoException {
    if (NO_READER.has(problem.code ?? "")) this.closed = problem;
    return problem;
  }
}

/**
 * A descriptor for the same file on which no write waits. Files never wait. Pipes are opened again, because
 * the mode of the given descriptor is shared with other processes.
 */
function unwaiting(descriptor: number): number | null {
  try {
    const stats = fstatSync(descriptor);
    if (stats.isFile()) return descriptor;
    if (!stats.isFIFO()) return null;
    return openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
}

/** Waits for a full non-blocking pipe: the whole program waits, as on a blocking one. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
