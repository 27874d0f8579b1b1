// The body of a request while it arrives: takes bytes and returns the whole body, within a time limit
// (reference/http-server#server-connections, reference/http-server#parsing-of-requests). An honest slow
// upload gets more time with every byte; a trickle does not.
import { LIMITS } from "../limits.ts";
import type { Framing, RequestHead } from "../message/index.ts";
import { BodyParser, CollectedText } from "../message/index.ts";

/** Returns how the end of the body of a request is found. */
export function framingOf(head: RequestHead): Framing {
  return head.chunked ? { kind: "chunked" } : { kind: "length", length: head.contentLength };
}

export class RequestBody {
  private readonly text = new CollectedText();
  private readonly parser: BodyParser;
  private readonly start: number;

  /**
   *
   * @param sizeLimit the most bytes of the body
   * @param start the time at which the head was complete
   */
  constructor(framing: Framing, sizeLimit: number, start: number) {
    this.parser = new BodyParser(framing, sizeLimit, true, (piece) => this.text.add(piece));
    this.start = start;
  }

  get done(): boolean {
    return this.parser.done;
  }

  /** The status for a fault, or 0. */
  get fault(): number {
    return this.parser.fault;
  }

  /** Parses `text` from `from` on; returns the position after the bytes it took. */
  feed(text: string, from: number): number {
    return this.parser.feed(text, from);
  }

  /** Returns the whole body. Called once. */
  take(): string {
    return this.text.take();
  }

  /** The time until which more must have arrived, for a read time-out of `limit`. */
  deadline(now: number, limit: number): number {
    const earned = (this.parser.received / LIMITS.bodyBytesPerSecond) * 1000;
    return Math.min(now + limit, this.start + limit + earned);
  }
}
