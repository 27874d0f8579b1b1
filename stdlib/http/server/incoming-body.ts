// The body of a request whose handler reads it as it comes (reference/http-server#streams): bytes in, pieces out, and no more
// held than the reader is behind. Only time in which the handler waits for bytes counts against the client.
import type { ErrorValue, MaybePromise, Result, Scheduler } from "../../../interpreter/runtime/index.ts";
import { fail } from "../../../interpreter/runtime/index.ts";
import { ByteQueue } from "../../net/index.ts";
import { LIMITS } from "../limits.ts";
import type { Framing } from "../message/index.ts";
import { BodyParser } from "../message/index.ts";

/** What it needs of its connection. */
export interface BodyOwner {
  readonly scheduler: Pick<Scheduler, "external">;
  /** Milliseconds, Infinity for none. */
  readLimit(): number;
  /** A goroutine waits for bytes: they may come. */
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
  /** Milliseconds in which a goroutine waited. */
  private waited = 0;
  private discarding = false;
  /** The client sends it only when it was asked to go on; it may do so at any time (RFC 9110 10.1.1). */
  continueDue = false;
  /** Why there is no more, or null. */
  private failure: string | null = null;

  constructor(framing: Framing, sizeLimit: number, owner: BodyOwner) {
    this.parser = new BodyParser(framing, sizeLimit, true, (piece) => this.take(piece));
    this.length = framing.kind === "length" ? framing.length : null;
    this.owner = owner;
  }

  /** All of it has arrived. */
  get done(): boolean {
    return this.parser.done;
  }

  /** Its reader is behind: nothing more is to be read. */
  get full(): boolean {
    return this.queue.length >= LIMITS.heldBytes;
  }

  /** The handler reads no further. True when so little is left that it may be thrown away, and the connection be used on. */
  get restIsShort(): boolean {
    if (this.done) return true;
    if (this.continueDue) return false;
    return (
      this.failure === null && this.length !== null && this.length - this.parser.received <= LIMITS.heldBytes
    );
  }

  /** When the client has had its time. */
  get deadline(): number {
    const { waiting } = this;
    if (waiting === null) return Infinity;
    const limit = this.owner.readLimit();
    const earned = (this.parser.received / LIMITS.bodyBytesPerSecond) * 1000;
    return waiting.since + Math.max(0, Math.min(limit, limit + earned - this.waited));
  }

  /** Reads on in `text` from `from`; returns the position after what it took. */
  feed(text: string, from: number): number {
    const position = this.parser.feed(text, from);
    const { fault } = this.parser;
    if (fault !== 0) this.fail(fault === 413 ? "body too large" : "malformed body");
    else if (this.done) this.settle();
    return fault === 0 ? position : text.length;
  }

  /** Throws away what is left. */
  discard(): void {
    this.discarding = true;
    this.queue.take(this.queue.length);
    this.fail("the answer has been sent");
  }

  /** There will be no more. */
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

  /** What a read gets at once, or null. */
  private now(max: number): Result<string, ErrorValue> | null {
    if (this.queue.length > 0) return this.queue.take(max);
    if (this.failure !== null) return fail("http", `read: ${this.failure}`);
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

/** A body that has arrived as a whole. */
export function wholeBody(text: string): { read(max: number): Result<string, ErrorValue> } {
  const queue = new ByteQueue();
  if (text !== "") queue.push(text);
  return {
    read: (max) => (max < 0 ? fail("http", "read: read size must be non-negative") : queue.take(max)),
  };
}
