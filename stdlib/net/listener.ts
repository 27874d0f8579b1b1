// A listening socket of a program: connections wait in order of arrival until they are accepted.
import type { MaybePromise } from "../../interpreter/runtime/index.ts";
import type { Listening } from "./bind.ts";
import type { Socket } from "./dial.ts";
import { TcpSocket } from "./stream.ts";

export class TcpAcceptor {
  private bound: Listening | null = null;
  /** Nothing is read from these, so that data waits with their peers. */
  private readonly arrived: Socket[] = [];
  private readonly waiting: ((stream: TcpSocket | null) => void)[] = [];
  private readonly wrap: (socket: Socket) => TcpSocket;

  private constructor(wrap: (socket: Socket) => TcpSocket) {
    this.wrap = wrap;
  }

  /**
   *
   * @param bind starts listening; accepted sockets are paused
   * @param wrap converts an accepted socket
   * @returns a listening acceptor, or the error text
   */
  static async open(
    bind: (accepted: (socket: Socket) => void) => Promise<Listening | string>,
    wrap = (socket: Socket) => new TcpSocket(socket),
  ): Promise<TcpAcceptor | string> {
    const acceptor = new TcpAcceptor(wrap);
    const bound = await bind((socket) => acceptor.accepted(socket));
    if (typeof bound === "string") return bound;
    acceptor.bound = bound;
    return acceptor;
  }

  get address(): string {
    return this.bound?.address ?? "";
  }

  /** The number of connections that have not been accepted. */
  get waitingCount(): number {
    return this.arrived.length;
  }

  /** Returns the next connection, or null when the listener is closed. */
  accept(): MaybePromise<TcpSocket | null> {
    const socket = this.arrived.shift();
    if (socket !== undefined) return this.wrap(socket);
    if (this.bound === null) return null;
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  close(): void {
    this.bound?.close();
    this.bound = null;
    for (const socket of this.arrived.splice(0)) socket.destroy();
    for (const resolve of this.waiting.splice(0)) resolve(null);
  }

  private accepted(socket: Socket): void {
    const waiting = this.waiting.shift();
    if (waiting !== undefined) return waiting(this.wrap(socket));
    // Until it is accepted, no call could return its error.
    socket.on("error", () => {});
    this.arrived.push(socket);
  }
}
