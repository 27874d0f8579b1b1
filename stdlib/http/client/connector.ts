// New connections of the client: name lookup, connecting, TLS, all within one limit. Returns an open socket
// or the failure.
import { has } from "../../../interpreter/own/index.ts";
import {
  addressBytes,
  addressKind,
  MAX_DELAY_MS,
  type Host,
  type Runtime,
  DENIED,
} from "../../../interpreter/runtime/index.ts";
import type { Dialing, Socket } from "../../net/index.ts";
import {
  Opening,
  dial,
  dialTo,
  resolvePermitted,
  showAddress,
  systemText,
  unixProblem,
} from "../../net/index.ts";
import type { Failure } from "./failure.ts";
import { TIMED_OUT, byProxy, connectFailure, lookupFailure, plainFailure } from "./failure.ts";
import { openTunnel, type Proxy } from "./proxy.ts";
import { TlsDialer } from "./tls-dial.ts";
import type { Target } from "./url.ts";

/** Where a connection leads. */
export interface Way {
  readonly target: Target;
  readonly proxy: Proxy | undefined;
  /** Whether to open a tunnel through the proxy to the host. */
  readonly tunnels: boolean;
}

/** A connection that is being opened for one request, which may give it up. */
export class Attempt implements Dialing {
  private readonly opening: Opening;
  /** What is not open yet: the socket, or TLS over it. */
  private socket: Socket | null = null;
  private givenUp = false;

  constructor(opening: Opening) {
    this.opening = opening;
  }

  get sockets(): Dialing["sockets"] {
    return this.opening.sockets;
  }

  refusal(): string | null {
    return this.opening.refusal();
  }

  add(socket: Socket): void {
    if (this.givenUp) {
      socket.destroy();
      return;
    }
    this.socket = socket;
    this.opening.add(socket);
  }

  delete(socket: Socket): void {
    this.socket = null;
    this.opening.delete(socket);
  }

  /** Closes the connection, also one that would be the next to be tried. */
  giveUp(): void {
    this.givenUp = true;
    this.socket?.destroy();
  }
}

export class Connector {
  /** Whether only globally reachable addresses may be connected to. */
  publicOnly = false;
  /** The Unix socket to which all connections lead, or null. */
  unixPath: string | null = null;
  private readonly opening: Opening;
  readonly tls: TlsDialer;
  private readonly host: Host;

  constructor(runtime: Runtime) {
    this.host = runtime.host;
    this.opening = new Opening(runtime);
    this.tls = new TlsDialer(runtime.host.system);
  }

  /** Returns an attempt for `open`. */
  attempt(): Attempt {
    return new Attempt(this.opening);
  }

  /** Opens a connection to the target's host, or to a proxy; `limitMs` covers everything. */
  async open(attempt: Attempt, { target, proxy, tunnels }: Way, limitMs: number): Promise<Socket | Failure> {
    const end = performance.now() + limitMs;
    if (this.unixPath !== null) {
      if (proxy !== undefined) return plainFailure("a client of a Unix socket uses no proxy");
      const plain = await this.connectUnix(attempt, this.unixPath, limitMs);
      if (has(plain, "text") || !target.secure) return plain;
      return this.tls.secure(plain, target.host, end - performance.now(), attempt);
    }
    // Permission to reach a proxy is not permission to reach everything behind it.
    const denied = proxy === undefined ? null : this.host.capabilities.connect(target.host, target.port);
    if (denied !== null) return plainFailure(denied);
    if (proxy !== undefined && this.publicOnly) {
      const behind = await this.addressesOf(target, end);
      if (!Array.isArray(behind)) return behind;
    }
    const socket = await this.connect(attempt, proxy ?? target, end);
    if (has(socket, "text")) return proxy === undefined ? socket : byProxy(socket, proxy);
    const problem =
      proxy === undefined || !tunnels
        ? null
        : await openTunnel(socket, target, proxy, end - performance.now(), attempt);
    if (problem !== null) return problem;
    if (!target.secure) return socket;
    return this.tls.secure(socket, target.host, end - performance.now(), attempt);
  }

  private async connectUnix(attempt: Attempt, path: string, limitMs: number): Promise<Socket | Failure> {
    if (this.publicOnly) return connectFailure(`Connect error: unix:${path} is not a public address`);
    const problem = unixProblem(this.host.capabilities, path);
    if (problem !== null)
      return problem.startsWith(DENIED) ? plainFailure(problem) : connectFailure(`Connect error: ${problem}`);
    const socket = await dialTo(() => attempt.sockets.connectUnix(path), limitMs, attempt);
    return typeof socket === "string" ? connectFailure(`Connect error: unix:${path}: ${socket}`) : socket;
  }

  private async connect(
    attempt: Attempt,
    peer: { readonly host: string; readonly port: number },
    end: number,
  ): Promise<Socket | Failure> {
    const hosts = await this.addressesOf(peer, end);
    if (!Array.isArray(hosts)) return hosts;
    const socket = await dial(hosts, peer.port, end - performance.now(), attempt);
    if (typeof socket === "string") {
      const timedOut = socket === systemText("ETIMEDOUT") && performance.now() >= end;
      return connectFailure(`Connect error: ${timedOut ? `connection ${TIMED_OUT}` : socket}`);
    }
    return socket;
  }

  /** Resolves a host to the addresses that may be connected to. */
  private async addressesOf(
    peer: { readonly host: string; readonly port: number },
    end: number,
  ): Promise<string[] | Failure> {
    const address = showAddress(peer.host, peer.port);
    const hosts = await within(resolvePermitted(this.host, peer.host, peer.port), end - performance.now());
    if (hosts === null) return lookupFailure(address, TIMED_OUT);
    if (typeof hosts === "string")
      return hosts.startsWith(DENIED) ? plainFailure(hosts) : lookupFailure(address, hosts);
    if (!this.publicOnly) return hosts;
    const allowed = hosts.filter((host) => addressKind(addressBytes(host)!) === "public");
    if (allowed.length > 0) return allowed;
    const which = hosts[0] === peer.host ? peer.host : `${hosts[0]} (${peer.host})`;
    return connectFailure(`Connect error: ${which} is not a public address`);
  }

  /** Closes the connections that are being opened. */
  close(): void {
    this.opening.close();
  }
}

/** Returns the outcome of `work`, or null if it takes longer than `limitMs`. */
function within<T>(work: Promise<T>, limitMs: number): Promise<T | null> {
  if (limitMs > MAX_DELAY_MS) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(resolve, null), Math.max(0, limitMs));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
