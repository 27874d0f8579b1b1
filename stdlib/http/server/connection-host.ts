// What a connection needs of its server.
import type { Runtime } from "../../../interpreter/runtime/index.ts";
import type { RequestHead } from "../message/index.ts";
import type { Match } from "../routes/index.ts";
import type { GatheredWrites } from "../transport/index.ts";
import type { Serializer } from "./serialize.ts";

export interface ConnectionHost<Connection = unknown> {
  readonly runtime: Runtime;
  readonly serializer: Serializer;
  readonly writes: Pick<GatheredWrites, "add">;
  readonly stopping: boolean;
  readonly logging: boolean;
  readonly limits: ServerLimits;
  /** Milliseconds, Infinity for no limit. */
  readLimit(): number;
  writeLimit(): number;
  find(head: RequestHead): Match | null;
  /** Some handlers read bodies as they come. */
  readonly streams: boolean;
  /** A deadline may be so soon: the timer must not be late for it. */
  hurry(ms: number): void;
  tell(line: string): void;
  log(line: string): void;
  /** A handler failed: true when its request is to be answered 500, false when the program ends. */
  handlerFailed(error: unknown): boolean;
  closed(connection: Connection): void;
}

/** Settings of a server; times in milliseconds, Infinity for no limit. */
export interface ServerLimits {
  readonly bodyBytes: number;
  /** For handlers that read the body as it comes. */
  readonly streamedBodyBytes: number;
  readonly headBytes: number;
  /** Null where the read time-out decides. */
  readonly idleMs: number | null;
  readonly headerMs: number | null;
  readonly handlerMs: number;
}
