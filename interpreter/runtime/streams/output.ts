// Output of a program, from byte strings to the sink that the host supplies.
import { inherited } from "../../own/index.ts";
import { nativeReserve } from "../panics/index.ts";

/** Standard output or error as natives see it. */
export interface Output {
  /** Appends bytes; they reach the sink at the latest when the program idles or ends. */
  write(bytes: string): void;
  /** Passes on buffered bytes. */
  flush(): void;
  /** Passes on the bytes that the next turn of the event loop would, when that turn is far off. */
  idle?(): void;
  /**
   * Passes these bytes on after all earlier ones, and waits while the reader takes nothing. Returns why they
   * could not be written, null on success. An output without this method always takes everything.
   */
  deliver?(bytes: string): Promise<Error | null> | Error | null;
  /** The file descriptor that it writes to, if it is one of the process; null for a sink of a host. */
  readonly descriptor?: number | null;
  /** `gone` is called when `write` finds that the reader is gone; further output is dropped. */
  whenGone?(gone: () => void): void;
  /** `ahead` is called when much output is pending, with a promise that the reader has taken it. */
  whenAhead?(ahead: (taken: Promise<void>) => void): void;
}

/** Receives the output of a program: byte strings of any length, in order. A host supplies a function. */
export interface Sink {
  (bytes: string): void;
  /** As `Output.deliver`; a sink without it always takes everything. */
  readonly deliver?: (bytes: string) => Promise<Error | null> | Error | null;
  readonly descriptor?: number;
  /** As `Output.whenGone`, with a single listener. */
  readonly whenGone?: (gone: () => void) => void;
  /** As `Output.whenAhead`, with a single listener. */
  readonly whenAhead?: (ahead: (taken: Promise<void>) => void) => void;
}

const FULL = 65536;
/** The longest time that output is buffered while a goroutine computes without a pause. */
const STALE_MS = 20;
/** The most bytes that are buffered during a delivery that a goroutine waits for. */
const MOST_HELD = 1 << 20;

abstract class SinkOutput {
  protected readonly sink: Sink;
  /** The last delivery in progress; the next one waits for it. */
  protected delivering: Promise<Error | null> | null = null;
  readonly descriptor: number | null;

  constructor(sink: Sink) {
    this.sink = sink;
    this.descriptor = inherited(sink, "descriptor") ?? null;
  }

  abstract flush(): void;

  whenGone(gone: () => void): void {
    inherited(this.sink, "whenGone")?.call(this.sink, gone);
  }

  whenAhead(ahead: (taken: Promise<void>) => void): void {
    inherited(this.sink, "whenAhead")?.call(this.sink, ahead);
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
      this.flushQuietly();
    });
    return delivering;
  }

  /** As `flush`; errors of the sink are ignored here, since its owner reports them. */
  protected flushQuietly(): void {
    try {
      this.flush();
    } catch {
      // Reported by the owner.
    }
  }
}

/**
 * Buffers small writes. They are passed on when 64 KB are full, when the program idles (the next turn of the
 * event loop), and on demand: before input is read, and at the end.
 */
export class BufferedOutput extends SinkOutput implements Output {
  #pending = "";
  #scheduled = false;
  #lastFlush = Date.now();

  write(bytes: string): void {
    this.#pending += bytes;
    if (this.delivering !== null && this.#pending.length < MOST_HELD) return;
    const due = this.#pending.length >= FULL || Date.now() - this.#lastFlush > STALE_MS;
    if (due && nativeReserve.isLeft) this.flush();
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
    // The delivery in progress comes first; the buffered bytes follow it.
    if (this.delivering === null) this.flushQuietly();
  }

  readonly #atTurn = (): void => {
    this.#scheduled = false;
    this.idle();
  };
}

/** For standard error: every write is passed on immediately. */
export class DirectOutput extends SinkOutput implements Output {
  write(bytes: string): void {
    this.sink(bytes);
  }

  flush(): void {}
}
