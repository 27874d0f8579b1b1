// What a server is started with, and how its methods are registered.
import type { CancellationToken, ProtocolRequestType } from "vscode-languageserver/node";
import type { Disk } from "../workspace/files.ts";
import type { Language } from "../workspace/workspace.ts";

export interface ServerOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Bytes of the input that have arrived but not been delivered, without waiting; null if there are none. */
  readonly arrived?: () => Uint8Array | null;
  readonly disk: Disk;
  readonly language: Language;
  readonly version: string;
  /** Called when the client has ended the session; the status is that of a process. */
  readonly ended: (status: number) => void;
  /** Writes a line for the person who reads the log of the server. */
  readonly log: (line: string) => void;
}

/** How a method is answered; `token` says whether the client still wants the answer. */
export type Handler<P, R> = (params: P, token: CancellationToken) => R | Promise<R>;

/** Registers the handler of a method. */
export type Answer = <P, R, PR, E, RO>(
  type: ProtocolRequestType<P, R, PR, E, RO>,
  handler: Handler<P, R>,
) => void;
