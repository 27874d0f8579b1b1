// The server, as a connection uses it.
import type { Runtime } from "../../../interpreter/runtime/index.ts";
import type { RequestHead } from "../message/index.ts";
import type { Match, Response } from "../routes/index.ts";
import type { GatheredWrites } from "../transport/index.ts";
import type { Trust } from "./trust.ts";
import type { Serializer } from "./serialize.ts";

export interface ConnectionHost<Connection = unknown> {
  readonly runtime: Runtime;
  readonly serializer: Serializer;
  readonly writes: Pick<GatheredWrites, "add">;
  readonly stopping: boolean;
  readonly logging: boolean;
  readonly limits: ServerLimits;
  /** The proxies whose word about the client counts; null for none. */
  readonly trust: Trust | null;
  /** In milliseconds; Infinity for no limit. */
  readLimit(): number;
  writeLimit(): number;
  find(head: RequestHead): Match | null;
  /** The response to a request that is refused before its handler runs; null for a plain text. */
  refusal(status: number, path: string): Response | null;
  /** Whether the route of a request must be known before its body. */
  readonly routePrecedesBody: boolean;
  /** Announces that a deadline may be this soon, so that the timer is not late for it. */
  hurry(ms: number): void;
  report(line: string): void;
  log(line: string): void;
  /**
   * Handles the failure of a handler. Returns true if its request is answered with 500, false when the
   * program ends.
   */
  handlerFailed(error: unknown): boolean;
  closed(connection: Connection): void;
}

/** The settings of a server; times in milliseconds, Infinity for no limit. */
export interface ServerLimits {
  readonly bodyBytes: number;
  /** For handlers that read the body as it arrives. */
  readonly streamedBodyBytes: number;
  readonly headBytes: number;
  /** Null if the read time-out applies. */
  readonly idleMs: number | null;
  readonly headerMs: number | null;
  readonly handlerMs: number;
  /** From a signal that stops the server to the moment at which it cuts what is unfinished. */
  readonly stopMs: number;
  /** From a signal to the stop; requests are served meanwhile. */
  readonly drainMs: number;
}
