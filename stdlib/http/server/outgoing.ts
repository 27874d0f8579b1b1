// An answer that is under way for longer than one write, and what it sees of its connection. There is a class for
// each kind of body: `stream-answer`, `event-answer`, `file-answer`, `websocket-answer`.
import type { Runtime } from "../../../interpreter/runtime/index.ts";
import type { Response } from "../routes/index.ts";
import type { AnswerContext, Serializer } from "./serialize.ts";

/** Called by the connection. */
export interface Outgoing {
  /** When to call `expired`, by the clock of `performance.now`; Infinity for never. */
  readonly deadline: number;
  /** Nothing has been sent: another answer may take its place. */
  readonly unsent: boolean;
  begin(): void;
  expired(): void;
  /** All that was added has been handed to the system. May be called at any time. */
  released(): void;
  /** The connection is gone, or another answer has taken the place of this one. */
  gone(): void;
  /** The server stops. */
  stop(): void;
  /** Takes what the client sends, where that is no further request. */
  received?(text: string): void;
  /** It takes no more for now. */
  readonly fullOfInput?: boolean;
  /** The client has ended its side. */
  inputEnded?(): void;
}

/** The connection as an answer sees it. */
export interface Line {
  readonly runtime: Runtime;
  readonly serializer: Serializer;
  /** The client has to take bytes before more can be written. */
  readonly blocked: boolean;
  /** Bytes that wait to be written. */
  readonly unwritten: number;
  add(data: string | Uint8Array): void;
  /** Writes what was added at once. */
  writeNow(): void;
  /** Writes it at the end of this turn at the latest. */
  writeSoon(): void;
  /** Whether more is wanted of the client may have changed. */
  flow(): void;
  /** The client has said that it waits for nothing more. */
  left(): void;
  /** Its deadline has become an earlier one. */
  hurry(ms: number): void;
  /** All of the answer has been added. */
  finished(status: number, keepAlive: boolean): void;
  /** The answer cannot be completed: the client is to see that. */
  broken(status: number): void;
  /** Nothing has been sent yet: this answer goes instead, and the connection ends with it. */
  instead(response: Response): void;
  /** What a failure is reported as. */
  tell(text: string): void;
  /** Puts a panic where that of a handler goes; false when the program ends. */
  failed(error: unknown): boolean;
}

/** An answer that is to be sent. */
export interface Begun {
  readonly response: Response;
  readonly context: AnswerContext;
  readonly line: Line;
}
