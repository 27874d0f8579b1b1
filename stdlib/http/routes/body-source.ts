// Bodies of responses that are not a text: functions that write them, and files. What a function is given to write
// to is a handle; the connection is behind it.
import type { Int, MaybePromise, Result, Unit } from "../../../interpreter/runtime/index.ts";
import type { ErrorValue } from "../../../interpreter/runtime/index.ts";
import type { WebSocketSource } from "./websocket.ts";

type Outcome = MaybePromise<Result<Unit, ErrorValue>>;

export type BodySource =
  | { readonly kind: "stream"; readonly write: (out: BodyWriter) => Outcome }
  | {
      readonly kind: "events";
      readonly write: (events: EventStream) => Outcome;
      readonly heartbeatMs: number;
    }
  | { readonly kind: "file"; readonly file: FileBody }
  | WebSocketSource;

/** A part of a file, read when it is sent. */
export interface FileBody {
  readonly path: string;
  readonly start: number;
  readonly length: number;
  /** Tells this state of the file from others; a file that has changed since is not sent. */
  readonly tag: string;
  /** All of it as a text. */
  text(): string;
}

/** The other side of a `BodyWriter`. */
export interface BodySink {
  write(data: string): MaybePromise<Result<Int, ErrorValue>>;
}

/** What `Response.stream` writes to. */
export class BodyWriter {
  readonly sink: BodySink;
  constructor(sink: BodySink) {
    this.sink = sink;
  }
}

/** The other side of an `EventStream`. */
export interface EventSink {
  send(event: string): MaybePromise<Result<Unit, ErrorValue>>;
  heartbeat(ms: number): void;
}

/** What `Response.events` sends to. */
export class EventStream {
  readonly sink: EventSink;
  constructor(sink: EventSink) {
    this.sink = sink;
  }
}

/** The other side of a `BodyReader`. */
export interface BodyPieces {
  read(max: number): MaybePromise<Result<string, ErrorValue>>;
}

/** What `route_stream` reads from. */
export class BodyReader {
  readonly pieces: BodyPieces;
  constructor(pieces: BodyPieces) {
    this.pieces = pieces;
  }
}
