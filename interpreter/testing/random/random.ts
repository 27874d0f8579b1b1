// Random choices, determined by a seed.
import { generator } from "../../compile/testing/random-program.ts";

export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = generator(seed);
  }

  below(end: number): number {
    return Math.floor(this.#next() * end);
  }

  chance(part: number): boolean {
    return this.#next() < part;
  }

  choose<T>(options: readonly T[]): T {
    return options[this.below(options.length)]!;
  }
}
