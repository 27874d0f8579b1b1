// New connections of the client: name lookup, connecting, TLS, all within one limit. Out: an open
// socket or the failure.
import { connect as startTls } from "node:tls";
import type { ConnectionOptions } from "node:tls";
import type { TrustStore } from "./trust.ts";
import type { Socket } from "../net/index.ts";
import { MAX_DELAY_MS, dial, errorText, isAddress, resolveHost, showAddress, systemText } from "../net/index.ts";
import type { Failure } from "./failure.ts";
import { TIMED_OUT, connectFailure, lookupFailure } from "./failure.ts";
import type { Target } from "./url.ts";

/** Opens a connection to the target's host; `limitMs` covers everything. */
export async function openSocket(target: Target, limitMs: number, trust: TrustStore): Promise<Socket | Failure> {
  const end = performance.now() + limitMs;
  const address = showAddress(target.host, target.port);
  const hosts = await within(resolveHost(target.host), limitMs);
  if (hosts === null) return lookupFailure(address, TIMED_OUT);
  if (typeof hosts === "string") return lookupFailure(address, hosts);
  const socket = await dial(hosts, target.port, end - performance.now());
  if (typeof socket === "string") {
    const timedOut = socket === systemText("ETIMEDOUT") && performance.now() >= end;
    return connectFailure(`Connect error: ${timedOut ? `connection ${TIMED_OUT}` : socket}`);
  }
  return target.secure ? secured(socket, target, end - performance.now(), trust) : socket;
}

/** The outcome of `work`, or null when it takes longer. */
function within<T>(work: Promise<T>, limitMs: number): Promise<T | null> {
  if (limitMs > MAX_DELAY_MS) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), Math.max(0, limitMs));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function secured(socket: Socket, target: Target, limitMs: number, trust: TrustStore): Promise<Socket | Failure> {
  return new Promise((resolve) => {
    const options: ConnectionOptions = {
      socket,
      host: target.host,
      // RFC 6066 3: an IP address is no server name.
      ...(isAddress(target.host) ? {} : { servername: target.host }),
      secureContext: trust.context(),
      // Written out, so that NODE_TLS_REJECT_UNAUTHORIZED does not count (http-details 12).
      rejectUnauthorized: true,
      ALPNProtocols: ["http/1.1"],
    };
    // The half-open socket below decides that both directions are independent here too.
    const secure = startTls(Object.assign(options, { allowHalfOpen: true }));
    const timer = setTimeout(() => settle(connectFailure(`TLS handshake ${TIMED_OUT}`)), Math.max(0, Math.min(limitMs, MAX_DELAY_MS)));
    const settle = (outcome: Socket | Failure): void => {
      clearTimeout(timer);
      secure.removeAllListeners("secureConnect");
      secure.removeAllListeners("error");
      secure.on("error", () => {});
      if (outcome !== secure) {
        secure.destroy();
        socket.destroy();
      }
      resolve(outcome);
    };
    secure.once("secureConnect", () => settle(secure));
    secure.once("error", (error) => settle(connectFailure(tlsText(error))));
    secure.once("close", () => settle(connectFailure("TLS connection closed during the handshake")));
  });
}

/** Errors of the TLS layer have no errno; their own text says more. */
function tlsText(error: Error): string {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  return /^E[A-Z]+$/.test(code) && code !== "EPROTO" ? errorText(error) : error.message.replace(/[\r\n]+/g, " ").trim();
}
