// One side of a WebSocket (RFC 6455): messages in both directions, pings, the closing handshake. A `Wire`
// carries the bytes: a connection of the server, or a socket of the client.
//
//   open ──close()──► closing ──its close frame, 2 s──► closed
//     │ wire gone ─────────────────────────────────────────▲
//     └──its close frame, violation──► leaving ──recv, close, 2 s
//
// While it is leaving, the program receives the messages that arrived before the close frame or the
// violation, and may still answer them.
import { has, inherited } from "../../../interpreter/own/index.ts";
import type { ErrorValue, MaybePromise, Result, Runtime, Unit } from "../../../interpreter/runtime/index.ts";
import { fail, UNIT } from "../../../interpreter/runtime/index.ts";
import { LIMITS } from "../limits.ts";
import {
  BINARY_FRAME,
  CLOSE,
  frameHead,
  FrameReader,
  isCloseCode,
  masked,
  PING,
  PONG,
  TEXT_FRAME,
  type Frame,
  type Violation,
} from "./frames.ts";
import { BinaryMessage, isText, Messages, TextMessage, type Message } from "./messages.ts";

/** Carries the bytes. */
export interface Wire {
  /** Whether the other side has to take bytes before more should be written. */
  readonly full: boolean;
  add(head: string, payload: string): void;
  /** Called when `full` or `Peer.full` may have changed. */
  flow(): void;
  /** Ends the connection after all data is written. */
  finish(): void;
  /** Ends the connection immediately: the other side does not answer. */
  cut(): void;
  /** Called when the deadline of the peer has become earlier. */
  hurry(ms: number): void;
  /** Called when the other side waits for nothing more, possibly more than once. */
  left?(): void;
}

const PING_MS = 30_000;
const CLOSE_MS = 2_000;
/** The most messages held for a program that does not receive them. */
const MOST_HELD = 256;
/** Shorter messages are sent uncompressed. */
const WORTH_DEFLATING = 1_024;

/** The side of the conversation, and what has been agreed on. */
export interface Side {
  readonly isClient: boolean;
  readonly deflates: boolean;
  /** The window of deflated messages, as a power of two. */
  readonly windowBits: number;
}

interface Ended {
  readonly code: number;
  readonly reason: string;
}

interface Leaving {
  readonly ended: Ended;
  /** The payload of the close frame to send. */
  readonly answer: string;
}

export class Peer {
  readonly #runtime: Runtime;
  readonly #wire: Wire;
  readonly #isClient: boolean;
  readonly #deflates: boolean;
  readonly #windowBits: number;
  readonly #frames: FrameReader;
  readonly #messages: Messages;
  #held: Message[] = [];
  #heldBytes = 0;
  #receiver: ((outcome: Result<Message, ErrorValue>) => void) | null = null;
  #writers: (() => void)[] = [];
  /**
   * The last ping received while no pong can be sent; its pong answers earlier pings, too (RFC 6455 5.5.3).
   */
  #unanswered: string | null = null;
  /** Whether a close frame has been sent. */
  #closing = false;
  #ended: Ended | null = null;
  /** How the conversation ends once the program has received the earlier messages. */
  #leaving: Leaving | null = null;
  #closers: (() => void)[] = [];
  #heard = true;
  #deadline = performance.now() + PING_MS;
  #masks: Uint8Array = new Uint8Array(0);
  #nextMask = 0;

  constructor(runtime: Runtime, wire: Wire, { isClient, deflates, windowBits }: Side) {
    this.#runtime = runtime;
    this.#wire = wire;
    this.#isClient = isClient;
    this.#deflates = deflates;
    this.#windowBits = windowBits;
    this.#frames = new FrameReader(!isClient, deflates);
    this.#messages = new Messages(runtime.host.system.compression);
    wire.hurry(PING_MS);
  }

  /** The time at which to call `expired`. */
  get deadline(): number {
    return this.#ended === null ? this.#deadline : Infinity;
  }

  /** Whether reading should stop, because the program does not receive the messages that are held. */
  get full(): boolean {
    return (
      this.#ended === null &&
      !this.#closing &&
      (this.#held.length >= MOST_HELD || this.#heldBytes >= LIMITS.heldBytes)
    );
  }

  // ---- called by the program

  recv(): MaybePromise<Result<Message, ErrorValue>> {
    if (this.#receiver !== null) return fail("http", "websocket: another recv is in progress");
    const message = this.#held.shift();
    if (message !== undefined) {
      const wasFull = this.full;
      this.#heldBytes -= message.p0.length;
      if (wasFull !== this.full || this.#held.length === MOST_HELD - 1) {
        // While nothing was read, the other side could not be heard.
        this.#heard = true;
        this.#wire.flow();
      }
      return message;
    }
    this.#leave();
    if (this.#ended !== null) return this.#closedError(this.#ended);
    const result = new Promise<Result<Message, ErrorValue>>((resolve) => (this.#receiver = resolve));
    return this.#runtime.scheduler.external(result);
  }

  sendText(text: string): MaybePromise<Result<Unit, ErrorValue>> {
    return isText(text)
      ? this.#send(TEXT_FRAME, text)
      : fail("http", "websocket: the text is not valid UTF-8");
  }

  sendBinary(bytes: string): MaybePromise<Result<Unit, ErrorValue>> {
    return this.#send(BINARY_FRAME, bytes);
  }

  /** Starts the closing handshake and waits for its end, 2 s at most. */
  close(code: number, reason: string): MaybePromise<void> {
    this.#leave();
    this.goodbye(code, reason);
    if (this.#ended !== null) return;
    return this.#runtime.scheduler.external(new Promise<void>((resolve) => this.#closers.push(resolve)));
  }

  limitMessages(bytes: number): void {
    this.#messages.limit(bytes);
  }

  #send(opcode: number, data: string): MaybePromise<Result<Unit, ErrorValue>> {
    if (this.#ended !== null) return this.#closedError(this.#ended);
    if (this.#closing) return fail("closed", "websocket: closing");
    let payload = data;
    let deflated = false;
    if (this.#deflates && data.length >= WORTH_DEFLATING) {
      const packed = this.#runtime.host.system.compression.deflateNow(
        Buffer.from(data, "latin1"),
        this.#windowBits,
      );
      // The last four bytes are the empty block (RFC 7692 7.2.1).
      if (packed.length - 4 < data.length)
        [payload, deflated] = [Buffer.from(packed).toString("latin1", 0, packed.length - 4), true];
    }
    this.#put(opcode, payload, deflated);
    if (!this.#wire.full) return UNIT;
    const result = new Promise<Result<Unit, ErrorValue>>((resolve) =>
      this.#writers.push(() => resolve(this.#ended === null ? UNIT : this.#closedError(this.#ended))),
    );
    return this.#runtime.scheduler.external(result);
  }

  #put(opcode: number, payload: string, deflated = false): void {
    const mask = this.#mask();
    const head = frameHead(opcode, payload.length, deflated, mask);
    this.#wire.add(head, mask === "" ? payload : masked([payload], payload.length, mask));
  }

  #mask(): string {
    if (!this.#isClient) return "";
    if (this.#nextMask + 4 > this.#masks.length)
      [this.#masks, this.#nextMask] = [this.#runtime.host.system.entropy.randomBytes(1_024), 0];
    const at = this.#nextMask;
    this.#nextMask += 4;
    return String.fromCharCode(...this.#masks.subarray(at, at + 4));
  }

  #closedError({ code, reason }: Ended): Result<never, ErrorValue> {
    return fail("closed", `websocket: closed with ${code}${reason === "" ? "" : `: ${reason}`}`);
  }

  // ---- called by the wire

  received(text: string): void {
    if (this.#ended !== null || this.#leaving !== null) return;
    this.#heard = true;
    this.#frames.feed(text);
    while (this.#ended === null && this.#leaving === null) {
      const frame = this.#frames.next(this.#messages.room);
      if (frame === null) break;
      const violation = has(frame, "code") ? frame : this.#take(frame);
      if (violation !== null)
        this.#leaveSoon({ ended: violation, answer: closePayload(violation.code, violation.reason) });
    }
    if (this.full) this.#wire.flow();
  }

  /** Called when more may be written. */
  released(): void {
    if (this.#wire.full) return;
    const ping = this.#unanswered;
    this.#unanswered = null;
    if (ping !== null && !this.#closing) this.#put(PONG, ping);
    for (const go of this.#writers.splice(0)) go();
  }

  /** Called when the other side has ended the connection, or it has broken. */
  gone(): void {
    this.#leave();
    this.#end({ code: 1006, reason: "the connection is closed" });
  }

  expired(): void {
    const now = performance.now();
    if (this.#ended !== null || now < this.#deadline) return;
    if (this.#leaving !== null) return this.#leave();
    if (this.#closing || !(this.#heard || this.full)) {
      this.#end({ code: 1006, reason: "no answer" });
      this.#wire.cut();
      return;
    }
    this.#heard = false;
    this.#deadline = now + PING_MS;
    this.#put(PING, "");
  }

  /** Sends the close frame, if none has been sent; the answer to it ends the connection. */
  goodbye(code: number, reason: string): void {
    this.#leave();
    if (this.#closing || this.#ended !== null) return;
    this.#closing = true;
    this.#put(CLOSE, closePayload(code, reason));
    this.#deadline = performance.now() + CLOSE_MS;
    this.#wire.hurry(CLOSE_MS);
    this.#wire.flow();
  }

  /** Sends the close frame and ends without waiting for an answer. */
  dismiss(code: number): void {
    this.#leave();
    if (this.#ended !== null) return;
    this.#finish({ code, reason: "" }, closePayload(code, ""));
  }

  /** Sends a last close frame, if none has been sent, and ends the connection. */
  #finish(ended: Ended, payload: string): void {
    if (!this.#closing) this.#put(CLOSE, payload);
    this.#closing = true;
    this.#end(ended);
    this.#wire.finish();
  }

  #end(ended: Ended): void {
    if (this.#ended !== null) return;
    this.#ended = ended;
    inherited(this.#wire, "left")?.call(this.#wire);
    this.#messages.clear();
    const receiver = this.#receiver;
    this.#receiver = null;
    receiver?.(this.#closedError(ended));
    for (const go of this.#writers.splice(0)) go();
    for (const go of this.#closers.splice(0)) go();
  }

  // ---- frames

  #take(frame: Frame): Violation | null {
    const { opcode, payload } = frame;
    switch (opcode) {
      case PING:
        if (this.#wire.full) this.#unanswered = payload;
        else if (!this.#closing) this.#put(PONG, payload);
        return null;
      case PONG:
        return null;
      case CLOSE:
        return this.#takeClose(payload);
      default: {
        const taken = this.#messages.take(frame);
        // Messages that arrive after a close frame was sent are dropped.
        if (taken instanceof TextMessage || taken instanceof BinaryMessage) {
          if (!this.#closing) this.#deliver(taken);
          return null;
        }
        return taken;
      }
    }
  }

  #takeClose(payload: string): Violation | null {
    const code = payload === "" ? 1005 : payload.charCodeAt(0) * 256 + payload.charCodeAt(1);
    const reason = payload.slice(2);
    if (payload.length === 1 || (payload !== "" && !isCloseCode(code)))
      return { code: 1002, reason: "an invalid close code" };
    if (!isText(reason)) return { code: 1007, reason: "a close reason that is not UTF-8" };
    this.#leaveSoon({ ended: { code, reason }, answer: payload.slice(0, 2) });
    return null;
  }

  /**
   * Leaves, immediately if the program waits for a message and so has received all earlier ones. A handler
   * that is busy with a message may still answer it.
   */
  #leaveSoon(leaving: Leaving): void {
    this.#leaving = leaving;
    inherited(this.#wire, "left")?.call(this.#wire);
    if (this.#receiver !== null || this.#closing) this.#leave();
    else {
      this.#deadline = performance.now() + CLOSE_MS;
      this.#wire.hurry(CLOSE_MS);
    }
  }

  /** Whether the other side has sent a close frame or violated the protocol, and has not been answered. */
  get isLeft(): boolean {
    return this.#leaving !== null;
  }

  /** Ends the conversation if the other side has ended it. */
  #leave(): void {
    const leaving = this.#leaving;
    if (leaving === null || this.#ended !== null) return;
    this.#leaving = null;
    this.#finish(leaving.ended, leaving.answer);
  }

  #deliver(message: Message): void {
    const receiver = this.#receiver;
    if (receiver !== null) {
      this.#receiver = null;
      receiver(message as unknown as Result<Message, ErrorValue>);
      return;
    }
    this.#held.push(message);
    this.#heldBytes += message.p0.length;
  }
}

/**
 * Encodes code and reason. A code that cannot be sent becomes 1000; a long reason is cut between characters.
 */
function closePayload(code: number, reason: string): string {
  const known = isCloseCode(code) ? code : 1000;
  let end = Math.min(reason.length, 123);
  while (end > 0 && end < reason.length && (reason.charCodeAt(end) & 0xc0) === 0x80) end--;
  const text = reason.slice(0, end);
  return String.fromCharCode(known >> 8, known & 0xff) + (isText(text) ? text : "");
}
