// One connection of the client: busy with an exchange, idle in the pool, or gone.
//
//   busy ──response complete, fit for reuse──► idle ──taken──► busy
//     │                                         │ any byte, end, age
//     └──everything else──► gone ◄──────────────┘
//
// One timer per connection serves all its waits: it is looked at again when it fires, so that an
// exchange normally sets no timer at all.
import { MAX_DELAY_MS } from "../../../interpreter/runtime/index.ts";
import type { SharedReading, Sockets } from "../../../interpreter/host/index.ts";
import type { Socket } from "../../net/index.ts";
import { errorText } from "../../net/index.ts";
import { LIMITS } from "../limits.ts";
import { HeadMemory } from "../message/index.ts";
import type { Writer } from "../transport/index.ts";
import { Outbox } from "../transport/index.ts";

/** For an answer to arrive once writing has failed; it is there, or the end is. */
const LAST_READ_MS = 1000;

/** What uses the connection. */
export interface ConnectionUser {
  arrived(text: string): void;
  /** The peer ended its side (null), or the connection failed. */
  ended(problem: string | null): void;
  /** A blocked write went on. */
  progressed(): void;
  timedOut(): void;
  /** The client is closed, or the program over: says goodbye and ends the connection. Without it, the connection just ends. */
  leave?(): void;
}

export class ClientConnection implements Writer {
  readonly origin: string;
  readonly secure: boolean;
  readonly socket: Socket;
  readonly heads = new HeadMemory();
  /** Has served an exchange before, so the peer may be about to close it. */
  reused = false;
  /** The last response named `keep-alive`. */
  namedKeepAlive = false;
  /** Nothing of the request has been written yet. */
  unwritten = false;
  /** When it became idle, and until when it may be used. */
  idleSince = 0;
  idleUntil = 0;
  private readonly sockets: Sockets;
  private readonly outbox: Outbox;
  private user: ConnectionUser | null = null;
  private readonly gone: (connection: ClientConnection) => void;
  private dead = false;
  private deadline = Infinity;
  private timer: NodeJS.Timeout | undefined;
  private timerAt = Infinity;
  /** Why no more of the request can be written; null while it can. */
  private writeProblem: string | null = null;
  private lastRead: NodeJS.Timeout | undefined;

  /**
   * @param buffer what a plain connection is read into; null for TLS, which has buffers of its own
   * @param gone called when the connection has been destroyed, by whom ever
   */
  constructor(
    origin: string,
    opened: Socket,
    sockets: Sockets,
    buffer: SharedReading | null,
    gone: (connection: ClientConnection) => void,
  ) {
    this.origin = origin;
    this.secure = buffer === null;
    this.sockets = sockets;
    const socket = buffer === null ? opened : buffer.read(opened, (bytes) => this.received(bytes));
    if (buffer === null) socket.on("data", (bytes: Buffer) => this.received(bytes.toString("latin1")));
    this.socket = socket;
    this.gone = gone;
    this.outbox = new Outbox(socket, () => this.user?.progressed());
    socket.on("end", () => this.lost(this.writeProblem));
    socket.on("error", (error) => this.lost(this.writeProblem ?? errorText(error)));
    socket.on("close", () => this.lost(this.writeProblem));
    sockets.surviveFailedWrites(socket, (error) => this.writeFailed(errorText(error)));
  }

  /** It has ended, but not by a word of the peer under TLS. */
  get isCutOff(): boolean {
    return this.secure && this.sockets.isCutOff(this.socket);
  }

  get alive(): boolean {
    return !this.dead;
  }

  /** True when every byte of the request has been taken. */
  get sent(): boolean {
    return !this.outbox.blocked && this.outbox.size === 0;
  }

  /** Gives the connection to a user with its request; `writeNow` sends it. */
  start(user: ConnectionUser, head: string, body: string): void {
    this.user = user;
    this.socket.ref();
    if (this.socket.isPaused()) this.socket.resume();
    this.outbox.add(head, body);
    this.unwritten = true;
  }

  /** More of the body of the request. What went before may still wait for the writes of others, but not when there is much. */
  more(piece: string): void {
    this.outbox.add("", piece);
    if (!this.unwritten) this.outbox.flush();
    else if (this.full) this.writeNow();
  }

  /** Gives the connection to a user that speaks another protocol, by `add` and `flush`. */
  handOver(user: ConnectionUser): void {
    this.user = user;
  }

  add(head: string, payload: string): void {
    this.outbox.add(head, payload);
  }

  flush(): void {
    if (!this.dead) this.outbox.flush();
  }

  /** Ends our side once all is written. */
  finish(): void {
    this.flush();
    this.socket.once("close", () => this.destroy());
    this.socket.end();
    this.resume();
  }

  /** Ends it so that the peer sees that it was cut off. */
  reset(): void {
    if (this.dead) return;
    this.sockets.reset(this.socket);
    this.destroy();
  }

  leave(): void {
    if (this.user?.leave === undefined) this.destroy();
    else this.user.leave();
  }

  /** So much of the request waits to be written that no more should be added. */
  get full(): boolean {
    return this.outbox.blocked || this.outbox.size >= LIMITS.heldBytes;
  }

  writeNow(): void {
    if (this.dead || !this.unwritten) return;
    this.unwritten = false;
    this.outbox.flush();
  }

  /** Leaves the connection idle. */
  rest(): void {
    this.user = null;
    this.deadline = Infinity;
    this.reused = true;
    // A paused socket would not notice its end.
    this.resume();
    this.socket.unref();
  }

  destroy(): void {
    if (this.dead) return;
    this.user = null;
    this.dead = true;
    clearTimeout(this.timer);
    clearTimeout(this.lastRead);
    this.socket.destroy();
    this.gone(this);
  }

  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    if (this.socket.isPaused()) this.socket.resume();
  }

  /** The user gets an error when this time of `performance.now` has come; Infinity for never. */
  setDeadline(deadline: number): void {
    this.deadline = deadline;
    if (deadline < this.timerAt) this.arm();
  }

  private arm(): void {
    clearTimeout(this.timer);
    this.timerAt = this.deadline;
    const delay = Math.max(1, this.deadline - performance.now());
    if (delay > MAX_DELAY_MS) {
      this.timerAt = Infinity;
      return;
    }
    // What came while the program computed is read first: the peer is not late.
    this.timer = setTimeout(() => setImmediate(() => this.lookAtDeadline()), Math.ceil(delay));
    // The socket keeps the process alive while a goroutine waits.
    this.timer.unref();
  }

  private lookAtDeadline(): void {
    this.timerAt = Infinity;
    if (this.deadline === Infinity) return;
    if (this.deadline <= performance.now()) {
      this.deadline = Infinity;
      this.user?.timedOut();
    } else {
      this.arm();
    }
  }

  /** What has arrived is still read: the answer may be there. */
  private writeFailed(problem: string): void {
    if (this.dead || this.writeProblem !== null) return;
    this.writeProblem = problem;
    this.lastRead = setTimeout(() => setImmediate(() => this.lost(problem)), LAST_READ_MS);
  }

  private received(bytes: string): void {
    if (this.user !== null) this.user.arrived(bytes);
    else this.lost(null);
  }

  private lost(problem: string | null): void {
    if (this.dead) return;
    if (this.user !== null) this.user.ended(problem);
    else this.destroy();
  }
}
