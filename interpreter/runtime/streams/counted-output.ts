// Output of a program whose host has set a limit on its bytes, standard error included.
import { LimitPanic } from "../panics/index.ts";
import type { Output } from "./output.ts";

/** The bytes that all outputs of a program may still write. */
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

/** The same output, as long as there is allowance. */
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
