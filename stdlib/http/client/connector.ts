// New connections of the client: name lookup, connecting, TLS, all within one limit. Returns an open socket
// or the failure.
import { MAX_DELAY_MS, type Host, type Runtime } from "../../../interpreter/runtime/index.ts";
import type { Socket } from "../../net/index.ts";
import { Opening, dial, resolvePermitted, showAddress, systemText } from "../../net/index.ts";
import type { Failure } from "./failure.ts";
import { TIMED_OUT, connectFailure, lookupFailure, plainFailure } from "./failure.ts";
import { openTunnel, type Proxy } from "./proxy.ts";
import { TlsDialer } from "./tls-dial.ts";
import type { Target } from "./url.ts";

export class Connector {
  private readonly opening: Opening;
  readonly tls: TlsDialer;
  private readonly host: Host;

  constructor(runtime: Runtime) {
    this.host = runtime.host;
    this.opening = new Opening(runtime);
    this.tls = new TlsDialer(runtime.host.system);
  }

  /**
   *
   * Opens a connection to the target's host, or to a proxy; `limitMs` covers everything.
   * @param tunnels whether to open a tunnel through the proxy to the host
   */
  async open(
    target: Target,
    limitMs: number,
    proxy: Proxy | undefined,
    tunnels: boolean,
  ): Promise<Socket | Failure> {
    const end = performance.now() + limitMs;
    // Permission to reach a proxy is not permission to reach everything behind it.
    const denied = proxy === undefined ? null : this.host.capabilities.connect(target.host, target.port);
    if (denied !== null) return plainFailure(denied);
    const socket = await this.connect(proxy ?? target, end);
    if ("text" in socket) return socket;
    const problem =
      proxy === undefined || !tunnels
        ? null
        : await openTunnel(socket, target, proxy, end - performance.now(), this.opening);
    if (problem !== null) return problem;
    if (!target.secure) return socket;
    return this.tls.secure(socket, target.host, end - performance.now(), this.opening);
  }

  private async connect(
    peer: { readonly host: string; readonly port: number },
    end: number,
  ): Promise<Socket | Failure> {
    const limitMs = end - performance.now();
    const address = showAddress(peer.host, peer.port);
    const hosts = await within(resolvePermitted(this.host, peer.host, peer.port), limitMs);
    if (hosts === null) return lookupFailure(address, TIMED_OUT);
    if (typeof hosts === "string")
      return hosts.startsWith("permission denied: ") ? plainFailure(hosts) : lookupFailure(address, hosts);
    const socket = await dial(hosts, peer.port, end - performance.now(), this.opening);
    if (typeof socket === "string") {
      const timedOut = socket === systemText("ETIMEDOUT") && performance.now() >= end;
      return connectFailure(`Connect error: ${timedOut ? `connection ${TIMED_OUT}` : socket}`);
    }
    return socket;
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
