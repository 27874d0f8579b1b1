// One connection of the server: bytes to requests, requests to exchanges, responses to bytes.
//
//   waiting ──first byte──► head ──blank line──► body ──all of it──► exchange ─response─► answered ──written──► waiting
//      │                     │                    │  (none: straight to it)  │              │
//      │ end, time-out       │ fault, time-out    │ fault, time-out         │ close        │ stop
//      ▼                     ▼                    ▼                         ▼              ▼
//   closed ◄──client ends, 2 s── lingering ◄──all sent── closing ◄──────────┴──────────────┘
//
// Each state owns its deadline and its part of a body (`connection-state.ts`). An `Exchange` is the state in
// which a request is answered. Its response leads to `answered`, and to `waiting` when it has been written.
// All requests of one read are handled before their responses are written together, and those of several
// connections right after each other. Independent of the state is the `Output`: while the client is behind,
// nothing is read.
import type { SendQueues } from "../../../interpreter/host/index.ts";
import type { Socket } from "../../net/index.ts";
import { LIMITS } from "../limits.ts";
import type { RequestHead } from "../message/index.ts";
import { HEAD, RequestHeadParser } from "../message/index.ts";
import type { Match } from "../routes/index.ts";
import type { Writer } from "../transport/index.ts";
import type { ClientInfo } from "./client-info.ts";
import type { ConnectionHost } from "./connection-host.ts";
import type { State } from "./connection-state.ts";
import { ANSWERED, CLOSED, CLOSING } from "./connection-state.ts";
import type { Channel } from "./exchange.ts";
import { CONTINUE, Exchange } from "./exchange.ts";
import type { IncomingBody } from "./incoming-body.ts";
import { Input } from "./input.ts";
import { Output } from "./output.ts";
import { framingOf, RequestBody } from "./request-body.ts";

export class ServerConnection implements Writer, Channel {
  readonly host: ConnectionHost;
  readonly client: ClientInfo;
  readonly input: Input;
  readonly output: Output;
  private readonly socket: Socket;
  private readonly parser: RequestHeadParser;
  private state: State;
  /** The state before the first request. */
  private readonly first: State;

  constructor(host: ConnectionHost<ServerConnection>, socket: Socket, client: ClientInfo) {
    this.host = host;
    this.socket = socket;
    this.parser = new RequestHeadParser(host.limits.headBytes);
    this.client = client;
    this.input = new Input(socket);
    this.output = new Output(host, socket, () => this.goOn());
    this.first = this.waitForRequest(null);
    this.state = this.first;
    socket.on("end", () => this.inputEnded());
    // A reset is followed by `close`, which is handled below.
    socket.on("error", () => {});
    socket.on("close", () => {
      this.close();
      host.closed(this);
    });
  }

  // ---- called by the server

  /** The time of `performance.now` at which to call `expired`. */
  get deadline(): number {
    return this.output.deadline ?? this.state.deadline;
  }

  /** The name of the request in progress in the access log, or null. */
  get handled(): string | null {
    return this.state instanceof Exchange ? this.state.title : null;
  }

  /**
   * Called when the server stops: a connection without a request closes immediately, others after their
   * response.
   */
  drain(): void {
    const { state } = this;
    switch (state.kind) {
      case "waiting":
        // A request may be in transit: data that arrives at a closed socket causes a reset, which could
        // destroy responses that the client has not read.
        this.linger();
        break;
      case "answered":
        if (this.output.deadline === null) this.flush();
        break;
      case "lingering":
        this.host.hurry(LIMITS.drainLingerMs);
        this.state = {
          ...state,
          deadline: Math.min(state.deadline, performance.now() + LIMITS.drainLingerMs),
        };
        break;
      default:
        if (state instanceof Exchange) state.stop();
    }
  }

  /** Answers a connection above the limit with 503 and ends it. */
  turnAway(): void {
    this.host.serializer.tick(Date.now());
    this.answerLast(503, false);
    this.flush();
  }

  /** Answers a connection that cannot be served, and ends it. */
  refuseAll(status: number, text: string, isHead: boolean): void {
    this.host.serializer.tick(Date.now());
    this.refuse(status, isHead, text);
    this.flush();
  }

  /** The request that is being handled; null if there is none. */
  get exchange(): Exchange | null {
    return this.state instanceof Exchange ? this.state : null;
  }

  /** Whether the client has sent no request yet. */
  get isFresh(): boolean {
    return this.state === this.first;
  }

  /** Whether not everything has been sent; otherwise the connection ends anyway. */
  get isUnfinished(): boolean {
    return this.state.kind !== "lingering" && this.state.kind !== "closed";
  }

  /** Ends the connection immediately, in any state. */
  abort(): void {
    this.output.flush();
    this.close();
    this.socket.destroy();
  }

  /** Called when the deadline has passed. */
  expired(queues: SendQueues): void {
    if (this.output.deadline !== null) {
      // A reset also frees data that the system still holds for a client that does not read.
      if (this.output.isLate(queues)) this.reset();
      return;
    }
    const { state } = this;
    switch (state.kind) {
      case "waiting":
        this.closeSilently();
        break;
      case "head":
      case "body":
        this.host.serializer.tick(Date.now());
        this.fault(408);
        this.flush();
        break;
      case "lingering":
        this.close();
        this.socket.destroy();
        break;
      default:
        if (state instanceof Exchange) state.expired();
    }
  }

  // ---- bytes in

  /** Takes bytes from the socket. */
  arrived(text: string): void {
    if (this.state.kind === "lingering" || this.state.kind === "closed") return;
    if (this.busy) {
      this.meanwhile(text);
      return;
    }
    this.host.serializer.tick(Date.now());
    this.process(text);
  }

  private get busy(): boolean {
    return this.state instanceof Exchange || this.output.blocked;
  }

  /**
   * Takes data that arrives while a request is being answered or responses wait: a part of the body, or the
   * next request.
   */
  private meanwhile(text: string): void {
    const position = this.state instanceof Exchange ? this.state.received(text) : this.skipRest(text);
    this.input.hold(position === 0 ? text : text.slice(position));
    if (!this.wantsInput) this.input.flow(false);
  }

  /** Whether the system may hand over more. */
  private get wantsInput(): boolean {
    return !this.input.full && !(this.state instanceof Exchange && this.state.full);
  }

  private inputEnded(): void {
    this.input.ended = true;
    const { state } = this;
    if (state instanceof Exchange) {
      state.inputEnded();
      return;
    }
    const { kind } = state;
    if (this.output.blocked || kind === "closing" || kind === "lingering" || kind === "closed") return;
    this.host.serializer.tick(Date.now());
    this.flush();
  }

  /** Handles all of `text`, as far as handlers and the client keep up. */
  private process(text: string): void {
    let position = this.skipRest(text);
    while (position < text.length && this.state.kind !== "closing" && this.state.kind !== "closed") {
      position =
        this.state.kind === "body"
          ? this.readBody(this.state, text, position)
          : this.readHead(text, position);
      if (this.output.size >= LIMITS.heldBytes) this.output.flush();
      if (this.busy && position < text.length) {
        this.meanwhile(position === 0 ? text : text.slice(position));
        break;
      }
    }
    if (this.state.kind === "answered" && !this.output.blocked) this.output.flushSoon(this);
    else this.flush();
  }

  /** Discards the rest of a body that its handler did not read. */
  private skipRest(text: string): number {
    const { state } = this;
    if ((state.kind !== "answered" && state.kind !== "waiting") || state.rest === null) return 0;
    const position = state.rest.feed(text, 0);
    if (state.rest.done) this.state = { ...state, rest: null };
    return position;
  }

  private readHead(text: string, from: number): number {
    const result = this.parser.parse(text, from);
    switch (result.kind) {
      case "faulty":
        this.fault(result.status);
        return text.length;
      case "incomplete":
        if (this.parser.started && this.state.kind !== "head") {
          const limit = this.host.limits.headerMs ?? this.host.readLimit();
          this.state = { kind: "head", deadline: performance.now() + limit, rest: null };
        }
        return text.length;
      case "complete":
        return this.startBody(result.head, text, from + result.taken);
    }
  }

  /** Starts the body after a head; returns the position after the bytes taken. */
  private startBody(head: RequestHead, text: string, position: number): number {
    const length = head.contentLength;
    const match = this.host.routePrecedesBody ? this.host.find(head) : null;
    const streams = match?.route.streams === true;
    const { bodyBytes, streamedBodyBytes } = this.host.limits;
    const most = match?.limits?.bodyBytes ?? (streams ? streamedBodyBytes : bodyBytes);
    if (length > Math.min(most, Number.MAX_SAFE_INTEGER)) {
      this.refuseBody(413, head);
      return text.length;
    }
    if (streams) return this.startStream(head, match, most, text, position);
    if (length === 0 && !head.chunked) {
      this.handle(head, "");
      return position;
    }
    if (!head.chunked && text.length - position >= length) {
      this.handle(head, text.slice(position, position + length));
      return position + length;
    }
    // A client may wait for a 100 if no byte of its body has arrived (RFC 9110 10.1.1).
    if (head.expectsContinue && position === text.length) this.output.add(CONTINUE, "");
    const now = performance.now();
    const body = new RequestBody(framingOf(head), most, now);
    this.state = { kind: "body", head, body, deadline: body.deadline(now, this.host.readLimit()) };
    return position;
  }

  /** Runs the handler immediately; it reads the body itself. */
  private startStream(head: RequestHead, match: Match, most: number, text: string, position: number): number {
    const exchange = new Exchange(this, head);
    const body = exchange.takeBody(framingOf(head), most);
    const end = body.feed(text, position);
    body.continueDue = head.expectsContinue && end === position && !body.done;
    this.state = exchange;
    exchange.run("", match);
    if (!this.wantsInput) this.input.flow(false);
    return end;
  }

  private readBody(state: State & { readonly kind: "body" }, text: string, from: number): number {
    const { head, body } = state;
    const position = body.feed(text, from);
    this.host.runtime.arrived(position - from);
    if (body.fault !== 0) {
      this.fault(body.fault);
      return text.length;
    }
    if (body.done) this.handle(head, body.take());
    else this.state = { ...state, deadline: body.deadline(performance.now(), this.host.readLimit()) };
    return position;
  }

  private handle(head: RequestHead, body: string): void {
    const exchange = new Exchange(this, head);
    this.state = exchange;
    exchange.run(body, this.host.find(head));
  }

  // ---- called by the exchange

  flow(): void {
    const { wantsInput } = this;
    if (!wantsInput || !this.output.blocked) this.input.flow(wantsInput);
  }

  answered(keepAlive: boolean, rest: IncomingBody | null): void {
    if (this.state.kind === "closed") return;
    if (!keepAlive) this.state = CLOSING;
    else this.state = rest === null ? ANSWERED : { ...ANSWERED, rest };
  }

  /** Called when a request has been answered, or the client has taken some of the waiting data. */
  goOn(): void {
    const { state } = this;
    if (state.kind === "closed" || state.kind === "lingering") return;
    if (this.busy || state.kind === "closing") {
      this.flush();
      return;
    }
    this.host.serializer.tick(Date.now());
    // Only time in which the server wants to read is charged.
    if (state.kind === "head" || state.kind === "body")
      this.state = { ...state, deadline: performance.now() + this.host.readLimit() };
    this.process(this.input.take());
  }

  /** Drops the connection and its request. */
  reset(): void {
    this.close();
    this.host.runtime.host.system.sockets.reset(this.socket);
  }

  writeSoon(): void {
    this.output.flushSoon(this);
  }

  writeNow(): void {
    this.output.flushIsDue();
    if (this.state.kind === "answered" || this.state instanceof Exchange) this.flush();
  }

  // ---- bytes out

  /** Refuses the request that is being read. */
  private fault(status: number): void {
    const { state } = this;
    if (state.kind === "body" && status === 413) this.refuseBody(status, state.head);
    else this.refuse(status, state.kind === "body" ? state.head.method === HEAD : this.parser.isHead);
  }

  /** Refuses a request whose head is known. */
  private refuseBody(status: number, head: RequestHead): void {
    const response = this.host.refusal(status, head.path);
    const isHead = head.method === HEAD;
    if (response === null) return this.refuse(status, isHead);
    if (this.host.logging) this.host.log(`- - ${status}\n`);
    const answer = this.host.serializer.answer(response, { isHead, minor: 1, keepAlive: false });
    this.output.add(answer.head, answer.body);
    this.state = CLOSING;
  }

  private refuse(status: number, isHead: boolean, text?: string): void {
    if (this.host.logging) this.host.log(`- - ${status}\n`);
    this.answerLast(status, isHead, text);
  }

  private answerLast(status: number, isHead: boolean, text?: string): void {
    const answer = this.host.serializer.refusal(status, isHead, text);
    this.output.add(answer.head, answer.body);
    this.state = CLOSING;
  }

  /** Writes the responses collected so far, and decides what to wait for next. */
  private flush(): void {
    this.output.flush();
    const { state } = this;
    if (state.kind === "closed") return;
    if (this.output.blocked) {
      this.output.stall();
      this.input.flow(false);
      return;
    }
    if (this.wantsInput) this.input.flow(true);
    if (state instanceof Exchange) state.released();
    else if (state.kind === "closing") this.linger();
    else if (this.input.holdsMore) this.goOn();
    else if (this.input.ended) this.noMoreInput();
    else if (this.host.stopping && (state.kind === "waiting" || state.kind === "answered")) this.linger();
    // Empty lines do not restart the wait for a request.
    else if (state.kind === "answered") this.state = this.waitForRequest(state.rest);
  }

  private waitForRequest(rest: IncomingBody | null): State {
    const limit = this.host.limits.idleMs ?? this.host.readLimit();
    return { kind: "waiting", deadline: performance.now() + limit, rest };
  }

  private noMoreInput(): void {
    if (this.state.kind === "waiting" || this.state.kind === "answered") this.closeSilently();
    else {
      this.fault(400);
      this.flush();
    }
  }

  private close(): void {
    const { state } = this;
    this.state = CLOSED;
    this.output.close();
    if (state instanceof Exchange) state.leave();
  }

  private closeSilently(): void {
    this.close();
    this.socket.destroySoon();
  }

  /** Ends this side and discards input, so that the client sees the response and no reset (RFC 9112 9.6). */
  private linger(): void {
    const ms = this.host.stopping ? LIMITS.drainLingerMs : LIMITS.lingerMs;
    this.state = { kind: "lingering", deadline: performance.now() + ms, rest: null };
    if (this.host.stopping) this.host.hurry(ms);
    this.input.take();
    this.socket.end();
    this.socket.resume();
  }
}
