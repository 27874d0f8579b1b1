// The body of a request whose handler reads it as it arrives (reference/http-server#streams): takes bytes and
// hands out pieces. It holds only what the reader has not taken yet. Only the time in which the handler waits
// for bytes is charged to the client.
import type { ErrorValue, MaybePromise, Result, Scheduler } from "../../../interpreter/runtime/index.ts";
import { fail } from "../../../interpreter/runtime/index.ts";
import { ByteQueue } from "../../net/index.ts";
import { LIMITS } from "../limits.ts";
import type { Framing } from "../message/index.ts";
import { BodyParser } from "../message/index.ts";

/** The exchange that the body belongs to. */
export interface BodyOwner {
  readonly scheduler: Pick<Scheduler, "external">;
  /** In milliseconds; Infinity for no limit. */
  readLimit(): number;
  /** Called when a goroutine waits for bytes. */
  wanted(): void;
}

interface Waiting {
  readonly max: number;
  readonly since: number;
  readonly settle: (result: Result<string, ErrorValue>) => void;
}

export class IncomingBody {
  private readonly queue = new ByteQueue();
  private readonly parser: BodyParser;
  private readonly owner: BodyOwner;
  private readonly length: number | null;
  private waiting: Waiting | null = null;
  /** The milliseconds in which a goroutine waited. */
  private waited = 0;
  private discarding = false;
  /**
   * Whether the client waits for `100 Continue`. It may send the body at any time regardless (RFC 9110
   * 10.1.1).
   */
  continueDue = false;
  /** Why no more follows, or null. */
  private failure: string | null = null;

  constructor(framing: Framing, sizeLimit: number, owner: BodyOwner) {
    this.parser = new BodyParser(framing, sizeLimit, true, (piece) => this.take(piece));
    this.length = framing.kind === "length" ? framing.length : null;
    this.owner = owner;
  }

  /** Whether all of the body has arrived. */
  get done(): boolean {
    return this.parser.done;
  }

  /** Whether the reader is behind, so that nothing more should be read. */
  get full(): boolean {
    return this.queue.length >= LIMITS.heldBytes;
  }

  /**
   * Whether so little is left that it can be discarded and the connection kept, when the handler reads no
   * further.
   */
  get restIsShort(): boolean {
    if (this.done) return true;
    if (this.continueDue) return false;
    return (
      this.failure === null && this.length !== null && this.length - this.parser.received <= LIMITS.heldBytes
    );
  }

  /** The time at which the client has used up its time. */
  get deadline(): number {
    const { waiting } = this;
    if (waiting === null) return Infinity;
    const limit = this.owner.readLimit();
    const earned = (this.parser.received / LIMITS.bodyBytesPerSecond) * 1000;
    return waiting.since + Math.max(0, Math.min(limit, limit + earned - this.waited));
  }

  /** Parses `text` from `from` on; returns the position after the bytes it took. */
  feed(text: string, from: number): number {
    const position = this.parser.feed(text, from);
    const { fault } = this.parser;
    if (fault !== 0) this.fail(fault === 413 ? "body too large" : "malformed body");
    else if (this.done) this.settle();
    return fault === 0 ? position : text.length;
  }

  /**
   * Discards the rest. A later read fails if any of the body was unread: an empty piece would look like its end.
   */
  discard(): void {
    this.discarding = true;
    const unread = this.queue.length;
    this.queue.take(unread);
    if (this.done && unread === 0) return;
    this.failure ??= "the response has been sent";
    this.settle();
  }

  /** Ends the body with an error. */
  fail(text: string): void {
    if (this.done) return;
    this.failure ??= text;
    this.settle();
  }

  read(max: number): MaybePromise<Result<string, ErrorValue>> {
    if (max < 0) return fail("http", "read: read size must be non-negative");
    if (max === 0) return "";
    if (this.waiting !== null) return fail("http", "read: another read is in progress");
    const now = this.now(max);
    if (now !== null) {
      if (!this.full) this.owner.wanted();
      return now;
    }
    const result = new Promise<Result<string, ErrorValue>>(
      (settle) => (this.waiting = { max, since: performance.now(), settle }),
    );
    this.owner.wanted();
    return this.owner.scheduler.external(result);
  }

  /** Returns what a read gets without waiting, or null. */
  private now(max: number): Result<string, ErrorValue> | null {
    if (this.queue.length > 0) return this.queue.take(max);
    if (this.failure !== null)
      return fail("http", `read: ${this.failure}`, this.failure.endsWith("timed out") ? "timed_out" : "");
    return this.done ? "" : null;
  }

  private take(piece: string): void {
    if (this.discarding || this.failure !== null) return;
    this.queue.push(piece);
    this.settle();
  }

  private settle(): void {
    const { waiting } = this;
    if (waiting === null) return;
    const result = this.now(waiting.max);
    if (result === null) return;
    this.waiting = null;
    this.waited += performance.now() - waiting.since;
    waiting.settle(result);
  }
}

/** A body that has arrived completely. */
export function wholeBody(text: string): { read(max: number): Result<string, ErrorValue> } {
  const queue = new ByteQueue();
  if (text !== "") queue.push(text);
  return {
    read: (max) => (max < 0 ? fail("http", "read: read size must be non-negative") : queue.take(max)),
  };
}
