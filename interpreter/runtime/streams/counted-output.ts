// The limit of output: the bytes written to standard output and standard error together.
import { LimitPanic } from "../panics/index.ts";
import type { Output } from "./output.ts";

/** The bytes that the outputs of a program may still write. */
export class OutputAllowance {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** @throws LimitPanic */
  take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new LimitPanic("output limit exceeded");
  }
}

/** Wraps an output: each write takes from the allowance. */
export function countedOutput(output: Output, allowance: OutputAllowance): Output {
  return {
    write(bytes) {
      allowance.take(bytes.length);
      output.write(bytes);
    },
    flush: () => output.flush(),
    idle: () => output.idle?.(),
    ...(output.deliver && {
      deliver(bytes: string) {
        allowance.take(bytes.length);
        return output.deliver!(bytes);
      },
    }),
    ...(output.descriptor !== undefined && { descriptor: output.descriptor }),
    ...(output.whenGone && { whenGone: (gone: () => void) => output.whenGone!(gone) }),
  };
}
