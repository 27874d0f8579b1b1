// Where a program's output goes. Byte strings in; the sink decides what becomes of them.

/** Standard output or error as natives see it. */
export interface Output {
  /** Appends bytes; they reach the sink at the latest when the program idles or ends. */
  write(bytes: string): void;
  /** Passes on what is held back. */
  flush(): void;
  /** Passes on what would be when the event loop had its next turn, which will not come soon. */
  idle?(): void;
  /**
   * Passes these bytes on behind all others, waits while their reader takes nothing, and tells why they could not be
   * written. An output without it always takes everything.
   */
  deliver?(bytes: string): Promise<Error | null> | Error | null;
  /** The descriptor of the process that it writes to, null for a host's own sink. */
  readonly descriptor?: number | null;
  /** `gone` is called when `write` finds that the reader has gone, and from then on nothing arrives. */
  whenGone?(gone: () => void): void;
  /** `ahead` is called when much waits for the reader, with a promise that it has been taken. */
  whenAhead?(ahead: (taken: Promise<void>) => void): void;
}

/** The last step: takes byte strings of any length, in order. */
export interface Sink {
  (bytes: string): void;
  /** As `Output.deliver`; a sink without it always takes everything. */
  readonly deliver?: (bytes: string) => Promise<Error | null> | Error | null;
  readonly descriptor?: number;
  /** As `Output.whenGone`; there is one listener. */
  readonly whenGone?: (gone: () => void) => void;
  /** As `Output.whenAhead`; there is one listener. */
  readonly whenAhead?: (ahead: (taken: Promise<void>) => void) => void;
}

const FULL = 65536;
/** Output is held back this long at most while a goroutine computes without a pause. */
const STALE_MS = 20;
/** And so much of it while other bytes are under way that a goroutine waits for. */
const MOST_HELD = 1 << 20;

abstract class SinkOutput {
  protected readonly sink: Sink;
  /** The last delivery that is under way; the next one waits for it. */
  protected delivering: Promise<Error | null> | null = null;
  readonly descriptor: number | null;

  constructor(sink: Sink) {
    this.sink = sink;
    this.descriptor = sink.descriptor ?? null;
  }

  abstract flush(): void;

  whenGone(gone: () => void): void {
    this.sink.whenGone?.(gone);
  }

  whenAhead(ahead: (taken: Promise<void>) => void): void {
    this.sink.whenAhead?.(ahead);
  }

  deliver(bytes: string): Promise<Error | null> | Error | null {
    if (this.delivering === null) {
      this.flush();
      const outcome = this.#pass(bytes);
      return outcome instanceof Promise ? this.#last(outcome) : outcome;
    }
    return this.#last(this.delivering.then(() => this.#pass(bytes)));
  }

  #pass(bytes: string): Promise<Error | null> | Error | null {
    if (this.sink.deliver !== undefined) return this.sink.deliver(bytes);
    this.sink(bytes);
    return null;
  }

  #last(delivering: Promise<Error | null>): Promise<Error | null> {
    this.delivering = delivering;
    void delivering.then(() => {
      if (this.delivering !== delivering) return;
      this.delivering = null;
      this.flushUntold();
    });
    return delivering;
  }

  /** Where it is not reported that the sink threw: its owner knows. */
  protected flushUntold(): void {
    try {
      this.flush();
    } catch {
      // As said.
    }
  }
}

/**
 * Collects small writes and passes them on when 64 KB are full, when the program idles (the next
 * turn of the event loop), and on demand: before input is read, and at the end.
 */
export class BufferedOutput extends SinkOutput implements Output {
  #pending = "";
  #scheduled = false;
  #lastFlush = Date.now();

  write(bytes: string): void {
    this.#pending += bytes;
    if (this.delivering !== null && this.#pending.length < MOST_HELD) return;
    if (this.#pending.length >= FULL || Date.now() - this.#lastFlush > STALE_MS) this.flush();
    else if (!this.#scheduled) {
      this.#scheduled = true;
      setImmediate(this.#atTurn);
    }
  }

  flush(): void {
    this.#lastFlush = Date.now();
    if (this.#pending === "") return;
    const bytes = this.#pending;
    this.#pending = "";
    this.sink(bytes);
  }

  idle(): void {
    // What is under way comes first; what is held follows it.
    if (this.delivering === null) this.flushUntold();
  }

  readonly #atTurn = (): void => {
    this.#scheduled = false;
    this.idle();
  };
}

/** For standard error: every write is passed on at once. */
export class DirectOutput extends SinkOutput implements Output {
  write(bytes: string): void {
    this.sink(bytes);
  }

  flush(): void {}
}
