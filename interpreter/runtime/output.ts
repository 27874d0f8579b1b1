// Where a program's output goes. Byte strings in; the sink decides what becomes of them.

/** Standard output or error as natives see it. */
export interface Output {
  /** Appends bytes; they reach the sink at the latest when the program idles or ends. */
  write(bytes: string): void;
  /** Passes on what is held back. */
  flush(): void;
}

/** The last step: takes byte strings of any length, in order. */
export type Sink = (bytes: string) => void;

const FULL = 65536;
/** Output is held back this long at most while a goroutine computes without a pause. */
const STALE_MS = 20;

/**
 * Collects small writes and passes them on when 64 KB are full, when the program idles (the next
 * turn of the event loop), and when somebody asks: before input is read, and at the end.
 */
export class BufferedOutput implements Output {
  readonly #sink: Sink;
  #pending = "";
  #scheduled = false;
  #lastFlush = Date.now();

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  write(bytes: string): void {
    this.#pending += bytes;
    if (this.#pending.length >= FULL || Date.now() - this.#lastFlush > STALE_MS) this.flush();
    else if (!this.#scheduled) {
      this.#scheduled = true;
      setImmediate(this.#idle);
    }
  }

  flush(): void {
    this.#lastFlush = Date.now();
    if (this.#pending === "") return;
    const bytes = this.#pending;
    this.#pending = "";
    this.#sink(bytes);
  }

  readonly #idle = (): void => {
    this.#scheduled = false;
    try {
      this.flush();
    } catch {
      // Nobody is here to be told: who owns the sink knows.
    }
  };
}

/** For standard error: every write is passed on at once. */
export class DirectOutput implements Output {
  readonly #sink: Sink;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  write(bytes: string): void {
    this.#sink(bytes);
  }

  flush(): void {}
}
