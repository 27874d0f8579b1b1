// Sockets: TCP, of one machine, with TLS, and for datagrams. They are streams as Node has them. What fails throws an error of the system,
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

export interface ListenOptions {
  /** Numeric. */
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Connections that the system holds until they are taken. */
  readonly backlog: number;
  /** Other processes of the program may listen on the same port. */
  readonly shared: boolean;
  /** Accepted sockets come paused: nothing is read before it is asked for. */
  readonly paused: boolean;
}

export interface Listening {
  readonly host: string;
  readonly port: number;
  /** Stops accepting and frees the port at once. Repeating is harmless. */
  close(): void;
}

/** Reading of many sockets into one buffer. */
export interface SharedReading {
  /**
   * Starts to read a socket that was accepted paused.
   * @param received gets what has come, as a byte string
   * @returns the socket to use from now on
   */
  read(socket: Socket, received: (bytes: string) => void): Socket;
}

/** One look at all sockets, taken when the first one is asked for. */
export interface SendQueues {
  /** Bytes that the peer has not taken yet; null when the system does not tell. */
  of(socket: Socket): number | null;
}

export interface Sockets {
  /** Numeric addresses of a host, a byte string, in the resolver's order. Fails with a code of the resolver. */
  resolve(host: string): Promise<readonly string[]>;
  /** A socket that is connecting to a numeric address: both directions end on their own, small writes are not held back. */
  connect(host: string, port: number): Socket;
  listen(options: ListenOptions, accepted: (socket: Socket) => void): Promise<Listening>;
  sharedReading(): SharedReading;
  sendQueues(): SendQueues;
  /** From now on a write that fails is reported, the first one, and leaves the socket to be read on. */
  surviveFailedWrites(socket: Socket, failed: (error: Error) => void): void;
  /** A socket that is connecting. */
  connectUnix(path: string): Socket;
  /** `close` removes the file. */
  listenUnix(path: string, accepted: (socket: Socket) => void): Promise<{ close(): void }>;
  /** TLS 1.2 or 1.3. Certificates and keys as PEM, `null` for none; roots, where they are not those of the machine. @throws Error when they are broken or do not belong together. */
  context(
    roots: string | readonly string[] | null,
    certificate: string | null,
    key: string | null,
  ): SecureContext;
  /** What the machine trusts, as PEM: the certificates of the runtime and those of the system. */
  rootCertificates(): readonly string[];
  /** Whether a PEM text holds a certificate that can be read. */
  isCertificate(text: string): boolean;
  /** The client's side of TLS over a connection. It emits `secureConnect` or `error`. */
  secure(socket: Socket, options: SecureOptions): Socket;
  /** Whether a connection of `secure` or `serve` has ended without `close_notify`: bytes before that end may be missing. */
  isCutOff(secure: Socket): boolean;
  /** Ends both directions at once, with a reset where there is TCP below, also below TLS: the peer sees that something is missing. */
  reset(socket: Socket): void;
  /** The server's side; what is written waits for the handshake. */
  serve(socket: Socket, context: SecureContext): Socket;
  /** The same for HTTP/1.1, with an identity by name, once the handshake is done. The result gives it up. */
  accept(socket: Socket, handshake: Handshake): () => void;
  /** `received` gets each datagram with its sender. */
  bindDatagrams(
    host: string,
    port: number,
    received: (data: Uint8Array, host: string, port: number) => void,
  ): Promise<Datagrams>;
}
