// A sink over a file descriptor: terminal, file or pipe. A reader that has gone away is no error; one
// that is slow makes the writer wait; a disk that is full is told.
import { writeSync } from "node:fs";
import type { Sink } from "./output.ts";

/** What a closed pipe, or a descriptor that was never open, fails with: nobody listens (reference/programs#exit-status). */
const NOBODY = new Set(["EPIPE", "EBADF"]);

/** Writes to an open descriptor; never throws. `lost` gets the first error for which output is lost to somebody. */
export function fileSink(descriptor: number, lost: (error: NodeJS.ErrnoException) => void = () => {}): Sink {
  let closed = false;
  return (bytes) => {
    if (closed) return;
    const buffer = Buffer.from(bytes, "latin1");
    let written = 0;
    let pause = 1;
    while (written < buffer.length) {
      try {
        written += writeSync(descriptor, buffer, written);
        pause = 1;
      } catch (error) {
        const problem = error as NodeJS.ErrnoException;
        if (problem.code !== "EAGAIN") {
          closed = true;
          if (!NOBODY.has(problem.code ?? "")) lost(problem);
          return;
        }
        sleep(pause);
        pause = Math.min(pause * 2, 50);
      }
    }
  };
}

/** A non-blocking pipe is full: the whole program waits, as it would on a blocking one. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
