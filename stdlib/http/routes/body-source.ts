// Response bodies that are not strings: files, WebSockets, and functions that write the body. A function gets a
// handle, behind which is the connection.
import type { Int, MaybePromise, Result, Unit } from "../../../interpreter/runtime/index.ts";
import type { ErrorValue } from "../../../interpreter/runtime/index.ts";
import type { Opening, Peer } from "../websocket/index.ts";

type Outcome = MaybePromise<Result<Unit, ErrorValue>>;

export type BodySource =
  | {
      readonly kind: "stream";
      readonly write: (out: BodyWriter) => Outcome;
      /** The number of bytes that `write` has promised to send, or null. */
      readonly length: number | null;
    }
  | {
      readonly kind: "events";
      readonly write: (events: EventStream) => Outcome;
      readonly heartbeatMs: number;
    }
  | { readonly kind: "file"; readonly file: FileBody }
  | WebSocketSource;

/** The value of type `WebSocket` in programs. */
export class WebSocket {
  readonly peer: Peer;
  /** The protocol that both sides have chosen, or null. */
  readonly protocol: string | null;
  constructor(peer: Peer, protocol: string | null) {
    this.peer = peer;
    this.protocol = protocol;
  }
}

export interface WebSocketSource {
  readonly kind: "websocket";
  readonly opening: Opening;
  readonly run: (socket: WebSocket) => MaybePromise<Unit>;
}

/** A part of a file, read when it is sent. */
export interface FileBody {
  readonly path: string;
  readonly start: number;
  readonly length: number;
  /** Identifies this state of the file; a file that has changed since is not sent. */
  readonly tag: string;
  /** Reads all of it as a string. */
  text(): string;
}

/** The server's side of a `BodyWriter`. */
export interface BodySink {
  write(data: string): MaybePromise<Result<Int, ErrorValue>>;
  /** Returns false if the name has not been announced. */
  trailer(name: string, value: string): boolean;
}

/** The writer that `Response.stream` passes to its function. */
export class BodyWriter {
  readonly sink: BodySink;
  constructor(sink: BodySink) {
    this.sink = sink;
  }
}

/** The server's side of an `EventStream`. */
export interface EventSink {
  send(event: string): MaybePromise<Result<Unit, ErrorValue>>;
  heartbeat(ms: number): void;
}

/** The stream that `Response.events` passes to its function. */
export class EventStream {
  readonly sink: EventSink;
  constructor(sink: EventSink) {
    this.sink = sink;
  }
}

/** The server's side of a `BodyReader`. */
export interface BodyPieces {
  read(max: number): MaybePromise<Result<string, ErrorValue>>;
}

/** The reader that `route_stream` passes to its handler. */
export class BodyReader {
  readonly pieces: BodyPieces;
  constructor(pieces: BodyPieces) {
    this.pieces = pieces;
  }
}
