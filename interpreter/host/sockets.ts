// Sockets other than plain TCP: of one machine, with TLS, and for datagrams. What fails throws an error of the system,
// or of the TLS layer.
import type { Socket } from "node:net";
import type { SecureContext } from "node:tls";

export interface SecureOptions {
  /** Whom the certificate must name; without one it is the host. */
  readonly serverName: string;
  readonly context: SecureContext;
  /** False takes any certificate. */
  readonly verify: boolean;
  readonly protocols: readonly string[];
}

export interface Datagrams {
  readonly host: string;
  readonly port: number;
  send(data: Uint8Array, host: string, port: number): Promise<void>;
  close(): void;
}

export interface Sockets {
  /** A socket that is connecting. */
  connectUnix(path: string): Socket;
  /** `close` removes the file. */
  listenUnix(path: string, accepted: (socket: Socket) => void): Promise<{ close(): void }>;
  /** Certificates and keys as PEM, `null` for none; roots, where they are not those of the machine. */
  context(roots: string | null, certificate: string | null, key: string | null): SecureContext;
  /** The client's side of TLS over a connection. It tells `secureConnect` or `error`. */
  secure(socket: Socket, options: SecureOptions): Socket;
  /** The server's side; what is written waits for the handshake. */
  serve(socket: Socket, context: SecureContext): Socket;
  /** `received` gets each datagram with its sender. */
  bindDatagrams(host: string, port: number, received: (data: Uint8Array, host: string, port: number) => void): Promise<Datagrams>;
}
