// One connection of the server: bytes to requests, requests to handlers, answers to bytes.
//
//   waiting ──first byte──► head ──blank line──► body ──all of it──► handling ──answer──► waiting
//      │                     │                    │   (no body: straight to handling)       │
//      │ end, time-out       │ fault, time-out    │ fault, time-out                         │ close
//      ▼                     ▼                    ▼                                         ▼
//   closed ◄──client ends, 2 s── lingering ◄──all sent── closing ◄───────────────────────────
//
// An answer that is no text leads from `handling` to `sending`, where an `Outgoing` writes it; while a handler or
// such an answer is at work, an `IncomingBody` may take the body of the request piece by piece.
// An answer leads to `waiting` by way of `answered`, until it has been written: all requests of one read
// are handled before their answers are written together, and those of several connections right after
// each other. Beside the state the outbox may be blocked: then nothing is read, and no deadline but that of
// the write counts, until the client has taken what waits for it.
import type { SendQueues } from "../../../interpreter/host/index.ts";
import type { Runtime, Scheduler } from "../../../interpreter/runtime/index.ts";
import type { Socket } from "../../net/index.ts";
import { showAddress } from "../../net/index.ts";
import { Cancel } from "../../sync/index.ts";
import { LIMITS } from "../limits.ts";
import type { RequestHead } from "../message/index.ts";
import { CollectedText, HEAD, METHODS, RequestHeadParser, verbOf } from "../message/index.ts";
import type { Match, Origin } from "../routes/index.ts";
import { BodyReader, Request, Response, TEXT } from "../routes/index.ts";
import type { GatheredWrites, Writer } from "../transport/index.ts";
import { Outbox, Patience, WriteWait } from "../transport/index.ts";
import { answerOf } from "./answers.ts";
import type { State } from "./connection-state.ts";
import { ANSWERED, CLOSED, CLOSING, GATHERED } from "./connection-state.ts";
import { IncomingBody } from "./incoming-body.ts";
import type { BodyOwner } from "./incoming-body.ts";
import type { Line, Outgoing } from "./outgoing.ts";
import { RequestBody } from "./request-body.ts";
import type { Answer, AnswerContext, Serializer } from "./serialize.ts";

/** What a connection needs of its server. */
export interface ConnectionHost {
  readonly runtime: Runtime;
  readonly serializer: Serializer;
  readonly writes: Pick<GatheredWrites, "add">;
  readonly stopping: boolean;
  readonly logging: boolean;
  readonly limits: ServerLimits;
  /** Milliseconds, Infinity for no limit. */
  readLimit(): number;
  writeLimit(): number;
  find(head: RequestHead): Match | null;
  /** Some handlers read bodies as they come. */
  readonly streams: boolean;
  /** A deadline may be so soon: the timer must not be late for it. */
  hurry(ms: number): void;
  tell(line: string): void;
  log(line: string): void;
  /** A handler failed: true when its request is to be answered 500, false when the program ends. */
  handlerFailed(error: unknown): boolean;
  closed(connection: ServerConnection): void;
}

/** What a server may be told; times in milliseconds, Infinity for no limit. */
export interface ServerLimits {
  readonly bodyBytes: number;
  /** For handlers that read the body as it comes. */
  readonly streamedBodyBytes: number;
  readonly headBytes: number;
  /** Null where the read time-out decides. */
  readonly idleMs: number | null;
  readonly headerMs: number | null;
  readonly handlerMs: number;
}

const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

export class ServerConnection implements Writer, Origin, Line, BodyOwner {
  /** `host:port` of the client. */
  readonly remoteAddress: string;
  private readonly host: ConnectionHost;
  private readonly socket: Socket;
  private readonly outbox: Outbox;
  private readonly parser: RequestHeadParser;
  /** While the outbox is blocked: the wait for the client to take bytes, and when to look at it. */
  private stalled: { readonly wait: WriteWait; readonly deadline: number } | null = null;
  private readonly patience = new Patience();
  private state: State;
  /** When a handler has had its time. */
  private handlerDeadline = Infinity;
  /** The request that is being answered. */
  private request: Request | null = null;
  /** Rings when nobody waits for its answer any more; null while nobody has asked. */
  private cancel: Cancel | null = null;
  /** What is to be done when it has been answered. */
  private closers: (() => void)[] | null = null;
  /** Its body, where the handler reads that itself. */
  private incoming: IncomingBody | null = null;
  /** The client waits for a 100 before it sends the body. */
  private continueDue = false;
  /** What writes its answer. */
  private outgoing: Outgoing | null = null;
  /** It is being started, in the midst of other work. */
  private starting = false;
  /** What it has added will be written in this turn. */
  private soon = false;
  /** Received while a handler ran or answers waited. */
  private readonly held = new CollectedText();
  /** The client has ended its side. */
  private ended = false;

  constructor(host: ConnectionHost, socket: Socket) {
    this.host = host;
    this.socket = socket;
    this.parser = new RequestHeadParser(host.limits.headBytes);
    this.remoteAddress = showAddress(socket.remoteAddress ?? "", socket.remotePort ?? 0);
    this.outbox = new Outbox(socket, () => {
      this.stalled = null;
      this.goOn();
    });
    this.state = this.waitForRequest();
    socket.on("end", () => this.inputEnded());
    // A reset is followed by `close`, which is all that matters.
    socket.on("error", () => {});
    socket.on("close", () => {
      this.close();
      host.closed(this);
    });
  }

  /** When to call `expired`, by the clock of `performance.now`. */
  get deadline(): number {
    if (this.stalled !== null) return this.stalled.deadline;
    if (this.state.kind === "handling" || this.state.kind === "sending") {
      return Math.min(
        this.handlerDeadline,
        this.incoming?.deadline ?? Infinity,
        this.outgoing?.deadline ?? Infinity,
      );
    }
    return "deadline" in this.state ? this.state.deadline : Infinity;
  }

  /** The server stops: a connection without a request closes at once, others after their answer. */
  drain(): void {
    switch (this.state.kind) {
      case "waiting":
        // A request may be on its way: what comes to a closed socket is answered by a reset, which could take answers
        // along that the client has not read.
        this.linger();
        break;
      case "answered":
      case "gathered":
        if (this.stalled === null) this.flush();
        break;
      case "lingering":
        this.host.hurry(LIMITS.drainLingerMs);
        this.state = {
          kind: "lingering",
          deadline: Math.min(this.state.deadline, performance.now() + LIMITS.drainLingerMs),
        };
        break;
      case "sending":
        this.cancel?.cancel();
        this.outgoing?.stop();
        break;
      case "head":
      case "body":
      case "handling":
      case "closing":
      case "closed":
        break;
    }
  }

  /** The request that a handler is at, as the access log names it; null for none. */
  get handled(): string | null {
    return this.state.kind === "handling" || this.state.kind === "sending"
      ? `${verbOf(this.state.head.method)} ${this.state.head.path}`
      : null;
  }

  /** Drops the connection and what is under way on it; false where all has been sent, which then ends by itself. */
  cut(): boolean {
    if (this.state.kind === "lingering" || this.state.kind === "closed") return false;
    this.close();
    this.socket.resetAndDestroy();
    return true;
  }

  /** Ends the connection at once, whatever it does. */
  abort(): void {
    this.outbox.flush();
    this.close();
    this.socket.destroy();
  }

  private close(): void {
    this.state = CLOSED;
    this.stalled = null;
    const { incoming, outgoing, cancel } = this;
    if (this.request !== null) this.request.left = true;
    this.incoming = null;
    this.outgoing = null;
    incoming?.fail("the connection is gone");
    outgoing?.gone();
    cancel?.cancel();
    // A handler that still runs may use what is closed at its end.
    if (outgoing !== null) this.endRequest();
  }

  /** What rings when nobody waits for the answer to a request any more. */
  cancelOf(request: Request): Cancel {
    const { scheduler } = this.host.runtime;
    if (request !== this.request) {
      const cancel = new Cancel(scheduler);
      if (request.left) cancel.cancel();
      return cancel;
    }
    this.cancel ??= new Cancel(scheduler);
    if (this.ended || this.state.kind === "closed" || (this.state.kind === "sending" && this.host.stopping))
      this.cancel.cancel();
    return this.cancel;
  }

  /** Lets `close` be called when the request has been answered. */
  atEnd(request: Request, close: () => void): void {
    if (request === this.request) (this.closers ??= []).push(close);
    else close();
  }

  private endRequest(): void {
    this.request = null;
    this.cancel = null;
    this.handlerDeadline = Infinity;
    const { closers } = this;
    this.closers = null;
    for (const close of closers ?? []) close();
  }

  /** There are too many connections: says so and ends. */
  turnAway(): void {
    this.host.serializer.tick(Date.now());
    this.send(this.host.serializer.refusal(503, false));
    this.flush();
  }

  /** The deadline has passed. */
  expired(queues: SendQueues): void {
    if (this.stalled !== null) {
      this.lookAtWrite(this.stalled.wait, queues);
      return;
    }
    switch (this.state.kind) {
      case "waiting":
        this.closeSilently();
        break;
      case "head":
      case "body":
        this.host.serializer.tick(Date.now());
        this.refuse(408);
        this.flush();
        break;
      case "lingering":
        this.close();
        this.socket.destroy();
        break;
      case "handling":
      case "sending":
        this.late(this.state.head);
        break;
      case "answered":
      case "gathered":
      case "closing":
      case "closed":
        break;
    }
  }

  private late(head: RequestHead): void {
    const now = performance.now();
    const { incoming, outgoing } = this;
    if (incoming !== null && incoming.deadline <= now) incoming.fail("timed out");
    if (outgoing !== null && outgoing.deadline <= now) outgoing.expired();
    if (this.handlerDeadline > now || (this.state.kind !== "handling" && outgoing?.unsent !== true)) return;
    // What the handler answers later goes nowhere.
    this.host.serializer.tick(Date.now());
    this.outgoing = null;
    outgoing?.gone();
    this.cancel?.cancel();
    this.respond(head, Response.of(503, TEXT, "Service Unavailable"), false);
    this.goOn();
  }

  private lookAtWrite(wait: WriteWait, queues: SendQueues): void {
    const now = performance.now();
    const unsent = queues.of(this.socket);
    const deadline = wait.look(now, unsent);
    if (
      deadline !== null &&
      !this.patience.isOver(now, this.outbox.size, unsent ?? 0, this.host.writeLimit())
    ) {
      this.stalled = { wait, deadline };
      return;
    }
    // A reset also frees what the system still holds for a client that does not read.
    this.close();
    this.socket.resetAndDestroy();
  }

  private get busy(): boolean {
    return this.state.kind === "handling" || this.state.kind === "sending" || this.outbox.blocked;
  }

  /** Takes bytes off the socket. */
  arrived(text: string): void {
    if (this.state.kind === "lingering" || this.state.kind === "closed") return;
    if (this.busy) {
      this.meanwhile(text);
      return;
    }
    this.host.serializer.tick(Date.now());
    this.process(text);
  }

  /** What comes while a handler or an answer is at work: a part of the body, or the next request. */
  private meanwhile(text: string): void {
    const { incoming, outgoing } = this;
    if (outgoing?.received !== undefined) {
      outgoing.received(text);
      return;
    }
    const position = incoming === null || incoming.done ? 0 : incoming.feed(text, 0);
    if (position < text.length) this.hold(position === 0 ? text : text.slice(position));
    else if (incoming?.full === true) this.socket.pause();
  }

  private hold(text: string): void {
    if (text === "") return;
    this.held.add(text);
    if (this.held.length >= LIMITS.heldBytes) this.socket.pause();
  }

  /** The system may hand over more. */
  private get wantsInput(): boolean {
    return (
      this.held.length < LIMITS.heldBytes &&
      this.incoming?.full !== true &&
      this.outgoing?.fullOfInput !== true
    );
  }

  private inputEnded(): void {
    this.ended = true;
    const { kind } = this.state;
    if (kind === "handling" || kind === "sending") this.cancel?.cancel();
    this.incoming?.fail("the client ended the body early");
    this.outgoing?.inputEnded?.();
    if (this.busy || kind === "closing" || kind === "lingering" || kind === "closed") return;
    this.host.serializer.tick(Date.now());
    this.flush();
  }

  /** A handler has returned, or the client has taken some of what waited. */
  private goOn(): void {
    const { state } = this;
    if (state.kind === "sending") {
      this.flush();
      return;
    }
    if (state.kind === "closed" || state.kind === "lingering") return;
    if (this.busy || state.kind === "closing") {
      this.flush();
      return;
    }
    this.host.serializer.tick(Date.now());
    // Only time in which the server wants to read counts.
    if (state.kind === "head" || state.kind === "body")
      this.state = { ...state, deadline: performance.now() + this.host.readLimit() };
    this.process(this.held.take());
  }

  /** Handles everything that `text` holds, as far as handlers and the client keep up. */
  private process(text: string): void {
    let position = this.skipRest(text);
    while (position < text.length && this.state.kind !== "closing") {
      position =
        this.state.kind === "body"
          ? this.readBody(this.state, text, position)
          : this.readHead(text, position);
      if (this.outbox.size >= LIMITS.heldBytes) this.outbox.flush();
      if (this.busy && position < text.length) {
        this.meanwhile(position === 0 ? text : text.slice(position));
        break;
      }
    }
    if ((this.state.kind === "answered" || this.state.kind === "gathered") && !this.outbox.blocked)
      this.flushSoon();
    else this.flush();
  }

  /** Throws away what is left of a body that its handler did not read. */
  private skipRest(text: string): number {
    const { incoming } = this;
    if (incoming === null) return 0;
    const position = incoming.done ? 0 : incoming.feed(text, 0);
    if (incoming.done) this.incoming = null;
    return position;
  }

  writeNow(): void {
    this.soon = false;
    if (this.state.kind === "gathered" || this.state.kind === "sending") this.flush();
  }

  private flushSoon(): void {
    if (this.state.kind === "gathered") return;
    this.state = GATHERED;
    this.host.writes.add(this);
  }

  private readHead(text: string, from: number): number {
    const result = this.parser.parse(text, from);
    switch (result.kind) {
      case "faulty":
        this.refuse(result.status);
        return text.length;
      case "incomplete":
        if (this.parser.started && this.state.kind !== "head") {
          this.state = {
            kind: "head",
            deadline: performance.now() + (this.host.limits.headerMs ?? this.host.readLimit()),
          };
        }
        return text.length;
      case "complete":
        return this.startBody(result.head, text, from + result.taken);
    }
  }

  /** Goes on after a head; returns the position after what was taken of the body. */
  private startBody(head: RequestHead, text: string, position: number): number {
    const length = head.contentLength;
    if (this.host.streams) {
      const match = this.host.find(head);
      if (match?.route.streams === true) return this.startStream(head, match, text, position);
    }
    if (length > this.host.limits.bodyBytes) {
      this.refuse(413, head.method === HEAD);
      return text.length;
    }
    if (length === 0 && !head.chunked) {
      this.handle(head, "");
      return position;
    }
    if (!head.chunked && text.length - position >= length) {
      this.handle(head, text.slice(position, position + length));
      return position + length;
    }
    // A client of which no byte of the body has come may wait for a 100 (RFC 9110 10.1.1).
    if (head.expectsContinue && position === text.length) this.outbox.add(CONTINUE, "");
    const framing = head.chunked ? { kind: "chunked" as const } : { kind: "length" as const, length };
    const now = performance.now();
    const body = new RequestBody(framing, this.host.limits.bodyBytes, now);
    this.state = { kind: "body", head, body, deadline: body.deadline(now, this.host.readLimit()) };
    return position;
  }

  /** The handler runs at once and reads the body itself. */
  private startStream(head: RequestHead, match: Match, text: string, position: number): number {
    const limit = this.host.limits.streamedBodyBytes;
    if (head.contentLength > Math.min(limit, Number.MAX_SAFE_INTEGER)) {
      this.refuse(413, head.method === HEAD);
      return text.length;
    }
    const framing = head.chunked
      ? { kind: "chunked" as const }
      : { kind: "length" as const, length: head.contentLength };
    const incoming = new IncomingBody(framing, limit, this);
    const end = incoming.feed(text, position);
    this.incoming = incoming;
    this.continueDue = head.expectsContinue && end === position && !incoming.done;
    this.handleBy(head, "", match);
    if (!this.wantsInput) this.socket.pause();
    return end;
  }

  get scheduler(): Scheduler {
    return this.host.runtime.scheduler;
  }

  readLimit(): number {
    return this.host.readLimit();
  }

  /** A handler waits for a part of the body. */
  wanted(): void {
    if (this.continueDue) {
      this.continueDue = false;
      this.outbox.add(CONTINUE, "");
      this.outbox.flush();
    }
    this.hurry(this.host.readLimit());
    if (!this.outbox.blocked && this.wantsInput && this.socket.isPaused()) this.socket.resume();
  }

  private readBody(state: State & { readonly kind: "body" }, text: string, from: number): number {
    const { head, body } = state;
    const position = body.feed(text, from);
    if (body.fault !== 0) {
      this.refuse(body.fault);
      return text.length;
    }
    if (body.done) this.handle(head, body.take());
    else this.state = { ...state, deadline: body.deadline(performance.now(), this.host.readLimit()) };
    return position;
  }

  private handle(head: RequestHead, body: string): void {
    this.handleBy(head, body, this.host.find(head));
  }

  private handleBy(head: RequestHead, body: string, match: Match | null): void {
    this.state = { kind: "handling", head };
    const { handlerMs } = this.host.limits;
    if (handlerMs < Infinity) this.handlerDeadline = performance.now() + handlerMs;
    if (match === null) {
      this.respond(head, Response.of(404, TEXT, "Not Found"), head.keepAlive);
      return;
    }
    try {
      const request = Request.received(METHODS[head.method]!, head, match, body, this);
      this.request = request;
      const { incoming } = this;
      if (incoming !== null) request.reader = new BodyReader(incoming);
      const response = match.route._handler(request);
      if (response instanceof Promise) {
        response.then(
          (value) => this.answered(head, value, head.keepAlive),
          (error: unknown) => this.answered(head, this.failure(error), false),
        );
      } else {
        this.respond(head, response, head.keepAlive);
      }
    } catch (error) {
      const response = this.failure(error);
      if (response !== null) this.respond(head, response, false);
    }
  }

  /** The 500 that answers a failed handler, or null when the program ends. */
  private failure(error: unknown): Response | null {
    // The answers before it are due whatever comes now.
    this.outbox.flush();
    return this.host.handlerFailed(error) ? Response.of(500, TEXT, "Internal Server Error") : null;
  }

  private answered(head: RequestHead, response: Response | null, keepAlive: boolean): void {
    if (response === null || this.state.kind !== "handling") {
      if (this.request !== null && this.state.kind === "closed") this.endRequest();
      return;
    }
    this.host.serializer.tick(Date.now());
    this.respond(head, response, keepAlive);
    this.goOn();
  }

  private respond(head: RequestHead, response: Response, keepAlive: boolean): void {
    const last =
      this.host.stopping ||
      (this.ended && this.held.length === 0) ||
      (this.incoming !== null && !this.mayGoOn(this.incoming));
    const context = { isHead: head.method === HEAD, minor: head.minor, keepAlive: keepAlive && !last };
    if (response.source !== null) {
      this.startSending(head, response, context);
      return;
    }
    const answer = this.host.serializer.answer(response, context);
    if (this.host.logging) this.host.log(`${verbOf(head.method)} ${head.path} ${answer.status}\n`);
    this.send(answer);
    this.answeredAll(answer.keepAlive);
  }

  /** The request has been dealt with, but for the writing. */
  private answeredAll(keepAlive: boolean): void {
    const { incoming } = this;
    if (incoming !== null) {
      if (incoming.done || !keepAlive) this.incoming = null;
      incoming.discard();
    }
    this.endRequest();
  }

  /** What is left of a body that the handler did not read may be thrown away. */
  private mayGoOn(incoming: IncomingBody): boolean {
    // A client that waits for a 100 may send the body or not (RFC 9110 10.1.1).
    return incoming.restIsShort && !this.continueDue;
  }

  private startSending(head: RequestHead, response: Response, context: AnswerContext): void {
    this.state = { kind: "sending", head };
    const outgoing = answerOf({ response, context, line: this });
    this.outgoing = outgoing;
    if (this.host.stopping) this.cancel?.cancel();
    this.starting = true;
    outgoing.begin();
    this.starting = false;
    if (outgoing.received !== undefined && this.outgoing === outgoing && this.held.length > 0)
      outgoing.received(this.held.take());
    if (this.host.stopping && this.outgoing === outgoing) outgoing.stop();
  }

  get runtime(): Runtime {
    return this.host.runtime;
  }

  get serializer(): Serializer {
    this.host.serializer.tick(Date.now());
    return this.host.serializer;
  }

  get blocked(): boolean {
    return this.outbox.blocked;
  }

  get unwritten(): number {
    return this.outbox.size;
  }

  add(data: string | Uint8Array): void {
    if (typeof data === "string") this.outbox.add(data, "");
    else this.outbox.addBytes(data);
  }

  writeSoon(): void {
    if (this.soon) return;
    this.soon = true;
    this.host.writes.add(this);
  }

  flow(): void {
    if (!this.wantsInput) this.socket.pause();
    else if (!this.outbox.blocked && this.socket.isPaused()) this.socket.resume();
  }

  hurry(ms: number): void {
    this.host.hurry(ms);
  }

  finished(status: number, keepAlive: boolean): void {
    this.sent(status, keepAlive ? ANSWERED : CLOSING);
    if (!this.starting) this.goOn();
  }

  broken(status: number): void {
    this.sent(status, CLOSED);
    this.outbox.flush();
    this.close();
    this.socket.resetAndDestroy();
  }

  private sent(status: number, next: State): void {
    if (this.state.kind !== "sending") return;
    const { head } = this.state;
    this.outgoing = null;
    this.state = next;
    if (this.host.logging) this.host.log(`${verbOf(head.method)} ${head.path} ${status}\n`);
    this.answeredAll(next === ANSWERED);
  }

  instead(response: Response): void {
    if (this.state.kind !== "sending") return;
    this.outgoing = null;
    this.respond(this.state.head, response, false);
    if (!this.starting) this.goOn();
  }

  tell(text: string): void {
    if (this.state.kind === "sending")
      this.host.tell(`http: ${verbOf(this.state.head.method)} ${this.state.head.path}: ${text}\n`);
  }

  failed(error: unknown): boolean {
    return this.host.handlerFailed(error);
  }

  private refuse(
    status: number,
    isHead: boolean = this.state.kind === "body" ? this.state.head.method === HEAD : this.parser.isHead,
  ): void {
    if (this.host.logging) this.host.log(`- - ${status}\n`);
    this.send(this.host.serializer.refusal(status, isHead));
  }

  private send(answer: Answer): void {
    this.outbox.add(answer.head, answer.body);
    this.state = answer.keepAlive ? ANSWERED : CLOSING;
  }

  /** Writes the answers collected so far, and decides what to wait for next. */
  private flush(): void {
    if (this.state.kind === "gathered") this.state = ANSWERED;
    this.outbox.flush();
    const { kind } = this.state;
    if (kind === "closed") return;
    if (this.outbox.blocked) {
      const wait = new WriteWait();
      this.stalled = { wait, deadline: wait.begin(performance.now(), this.host.writeLimit()) };
      this.socket.pause();
      return;
    }
    if (this.wantsInput && this.socket.isPaused()) this.socket.resume();
    if (kind === "closing") this.linger();
    else if (kind === "handling") return;
    else if (kind === "sending") this.outgoing?.released();
    else if (this.held.length > 0) this.goOn();
    else if (this.ended) this.noMoreInput();
    else if (kind === "waiting" || kind === "answered") this.waitOn();
  }

  /** Nothing waits to be written. Empty lines do not start the wait for a request anew. */
  private waitOn(): void {
    if (this.host.stopping) this.linger();
    else if (this.state.kind === "answered") this.state = this.waitForRequest();
  }

  private waitForRequest(): State {
    return {
      kind: "waiting",
      deadline: performance.now() + (this.host.limits.idleMs ?? this.host.readLimit()),
    };
  }

  private noMoreInput(): void {
    if (this.state.kind === "waiting" || this.state.kind === "answered") {
      this.closeSilently();
      return;
    }
    this.refuse(400);
    this.flush();
  }

  private closeSilently(): void {
    this.close();
    this.socket.destroySoon();
  }

  /** Ends our side and discards what comes, so that the client sees the answer and no reset (RFC 9112 9.6). */
  private linger(): void {
    const ms = this.host.stopping ? LIMITS.drainLingerMs : LIMITS.lingerMs;
    this.state = { kind: "lingering", deadline: performance.now() + ms };
    if (this.host.stopping) this.host.hurry(ms);
    this.held.take();
    this.socket.end();
    this.socket.resume();
  }
}
