// One connection of the client: busy with an exchange, idle in the pool, or gone.
//
//   busy ──response complete, fit for reuse──► idle ──taken──► busy
//     │                                         │ any byte, end, age
//     └──everything else──► gone ◄──────────────┘
//
// One timer per connection serves all its waits. It checks the deadline when it fires, so an exchange
// normally sets no timer.
import { inherited } from "../../../interpreter/own/index.ts";
import { MAX_DELAY_MS } from "../../../interpreter/runtime/index.ts";
import type { SharedReading, Sockets } from "../../../interpreter/host/index.ts";
import type { Socket } from "../../net/index.ts";
import { peerText } from "./peer-text.ts";
import { LIMITS } from "../limits.ts";
import { HeadMemory } from "../message/index.ts";
import type { Writer } from "../transport/index.ts";
import { Outbox } from "../transport/index.ts";

/** The time for a response to arrive after writing has failed. */
const LAST_READ_MS = 1000;

/** The user of a connection: an exchange, or another protocol. */
export interface ConnectionUser {
  arrived(text: string): void;
  /** Called when the peer has ended its side (null) or the connection has failed. */
  ended(problem: string | null): void;
  /** Called when a blocked write continues. */
  progressed(): void;
  timedOut(): void;
  /**
   * Called when the client is closed or the program has ended: says goodbye and ends the connection. Without
   * this method, the connection ends immediately.
   */
  leave?(): void;
}

export class ClientConnection implements Writer {
  readonly origin: string;
  readonly secure: boolean;
  readonly socket: Socket;
  readonly heads = new HeadMemory();
  /** Whether the connection has served an exchange before, so that the peer may be about to close it. */
  reused = false;
  /** Whether the last response named `keep-alive`. */
  namedKeepAlive = false;
  /** Whether no byte of the request has been written yet. */
  unwritten = false;
  /** The time at which it became idle, and until which it may be used. */
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
  /** Why no more of the request can be written, or null. */
  private writeProblem: string | null = null;
  private lastRead: NodeJS.Timeout | undefined;

  /**
   *
   * @param buffer the buffer that a plain connection is read into; null for TLS, which has its own buffers
   * @param gone called when the connection has been destroyed, by either side
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
    socket.on("error", (error) => this.lost(this.writeProblem ?? peerText(error)));
    socket.on("close", () => this.lost(this.writeProblem));
    sockets.surviveFailedWrites(socket, (error) => this.writeFailed(peerText(error)));
  }

  /** Whether a TLS connection ended without close_notify from the peer. */
  get isCutOff(): boolean {
    return this.secure && this.sockets.isCutOff(this.socket);
  }

  get alive(): boolean {
    return !this.dead;
  }

  /** Whether every byte of the request has been taken. */
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

  /**
   * Sends more of the request body. A small start of the request may still wait to be written with those of
   * other connections.
   */
  more(piece: string): void {
    this.outbox.add("", piece);
    if (!this.unwritten) this.outbox.flush();
    else if (this.full) this.writeNow();
  }

  /** Gives the connection to a user that speaks another protocol, with `add` and `flush`. */
  handOver(user: ConnectionUser): void {
    this.user = user;
  }

  add(head: string, payload: string): void {
    this.outbox.add(head, payload);
  }

  flush(): void {
    if (!this.dead) this.outbox.flush();
  }

  /** Ends this side after all data is written. */
  finish(): void {
    this.flush();
    this.socket.once("close", () => this.destroy());
    this.socket.end();
    this.resume();
  }

  /** Resets the connection, so that the peer sees that it was cut off. */
  reset(): void {
    if (this.dead) return;
    this.sockets.reset(this.socket);
    this.destroy();
  }

  leave(): void {
    if (inherited(this.user, "leave") === undefined) this.destroy();
    else this.user!.leave!();
  }

  /** Whether so much of the request waits to be written that no more should be added. */
  get full(): boolean {
    return this.outbox.blocked || this.outbox.size >= LIMITS.heldBytes;
  }

  writeNow(): void {
    if (this.dead || !this.unwritten) return;
    this.unwritten = false;
    this.outbox.flush();
  }

  /** Makes the connection idle. */
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

  /** Makes the user's `timedOut` be called at this time of `performance.now`; Infinity for never. */
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
    // Data that arrived while the program computed is read first: the peer is not late.
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

  /** Records a write error. Data that has arrived is still read: it may be the response. */
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
