// One connection of the server: bytes to requests, requests to handlers, answers to bytes.
//
//   waiting ──first byte──► head ──blank line──► body ──all of it──► handling ──answer──► waiting
//      │                     │                    │   (no body: straight to handling)       │
//      │ end, time-out       │ fault, time-out    │ fault, time-out                         │ close
//      ▼                     ▼                    ▼                                         ▼
//   closed ◄──client ends, 2 s── lingering ◄──all sent── closing ◄───────────────────────────
//
// Beside the state the outbox may be blocked: then nothing is read until the client has taken what
// waits for it. All requests of one read are handled before their answers are written together, and
// those of several connections right after each other.
import type { SendQueues, Socket } from "../../net/index.ts";
import { LIMITS } from "../limits.ts";
import { CollectedText, FAULTY, HEAD, INCOMPLETE, METHODS, RequestHead, verbOf } from "../message/index.ts";
import type { Match } from "../routes/index.ts";
import { Request, Response, TEXT } from "../routes/index.ts";
import type { GatheredWrites, Writer } from "../transport/index.ts";
import { Outbox, WriteWait } from "../transport/index.ts";
import { RequestBody } from "./request-body.ts";
import type { Answer, Serializer } from "./serialize.ts";

/** What a connection needs of its server. */
export interface ConnectionHost {
  readonly serializer: Serializer;
  readonly writes: Pick<GatheredWrites, "add">;
  readonly stopping: boolean;
  readonly logging: boolean;
  /** Milliseconds, Infinity for no limit. */
  readLimit(): number;
  writeLimit(): number;
  find(method: number, path: string): Match | null;
  log(line: string): void;
  /** A handler failed: true when its request is to be answered 500, false when the program ends. */
  handlerFailed(error: unknown): boolean;
  closed(connection: ServerConnection): void;
}

type State = "waiting" | "head" | "body" | "handling" | "closing" | "lingering" | "closed";

const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

export class ServerConnection implements Writer {
  /** When to call `expired`, by the clock of `performance.now`. */
  deadline = Infinity;
  private readonly host: ConnectionHost;
  private readonly socket: Socket;
  private readonly outbox: Outbox;
  private readonly head = new RequestHead();
  /** Null until a write was blocked for the first time. */
  private writeWait: WriteWait | null = null;
  private state: State = "waiting";
  private body: RequestBody | null = null;
  /** Received while a handler ran or answers waited. */
  private readonly held = new CollectedText();
  /** The client has ended its side. */
  private ended = false;
  private answeredSome = false;
  /** Answers wait for those of other connections. */
  private sendsSoon = false;

  constructor(host: ConnectionHost, socket: Socket) {
    this.host = host;
    this.socket = socket;
    this.outbox = new Outbox(socket, () => this.goOn());
    this.waitForRequest();
    socket.on("end", () => this.inputEnded());
    // A reset is followed by `close`, which is all that matters.
    socket.on("error", () => {});
    socket.on("close", () => {
      this.state = "closed";
      this.deadline = Infinity;
      host.closed(this);
    });
  }

  /** The server stops: a connection without a request closes at once, others after their answer. */
  drain(): void {
    this.writeNow();
    if (this.state === "waiting" && !this.outbox.blocked) this.closeSilently();
    else if (this.state === "lingering") this.deadline = Math.min(this.deadline, performance.now() + LIMITS.drainLingerMs);
  }

  /** The request that a handler is at, as the access log names it; null for none. */
  get handled(): string | null {
    return this.state === "handling" ? `${verbOf(this.head.method)} ${this.head.path}` : null;
  }

  /** Drops the connection and what is under way on it; false where all has been sent, which then ends by itself. */
  cut(): boolean {
    if (this.state === "lingering" || this.state === "closed") return false;
    this.state = "closed";
    this.socket.resetAndDestroy();
    return true;
  }

  /** Ends the connection at once, whatever it does. */
  abort(): void {
    this.outbox.flush();
    this.state = "closed";
    this.socket.destroy();
  }

  /** The deadline has passed. */
  expired(queues: SendQueues): void {
    this.deadline = Infinity;
    if (this.sendsSoon) {
      this.flush();
      return;
    }
    if (this.outbox.blocked) {
      this.lookAtWrite(queues);
      return;
    }
    switch (this.state) {
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
        this.socket.destroy();
        break;
      case "handling":
      case "closing":
      case "closed":
        break;
    }
  }

  private lookAtWrite(queues: SendQueues): void {
    const next = this.writeWait!.look(performance.now(), queues.of(this.socket));
    if (next !== null) this.deadline = next;
    // A reset also frees what the system still holds for a client that does not read.
    else this.socket.resetAndDestroy();
  }

  private get busy(): boolean {
    return this.state === "handling" || this.outbox.blocked;
  }

  /** Takes bytes off the socket. */
  arrived(text: string): void {
    if (this.state === "lingering" || this.state === "closed") return;
    if (this.busy) {
      this.hold(text);
      return;
    }
    this.host.serializer.tick(Date.now());
    this.process(text);
  }

  private hold(text: string): void {
    if (text === "") return;
    this.held.add(text);
    if (this.held.length >= LIMITS.heldBytes) this.socket.pause();
  }

  private inputEnded(): void {
    this.ended = true;
    if (this.busy || this.state === "closing" || this.state === "lingering" || this.state === "closed") return;
    this.host.serializer.tick(Date.now());
    this.flush();
  }

  /** A handler has returned, or the client has taken some of what waited. */
  private goOn(): void {
    if (this.state === "closed" || this.state === "lingering") return;
    if (this.busy || this.state === "closing") {
      this.flush();
      return;
    }
    this.host.serializer.tick(Date.now());
    // Only time in which the server wants to read counts.
    if (this.state !== "waiting") this.deadline = performance.now() + this.host.readLimit();
    this.process(this.held.take());
  }

  /** Handles everything that `text` holds, as far as handlers and the client keep up. */
  private process(text: string): void {
    let position = 0;
    while (position < text.length && this.state !== "closing") {
      position = this.state === "body" ? this.readBody(text, position) : this.readHead(text, position);
      if (this.outbox.size >= LIMITS.heldBytes) this.outbox.flush();
      if (this.busy && position < text.length) {
        this.hold(position === 0 ? text : text.slice(position));
        break;
      }
    }
    if (this.state === "waiting" && !this.outbox.blocked && this.answeredSome) this.flushSoon();
    else this.flush();
  }

  writeNow(): void {
    if (this.sendsSoon) this.flush();
  }

  private flushSoon(): void {
    if (this.sendsSoon) return;
    this.sendsSoon = true;
    this.host.writes.add(this);
  }

  private readHead(text: string, from: number): number {
    const position = this.head.parse(text, from);
    if (position === FAULTY) {
      this.refuse(this.head.fault);
      return text.length;
    }
    if (position === INCOMPLETE) {
      if (this.head.started && this.state === "waiting") {
        this.state = "head";
        this.deadline = performance.now() + this.host.readLimit();
      }
      return text.length;
    }
    const length = this.head.contentLength;
    if (length === 0 && !this.head.chunked) {
      this.handle("");
      return position;
    }
    if (!this.head.chunked && text.length - position >= length) {
      this.handle(text.slice(position, position + length));
      return position + length;
    }
    this.startBody(position === text.length);
    return position;
  }

  /** @param nothingYet no byte of the body has come, so the client may wait for a 100 (RFC 9110 10.1.1) */
  private startBody(nothingYet: boolean): void {
    if (this.head.expectsContinue && nothingYet) this.outbox.add(CONTINUE, "");
    const framing = this.head.chunked ? { kind: "chunked" as const } : { kind: "length" as const, length: this.head.contentLength };
    const now = performance.now();
    this.body = new RequestBody(framing, now);
    this.state = "body";
    this.deadline = this.body.deadline(now, this.host.readLimit());
  }

  private readBody(text: string, from: number): number {
    const body = this.body!;
    const position = body.feed(text, from);
    if (body.fault !== 0) {
      this.refuse(body.fault);
      return text.length;
    }
    if (body.done) {
      this.body = null;
      this.handle(body.take());
    } else {
      this.deadline = body.deadline(performance.now(), this.host.readLimit());
    }
    return position;
  }

  private handle(body: string): void {
    this.state = "handling";
    const { method } = this.head;
    const match = this.host.find(method, this.head.path);
    if (match === null) {
      this.respond(Response.of(404, TEXT, "Not Found"));
      return;
    }
    try {
      const request = Request.received(METHODS[method]!, this.head, match, body);
      const response = match.route._handler(request);
      if (response instanceof Promise) {
        this.deadline = Infinity;
        response.then((value) => this.answered(value), (error: unknown) => this.answered(this.failure(error)));
      } else {
        this.respond(response);
      }
    } catch (error) {
      const response = this.failure(error);
      if (response !== null) this.respond(response);
    }
  }

  /** The 500 that answers a failed handler, or null when the program ends. */
  private failure(error: unknown): Response | null {
    // The answers before it are due whatever comes now.
    this.outbox.flush();
    if (!this.host.handlerFailed(error)) return null;
    this.head.keepAlive = false;
    return Response.of(500, TEXT, "Internal Server Error");
  }

  private answered(response: Response | null): void {
    if (response === null || this.state !== "handling") return;
    this.host.serializer.tick(Date.now());
    this.respond(response);
    this.goOn();
  }

  private respond(response: Response): void {
    const head = this.head;
    const last = this.host.stopping || (this.ended && this.held.length === 0);
    const context = { isHead: head.method === HEAD, minor: head.minor, keepAlive: head.keepAlive && !last };
    const answer = this.host.serializer.answer(response, context);
    if (this.host.logging) this.host.log(`${verbOf(head.method)} ${head.path} ${answer.status}\n`);
    this.send(answer);
    head.reset();
  }

  private refuse(status: number): void {
    if (this.host.logging) this.host.log(`- - ${status}\n`);
    this.body = null;
    this.send(this.host.serializer.refusal(status, this.head.method === HEAD));
  }

  private send(answer: Answer): void {
    this.outbox.add(answer.head, answer.body);
    this.state = answer.keepAlive ? "waiting" : "closing";
    this.answeredSome = true;
  }

  /** Writes the answers collected so far, and decides what to wait for next. */
  private flush(): void {
    this.sendsSoon = false;
    this.outbox.flush();
    if (this.state === "closed") return;
    if (this.outbox.blocked) {
      this.deadline = (this.writeWait ??= new WriteWait()).begin(performance.now(), this.host.writeLimit());
      this.socket.pause();
      return;
    }
    if (this.held.length < LIMITS.heldBytes && this.socket.isPaused()) this.socket.resume();
    if (this.state === "closing") this.linger();
    else if (this.state === "handling") this.deadline = Infinity;
    else if (this.held.length > 0) this.goOn();
    else if (this.ended) this.noMoreInput();
    else this.waitOn();
  }

  private waitOn(): void {
    if (this.state !== "waiting") return;
    if (this.host.stopping) this.closeSilently();
    else if (this.answeredSome) this.waitForRequest();
  }

  /** Starts the wait for a request; empty lines do not start it anew. */
  private waitForRequest(): void {
    this.answeredSome = false;
    this.deadline = performance.now() + this.host.readLimit();
  }

  private noMoreInput(): void {
    if (this.state === "waiting") {
      this.closeSilently();
      return;
    }
    this.refuse(400);
    this.flush();
  }

  private closeSilently(): void {
    this.state = "closed";
    this.deadline = Infinity;
    this.socket.destroySoon();
  }

  /** Ends our side and discards what comes, so that the client sees the answer and no reset (RFC 9112 9.6). */
  private linger(): void {
    this.state = "lingering";
    this.held.take();
    this.deadline = performance.now() + (this.host.stopping ? LIMITS.drainLingerMs : LIMITS.lingerMs);
    this.socket.end();
    this.socket.resume();
  }
}
