// Sockets: TCP, Unix domain, TLS, and datagrams. They are Node's streams. Failures are errors of the system
// or of the TLS layer.
import type { Socket } from "node:net";
import type { SecureContext } from "node:tls";

export type { SecureContext, Socket };

export interface SecureOptions {
  /** The name that the certificate must match, by default the host. */
  readonly serverName: string;
  readonly context: SecureContext;
  /** False accepts any certificate. */
  readonly verify: boolean;
  readonly protocols: readonly string[];
}

/** The server's side of a handshake. */
export interface Handshake {
  /** The identity for the name that the client requests, `""` if it requests none. */
  readonly identityFor: (name: string) => SecureContext;
  readonly limitMs: number;
  /** Called once, with the secured connection, or null if it is gone. */
  readonly done: (secured: Socket | null) => void;
}

export interface Datagrams {
  readonly host: string;
  readonly port: number;
  send(data: Uint8Array, host: string, port: number): Promise<void>;
  close(): void;
}

export interface ListenOptions {
  /** A numeric address. */
  readonly host: string;
  /** The port; 0 for any free one. */
  readonly port: number;
  /** The number of connections that the system queues until they are accepted. */
  readonly backlog: number;
  /** Whether all workers of the program (`std run --workers`) listen there; this process is one of them. */
  readonly shared: boolean;
}

export interface Listening {
  readonly host: string;
  readonly port: number;
  /** Stops accepting and frees the port immediately. May be called repeatedly. */
  close(): void;
  /**
   * Accepts the connections that the system has queued, then closes: closing alone resets them. Resolves when
   * the port is free, or, for a shared port, when the other workers hold it.
   */
  closeBehindQueue(): Promise<void>;
}

/** A path, relative to the current folder or absolute. */
export interface ListenUnixOptions {
  readonly path: string;
  /** Whether all workers of the program listen there. */
  readonly shared: boolean;
  /** The permissions of the file; null for those that the system gives. */
  readonly mode: number | null;
  /** Whether to replace the socket of a process that has ended without removing it. */
  readonly replaces: boolean;
}

export interface ListenInheritedOptions {
  /** `""` for all. */
  readonly name: string;
  readonly shared: boolean;
}

/** What `listen` returns, for sockets without an address of their own. */
export type Closing = Pick<Listening, "close" | "closeBehindQueue">;

export interface InheritedListening extends Closing {
  /** `host:port`, or `unix:PATH`, of each socket. */
  readonly addresses: readonly string[];
}

/** Reads many sockets into one buffer. */
export interface SharedReading {
  /**
   * Starts to read a socket that was accepted paused.
   * @param received is called with the bytes read, as a byte string
   * @returns the socket to use from now on
   */
  read(socket: Socket, received: (bytes: string) => void): Socket;
}

/** A snapshot of all sockets, taken by the first call of `of`. */
export interface SendQueues {
  /** The bytes that the peer has not taken yet; null if the system does not report that. */
  of(socket: Socket): number | null;
}

export interface Sockets {
  /**
   * The numeric addresses of a host, a byte string, in the resolver's order. Fails with a code of the
   * resolver.
   */
  resolve(host: string): Promise<readonly string[]>;
  /**
   * Starts to connect to a numeric address. The directions end independently; small writes are sent without
   * delay.
   */
  connect(host: string, port: number): Socket;
  /** Accepted sockets are paused: nothing is read before a request. */
  listen(options: ListenOptions, accepted: (socket: Socket) => void): Promise<Listening>;
  /** Two ends of a connection in memory. */
  pair(): readonly [Socket, Socket];
  sharedReading(): SharedReading;
  sendQueues(): SendQueues;
  /** From now on the first failed write is reported, and the socket can still be read. */
  surviveFailedWrites(socket: Socket, failed: (error: Error) => void): void;
  /** Starts to connect. */
  connectUnix(path: string): Socket;
  /** Listens on a path. `close` removes the file; that of a shared path is removed by the last `close`. */
  listenUnix(options: ListenUnixOptions, accepted: (socket: Socket) => void): Promise<Closing>;
  /**
   * Listens on the sockets that the process has inherited (`LISTEN_FDS`): all, or those of a name. They are taken
   * once. Returns null if there are none.
   */
  listenInherited(
    options: ListenInheritedOptions,
    accepted: (socket: Socket, isUnix: boolean) => void,
  ): Promise<InheritedListening | null>;
  /**
   * Sends a state to the service manager of the process, `READY=1` or `STOPPING=1` (sd_notify(3)), if it has one that
   * asks for it (`NOTIFY_SOCKET`). `failed` gets the text of a failure.
   */
  notifyManager(state: string, failed: (text: string) => void): void;
  /**
   * A context for TLS 1.2 or 1.3. Certificates and keys are PEM, null for none; `roots` replace those of the
   * machine.
   * @throws Error if they are malformed or do not belong together
   */
  context(
    roots: string | readonly string[] | null,
    certificate: string | null,
    key: string | null,
  ): SecureContext;
  /** The certificates that the machine trusts, as PEM: those of the runtime and those of the system. */
  rootCertificates(): readonly string[];
  /** Whether a PEM text contains a readable certificate. */
  isCertificate(text: string): boolean;
  /** The client's side of TLS over a connection. Emits `secureConnect` or `error`. */
  secure(socket: Socket, options: SecureOptions): Socket;
  /**
   * Whether a connection of `secure` or `serve` has ended without `close_notify`: the last bytes may be
   * missing.
   */
  isCutOff(secure: Socket): boolean;
  /**
   * Ends both directions immediately, with a reset of the TCP connection if there is one below: the peer sees
   * that data is missing.
   */
  reset(socket: Socket): void;
  /** The server's side of TLS; writes wait for the handshake. */
  serve(socket: Socket, context: SecureContext): Socket;
  /**
   * As `serve`, for HTTP/1.1, with an identity by name; calls `done` after the handshake. The result aborts
   * it.
   */
  accept(socket: Socket, handshake: Handshake): () => void;
  /** `received` is called for each datagram with its sender. */
  bindDatagrams(
    host: string,
    port: number,
    received: (data: Uint8Array, host: string, port: number) => void,
  ): Promise<Datagrams>;
}
