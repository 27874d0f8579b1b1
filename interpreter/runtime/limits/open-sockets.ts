// The limit of open sockets. Modules that keep sockets report how many are open, and ask before they open
// one.

export class OpenSockets {
  readonly #most: number;
  readonly #gauges: (() => number)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** `held` returns how many sockets a module has open, or is opening. */
  watch(held: () => number): void {
    this.#gauges.push(held);
  }

  /** The text of an `Err` if no socket may be opened now, or null. */
  refusal(): string | null {
    const open = this.#gauges.reduce((sum, held) => sum + held(), 0);
    return open < this.#most ? null : `too many open sockets: the limit is ${this.#most}`;
  }
}
