// The client of a connection, as its socket shows it, or the head that a proxy has sent before.
import type { Socket } from "../../net/index.ts";
import { showAddress } from "../../net/index.ts";
import type { HeadClient } from "./proxy-head.ts";
import { UNIX } from "./trust.ts";

export interface ClientInfo {
  /** `host:port` of the socket. */
  readonly peerAddress: string;
  /** `host:port` of the socket, or of the client that the head names. */
  readonly remoteAddress: string;
  /** The same without the port: whether it is trusted decides about the header fields of proxies. */
  readonly source: string;
  readonly secure: boolean;
}

/** @param named the client that the head of a proxy names */
export function clientInfo(socket: Socket, secure: boolean, named: HeadClient): ClientInfo {
  const host = socket.remoteAddress ?? "";
  const peerAddress = showAddress(host, socket.remotePort ?? 0);
  if (named === null) return { peerAddress, remoteAddress: peerAddress, source: host, secure };
  if (named === UNIX) return { peerAddress, remoteAddress: UNIX, source: UNIX, secure };
  return { peerAddress, remoteAddress: showAddress(named.host, named.port), source: named.host, secure };
}
