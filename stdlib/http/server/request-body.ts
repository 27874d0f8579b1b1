// The body of a request while it arrives: bytes in, the whole text out, and the time that it may take
// (reference/http-server#server-connections, reference/http-server#parsing-of-requests): an honest slow upload earns time with every byte, a trickle does not.
import { LIMITS } from "../limits.ts";
import type { Framing, RequestHead } from "../message/index.ts";
import { BodyParser, CollectedText } from "../message/index.ts";

/** How the end of the body of a request is found. */
export function framingOf(head: RequestHead): Framing {
  return head.chunked ? { kind: "chunked" } : { kind: "length", length: head.contentLength };
}

export class RequestBody {
  private readonly text = new CollectedText();
  private readonly parser: BodyParser;
  private readonly start: number;

  /**
   * @param sizeLimit most bytes of the body
   * @param start when the head was complete
   */
  constructor(framing: Framing, sizeLimit: number, start: number) {
    this.parser = new BodyParser(framing, sizeLimit, true, (piece) => this.text.add(piece));
    this.start = start;
  }

  get done(): boolean {
    return this.parser.done;
  }

  /** The status that answers a fault, or 0. */
  get fault(): number {
    return this.parser.fault;
  }

  /** Reads on in `text` from `from`; returns the position after what it took. */
  feed(text: string, from: number): number {
    return this.parser.feed(text, from);
  }

  /** The whole body; to be called once. */
  take(): string {
    return this.text.take();
  }

  /** Until when more must have come, for a read time-out of `limit`. */
  deadline(now: number, limit: number): number {
    const earned = (this.parser.received / LIMITS.bodyBytesPerSecond) * 1000;
    return Math.min(now + limit, this.start + limit + earned);
  }
}
