// The client of a connection, as its socket shows it, or the head that a proxy has sent before.
import type { Socket } from "../../net/index.ts";
import { showAddress } from "../../net/index.ts";
import type { HeadClient } from "./proxy-head.ts";
import { UNIX } from "./trust.ts";

export interface ClientInfo {
  /** `host:port` of the socket, or `unix`. */
  readonly peerAddress: string;
  /** `host:port` of the socket, or of the client that the head names. */
  readonly remoteAddress: string;
  /** The same without the port: whether it is trusted decides about the header fields of proxies. */
  readonly source: string;
  readonly secure: boolean;
}

const unixSockets = new WeakSet<Socket>();

/** Called for a connection of a listener on a Unix socket, before anything else. */
export function markUnix(socket: Socket): void {
  unixSockets.add(socket);
}

/** The address of the peer without the port, `unix` for the peer of a Unix socket. */
export function sourceOf(socket: Socket): string {
  return unixSockets.has(socket) ? UNIX : (socket.remoteAddress ?? "");
}

/** @param named the client that the head of a proxy names */
export function clientInfo(socket: Socket, secure: boolean, named: HeadClient): ClientInfo {
  const host = sourceOf(socket);
  const peerAddress = host === UNIX ? UNIX : showAddress(host, socket.remotePort ?? 0);
  if (named === null) return { peerAddress, remoteAddress: peerAddress, source: host, secure };
  if (named === UNIX) return { peerAddress, remoteAddress: UNIX, source: UNIX, secure };
  return { peerAddress, remoteAddress: showAddress(named.host, named.port), source: named.host, secure };
}
