// The parent's side of shared ports (interpreter/host/node/shared-ports.ts): accepts connections and sends
// them to the workers round robin, one at a time to each. Nothing is read from them here.
import type { ChildProcess, SendHandle } from "node:child_process";
import type { Server } from "node:net";
import {
  acceptConnections,
  closeBehindQueue,
  listenAtPath,
  release,
  socketOf,
  type Connection,
  type FromWorker,
  type SharedAddress,
  type ToWorker,
} from "../../host/node/index.ts";

/**
 * How long a client that was not answered may take to close its side. Its input is discarded until then:
 * unread input would cause a reset.
 */
const LINGER_MS = 2000;

/** Closes a connection that no worker takes, without a reset. */
function endInOrder(connection: Connection): Promise<void> {
  const socket = socketOf(connection).on("error", ignore);
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
    socket.end().resume();
  });
}

/** A worker that listens on a port. */
interface Member {
  readonly worker: ChildProcess;
  /** The number that the worker assigned. */
  readonly listener: number;
  /** The connection that was sent and is not yet taken or refused. */
  handed: Connection | null;
}

/** Socket paths are limited to about a hundred bytes. */
function shortest(path: string): string {
  const fromHere = process.getBuiltinModule("node:path").relative("", path);
  return fromHere.length < path.length ? fromHere : path;
}

/** Keeps the parent alive until the work is done. */
type Unfinished = (work: Promise<void>) => void;

class SharedPort {
  readonly #server: Server;
  readonly #unfinished: Unfinished;
  readonly #isStopping: () => boolean;
  readonly #freed: () => void;
  readonly #members = new Set<Member>();
  /** Members without a connection to take, in the order in which they get the next ones. */
  readonly #free = new Set<Member>();
  /** Connections that have not been sent, in the order of arrival. */
  readonly #waiting = new Set<Connection>();
  /** Resolves to null, or to the code of the error. */
  readonly opened: Promise<string | null>;
  /** Set when the last member leaves. */
  #closing: Promise<void> | null = null;
  #isFree = false;
  #accepted = 0;
  /** The service manager opened it: it keeps its queue, and a closed one cannot be opened again. */
  readonly #isInherited: boolean;

  /**
   * @param freed called when the port has been closed
   * @param isStopping whether no worker will be started again
   */
  constructor(at: SharedAddress, unfinished: Unfinished, freed: () => void, isStopping: () => boolean) {
    this.#isStopping = isStopping;
    this.#unfinished = unfinished;
    this.#freed = freed;
    const { createServer } = process.getBuiltinModule("node:net");
    this.#server = createServer({ pauseOnConnect: true });
    this.#isInherited = "descriptor" in at;
    this.opened = this.#open(at);
  }

  async #open(at: SharedAddress): Promise<string | null> {
    try {
      if ("path" in at) await listenAtPath(this.#server, shortest(at.path), at);
      else
        await new Promise<void>((resolve, reject) => {
          this.#server.once("error", reject);
          this.#server.listen("descriptor" in at ? { fd: at.descriptor } : at, resolve);
        });
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? "";
    }
    // Later errors are failed accepts; Node continues to accept.
    this.#server.removeAllListeners("error").on("error", ignore);
    acceptConnections(this.#server, (connection) => {
      this.#accepted += 1;
      this.#add(connection);
    });
    return null;
  }

  get closing(): Promise<void> | null {
    return this.#closing;
  }

  get address(): { readonly host: string; readonly port: number } {
    const address = this.#server.address();
    return address === null || typeof address === "string"
      ? { host: `unix:${address ?? ""}`, port: 0 }
      : { host: address.address, port: address.port };
  }

  has(worker: ChildProcess): boolean {
    return [...this.#members].some((member) => member.worker === worker);
  }

  join(member: Member): void {
    this.#members.add(member);
  }

  /** The member can take a connection. */
  ready(member: Member): void {
    if (!this.#members.has(member)) return;
    this.#free.add(member);
    this.#handOut();
  }

  took(member: Member): void {
    if (member.handed !== null) release(member.handed);
    member.handed = null;
    this.ready(member);
  }

  /** The member does not take its connection: it has left, or its process has ended. */
  returned(member: Member): void {
    const { handed } = member;
    member.handed = null;
    if (handed !== null) this.#add(handed);
  }

  /** Resolves when the port is free if the member was the last one. */
  leave(member: Member): Promise<void> {
    this.#free.delete(member);
    if (
      this.#members.delete(member) &&
      this.#members.size === 0 &&
      (!this.#isInherited || this.#isStopping())
    ) {
      this.#closing = this.#close();
      this.#unfinished(this.#closing);
    }
    return this.#closing ?? Promise.resolve();
  }

  /**
   * Called before a member leaves. At the end, a socket of the service manager stops accepting, so that further clients
   * wait for the next process, and those that were accepted are still handed out.
   */
  async finishQueue(): Promise<void> {
    if (!this.#isInherited || !this.#isStopping()) return;
    this.#server.close();
    while (this.#waiting.size > 0 && this.#members.size > 0) await new Promise(setImmediate);
  }

  async #close(): Promise<void> {
    if (this.#isInherited) this.#server.close();
    else if ((await this.opened) === null) await closeBehindQueue(this.#server, () => this.#accepted);
    this.#isFree = true;
    this.#freed();
    for (const connection of this.#waiting) this.#unfinished(endInOrder(connection));
    this.#waiting.clear();
  }

  #add(connection: Connection): void {
    if (this.#isFree) return this.#unfinished(endInOrder(connection));
    this.#waiting.add(connection);
    this.#handOut();
  }

  #handOut(): void {
    for (const member of this.#free) {
      const [connection] = this.#waiting;
      if (connection === undefined) return;
      this.#waiting.delete(connection);
      this.#free.delete(member);
      member.handed = connection;
      sendToWorker(member.worker, { connection: member.listener }, connection);
    }
  }
}

/**
 * An error is ignored: it means that the worker is ending, which is an event. A callback would cost a tick
 * for each connection.
 */
function sendToWorker(worker: ChildProcess, message: ToWorker, connection?: Connection): void {
  worker.send(message, connection as SendHandle | undefined);
}

function ignore(): void {}

export class SharedPorts {
  /** Set when a signal ends all workers. */
  stopping = false;
  /** By requested address. */
  readonly #ports = new Map<string, SharedPort>();
  /** Running workers, closing ports, closing connections. */
  readonly #unfinished = new Set<Promise<void>>();

  serve(worker: ChildProcess): void {
    const listening = new Memberships(worker, this);
    worker.on("error", ignore);
    worker.on("message", (message: FromWorker) => listening.received(message));
    // `exit` may be emitted before the last messages, and `disconnect` is not emitted while a connection is
    // being sent.
    const gone = new Promise<void>((resolve) => void worker.once("close", () => resolve()));
    this.#track(gone.then(() => listening.gone()));
  }

  /** Resolves when all workers have ended and all connections are closed. */
  async finished(): Promise<void> {
    while (this.#unfinished.size > 0) await Promise.all(this.#unfinished);
  }

  closing(key: string): Promise<void> | null {
    return this.#ports.get(key)?.closing ?? null;
  }

  /** The port for an address. The system refuses the second one of the same worker. */
  at(key: string, at: SharedAddress, worker: ChildProcess): SharedPort {
    const known = this.#ports.get(key);
    if (known !== undefined && !known.has(worker)) return known;
    const freed = (): void => {
      if (this.#ports.get(key) === port) this.#ports.delete(key);
    };
    const port = new SharedPort(
      at,
      (work) => this.#track(work),
      freed,
      () => this.stopping,
    );
    if (known === undefined) this.#ports.set(key, port);
    return port;
  }

  #track(work: Promise<void>): void {
    const done: Promise<void> = work.finally(() => this.#unfinished.delete(done));
    this.#unfinished.add(done);
  }
}

/** The listening sockets of one worker. */
class Memberships {
  readonly #worker: ChildProcess;
  readonly #ports: SharedPorts;
  readonly #byListener = new Map<number, { readonly port: SharedPort; readonly member: Member }>();

  constructor(worker: ChildProcess, ports: SharedPorts) {
    this.#worker = worker;
    this.#ports = ports;
  }

  received(message: FromWorker): void {
    if ("listen" in message) void this.#listen(message.listen, message.at, message.nth);
    else if ("took" in message) this.#took(message.took);
    else if ("refused" in message) this.#refused(message.refused);
    else if ("close" in message) void this.#close(message.close);
  }

  gone(): void {
    for (const { port, member } of this.#byListener.values()) {
      void port.leave(member);
      port.returned(member);
    }
  }

  async #listen(listener: number, at: SharedAddress, nth: number): Promise<void> {
    const key = JSON.stringify([at, nth]);
    for (let closing = this.#ports.closing(key); closing !== null; closing = this.#ports.closing(key))
      await closing;
    if (!this.#worker.connected) return;
    const port = this.#ports.at(key, at, this.#worker);
    const member: Member = { worker: this.#worker, listener, handed: null };
    port.join(member);
    this.#byListener.set(listener, { port, member });
    const failure = await port.opened;
    if (failure === null) {
      sendToWorker(this.#worker, { listening: listener, ...port.address });
      port.ready(member);
      return;
    }
    this.#byListener.delete(listener);
    await port.leave(member);
    sendToWorker(this.#worker, { failed: listener, code: failure });
  }

  #took(listener: number): void {
    const { port, member } = this.#byListener.get(listener)!;
    port.took(member);
  }

  /** The connection arrived after the worker had closed the listening socket. */
  #refused(listener: number): void {
    const { port, member } = this.#byListener.get(listener)!;
    this.#byListener.delete(listener);
    port.returned(member);
  }

  async #close(listener: number): Promise<void> {
    const { port, member } = this.#byListener.get(listener)!;
    await port.finishQueue();
    if (member.handed === null) this.#byListener.delete(listener);
    await port.leave(member);
    sendToWorker(this.#worker, { closed: listener });
  }
}
