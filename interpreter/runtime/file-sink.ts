// A sink over a file descriptor: terminal, file or pipe. A reader that has gone away is no error;
// one that is slow makes the writer wait.
import { writeSync } from "node:fs";
import type { Sink } from "./output.ts";

/** Writes to an open descriptor; never throws. */
export function fileSink(descriptor: number): Sink {
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
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN") {
          // EPIPE, or a descriptor that was never open: nobody listens (language 15).
          closed = true;
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
