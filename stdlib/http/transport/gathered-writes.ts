// Writes of one turn of the event loop, made one right after the other: a peer process that is woken by
// the first finds the others there, and need not be woken for each, which costs more than the rest.

/** How long a write may wait for others. */
const LIMIT_MS = 1;

export interface Writer {
  /** Writes what waits, if it still does. */
  writeNow(): void;
}

export class GatheredWrites {
  private waiting: Writer[] = [];
  private since = 0;

  /** Lets a writer write at the end of this turn at the latest. */
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
