// A network in memory: what a program listens on, its own connections reach, and those of the page. Connections are
// pairs of streams by the package `readable-stream`, Node's own streams.
import type { Duplex as NodeDuplex } from "node:stream";
import streams from "readable-stream";
import type { Listening, Socket } from "../index.ts";
import { failure } from "./failure.ts";
import { setImmediate } from "./globals.ts";

const Duplex = streams.Duplex as typeof NodeDuplex;
const FIRST_FREE = 49_152;
const LAST_PORT = 65_535;
/** The most bytes that arrive at once. */
const MOST_BYTES = 65_536;

/** How an address looks from the other end. */
export interface Ends {
  readonly local: { readonly host: string; readonly port: number };
  readonly remote: { readonly host: string; readonly port: number };
}

/** One end of a connection in memory. */
export class MemorySocket extends Duplex {
  connecting = false;
  localAddress = "";
  localPort = 0;
  remoteAddress = "";
  remotePort = 0;
  #other: MemorySocket | null = null;
  /** Continues the write of the other end. */
  #taken: (() => void) | null = null;
  #untaken = 0;

  constructor() {
    super({ allowHalfOpen: true, emitClose: true });
    // As a socket of Node: errors are reported, if at all, to the listeners that natives add.
    this.on("error", () => {});
  }

  join(other: MemorySocket, { local, remote }: Ends): void {
    this.#other = other;
    this.localAddress = local.host;
    this.localPort = local.port;
    this.remoteAddress = remote.host;
    this.remotePort = remote.port;
  }

  /** The bytes written to this end that the other one has not taken. */
  get untaken(): number {
    return this.#untaken;
  }

  override _read(): void {
    this.#goOn();
  }

  override _write(bytes: Uint8Array, encoding: string, done: (error?: Error | null) => void): void {
    const other = this.#other;
    if (other === null) {
      // Not connected yet.
      this.once("connect", () => this._write(bytes, encoding, done));
      return;
    }
    this.#untaken = bytes.length;
    // In a later turn, as from a network: what is written at once arrives as pieces.
    setImmediate(() => this.#deliver(other, bytes, 0, done));
  }

  #deliver(other: MemorySocket, bytes: Uint8Array, from: number, done: (error?: Error | null) => void): void {
    for (let at = from; at < bytes.length; at += MOST_BYTES) {
      if (other.destroyed || other.readableEnded) return done(failure("EPIPE"));
      const hasRoom = other.push(bytes.subarray(at, at + MOST_BYTES));
      this.#untaken = Math.max(0, bytes.length - at - MOST_BYTES);
      if (!hasRoom) {
        other.#taken = () => this.#deliver(other, bytes, at + MOST_BYTES, done);
        return;
      }
    }
    done();
  }

  /** The writer continues when this end has room, or is gone. */
  #goOn(): void {
    const taken = this.#taken;
    this.#taken = null;
    taken?.();
  }

  override _final(done: (error?: Error | null) => void): void {
    const other = this.#other;
    if (other === null) {
      if (this.destroyed || !this.connecting) return done();
      this.once("connect", () => this._final(done));
      return;
    }
    setImmediate(() => {
      if (!other.destroyed) other.push(null);
      done();
    });
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const other = this.#other;
    this.#goOn();
    if (other !== null && !other.destroyed) setImmediate(() => other.closedByPeer(this.#resets));
    done(error);
  }

  #resets = false;

  /** The other end is gone: what has arrived can still be read. */
  closedByPeer(isReset: boolean): void {
    if (this.destroyed) return;
    if (isReset) this.destroy(failure("ECONNRESET"));
    else if (!this.readableEnded) this.push(null);
    this.#goOn();
  }

  resetAndDestroy(): this {
    this.#resets = true;
    return this.destroy();
  }

  destroySoon(): void {
    if (this.writableFinished) this.destroy();
    else this.end(() => this.destroy());
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setTimeout(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  address(): { readonly address: string; readonly port: number; readonly family: string } {
    return { address: this.localAddress, port: this.localPort, family: familyOf(this.localAddress) };
  }
}

const familyOf = (host: string): string => (host.includes(":") ? "IPv6" : "IPv4");

function isLoopback(host: string): boolean {
  return host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

const ANY = new Set(["0.0.0.0", "::"]);

interface Listener {
  readonly host: string;
  accepted(socket: Socket): void;
}

/** Two connected ends. */
export function pairOf(ends: Ends): readonly [MemorySocket, MemorySocket] {
  const [a, b] = [new MemorySocket(), new MemorySocket()];
  a.join(b, ends);
  b.join(a, { local: ends.remote, remote: ends.local });
  return [a, b];
}

/** Listeners by port or by path. */
export class MemoryNetwork {
  readonly #listeners = new Map<number | string, Listener[]>();
  #free = FIRST_FREE;
  readonly #observers = new Set<() => void>();

  /** The ports that programs listen on. */
  get ports(): readonly number[] {
    return [...this.#listeners.keys()].filter((key) => typeof key === "number").toSorted((a, b) => a - b);
  }

  /** Calls `observer` whenever the ports change; the result ends that. */
  observe(observer: () => void): () => void {
    this.#observers.add(observer);
    return () => void this.#observers.delete(observer);
  }

  listen(host: string, port: number, accepted: (socket: Socket) => void): Listening {
    if (!isLoopback(host) && !ANY.has(host)) throw failure("EADDRNOTAVAIL");
    const own = port === 0 ? this.#freePort() : port;
    const others = this.#listeners.get(own) ?? [];
    const clashes = ({ host: other }: Listener): boolean =>
      host === other || ((ANY.has(host) || ANY.has(other)) && familyOf(host) === familyOf(other));
    if (others.some(clashes)) throw failure("EADDRINUSE");
    return { host, port: own, ...this.#add(own, { host, accepted }) };
  }

  listenAt(path: string, accepted: (socket: Socket) => void): Pick<Listening, "close" | "closeBehindQueue"> {
    if (this.#listeners.has(path)) throw failure("EADDRINUSE");
    return this.#add(path, { host: "", accepted });
  }

  #add(key: number | string, listener: Listener): Pick<Listening, "close" | "closeBehindQueue"> {
    this.#listeners.set(key, [...(this.#listeners.get(key) ?? []), listener]);
    this.#changed();
    const close = (): void => {
      const rest = (this.#listeners.get(key) ?? []).filter((one) => one !== listener);
      if (rest.length > 0) this.#listeners.set(key, rest);
      else this.#listeners.delete(key);
      this.#changed();
    };
    return { close, closeBehindQueue: async () => close() };
  }

  #changed(): void {
    for (const observer of this.#observers) observer();
  }

  #freePort(): number {
    const port = this.#free;
    this.#free = port === LAST_PORT ? FIRST_FREE : port + 1;
    return this.#listeners.has(port) ? this.#freePort() : port;
  }

  /** Starts to connect; the result emits `connect` or `error`. */
  connect(host: string, port: number): MemorySocket {
    const local = { host: isLoopback(host) ? host : "127.0.0.1", port: this.#freePort() };
    const listener = (this.#listeners.get(port) ?? []).find(
      (one) => one.host === host || (ANY.has(one.host) && (isLoopback(host) || ANY.has(host))),
    );
    const far = !isLoopback(host) && !ANY.has(host);
    return this.#start(listener, { local, remote: { host, port } }, far ? "ENETUNREACH" : "ECONNREFUSED");
  }

  connectAt(path: string): MemorySocket {
    const end = { host: "", port: 0 };
    return this.#start(this.#listeners.get(path)?.[0], { local: end, remote: end }, "ENOENT");
  }

  #start(listener: Listener | undefined, ends: Ends, refusal: string): MemorySocket {
    const own = new MemorySocket();
    own.connecting = true;
    setImmediate(() => {
      if (own.destroyed) return;
      own.connecting = false;
      if (listener === undefined) {
        own.destroy(failure(refusal));
        return;
      }
      const other = new MemorySocket();
      own.join(other, ends);
      other.join(own, { local: ends.remote, remote: ends.local });
      own.emit("connect");
      own.emit("ready");
      listener.accepted(other as unknown as Socket);
    });
    return own;
  }
}
