// One request and its response, and everything that belongs to them: the head, the `Cancel` of the request,
// the resources to close at its end, the body that arrives in pieces, and the response that is sent in
// pieces.
//
//   handling ──string────────────────────────────────► done
//      │  └────other body───► starting ──► sending ──► done
//      │ client gone, too late               │ client gone, too late
//      ▼                                     ▼
//   abandoned ──the handler returns────────► left
//
// It ends `done` when the connection has taken the response, and `left` when the client no longer waits for
// one.
import { inherited } from "../../../interpreter/own/index.ts";
import { Interruption } from "../../../interpreter/runtime/index.ts";
import type { Frame, Runtime, Scheduler } from "../../../interpreter/runtime/index.ts";
import { Cancel } from "../../sync/index.ts";
import type { ForwardedClient, Framing, RequestHead } from "../message/index.ts";
import { cleanValue, forwardedClient, HEAD, METHODS, verbOf } from "../message/index.ts";
import type { Match, Origin } from "../routes/index.ts";
import { BodyReader, Request, Response, TEXT } from "../routes/index.ts";
import { answerOf } from "./answers.ts";
import type { ClientInfo } from "./client-info.ts";
import type { ConnectionHost } from "./connection-host.ts";
import { IncomingBody } from "./incoming-body.ts";
import type { BodyOwner } from "./incoming-body.ts";
import type { Input } from "./input.ts";
import type { Line, Outgoing } from "./outgoing.ts";
import type { Output } from "./output.ts";
import type { AnswerContext, Serializer } from "./serialize.ts";

const EARLY_HINTS = "HTTP/1.1 103 Early Hints\r\n";
export const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

/** The connection, as an exchange uses it. */
export interface Channel {
  readonly host: ConnectionHost;
  readonly input: Input;
  readonly output: Output;
  readonly client: ClientInfo;
  /** Called when it may have changed whether more input is wanted. */
  flow(): void;
  writeNow(): void;
  writeSoon(): void;
  /**
   * Called when the response has been added; `rest` is the part of the request that the client still sends.
   */
  answered(keepAlive: boolean, rest: IncomingBody | null): void;
  /** Writes, and continues with the next request. */
  goOn(): void;
  /** Resets the connection, so that the client sees that its response is incomplete. */
  reset(): void;
}

export class Exchange implements Origin, Line, BodyOwner {
  kind: "handling" | "starting" | "sending" | "abandoned" | "done" | "left" = "handling";
  readonly head: RequestHead;
  private readonly channel: Channel;
  /** Cancelled when the client no longer waits for the response; null until it is requested. */
  private cancel: Cancel | null = null;
  private closers: (() => void)[] | null = null;
  /** The body, if the handler reads it itself. */
  private incoming: IncomingBody | null = null;
  /** The sender of the response. */
  private outgoing: Outgoing | null = null;
  /** Whether the client has left, which may be known before its connection ends. */
  private clientLeft = false;
  /** The end of the handler's time limit. */
  private handlerDeadline: number | null = null;
  /** Whether the handler, or the function that sends the response, has not ended. */
  private runsCode = false;
  /** Its goroutine; null if it has none. */
  private code: Frame | null = null;
  /** Called when it has ended, if a stop waits for that. */
  private codeEnded: (() => void) | null = null;

  constructor(channel: Channel, head: RequestHead) {
    this.channel = channel;
    this.head = head;
  }

  /** The time at which to call `expired`. */
  get deadline(): number {
    return Math.min(
      this.handlerDeadline ?? Infinity,
      this.incoming?.deadline ?? Infinity,
      this.outgoing?.deadline ?? Infinity,
    );
  }

  /** The name of the request in the access log. */
  get title(): string {
    return `${verbOf(this.head.method)} ${this.head.path}`;
  }

  private get isOver(): boolean {
    return this.kind === "done" || this.kind === "left" || this.kind === "abandoned";
  }

  // ---- called by the connection

  /** Runs the handler of `match`. */
  run(body: string, match: Match | null): void {
    const { host } = this.channel;
    const { head } = this;
    const ownMs = match?.limits?.handlerMs ?? null;
    const handlerMs = ownMs ?? host.limits.handlerMs;
    if (ownMs !== null) host.hurry(ownMs);
    if (handlerMs < Infinity) this.handlerDeadline = performance.now() + handlerMs;
    if (match === null) {
      this.respond(host.refusal(404, head.path) ?? Response.of(404, TEXT, "Not Found"), head.keepAlive);
      return;
    }
    // Sockets call this outside the turns of the scheduler, which records stacks otherwise.
    const { javascript } = host.runtime.host.system;
    const recording = javascript.startRecording();
    try {
      const request = Request.received(METHODS[head.method]!, head, match, body, this);
      if (this.incoming !== null) request.reader = new BodyReader(this.incoming);
      const response = match.route._handler(request);
      if (response instanceof Promise) {
        this.follow(
          response,
          (value) => this.returned(value, head.keepAlive),
          (error) => this.returned(this.failure(error), false),
        );
      } else {
        this.settle(response, head.keepAlive);
      }
    } catch (error) {
      this.settle(this.failure(error), false);
    } finally {
      javascript.stopRecording(recording);
    }
  }

  /** Called when the handler will read the body itself. */
  takeBody(framing: Framing, sizeLimit: number): IncomingBody {
    return (this.incoming = new IncomingBody(framing, sizeLimit, this));
  }

  /**
   * Takes data that the client sends meanwhile; returns the position after the part that belongs to this
   * request.
   */
  received(text: string): number {
    const { incoming, outgoing } = this;
    if (inherited(outgoing, "received") !== undefined) {
      outgoing!.received!(text);
      return text.length;
    }
    return incoming === null || incoming.done ? 0 : incoming.feed(text, 0);
  }

  /** Whether no more input is taken for now. */
  get full(): boolean {
    return this.incoming?.full === true || this.outgoing?.fullOfInput === true;
  }

  inputEnded(): void {
    this.cancel?.cancel();
    this.incoming?.fail("the client ended the body early");
    inherited(this.outgoing, "inputEnded")?.call(this.outgoing);
  }

  /** Called when all added data has been written. */
  released(): void {
    this.outgoing?.released();
  }

  /** Called when the server stops: a response that is being sent may end soon; a handler keeps its time. */
  stop(): void {
    if (this.outgoing === null) return;
    this.cancel?.cancel();
    this.outgoing?.stop();
  }

  /** Called when the deadline has passed. */
  expired(): void {
    const now = performance.now();
    const { incoming, outgoing } = this;
    if (incoming !== null && incoming.deadline <= now) incoming.fail("timed out");
    if (outgoing !== null && outgoing.deadline <= now) outgoing.expired();
    if (this.isOver || this.handlerDeadline === null || this.handlerDeadline > now) return;
    this.handlerDeadline = null;
    if (this.kind !== "handling" && this.outgoing?.unsent !== true) return;
    // A later response of the handler is dropped.
    const answer = this.serializer.answer(
      Response.of(503, TEXT, "Service Unavailable"),
      this.context(false, true),
    );
    this.log(answer.status);
    this.incoming?.discard();
    this.leave();
    this.channel.output.add(answer.head, answer.body);
    this.channel.answered(false, null);
    this.channel.goOn();
  }

  /** Called when the client no longer waits for the response. */
  leave(): void {
    if (this.isOver) return;
    const { incoming, outgoing, cancel } = this;
    // A handler that still runs may use what is closed at its end.
    this.kind = outgoing === null ? "abandoned" : "left";
    this.incoming = null;
    this.outgoing = null;
    incoming?.fail("the connection is closed");
    outgoing?.gone();
    cancel?.cancel();
    if (outgoing !== null) this.end("left");
  }

  /** Calls `ended` when its code has ended; returns false if none runs. */
  awaitCode(ended: () => void): boolean {
    this.codeEnded = ended;
    return this.runsCode;
  }

  /** Makes its code unwind as soon as it waits. */
  interrupt(): void {
    if (this.code !== null) this.scheduler.interrupt(this.code, new Interruption("the server has stopped"));
  }

  private end(kind: "done" | "left"): void {
    this.kind = kind;
    this.incoming = null;
    this.outgoing = null;
    this.handlerDeadline = null;
    const { closers } = this;
    if (closers === null) return;
    this.closers = null;
    for (const close of closers) close();
  }

  // ---- the response

  /** Called when the handler has returned; null when the program ends. */
  private settle(response: Response | null, keepAlive: boolean): void {
    if (this.kind === "abandoned") this.end("left");
    else if (response !== null) this.respond(response, keepAlive);
  }

  /** Called when the handler has returned after `run` did. */
  private returned(response: Response | null, keepAlive: boolean): void {
    const isWanted = this.kind === "handling" && response !== null;
    if (isWanted) this.channel.host.serializer.tick(Date.now());
    this.settle(response, keepAlive);
    if (isWanted) this.channel.goOn();
  }

  /** Returns the 500 for a failed handler, or null when the program ends. */
  private failure(error: unknown): Response | null {
    // The responses before it are sent in any case.
    this.channel.output.flush();
    const { host } = this.channel;
    if (!host.handlerFailed(error)) return null;
    return host.refusal(500, this.head.path) ?? Response.of(500, TEXT, "Internal Server Error");
  }

  private context(keepAlive: boolean, last: boolean): AnswerContext {
    return { isHead: this.head.method === HEAD, minor: this.head.minor, keepAlive: keepAlive && !last };
  }

  private respond(response: Response, keepAlive: boolean): void {
    const { channel, incoming } = this;
    const { host } = channel;
    const last =
      host.stopping ||
      (channel.input.ended && !channel.input.holdsMore) ||
      // The unread rest of a body must be short enough to be discarded.
      (incoming !== null && !incoming.restIsShort);
    const context = this.context(keepAlive, last);
    if (response.source !== null) {
      this.start(response, context);
      return;
    }
    const answer = host.serializer.answer(response, context);
    if (host.logging) this.log(answer.status);
    channel.output.add(answer.head, answer.body);
    this.answered(answer.keepAlive);
  }

  private log(status: number): void {
    const { host } = this.channel;
    if (host.logging) host.log(`${this.title} ${status}\n`);
  }

  private answered(keepAlive: boolean): void {
    const { incoming } = this;
    const rest = incoming === null || incoming.done || !keepAlive ? null : incoming;
    incoming?.discard();
    this.channel.answered(keepAlive, rest);
    this.end("done");
  }

  private start(response: Response, context: AnswerContext): void {
    this.kind = "starting";
    const outgoing = answerOf({ response, context, line: this });
    this.outgoing = outgoing;
    if (this.channel.host.stopping) this.cancel?.cancel();
    outgoing.begin();
    // It may have ended already, or been replaced by another response.
    if (this.outgoing !== outgoing) return;
    this.kind = "sending";
    if (inherited(outgoing, "received") !== undefined && this.channel.input.holdsMore)
      outgoing.received!(this.channel.input.take());
    if (this.channel.host.stopping && this.outgoing === outgoing) outgoing.stop();
  }

  // ---- called by the request

  get remoteAddress(): string {
    return this.channel.client.remoteAddress;
  }

  get peerAddress(): string {
    return this.channel.client.peerAddress;
  }

  get secure(): boolean {
    return this.channel.client.secure;
  }

  forwarded(lines: (name: string) => readonly string[]): ForwardedClient | null {
    const { trust } = this.channel.host;
    if (trust === null || !trust.covers(this.channel.client.source)) return null;
    return forwardedClient(lines, trust.standard, (address) => trust.covers(address));
  }

  earlyHints(links: readonly string[]): void {
    // A client of HTTP/1.0 would take it for the response.
    if (this.kind !== "handling" || this.head.minor === 0 || links.length === 0) return;
    const { output } = this.channel;
    output.add(EARLY_HINTS, "");
    for (const link of links) output.add(`Link: ${cleanValue(link)}\r\n`, "");
    output.add("\r\n", "");
    output.flush();
  }

  cancelOf(): Cancel {
    const { host, input } = this.channel;
    this.cancel ??= new Cancel(host.runtime.scheduler);
    const isLeft =
      this.clientLeft ||
      this.kind === "left" ||
      this.kind === "abandoned" ||
      (this.kind !== "done" && (input.ended || (this.kind !== "handling" && host.stopping)));
    if (isLeft) this.cancel.cancel();
    return this.cancel;
  }

  atEnd(close: () => void): void {
    if (this.kind === "done" || this.kind === "left") close();
    else (this.closers ??= []).push(close);
  }

  // ---- called by the incoming body

  get scheduler(): Scheduler {
    return this.channel.host.runtime.scheduler;
  }

  readLimit(): number {
    return this.channel.host.readLimit();
  }

  wanted(): void {
    const { channel, incoming } = this;
    if (incoming?.continueDue === true) {
      incoming.continueDue = false;
      channel.output.add(CONTINUE, "");
      channel.output.flush();
    }
    this.hurry(this.readLimit());
    channel.flow();
  }

  // ---- called by the sender of the response

  follow<T>(promise: Promise<T>, fulfilled: (value: T) => void, rejected: (error: unknown) => void): void {
    const then = (action: () => void): void => {
      this.runsCode = false;
      this.code = null;
      action();
      // A handler may have returned a function that sends the response.
      if (!this.runsCode) this.codeEnded?.();
    };
    this.runsCode = true;
    this.code = this.scheduler.follow(
      promise,
      (value) => then(() => fulfilled(value)),
      (error) => then(() => rejected(error)),
    );
  }

  get runtime(): Runtime {
    return this.channel.host.runtime;
  }

  get serializer(): Serializer {
    const { serializer } = this.channel.host;
    serializer.tick(Date.now());
    return serializer;
  }

  get blocked(): boolean {
    return this.channel.output.blocked;
  }

  get unwritten(): number {
    return this.channel.output.size;
  }

  add(data: string | Uint8Array): void {
    if (this.isOver) return;
    if (typeof data === "string") this.channel.output.add(data, "");
    else this.channel.output.addBytes(data);
  }

  writeNow(): void {
    if (!this.isOver) this.channel.writeNow();
  }

  writeSoon(): void {
    if (!this.isOver) this.channel.writeSoon();
  }

  flow(): void {
    if (!this.isOver) this.channel.flow();
  }

  left(): void {
    this.clientLeft = true;
    this.cancel?.cancel();
  }

  hurry(ms: number): void {
    this.channel.host.hurry(ms);
  }

  finished(status: number, keepAlive: boolean): void {
    if (this.isOver) return;
    // The code that starts a response continues by itself.
    const isStarting = this.kind === "starting";
    this.log(status);
    this.answered(keepAlive);
    if (!isStarting) this.channel.goOn();
  }

  broken(status: number): void {
    if (this.isOver) return;
    this.log(status);
    this.channel.output.flush();
    this.incoming?.discard();
    this.cancel?.cancel();
    this.end("left");
    this.channel.reset();
  }

  instead(response: Response): void {
    if (this.isOver) return;
    const isStarting = this.kind === "starting";
    this.outgoing = null;
    this.kind = "handling";
    this.respond(response, false);
    if (!isStarting) this.channel.goOn();
  }

  report(text: string): void {
    if (!this.isOver) this.channel.host.report(`http: ${this.title}: ${text}\n`);
  }

  failed(error: unknown): boolean {
    return this.channel.host.handlerFailed(error);
  }
}
