// A response: takes bytes and emits the head and decoded pieces of the body (RFC 9112 6,
// reference/http-client#responses). Owns no socket. Interim responses are skipped.
//
//   head ─► (1xx: again) ─► body ─► complete
//     └──────────────────────┴───► faulty
import { LIMITS } from "../limits.ts";
import type { Framing, Trailer } from "./body-parser.ts";
import { BodyParser } from "./body-parser.ts";
import { asciiLower } from "./headers.ts";
import type { ResponseFields } from "./response-fields.ts";
import type { Fault, HeadMemory, ParsedHead } from "./response-head.ts";
import { HeadReader } from "./response-head.ts";

export interface ResponseHead {
  readonly status: number;
  readonly reason: string;
  readonly fields: ResponseFields;
  /** False if the response has no body, whatever its fields claim. */
  readonly hasBody: boolean;
  /** The announced length of the body, or null. */
  readonly length: number | null;
  /** Whether the peer sent `keep-alive`. */
  readonly namedKeepAlive: boolean;
}

export interface ResponseEvents {
  head(head: ResponseHead): void;
  data(piece: string): void;
}

type State = "head" | "body" | "complete" | "faulty";

export class ResponseReader {
  fault: Fault | null = null;
  /** Whether any byte has arrived. */
  started = false;

  private readonly events: ResponseEvents;
  private readonly isHead: boolean;
  private readonly secure: boolean;
  private readonly memory: HeadMemory;
  private headReader: HeadReader;
  private state: State = "head";
  private interim = 0;
  private leftOut = false;
  private body: BodyParser | null = null;
  /** Whether the body ends with the connection. */
  untilClose = false;
  private reusable = false;
  private length: number | null = null;
  /** The bytes after a complete response. */
  rest = "";

  /**
   *
   * @param isHead whether the request was HEAD, so that no body follows
   * @param secure whether the connection uses TLS, where it is kept even if a 1.1 peer does not send
   * keep-alive
   * @param memory the last head of the connection
   */
  constructor(isHead: boolean, secure: boolean, memory: HeadMemory, events: ResponseEvents) {
    this.isHead = isHead;
    this.secure = secure;
    this.memory = memory;
    this.headReader = new HeadReader(memory);
    this.events = events;
  }

  get complete(): boolean {
    return this.state === "complete";
  }

  /** The trailers of a complete response. */
  get trailers(): readonly Trailer[] {
    return this.body?.trailers ?? [];
  }

  get headComplete(): boolean {
    return this.state === "body" || this.state === "complete";
  }

  /** Whether, by this response, the connection may serve another request. */
  get keepsConnection(): boolean {
    return this.reusable && this.state === "complete";
  }

  feed(text: string): void {
    let position = 0;
    if (text !== "") this.started = true;
    while (position < text.length) {
      switch (this.state) {
        case "head":
          position = this.headPart(text, position);
          break;
        case "body":
          position = this.bodyPart(text, position);
          break;
        case "complete":
          // Bytes after the response: it is unknown what they belong to.
          this.reusable = false;
          this.rest = text.slice(position);
          return;
        case "faulty":
          return;
      }
    }
  }

  /** Called when the peer has ended the connection. */
  end(): void {
    if (this.state === "body" && this.untilClose) {
      this.state = "complete";
    } else if (this.state === "body") {
      const detail =
        this.length === null ? "" : `: expected ${this.length} bytes, received ${this.body!.received}`;
      this.refuse("body", `incomplete response body${detail}`);
    } else if (this.state === "head") {
      this.refuse(this.headReader.part, "connection closed before the response was complete");
    }
  }

  private refuse(part: Fault["part"], text: string): void {
    this.fault ??= { part, text };
    this.state = "faulty";
  }

  private headPart(text: string, position: number): number {
    const reader = this.headReader;
    const next = reader.read(text, position);
    if (reader.fault !== null) this.refuse(reader.fault.part, reader.fault.text);
    else if (reader.head !== null) this.finishHead(reader.head);
    return next;
  }

  private finishHead(head: ParsedHead): void {
    const { status, reason, fields, version } = head;
    this.leftOut ||= head.leftOut;
    if (status < 200 && status !== 101) {
      this.interim += 1;
      if (this.interim > LIMITS.interimResponses) this.refuse("header", "too many interim responses");
      else this.headReader = new HeadReader(this.memory);
      return;
    }
    const mayHaveBody = !this.isHead && status >= 200 && status !== 204 && status !== 304;
    const framing = mayHaveBody ? this.framing(fields) : null;
    if (this.fault !== null) return;
    const namesClose = fields.options.includes("close");
    const namedKeepAlive = !namesClose && fields.options.includes("keep-alive");
    const willing = namedKeepAlive || (this.secure && version === 11 && !namesClose);
    const bothFramings = framing?.kind === "chunked" && (version === 10 || fields.lengths.length > 0);
    this.reusable = willing && !this.leftOut && !bothFramings && status !== 101 && framing?.kind !== "close";
    this.untilClose = framing?.kind === "close";
    this.length = framing?.kind === "length" ? framing.length : null;
    const hasBody = framing !== null && this.length !== 0;
    if (hasBody) this.body = new BodyParser(framing, Infinity, false, (piece) => this.events.data(piece));
    this.state = hasBody ? "body" : "complete";
    this.events.head({ status, reason, fields, hasBody, length: this.length, namedKeepAlive });
  }

  /** RFC 9112 6.3; ambiguous framing is refused. */
  private framing({ codings, lengths }: ResponseFields): Framing {
    if (codings.length > 0) {
      if (codings.length > 1 || asciiLower(codings[0]!) !== "chunked")
        this.refuse("header", `unsupported transfer-encoding '${codings.join(", ")}'`);
      return { kind: "chunked" };
    }
    const [length] = lengths;
    if (length === undefined) return { kind: "close" };
    const valid = /^[0-9]+$/.test(length) && lengths.every((other) => other === length);
    if (!valid) this.refuse("header", "invalid content-length");
    return { kind: "length", length: Number(length) };
  }

  private bodyPart(text: string, position: number): number {
    const body = this.body!;
    const next = body.feed(text, position);
    if (body.fault !== 0) this.refuse("body", `incomplete response body: ${body.problem}`);
    else if (body.done) this.state = "complete";
    return next;
  }
}
