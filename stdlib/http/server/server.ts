// The struct Server and what runs behind it: listeners, connections, one timer for all time-outs,
// orderly stop. `listen` returns when a stop was asked for and every connection is done.
import type { SharedReading } from "../../../interpreter/host/index.ts";
import type { Int, MaybePromise, Runtime } from "../../../interpreter/runtime/index.ts";
import { Exit, fail, HostError, LimitPanic, MAX_DELAY_MS, UNIT } from "../../../interpreter/runtime/index.ts";
import type { ErrorValue, Unit } from "../../../interpreter/runtime/index.ts";
import type { Bound, Socket } from "../../net/index.ts";
import { bind } from "../../net/index.ts";
import type { Result } from "../../../interpreter/runtime/index.ts";
import { LIMITS } from "../limits.ts";
import type { RequestHead } from "../message/index.ts";
import type { Match, Route } from "../routes/index.ts";
import { Routing } from "../routes/index.ts";
import { GatheredWrites } from "../transport/index.ts";
import type { ConnectionHost, ServerLimits } from "./connection-host.ts";
import { ServerConnection } from "./connection.ts";
import { Identities, problemOf } from "./identities.ts";
import { Serializer } from "./serialize.ts";

const SHORTEST_SWEEP_MS = 10;
const LONGEST_SWEEP_MS = 500;
/** A stop that takes longer is reported. */
const PATIENCE_MS = 10_000;
/** Requests that are named then. */
const SHOWN = 5;

/** What a server lets its clients do by default. */
export const USUAL_LIMITS: ServerLimits = {
  bodyBytes: LIMITS.requestBodyBytes,
  streamedBodyBytes: Infinity,
  headBytes: LIMITS.requestHeadBytes,
  idleMs: null,
  headerMs: null,
  handlerMs: Infinity,
};

/** The struct Server. */
export class Server {
  _read_timeout_ms: Int;
  _write_timeout_ms: Int;
  _access_log: boolean;
  _routes: Route[];
  _addr: string;
  _stopping: boolean;
  readonly routing = new Routing(this);
  limits: ServerLimits = USUAL_LIMITS;
  /** Where browsers may open WebSockets from; null: from anywhere. */
  origins: readonly string[] | null = null;
  /** Most connections at a time. */
  mostConnections = Infinity;
  /** The certificates of `start_tls` and `tls_host`; null for a server without. */
  identities: Identities | null = null;
  /** Null before the first `listen`. */
  service: Service | null = null;

  // biome-ignore lint/complexity/useMaxParams: in the order of the declaration, as scripts call it
  constructor(
    readTimeout: Int,
    writeTimeout: Int,
    accessLog: boolean,
    routes: Route[],
    address: string,
    stopping: boolean,
  ) {
    this._read_timeout_ms = readTimeout;
    this._write_timeout_ms = writeTimeout;
    this._access_log = accessLog;
    this._routes = routes;
    this._addr = address;
    this._stopping = stopping;
  }
}

/** Binds and serves until the server is stopped; a failed bind is reported on standard output and by the exit status. */
export async function listen(runtime: Runtime, server: Server, address: string): Promise<void> {
  const problem = await serveUntilStopped(runtime, server, address);
  if (problem === null) return;
  runtime.stdout.write(`http: ${problem}\n`);
  runtime.failAtEnd();
}

/** The same with a failure as the result. */
export async function serve(
  runtime: Runtime,
  server: Server,
  address: string,
): Promise<Result<Unit, ErrorValue>> {
  const problem = await serveUntilStopped(runtime, server, address);
  return problem === null ? UNIT : fail("http", problem);
}

/** Binds and serves in the background. Resolves with the bound address as soon as connections are accepted. */
export async function start(
  runtime: Runtime,
  server: Server,
  address: string,
): Promise<Result<string, ErrorValue>> {
  if (server._stopping) return fail("http", `cannot start ${address}: the server has been stopped`);
  const bound = await bindFor(runtime, server, address);
  if (typeof bound === "string") return fail("http", bound);
  // While it serves, a goroutine that waits for a channel is not stuck.
  void runtime.scheduler.external(server.service!.serve(bound));
  return bound.address;
}

/** A server's certificates, made when they are first asked for. */
export function identitiesOf(runtime: Runtime, server: Server): Identities {
  const { content, sockets } = runtime.host.system;
  return (server.identities ??= new Identities({
    content,
    sockets,
    tell: (line) => runtime.stderr.write(line),
  }));
}

/** As `start`, over TLS. `add` brings the certificate for all names. */
export async function startTls(
  runtime: Runtime,
  server: Server,
  address: string,
  add: (identities: Identities) => void,
): Promise<Result<string, ErrorValue>> {
  if (server._stopping) return fail("http", `cannot start ${address}: the server has been stopped`);
  const identities = identitiesOf(runtime, server);
  try {
    add(identities);
  } catch (error) {
    return fail("http", `cannot start ${address}: certificate: ${problemOf(error)}`);
  }
  server.service ??= new Service(runtime, server);
  const { service } = server;
  const accepted = (socket: Socket): void => service.secure(socket, identities);
  const bound = await bind(
    address,
    { paused: true, accepted, open: runtime.sockets, shared: (runtime.host.workerId ?? 0) > 0 },
    runtime.host,
  );
  if (typeof bound === "string") return fail("http", `cannot bind ${address}: listen: ${bound}`);
  void runtime.scheduler.external(service.serve(bound));
  return bound.address;
}

async function serveUntilStopped(runtime: Runtime, server: Server, address: string): Promise<string | null> {
  if (server._stopping) return null;
  const bound = await bindFor(runtime, server, address);
  if (typeof bound === "string") return bound;
  await server.service!.serve(bound);
  return null;
}

/** The bound address, or why there is none. */
async function bindFor(runtime: Runtime, server: Server, address: string): Promise<Bound | string> {
  server.service ??= new Service(runtime, server);
  const { service } = server;
  const accepted = (socket: Socket): void => service.accepted(socket);
  const bound = await bind(
    address,
    { paused: true, accepted, open: runtime.sockets, shared: (runtime.host.workerId ?? 0) > 0 },
    runtime.host,
  );
  return typeof bound === "string" ? `cannot bind ${address}: listen: ${bound}` : bound;
}

/** Serves a connection that the host has made, as if it had been accepted. */
export function adopt(runtime: Runtime, server: Server, socket: Socket): void {
  server.service ??= new Service(runtime, server);
  server.service.adopt(socket);
}

/** Nothing positive means "no limit". */
export function positive(n: Int): number {
  const value = Number(n);
  return value > 0 ? value : Infinity;
}

/** Asks all listeners of a server to end; returns at once. */
export function shutdown(server: Server): void {
  server._stopping = true;
  server.service?.stop();
}

/** The same; what is not done after `limitMs` is cut. True when nothing was. */
export function shutdownWithin(runtime: Runtime, server: Server, limitMs: number): MaybePromise<boolean> {
  shutdown(server);
  const drained = server.service?.drainedWithin(limitMs) ?? true;
  return drained instanceof Promise ? runtime.scheduler.external(drained) : drained;
}

/** The longest handshake. */
const HANDSHAKE_MS = 10_000;

class Service implements ConnectionHost<ServerConnection> {
  readonly serializer = new Serializer();
  readonly writes = new GatheredWrites();
  readonly runtime: Runtime;
  private readonly server: Server;
  private readonly reading: SharedReading;
  private readonly listeners = new Set<Bound>();
  private readonly connections = new Set<ServerConnection>();
  /** Connections of which the handshake is under way, as what gives it up. */
  private readonly handshakes = new Set<() => void>();
  /** The calls of `listen` that have not returned. */
  private waiting: (() => void)[] = [];
  /** The shortest deadline of an answer so far. */
  private soonest = Infinity;
  private sweeper: NodeJS.Timeout | undefined;
  /** Set while a stop waits for connections. */
  private patience: NodeJS.Timeout | undefined;
  private drained: (() => void)[] = [];
  /** Takes back what closes the service when the program ends; null while nothing is open. */
  private forgetEnd: (() => void) | null = null;
  /** Takes it back that signals shut the service down. */
  private forgetSignals: (() => void) | null = null;

  constructor(runtime: Runtime, server: Server) {
    this.runtime = runtime;
    this.reading = runtime.host.system.sockets.sharedReading();
    this.server = server;
    runtime.sockets?.watch(() => this.connections.size + this.handshakes.size + this.listeners.size);
  }

  get stopping(): boolean {
    return this.server._stopping;
  }

  get limits(): ServerLimits {
    return this.server.limits;
  }

  get logging(): boolean {
    return this.server._access_log;
  }

  readLimit(): number {
    return limit(this.server._read_timeout_ms);
  }

  writeLimit(): number {
    return limit(this.server._write_timeout_ms);
  }

  get streams(): boolean {
    return this.server.routing.streams;
  }

  tell(line: string): void {
    this.runtime.stderr.write(line);
  }

  hurry(ms: number): void {
    if (ms >= this.soonest) return;
    this.soonest = ms;
    clearTimeout(this.sweeper);
    this.sweepLater();
  }

  find(head: RequestHead): Match | null {
    return this.server.routing.find(head);
  }

  log(lines: string): void {
    this.runtime.stdout.write(lines);
  }

  handlerFailed(error: unknown): boolean {
    if (error instanceof Exit || error instanceof LimitPanic || error instanceof HostError) {
      this.runtime.scheduler.fail(error);
      return false;
    }
    const text = this.runtime.describePanic(error);
    this.runtime.stderr.write(text.endsWith("\n") ? text : `${text}\n`);
    return true;
  }

  /** Begins a handshake, with which the connection begins. */
  secure(socket: Socket, identities: Identities): void {
    if (this.stopping || this.handshakes.size + this.connections.size >= 2 * this.server.mostConnections) {
      socket.destroy();
      return;
    }
    identities.look();
    const done = (secured: Socket | null): void => {
      this.handshakes.delete(giveUp);
      if (secured !== null) this.accepted(secured, true);
    };
    const limitMs = Math.min(this.readLimit(), MAX_DELAY_MS, HANDSHAKE_MS);
    const giveUp = this.runtime.host.system.sockets.accept(socket, {
      identityFor: (name) => identities.of(name),
      limitMs,
      done,
    });
    this.handshakes.add(giveUp);
  }

  accepted(socket: Socket, secured = false): void {
    if (this.stopping) {
      socket.destroy();
      return;
    }
    const most = this.server.mostConnections;
    const { size } = this.connections;
    // Those that are turned away are few, too.
    if (size >= 2 * most) {
      socket.destroy();
      return;
    }
    const connection: ServerConnection = new ServerConnection(
      this,
      secured ? socket : this.reading.read(socket, (bytes) => connection.arrived(bytes)),
    );
    if (secured) socket.on("data", (bytes: Buffer) => connection.arrived(bytes.toString("latin1")));
    this.connections.add(connection);
    if (size >= most) connection.turnAway();
  }

  adopt(socket: Socket): void {
    if (this.sweeper === undefined && !this.stopping) this.sweepLater();
    this.forgetEnd ??= this.runtime.atEnd(() => this.abort());
    this.accepted(socket);
  }

  closed(connection: ServerConnection): void {
    this.connections.delete(connection);
    this.finishWhenDrained();
  }

  /** Resolves when the server has stopped and every connection is done. */
  serve(bound: Bound): Promise<void> {
    if (this.stopping || this.runtime.scheduler.ended) {
      bound.close();
      return Promise.resolve();
    }
    this.server._addr = bound.address;
    this.listeners.add(bound);
    if (this.sweeper === undefined) this.sweepLater();
    this.forgetEnd ??= this.runtime.atEnd(() => this.abort());
    this.forgetSignals ??= this.runtime.signals.serving((millis) => {
      shutdown(this.server);
      void this.drainedWithin(millis);
    });
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  stop(): void {
    for (const bound of this.listeners) bound.close();
    this.listeners.clear();
    for (const giveUp of [...this.handshakes]) giveUp();
    for (const connection of [...this.connections]) connection.drain();
    this.finishWhenDrained();
    if (this.connections.size > 0) this.patience ??= setTimeout(() => this.tellWait(), PATIENCE_MS);
  }

  /** After a stop: true when all was done in time, false when some connections had to be cut. */
  drainedWithin(limitMs: number): MaybePromise<boolean> {
    if (this.connections.size === 0) return true;
    return new Promise((resolve) => {
      const cut = (): void => {
        const left = [...this.connections].filter((connection) => connection.cut());
        resolve(left.length === 0);
      };
      const timer =
        limitMs > MAX_DELAY_MS ? undefined : setTimeout(() => setImmediate(cut), Math.max(0, limitMs));
      this.drained.push(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }

  /**
   * A stop waits without limit, and a handler may wait for what never comes. So it is reported once; the timer
   * also keeps the process alive when clients have ended their sides, who may still get their answers.
   */
  private tellWait(): void {
    const requests = [...this.connections].flatMap((connection) => connection.handled ?? []);
    if (requests.length > 0) {
      const more = requests.length > SHOWN ? ` and ${requests.length - SHOWN} more` : "";
      this.runtime.stderr.write(
        `http: shutdown still waits for handlers: ${requests.slice(0, SHOWN).join(", ")}${more}\n`,
      );
    }
    this.patience = setInterval(() => {}, MAX_DELAY_MS);
  }

  /** The program has ended: no handler is there to answer. */
  private abort(): void {
    shutdown(this.server);
    for (const connection of [...this.connections]) connection.abort();
  }

  private finishWhenDrained(): void {
    if (!this.stopping || this.connections.size > 0) return;
    clearTimeout(this.sweeper);
    this.sweeper = undefined;
    clearTimeout(this.patience);
    this.patience = undefined;
    for (const tell of this.drained.splice(0)) tell();
    this.forgetEnd?.();
    this.forgetEnd = null;
    this.forgetSignals?.();
    this.forgetSignals = null;
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** One timer for every connection: looks at all deadlines a few times within the shortest time-out. */
  private sweepLater(): void {
    const { idleMs, headerMs, handlerMs } = this.limits;
    const shortest = Math.min(
      this.readLimit(),
      this.writeLimit(),
      this.soonest,
      handlerMs,
      idleMs ?? Infinity,
      headerMs ?? Infinity,
    );
    const pause = Math.max(SHORTEST_SWEEP_MS, Math.min(LONGEST_SWEEP_MS, shortest / 10));
    // What came while a handler computed is read first: its sender is not late.
    this.sweeper = setTimeout(() => setImmediate(() => this.sweep()), pause);
    this.sweeper.unref();
  }

  private sweep(): void {
    this.sweeper = undefined;
    const now = performance.now();
    const queues = this.runtime.host.system.sockets.sendQueues();
    for (const connection of this.connections) if (connection.deadline <= now) connection.expired(queues);
    if (!this.stopping || this.connections.size > 0) this.sweepLater();
  }
}

/** A stored time-out as a limit: 0 (or less) is none, values past timer range are very long. */
function limit(milliseconds: Int): number {
  const value = Number(milliseconds);
  return value > 0 ? value : Infinity;
}
