// A TCP stream of a program: reads and writes that wait, each in order, independent of each other.
//
//   open ──end of peer──► ended (reads return "", writes continue) ──close──► closed
//     └──────error──────► failed (reads return earlier data, then the error; writes fail)
//
// It holds at most HELD_LIMIT bytes that have not been read; then the socket is paused.
import { netCode } from "./failures.ts";
import type { Socket } from "../../interpreter/host/index.ts";
import type { Err, ErrorValue, MaybePromise, Unit } from "../../interpreter/runtime/index.ts";
import { fail, MAX_DELAY_MS, UNIT } from "../../interpreter/runtime/index.ts";
import { systemText } from "../error/index.ts";
import { ByteQueue } from "../io/index.ts";
import { showAddress } from "./address.ts";
import { socketText } from "./tls-text.ts";

const UNKNOWN = "unknown socket id";
const HELD_LIMIT = 65_536;
/** The size of one write to the socket, so that progress is visible between writes. */
const WRITE_SLICE = 65_536;

interface Waiter {
  readonly max: number;
  readonly settle: (outcome: string | Err<ErrorValue>) => void;
  timer: NodeJS.Timeout | undefined;
}

export type Failure = Err<ErrorValue>;

export class TcpSocket {
  private readonly socket: Socket;
  private readonly received = new ByteQueue();
  private readonly readers: Waiter[] = [];
  private writing: Promise<unknown> | null = null;
  private readTimeout = Infinity;
  private writeTimeout = Infinity;
  private ended = false;
  /** Whether this direction has been ended. */
  private ending = false;
  private closed = false;
  private failure: string | null = null;
  /** Reported once, in place of the end. */
  private cutOff = false;
  private readonly endWrite = new Set<(text: string) => void>();
  readonly localAddress: string;
  readonly peerAddress: string;

  /**
   *
   * @param names the addresses, if the socket has none
   * @param isCutOff whether an end of the data was not sent by the peer
   */
  constructor(
    socket: Socket,
    names?: { readonly local: string; readonly peer: string },
    isCutOff: () => boolean = () => false,
  ) {
    this.socket = socket;
    const { localAddress, remoteAddress } = socket;
    this.localAddress =
      names !== undefined
        ? names.local
        : localAddress === undefined
          ? ""
          : showAddress(localAddress, socket.localPort ?? 0);
    this.peerAddress =
      names !== undefined
        ? names.peer
        : remoteAddress === undefined
          ? ""
          : showAddress(remoteAddress, socket.remotePort ?? 0);
    socket.removeAllListeners("error");
    socket.on("data", (piece: Buffer) => this.arrived(piece.toString("latin1")));
    socket.on("end", () => {
      this.cutOff = isCutOff();
      this.finished();
    });
    socket.on("error", (error) => this.failed(socketText(error)));
    socket.on("close", () => this.finished());
    socket.resume();
  }

  setReadTimeout(ms: number): void {
    this.readTimeout = ms > 0 ? ms : Infinity;
  }

  setWriteTimeout(ms: number): void {
    this.writeTimeout = ms > 0 ? ms : Infinity;
  }

  /** Returns the next 1 to `max` bytes, or "" at the end of the stream; `max` is at least 1. */
  read(max: number): MaybePromise<string | Failure> {
    if (this.received.length > 0) return this.take(max);
    if (this.failure !== null) return this.takeFailure();
    if (this.ended) return this.takeEnd();
    return new Promise((settle) => {
      const waiter: Waiter = { max, settle, timer: undefined };
      if (this.readTimeout <= MAX_DELAY_MS) {
        // Data that arrived while the program computed is read first: the peer is not late.
        waiter.timer = setTimeout(() => setImmediate(() => this.readTimedOut(waiter)), this.readTimeout);
      }
      this.readers.push(waiter);
    });
  }

  /** Writes all of `data` after the writes before it; resolves when the system has taken it. */
  write(data: string): MaybePromise<number | Failure> {
    if (data === "") return 0;
    if (this.writing === null && data.length <= WRITE_SLICE) {
      const problem = this.writeProblem();
      if (problem !== null) return this.writeFailure(problem);
      const pending = this.startSlice(data);
      if (this.socket.writableLength === 0 && this.socket.errored === null) return data.length;
      return this.inTurn(() => pending);
    }
    return this.inTurn(() => this.writeSlices(data));
  }

  /** Ends this direction after all written data; reads continue. Further calls have no effect. */
  closeWrite(): Promise<Unit | Failure> {
    const ending = this.inTurn(
      () =>
        new Promise<string | null>((resolve) => {
          if (this.closed) return resolve(UNKNOWN);
          if (this.failure !== null) return resolve(this.failure);
          this.ending = true;
          // A peer that has ended its side sends nothing more.
          this.endWrite.add(resolve);
          this.socket.end(() => {
            this.endWrite.delete(resolve);
            resolve(null);
          });
        }),
    );
    return ending.then((outcome) => (typeof outcome === "number" ? UNIT : outcome));
  }

  /** Ends both directions. Further calls have no effect. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.received.clear();
    for (const stop of this.endWrite) stop(UNKNOWN);
    this.finished();
    this.socket.resume();
    // Destroyed only after the last byte has been sent and the data that arrived has been read: unread bytes
    // would turn the end into a reset, which may cost the other side the last bytes.
    this.socket.end(() => setImmediate(() => this.socket.destroy()));
  }

  private inTurn(job: () => Promise<string | null>): Promise<number | Failure> {
    const before = this.writing ?? Promise.resolve();
    const mine = before.then(job).then((text) => (text === null ? 0 : this.writeFailure(text)));
    this.writing = mine;
    return mine.then((outcome) => {
      if (this.writing === mine) this.writing = null;
      return outcome;
    });
  }

  private async writeSlices(data: string): Promise<string | null> {
    for (let at = 0; at < data.length; at += WRITE_SLICE) {
      const problem = this.writeProblem();
      if (problem !== null) return problem;
      const text = await this.startSlice(data.slice(at, at + WRITE_SLICE));
      if (text !== null) return text;
    }
    return null;
  }

  private writeProblem(): string | null {
    if (this.closed) return UNKNOWN;
    if (this.failure !== null) return this.failure;
    return this.socket.writable && !this.ending ? null : systemText("EPIPE");
  }

  private writeFailure(text: string): Failure {
    return fail("net", `write: ${this.named(text)}`, netCode(text));
  }

  readFailure(text: string): Failure {
    return fail("net", `read: ${this.named(text)}`, netCode(text));
  }

  /** Adds the address of the other side (reference/library#failures). A closed handle has none. */
  private named(text: string): string {
    return text === UNKNOWN || this.peerAddress === "" ? text : `${text} (${this.peerAddress})`;
  }

  /** Resolves to null when the slice is written, otherwise to the error text. */
  private startSlice(slice: string): Promise<string | null> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const settle = (text: string | null): void => {
        clearTimeout(timer);
        this.endWrite.delete(settle);
        resolve(text);
      };
      if (this.writeTimeout <= MAX_DELAY_MS) {
        // Data that the peer took while the program computed is reported first: it is not late.
        timer = setTimeout(() => setImmediate(() => settle(systemText("EAGAIN"))), this.writeTimeout);
      }
      this.endWrite.add(settle);
      this.socket.write(slice, "latin1", (error) => settle(error ? socketText(error) : null));
    });
  }

  private arrived(piece: string): void {
    if (this.closed) return;
    this.received.push(piece);
    while (this.readers.length > 0 && this.received.length > 0) {
      const waiter = this.readers.shift()!;
      this.release(waiter, this.take(waiter.max));
    }
    if (this.received.length >= HELD_LIMIT) this.socket.pause();
  }

  private take(max: number): string {
    const taken = this.received.take(max);
    if (this.received.length < HELD_LIMIT && this.socket.isPaused()) this.socket.resume();
    return taken;
  }

  private failed(text: string): void {
    this.failure = text;
    // Node forgets some writes in progress, such as those before the end of a handshake.
    for (const settle of this.endWrite) settle(text);
    this.finished();
  }

  /** Returns the error once, like the system; after that, the stream is at its end. */
  private takeFailure(): Failure {
    const text = this.failure!;
    this.failure = null;
    return this.readFailure(text);
  }

  private finished(): void {
    this.ended = true;
    for (const waiter of this.readers.splice(0)) {
      this.release(waiter, this.failure !== null && !this.closed ? this.takeFailure() : this.takeEnd());
    }
  }

  private takeEnd(): string | Failure {
    if (!this.cutOff || this.closed) return "";
    this.cutOff = false;
    return this.readFailure("the peer left without closing TLS");
  }

  private readTimedOut(waiter: Waiter): void {
    const place = this.readers.indexOf(waiter);
    if (place < 0) return;
    this.readers.splice(place, 1);
    waiter.settle(this.readFailure(systemText("EAGAIN")));
  }

  private release(waiter: Waiter, outcome: string | Failure): void {
    clearTimeout(waiter.timer);
    waiter.settle(outcome);
  }
}
