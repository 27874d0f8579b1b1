// Sockets other than plain TCP: of one machine, with TLS, and for datagrams. What fails throws an error of the system,
// or of the TLS layer.
import type { Socket } from "node:net";
import type { SecureContext } from "node:tls";

export type { SecureContext, Socket };

export interface SecureOptions {
  /** Whom the certificate must name; without one it is the host. */
  readonly serverName: string;
  readonly context: SecureContext;
  /** False takes any certificate. */
  readonly verify: boolean;
  readonly protocols: readonly string[];
}

/** The server's side of a handshake. */
export interface Handshake {
  /** The identity for the name that the client asks for, `""` when it names none. */
  readonly identityFor: (name: string) => SecureContext;
  readonly limitMs: number;
  /** The connection with TLS on it, or null: then it is gone. Called once. */
  readonly done: (secured: Socket | null) => void;
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
  /** TLS 1.2 or 1.3. Certificates and keys as PEM, `null` for none; roots, where they are not those of the machine. @throws Error when they are broken or do not belong together. */
  context(roots: string | readonly string[] | null, certificate: string | null, key: string | null): SecureContext;
  /** What the machine trusts, as PEM: the certificates of the runtime and those of the system. */
  rootCertificates(): readonly string[];
  /** Whether a PEM text holds a certificate that can be read. */
  isCertificate(text: string): boolean;
  /** The client's side of TLS over a connection. It tells `secureConnect` or `error`. */
  secure(socket: Socket, options: SecureOptions): Socket;
  /** The server's side; what is written waits for the handshake. */
  serve(socket: Socket, context: SecureContext): Socket;
  /** The same for HTTP/1.1, with an identity by name, once the handshake is done. The result gives it up. */
  accept(socket: Socket, handshake: Handshake): () => void;
  /** `received` gets each datagram with its sender. */
  bindDatagrams(host: string, port: number, received: (data: Uint8Array, host: string, port: number) => void): Promise<Datagrams>;
}
