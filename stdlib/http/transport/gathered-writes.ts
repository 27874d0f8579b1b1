// Collects the writes of one turn of the event loop and makes them one right after the other. A peer process
// that the first one wakes finds the others, too; waking it for each costs more than the writes.

/** The longest time a write may wait for others. */
const LIMIT_MS = 1;

export interface Writer {
  /** Writes the data that waits, if it has not been written. */
  writeNow(): void;
}

export class GatheredWrites {
  private waiting: Writer[] = [];
  private since = 0;

  /** Makes a writer write at the end of this turn at the latest. */
  add(writer: Writer): void {
    const now = performance.now();
    if (this.waiting.length === 0) {
      this.since = now;
      setImmediate(this.writeAll);
    }
    this.waiting.push(writer);
    if (now - this.since > LIMIT_MS) this.writeAll();
  }

  private readonly writeAll = (): void => {
    const waiting = this.waiting;
    this.waiting = [];
    for (const writer of waiting) writer.writeNow();
  };
}
