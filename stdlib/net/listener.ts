// One listening socket as scripts see it: connections wait in order of arrival until they are accepted.
import type { Capabilities, MaybePromise } from "../../interpreter/runtime/index.ts";
import type { Bound } from "./bind.ts";
import { bind } from "./bind.ts";
import type { Socket } from "./dial.ts";
import { TcpSocket } from "./stream.ts";

export class TcpAcceptor {
  private bound: Bound | null = null;
  private readonly arrived: TcpSocket[] = [];
  private readonly waiting: ((stream: TcpSocket | null) => void)[] = [];

  /** @returns a listening acceptor, or the error text */
  static async open(address: string, capabilities: Capabilities): Promise<TcpAcceptor | string> {
    const acceptor = new TcpAcceptor();
    const bound = await bind(address, { paused: true, accepted: (socket) => acceptor.accepted(socket) }, capabilities);
    if (typeof bound === "string") return bound;
    acceptor.bound = bound;
    return acceptor;
  }

  get address(): string {
    return this.bound?.address ?? "";
  }

  /** The next connection, or null when the listener is closed. */
  accept(): MaybePromise<TcpSocket | null> {
    const stream = this.arrived.shift();
    if (stream !== undefined) return stream;
    if (this.bound === null) return null;
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  close(): void {
    this.bound?.close();
    this.bound = null;
    for (const stream of this.arrived.splice(0)) stream.close();
    for (const resolve of this.waiting.splice(0)) resolve(null);
  }

  private accepted(socket: Socket): void {
    const stream = new TcpSocket(socket);
    const waiting = this.waiting.shift();
    if (waiting !== undefined) waiting(stream);
    else this.arrived.push(stream);
  }
}
