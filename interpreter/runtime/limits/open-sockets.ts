// How many sockets of a program are open at once, where its host has set a limit: modules that keep sockets report
// how many, and ask before they open one.

export class OpenSockets {
  readonly #most: number;
  readonly #gauges: (() => number)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** `held` gives how many a module keeps open, or is opening, now. */
  watch(held: () => number): void {
    this.#gauges.push(held);
  }

  /** Why none may be opened now, in words for an `Err`; null: it may. */
  refusal(): string | null {
    const open = this.#gauges.reduce((sum, held) => sum + held(), 0);
    return open < this.#most ? null : `too many open sockets: the limit is ${this.#most}`;
  }
}
