// TLS for connections that others have opened. Certificates and keys are PEM texts.
import type { Socket } from "node:net";

/** A certificate with its key, ready for handshakes. */
export interface Identity {
  readonly context: object;
}

export interface Handshake {
  /** The identity for the name that the client asks for, `""` when it names none. */
  readonly identityFor: (name: string) => Identity;
  readonly limitMs: number;
  /** The connection with TLS on it, or null: then it is gone. Called once. */
  readonly done: (secured: Socket | null) => void;
}

export interface ServerTls {
  /** @throws Error when they are broken or do not belong together. */
  identity(certificate: string, key: string): Identity;
  /** TLS 1.2 or 1.3, HTTP/1.1. The result gives the handshake up. */
  accept(socket: Socket, handshake: Handshake): () => void;
}
