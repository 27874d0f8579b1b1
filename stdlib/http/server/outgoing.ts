// A response that takes longer to send than one write, and its view of the connection. There is a class for
// each kind of body: `stream-answer`, `event-answer`, `file-answer`, `websocket-answer`.
import type { Runtime } from "../../../interpreter/runtime/index.ts";
import type { Response } from "../routes/index.ts";
import type { AnswerContext, Serializer } from "./serialize.ts";

/** Called by the connection. */
export interface Outgoing {
  /** The time of `performance.now` at which to call `expired`; Infinity for never. */
  readonly deadline: number;
  /** Whether nothing has been sent, so that another response may replace this one. */
  readonly unsent: boolean;
  begin(): void;
  expired(): void;
  /** Called when all added data has been handed to the system, and possibly at other times. */
  released(): void;
  /** Called when the connection is gone or another response has replaced this one. */
  gone(): void;
  /** Called when the server stops. */
  stop(): void;
  /** Takes data that the client sends, if it is not another request. */
  received?(text: string): void;
  /** Whether no more input is taken for now. */
  readonly fullOfInput?: boolean;
  /** Called when the client has ended its side. */
  inputEnded?(): void;
}

/** The connection, as the sender of a response uses it. */
export interface Line {
  readonly runtime: Runtime;
  readonly serializer: Serializer;
  /** Whether the client has to take bytes before more can be written. */
  readonly blocked: boolean;
  /** The bytes that wait to be written. */
  readonly unwritten: number;
  add(data: string | Uint8Array): void;
  /** Writes the added data immediately. */
  writeNow(): void;
  /** Writes the added data at the end of this turn at the latest. */
  writeSoon(): void;
  /** Called when it may have changed whether more input is wanted. */
  flow(): void;
  /** Called when the client has said that it waits for nothing more. */
  left(): void;
  /** Called when the deadline has become earlier. */
  hurry(ms: number): void;
  /** Called when all of the response has been added. */
  finished(status: number, keepAlive: boolean): void;
  /** Called when the response cannot be completed, which the client must see. */
  broken(status: number): void;
  /** Sends another response instead, because nothing has been sent yet; the connection ends after it. */
  instead(response: Response): void;
  /** Reports a failure on standard error. */
  report(text: string): void;
  /** As `promise.then(fulfilled, rejected)`, for the function that sends the response. */
  follow<T>(promise: Promise<T>, fulfilled: (value: T) => void, rejected: (error: unknown) => void): void;
  /** Handles a panic like that of a handler; returns false when the program ends. */
  failed(error: unknown): boolean;
}

/** A response that is to be sent. */
export interface Begun {
  readonly response: Response;
  readonly context: AnswerContext;
  readonly line: Line;
}
