// New connections of the client: name lookup, connecting, TLS, all within one limit. Out: an open
// socket or the failure.
import { MAX_DELAY_MS, type Capabilities } from "../../../interpreter/runtime/index.ts";
import type { Socket } from "../../net/index.ts";
import { Opening, dial, resolvePermitted, showAddress, systemText } from "../../net/index.ts";
import type { Failure } from "./failure.ts";
import { TIMED_OUT, connectFailure, lookupFailure, plainFailure } from "./failure.ts";
import { TlsDialer } from "./tls-dial.ts";
import type { Target } from "./url.ts";

export class Connector {
  private readonly opening = new Opening();
  private readonly tls = new TlsDialer();
  private readonly capabilities: Capabilities;

  constructor(capabilities: Capabilities) {
    this.capabilities = capabilities;
  }

  /** Opens a connection to the target's host; `limitMs` covers everything. */
  async open(target: Target, limitMs: number): Promise<Socket | Failure> {
    const end = performance.now() + limitMs;
    const address = showAddress(target.host, target.port);
    const hosts = await within(resolvePermitted(this.capabilities, target.host, target.port), limitMs);
    if (hosts === null) return lookupFailure(address, TIMED_OUT);
    if (typeof hosts === "string") return hosts.startsWith("permission denied: ") ? plainFailure(hosts) : lookupFailure(address, hosts);
    const socket = await dial(hosts, target.port, end - performance.now(), this.opening);
    if (typeof socket === "string") {
      const timedOut = socket === systemText("ETIMEDOUT") && performance.now() >= end;
      return connectFailure(`Connect error: ${timedOut ? `connection ${TIMED_OUT}` : socket}`);
    }
    if (!target.secure) return socket;
    return this.tls.secure(socket, target.host, end - performance.now(), this.opening);
  }

  /** Ends what is being opened. */
  close(): void {
    this.opening.close();
  }
}

/** The outcome of `work`, or null when it takes longer. */
function within<T>(work: Promise<T>, limitMs: number): Promise<T | null> {
  if (limitMs > MAX_DELAY_MS) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(resolve, null), Math.max(0, limitMs));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
