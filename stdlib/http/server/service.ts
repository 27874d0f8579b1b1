// The service behind a server: its listeners and connections, one timer for all time-outs, and its orderly
// stop. `serve` resolves when the server has been stopped and every connection is done.
import type { SharedReading } from "../../../interpreter/host/index.ts";
import type { Int, MaybePromise, Runtime } from "../../../interpreter/runtime/index.ts";
import { MAX_DELAY_MS } from "../../../interpreter/runtime/index.ts";
import type { Bound, Socket } from "../../net/index.ts";
import { LIMITS } from "../limits.ts";
import type { RequestHead } from "../message/index.ts";
import type { Match, Response } from "../routes/index.ts";
import { GatheredWrites } from "../transport/index.ts";
import type { ClientInfo } from "./client-info.ts";
import { clientInfo, sourceOf } from "./client-info.ts";
import type { ConnectionHost, ServerLimits } from "./connection-host.ts";
import { ServerConnection } from "./connection.ts";
import { reportHandlerFailure } from "./handler-failure.ts";
import { beginDraining } from "./readiness.ts";
import type { Exchange } from "./exchange.ts";
import type { Identities } from "./identities.ts";
import { Openings } from "./openings.ts";
import { Serializer } from "./serialize.ts";
import type { Server } from "./server.ts";
import type { Trust } from "./trust.ts";

const SHORTEST_SWEEP_MS = 10;
const LONGEST_SWEEP_MS = 500;
/** A stop that takes longer is reported. */
const PATIENCE_MS = 10_000;
/** The most requests that the report names. */
const SHOWN = 5;
/** Beyond its limit, a server answers as many connections again, and these, with 503; others are closed. */
const MOST_REFUSALS = 64;

export class Service implements ConnectionHost<ServerConnection> {
  readonly serializer = new Serializer();
  readonly writes = new GatheredWrites();
  readonly runtime: Runtime;
  private readonly server: Server;
  private readonly reading: SharedReading;
  private readonly listeners = new Set<Bound>();
  /** Listeners that still accept connections made by the system. */
  private readonly closing = new Set<Bound>();
  private readonly late: Socket[] = [];
  private readonly connections = new Set<ServerConnection>();
  /** The connections above the limit: they are answered with 503, and do not count towards it. */
  private readonly turnedAway = new Set<ServerConnection>();
  /** The connections that do not speak HTTP yet. */
  private readonly openings = new Openings(this);
  /** The calls of `listen`, `start` and `wait` whose listeners have not stopped. */
  private waiting: (() => void)[] = [];
  /** The shortest time limit of a response so far. */
  private soonest = Infinity;
  private sweeper: NodeJS.Timeout | undefined;
  /** Set while a stop waits for handshakes. */
  private lastHandshakes: NodeJS.Timeout | undefined;
  /** Set while a stop waits for connections. */
  private patience: NodeJS.Timeout | undefined;
  /** The callbacks of calls that wait for a stop: `true` if it completed, `false` if something was cut. */
  private drained: ((completely: boolean) => void)[] = [];
  /** Whether a stop had to cut something. */
  private hasCut = false;
  /** Unregisters the function that closes the service when the program ends; null while nothing is open. */
  private forgetEnd: (() => void) | null = null;
  /** Set between a signal and the stop. */
  private draining: NodeJS.Timeout | undefined;
  /** Set while a stop by a signal waits, for connections and then for code that has been cut. */
  private cutting: NodeJS.Timeout | undefined;
  /** The exchanges that have been cut, and whose code has not ended. */
  private readonly ending = new Set<Exchange>();
  /** Unregisters the service from the signals that shut it down. */
  private forgetSignals: (() => void) | null = null;

  constructor(runtime: Runtime, server: Server) {
    this.runtime = runtime;
    this.reading = runtime.host.system.sockets.sharedReading();
    this.server = server;
    runtime.sockets?.watch(() => this.open + this.listeners.size + this.closing.size);
  }

  get stopping(): boolean {
    return this.server._stopping;
  }

  /** The number of connections, including handshakes in progress. */
  get open(): number {
    return this.connections.size + this.openings.size;
  }

  /** Whether a stopped service has nothing left to do. */
  private get isDrained(): boolean {
    return this.open + this.closing.size + this.ending.size === 0;
  }

  /**
   * Stops after the time for which the server only reports that it is not ready, and cuts what is unfinished
   * some time later. Returns the sum.
   */
  private stopBySignal(): number {
    const { stopMs, drainMs } = this.limits;
    beginDraining(this.runtime);
    this.notify("STOPPING=1");
    const finish = (): void => {
      this.draining = undefined;
      if (this.isServing)
        this.cutting ??= setTimeout(() => setImmediate(() => this.cutRest()), Math.min(stopMs, MAX_DELAY_MS));
      this.shutDown();
    };
    const stop = (): void => {
      const inherited = [...this.listeners].filter((bound) => bound.isInherited === true);
      if (inherited.length === 0) return finish();
      // Clients that connect from now on wait for the next process. Those that have just connected are served.
      void Promise.all(inherited.map((bound) => bound.closeBehindQueue())).then(() =>
        this.awaitFirstRequests(finish, Math.min(stopMs, LIMITS.lingerMs)),
      );
    };
    if (drainMs === 0 || this.stopping) stop();
    else this.draining ??= setTimeout(stop, Math.min(drainMs, MAX_DELAY_MS));
    return drainMs + stopMs;
  }

  /** Calls `finish` when the clients that have connected have sent a request, or after `ms`. */
  private awaitFirstRequests(finish: () => void, ms: number): void {
    if (this.stopping) return;
    const step = Math.min(ms, LIMITS.drainLingerMs);
    this.draining = setTimeout(() => {
      const isAwaited = [...this.connections].some((connection) => connection.isFresh);
      if (isAwaited && ms > step) this.awaitFirstRequests(finish, ms - step);
      else finish();
    }, step);
  }

  /** Ends all connections. Their handlers, and functions that send a response, get some time to notice. */
  private cutRest(): void {
    if (this.isDrained) return;
    this.cutting = setTimeout(() => this.interruptRest(), LIMITS.cutMs);
    const left = [...this.connections].filter((connection) => connection.isUnfinished);
    this.reportConnections("cut at the end of a stop", left);
    this.hasCut ||= this.openings.size + left.length > 0;
    for (const { exchange } of left) {
      const ended = (): void => {
        if (exchange !== null && this.ending.delete(exchange)) this.finishWhenDrained();
      };
      if (exchange?.awaitCode(ended) === true) this.ending.add(exchange);
    }
    this.openings.giveUp();
    for (const connection of left) connection.reset();
    this.finishWhenDrained();
  }

  private interruptRest(): void {
    this.cutting = setTimeout(() => {
      // What never waits is abandoned.
      this.ending.clear();
      this.finishWhenDrained();
    }, LIMITS.unwindMs);
    for (const exchange of this.ending) exchange.interrupt();
  }

  private shutDown(): void {
    this.server._stopping = true;
    this.stop();
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

  get routePrecedesBody(): boolean {
    return this.server.routing.precedesBody;
  }

  report(line: string): void {
    this.runtime.stderr.write(line);
  }

  hurry(ms: number): void {
    if (ms >= this.soonest) return;
    this.soonest = ms;
    clearTimeout(this.sweeper);
    this.sweepLater();
  }

  refusal(status: number, path: string): Response | null {
    return this.server.routing.refusalsFor(path)?.(status, path) ?? null;
  }

  find(head: RequestHead): Match | null {
    return this.server.routing.find(head);
  }

  log(lines: string): void {
    this.runtime.stdout.write(lines);
  }

  handlerFailed(error: unknown): boolean {
    return reportHandlerFailure(this.runtime, error);
  }

  get trust(): Trust | null {
    return this.server.trust;
  }

  /** Takes a connection that a listener has accepted; with identities, it uses TLS. */
  arrived(socket: Socket, identities: Identities | null): void {
    const { server } = this;
    const sendsHead = server.expectsProxyHead && server.trust?.covers(sourceOf(socket)) === true;
    if (identities === null && !sendsHead) this.accepted(socket, clientInfo(socket, false, null));
    else if (this.stopping) this.comeTooLate(socket);
    else if (this.open >= server.mostConnections * 2 + MOST_REFUSALS) socket.destroy();
    else this.openings.open(socket, identities, sendsHead);
  }

  /** @param first bytes that have been read already */
  accepted(socket: Socket, client: ClientInfo, first = ""): void {
    if (this.stopping) {
      this.comeTooLate(socket);
      return;
    }
    const most = this.server.mostConnections;
    const { size } = this.connections;
    if (size >= most * 2 + MOST_REFUSALS) {
      socket.destroy();
      return;
    }
    const isTooMany = size - this.turnedAway.size >= most;
    const connection = this.connect(socket, client);
    if (isTooMany) {
      this.turnedAway.add(connection);
      connection.turnAway();
    } else if (first !== "") connection.arrived(first);
  }

  connect(socket: Socket, client: ClientInfo): ServerConnection {
    const { secure } = client;
    const read = secure ? socket : this.reading.read(socket, (bytes) => connection.arrived(bytes));
    const connection: ServerConnection = new ServerConnection(this, read, client);
    if (secure) socket.on("data", (bytes: Buffer) => connection.arrived(bytes.toString("latin1")));
    this.connections.add(connection);
    return connection;
  }

  /**
   * Handles a client that connects while the server stops. It is neither served nor reset: its connection
   * ends when no others arrive.
   */
  private comeTooLate(socket: Socket): void {
    if (this.closing.size === 0) {
      socket.destroy();
      return;
    }
    socket.on("error", () => {});
    this.late.push(socket);
  }

  adopt(socket: Socket): void {
    if (this.sweeper === undefined && !this.stopping) this.sweepLater();
    this.forgetEnd ??= this.runtime.atEnd(() => this.abort());
    this.accepted(socket, clientInfo(socket, false, null));
  }

  closed(connection: ServerConnection): void {
    this.connections.delete(connection);
    this.turnedAway.delete(connection);
    this.finishWhenDrained();
  }

  /** Resolves when the server has stopped and every connection is done. */
  serve(bound: Bound): Promise<void> {
    if (this.stopping || this.runtime.scheduler.ended) {
      bound.close();
      return Promise.resolve();
    }
    this.server._addr = bound.address;
    if (this.listeners.size === 0) this.notify("READY=1");
    this.listeners.add(bound);
    if (this.sweeper === undefined) this.sweepLater();
    this.forgetEnd ??= this.runtime.atEnd(() => this.abort());
    this.forgetSignals ??= this.runtime.signals.serving(() => this.stopBySignal());
    return this.untilStopped();
  }

  /** Tells the service manager, if this program is the service. */
  private notify(state: string): void {
    const { host } = this.runtime;
    if (host.ownsProcess === true)
      host.system.sockets.notifyManager(state, (text) => this.report(`http: ${text}\n`));
  }

  /** Whether a listener was bound, and its connections are not all done. */
  get isServing(): boolean {
    return this.waiting.length > 0;
  }

  /** Resolves, while the service is serving, when it has stopped and every connection is done. */
  untilStopped(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  stop(): void {
    for (const bound of this.listeners) {
      this.closing.add(bound);
      void bound.closeBehindQueue().then(() => {
        this.closing.delete(bound);
        for (const socket of this.late.splice(0))
          this.connect(socket, clientInfo(socket, false, null)).drain();
        this.finishWhenDrained();
      });
    }
    this.listeners.clear();
    // Giving up immediately would reset connections with unread input.
    if (this.openings.size > 0)
      this.lastHandshakes ??= setTimeout(() => this.openings.giveUp(), LIMITS.drainLingerMs);
    for (const connection of [...this.connections]) connection.drain();
    this.finishWhenDrained();
    if (this.connections.size > 0 && this.cutting === undefined)
      this.patience ??= setTimeout(() => this.reportWait(), PATIENCE_MS);
  }

  /**
   * Waits after a stop. Returns true if everything finished in time, or false if connections had to be cut.
   */
  drainedWithin(limitMs: number): MaybePromise<boolean> {
    if (this.isDrained) return true;
    return new Promise((resolve) => {
      const drained = (completely: boolean): void => {
        clearTimeout(timer);
        resolve(completely);
      };
      const cut = (): void => {
        // Some kinds of sockets close while they are cut: draining in this way was not in time.
        this.drained = this.drained.filter((each) => each !== drained);
        const left = [...this.connections].filter((connection) => connection.isUnfinished);
        const isCut = this.openings.size + left.length > 0;
        this.hasCut ||= isCut;
        this.openings.giveUp();
        for (const connection of left) connection.reset();
        resolve(!isCut);
      };
      const timer =
        limitMs > MAX_DELAY_MS ? undefined : setTimeout(() => setImmediate(cut), Math.max(0, limitMs));
      this.drained.push(drained);
    });
  }

  /**
   * Reports once that a stop waits: it has no limit, and a handler may wait forever. The timer also keeps the
   * process alive when clients have ended their sides, who may still get their responses.
   */
  private reportWait(): void {
    this.reportConnections("shutdown still waits for handlers", [...this.connections]);
    this.patience = setInterval(() => {}, MAX_DELAY_MS);
  }

  /** Names the requests that are being handled, if there are some. */
  private reportConnections(what: string, connections: readonly ServerConnection[]): void {
    const requests = connections.flatMap((connection) => connection.handled ?? []);
    if (requests.length === 0) return;
    const more = requests.length > SHOWN ? ` and ${requests.length - SHOWN} more` : "";
    this.report(`http: ${what}: ${requests.slice(0, SHOWN).join(", ")}${more}\n`);
  }

  /** Called when the program has ended: no handler can answer. */
  private abort(): void {
    this.ending.clear();
    this.shutDown();
    for (const bound of this.closing) bound.close();
    this.closing.clear();
    for (const socket of this.late.splice(0)) socket.destroy();
    this.openings.giveUp();
    for (const connection of [...this.connections]) connection.abort();
  }

  finishWhenDrained(): void {
    if (!this.stopping || !this.isDrained) return;
    clearTimeout(this.lastHandshakes);
    this.lastHandshakes = undefined;
    clearTimeout(this.sweeper);
    this.sweeper = undefined;
    clearTimeout(this.patience);
    this.patience = undefined;
    clearTimeout(this.cutting);
    this.cutting = undefined;
    clearTimeout(this.draining);
    this.draining = undefined;
    for (const settle of this.drained.splice(0)) settle(!this.hasCut);
    this.forgetEnd?.();
    this.forgetEnd = null;
    this.forgetSignals?.();
    this.forgetSignals = null;
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  /**
   * Starts the one timer for all connections, which checks all deadlines several times within the shortest
   * time-out.
   */
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
    // Data that arrived while a handler computed is read first: its sender is not late.
    this.sweeper = setTimeout(() => setImmediate(() => this.sweep()), pause);
    this.sweeper.unref();
  }

  private sweep(): void {
    this.sweeper = undefined;
    const now = performance.now();
    const queues = this.runtime.host.system.sockets.sendQueues();
    for (const connection of this.connections) if (connection.deadline <= now) connection.expired(queues);
    if (!this.stopping || !this.isDrained) this.sweepLater();
  }
}

/**
 * Converts a stored time-out to a limit: 0 or less means none; values beyond the timer's range are very long.
 */
function limit(milliseconds: Int): number {
  const value = Number(milliseconds);
  return value > 0 ? value : Infinity;
}
