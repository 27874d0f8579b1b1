// Sends a prepared request over a kept connection or a new one, and again over a new one if the kept
// connection was dead (reference/http-client#connections).
import { get } from "../../../interpreter/own/index.ts";
import { has } from "../../../interpreter/own/index.ts";
import type { SharedReading } from "../../../interpreter/host/index.ts";
import {
  Outstanding,
  type Host,
  type MaybePromise,
  type Runtime,
} from "../../../interpreter/runtime/index.ts";
import type { Socket } from "../../net/index.ts";
import { LIMITS } from "../limits.ts";
import type { ResponseHead, Trailer } from "../message/index.ts";
import { GatheredWrites } from "../transport/index.ts";
import { ClientConnection } from "./connection.ts";
import { Connector, type Attempt } from "./connector.ts";
import type { ExchangeEvents, ExchangeLimits } from "./exchange.ts";
import { Exchange } from "./exchange.ts";
import type { Failure } from "./failure.ts";
import { byProxy } from "./failure.ts";
import { Pool } from "./pool.ts";
import type { Proxy } from "./proxy.ts";
import type { Target } from "./url.ts";

export interface PreparedRequest {
  readonly method: string;
  readonly target: Target;
  readonly isHead: boolean;
  /** Whether the request may be sent twice. */
  readonly repeatable: boolean;
  readonly head: string;
  readonly body: string;
  /** Whether the request says that it is the last on its connection. */
  readonly closes: boolean;
  /** Whether the body follows in pieces. */
  readonly uploads?: true;
  /**
   * Whether the request asks the peer to leave HTTP: over a new connection, which is a tunnel if there is a
   * proxy.
   */
  readonly upgrades?: true;
  /** The proxy to use. */
  readonly proxy?: Proxy;
}

/** State shared by all requests of one program. */
export class Origins {
  readonly host: Host;
  readonly pool = new Pool();
  readonly connector: Connector;
  private readonly runtime: Runtime;
  private readonly connections: Outstanding<ClientConnection>;
  private readonly writes = new GatheredWrites();
  private buffer: SharedReading | null = null;
  #closed = false;

  constructor(runtime: Runtime) {
    this.runtime = runtime;
    this.host = runtime.host;
    this.connector = new Connector(runtime);
    this.connections = new Outstanding(runtime, () => this.close());
    runtime.sockets?.watch(() => this.connections.size);
  }

  /** Whether the client has been closed or the program has ended. */
  get closed(): boolean {
    return this.#closed || this.runtime.scheduler.ended;
  }

  /** Registers a new connection to an origin. */
  connection(key: string, secure: boolean, socket: Socket): ClientConnection {
    const { sockets } = this.host.system;
    const buffer = secure ? null : (this.buffer ??= sockets.sharedReading());
    const connection = new ClientConnection(key, socket, sockets, buffer, (gone) => {
      this.pool.forget(gone);
      this.connections.delete(gone);
    });
    this.connections.add(connection);
    return connection;
  }

  /** Sends the request of a connection: immediately, or together with those of other busy connections. */
  send(connection: ClientConnection): void {
    if (this.connections.size - this.pool.size > 1) this.writes.add(connection);
    else connection.writeNow();
  }

  /** Ends all connections, including busy ones and those being opened. */
  close(): void {
    this.#closed = true;
    this.connector.close();
    for (const connection of [...this.connections]) connection.leave();
  }
}

export class Dispatch implements ExchangeEvents {
  /** Null while a connection is being opened. */
  exchange: Exchange | null = null;
  private readonly origins: Origins;
  private readonly request: PreparedRequest;
  private readonly limits: ExchangeLimits;
  private readonly connectMs: number;
  private readonly events: ExchangeEvents;
  private abandoned = false;
  /** The connection that is being opened. */
  private attempt: Attempt | null = null;
  private failedToOpen = false;
  /** Called when there is a connection (true) or will be none (false). */
  private opened: ((there: boolean) => void) | null = null;

  constructor(
    origins: Origins,
    request: PreparedRequest,
    limits: ExchangeLimits,
    connectMs: number,
    events: ExchangeEvents,
  ) {
    this.origins = origins;
    this.request = request;
    this.limits = limits;
    this.connectMs = connectMs;
    this.events = events;
  }

  start(): void {
    // A body sent in pieces cannot be sent again, so it needs a connection that is not about to close.
    const { repeatable } = this.request;
    const [uploads, upgrades] = [get(this.request, "uploads"), get(this.request, "upgrades")];
    const kept = uploads === true || upgrades === true ? null : this.origins.pool.take(this.key, repeatable);
    if (kept !== null) this.run(kept);
    else void this.open();
  }

  /** Gives up; no event follows. */
  abandon(): void {
    this.abandoned = true;
    this.attempt?.giveUp();
    this.exchange?.abandon();
    this.settleOpened(false);
  }

  /** Sends more of the body once there is a connection. See `Exchange.upload`. */
  upload(piece: string, last: boolean): MaybePromise<boolean> {
    if (this.abandoned || this.failedToOpen) return false;
    if (this.exchange !== null) return this.exchange.upload(piece, last);
    return new Promise((resolve) => {
      this.opened = (there) =>
        resolve(there && this.exchange !== null ? this.exchange.upload(piece, last) : false);
    });
  }

  /**
   * The key under which kept connections are stored. Those opened before `public_only` may lead anywhere.
   */
  private get key(): string {
    const { target } = this.request;
    const proxy = get(this.request, "proxy");
    const { publicOnly } = this.origins.connector;
    return `${target.origin}${proxy === undefined ? "" : ` by ${proxy.key}`}${publicOnly ? " in public" : ""}`;
  }

  private settleOpened(there: boolean): void {
    const { opened } = this;
    this.failedToOpen ||= !there;
    this.opened = null;
    opened?.(there);
  }

  private async open(): Promise<void> {
    const left = this.limits.deadline - performance.now();
    const { target } = this.request;
    const [proxy, upgrades] = [get(this.request, "proxy"), get(this.request, "upgrades")];
    const { connector } = this.origins;
    const attempt = connector.attempt();
    this.attempt = attempt;
    const socket = await connector.open(
      attempt,
      { target, proxy, tunnels: target.secure || upgrades === true },
      Math.min(LIMITS.connectMs, this.connectMs, left),
    );
    this.attempt = null;
    if (has(socket, "text")) {
      this.settleOpened(false);
      if (!this.abandoned) this.events.failed(socket, false);
    } else if (this.abandoned || this.origins.closed) {
      socket.destroy();
    } else {
      this.run(this.origins.connection(this.key, target.secure, socket));
    }
  }

  private run(connection: ClientConnection): void {
    this.exchange = new Exchange(connection, this.origins.pool, this.request.isHead, this.limits, this);
    const { head, body, closes } = this.request;
    const uploads = get(this.request, "uploads");
    this.exchange.send(head, body, uploads === true, closes);
    this.origins.send(connection);
    this.settleOpened(true);
  }

  head(head: ResponseHead): boolean {
    return this.events.head(head);
  }

  data(piece: string): void {
    this.events.data(piece);
  }

  complete(trailers: readonly Trailer[]): void {
    this.events.complete(trailers);
  }

  upgraded(connection: ClientConnection, rest: string): boolean {
    return this.events.upgraded?.(connection, rest) === true;
  }

  failed(failure: Failure, unanswered: boolean): void {
    if (unanswered && (this.request.repeatable || this.exchange!.unwritten)) void this.open();
    else this.events.failed(this.named(failure), unanswered);
  }

  /** Without a tunnel, the peer is the proxy. */
  private named(failure: Failure): Failure {
    const { target } = this.request;
    const [proxy, upgrades] = [get(this.request, "proxy"), get(this.request, "upgrades")];
    const isPeer = proxy !== undefined && !target.secure && upgrades !== true;
    return isPeer && failure.withUrl ? byProxy(failure, proxy) : failure;
  }
}
