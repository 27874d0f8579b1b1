// One request and its response on one connection: limits of the waits, and reuse or end of the connection
// afterwards. Listeners of its events decide what to do with the body.
import type { MaybePromise } from "../../../interpreter/runtime/index.ts";
import { LIMITS } from "../limits.ts";
import type { ResponseEvents, ResponseHead, Trailer } from "../message/index.ts";
import { ResponseReader } from "../message/index.ts";
import type { ClientConnection, ConnectionUser } from "./connection.ts";
import type { Failure } from "./failure.ts";
import {
  INCOMPLETE_BODY,
  TIMED_OUT,
  headerFailure,
  networkFailure,
  plainFailure,
  statusFailure,
} from "./failure.ts";
import type { Pool } from "./pool.ts";

const SWITCHING = 101;

export interface ExchangeEvents {
  /** Returns whether the body is wanted; the data of an unwanted body is discarded. */
  head(head: ResponseHead): boolean;
  data(piece: string): void;
  complete(trailers: readonly Trailer[]): void;
  /**
   * Takes over a connection that has left HTTP (101), with the bytes after the head. Without this method, the
   * connection ends.
   */
  upgraded?(connection: ClientConnection, rest: string): boolean;
  /** @param unanswered a reused connection ended before the first byte of a response */
  failed(failure: Failure, unanswered: boolean): void;
}

export interface ExchangeLimits {
  /** The end of the whole exchange in terms of `performance.now`, or Infinity. */
  readonly deadline: number;
  /** The longest wait for data or for a blocked write, or Infinity. */
  readonly waitMs: number;
}

export class Exchange implements ConnectionUser, ResponseEvents {
  private readonly connection: ClientConnection;
  private readonly pool: Pool;
  private readonly limits: ExchangeLimits;
  private readonly events: ExchangeEvents;
  private readonly reader: ResponseReader;
  /** Whether more of the body follows. */
  private uploading = false;
  private closes = false;
  /** Called when more of the body may be sent (true), or no more can be (false). */
  private drained: ((more: boolean) => void) | null = null;
  private received: ResponseHead | null = null;
  private over = false;
  private wanted = true;
  /** Whether the request has a body. */
  private uploads = false;
  /** Whether the listener limits waits itself (streams). */
  private unlimited = false;

  constructor(
    connection: ClientConnection,
    pool: Pool,
    isHead: boolean,
    limits: ExchangeLimits,
    events: ExchangeEvents,
  ) {
    this.connection = connection;
    this.pool = pool;
    this.limits = limits;
    this.events = events;
    this.reader = new ResponseReader(isHead, connection.secure, connection.heads, this);
  }

  head(head: ResponseHead): void {
    this.received = head;
    this.wanted = this.events.head(head);
  }

  data(piece: string): void {
    if (!this.over && this.wanted) this.events.data(piece);
  }

  /** Whether no byte of the request has been written yet. */
  get unwritten(): boolean {
    return this.connection.unwritten;
  }

  /**
   *
   * Prepares the connection, which then has to write.
   * @param uploading whether the body follows in calls of `upload`
   * @param closes whether the request says that it is the last on the connection
   */
  send(head: string, body: string, uploading = false, closes = false): void {
    this.closes = closes;
    this.uploading = uploading;
    this.uploads = uploading || body !== "";
    this.connection.start(this, head, body);
    this.limitWait();
  }

  /**
   *
   * Sends more of the body. Returns whether more is wanted, as soon as there is room for it; false once the
   * response is complete or will not arrive.
   * @param last whether the body is complete
   */
  upload(piece: string, last: boolean): MaybePromise<boolean> {
    if (this.over) return false;
    this.uploading = !last;
    if (piece !== "") this.connection.more(piece);
    this.limitWait();
    if (last || !this.connection.full) return true;
    return new Promise((resolve) => (this.drained = resolve));
  }

  private settleUpload(more: boolean): void {
    const drained = this.drained;
    this.drained = null;
    drained?.(more);
  }

  /** Makes the listener limit its waits itself with `waitFor`. */
  takeOverLimits(): void {
    this.unlimited = true;
    // After the exchange, the connection may serve another one.
    if (!this.over) this.connection.setDeadline(Infinity);
  }

  /** Limits one wait of a listener that has taken over the limits. */
  waitFor(ms: number): void {
    if (!this.over) this.connection.setDeadline(performance.now() + ms);
  }

  pause(): void {
    if (!this.over) this.connection.pause();
  }

  resume(): void {
    if (!this.over) this.connection.resume();
  }

  /** Gives up: no event follows, and the connection is destroyed unless the response is complete. */
  abandon(): void {
    if (this.over) return;
    this.over = true;
    this.connection.destroy();
    this.settleUpload(false);
  }

  arrived(text: string): void {
    if (this.over) return;
    this.reader.feed(text);
    if (this.over) return;
    if (this.settle()) return;
    if (this.wanted) {
      this.limitWait();
    } else {
      this.abandon();
      this.events.complete(this.reader.trailers);
    }
  }

  ended(problem: string | null): void {
    if (this.over) return;
    if (!this.reader.headComplete) {
      const text = problem ?? "connection closed before the response was complete";
      this.fail(networkFailure(text), this.connection.reused && !this.reader.started);
      return;
    }
    if (problem !== null && !this.mayEndInReset) {
      this.fail(plainFailure(INCOMPLETE_BODY), false);
      return;
    }
    if (this.reader.untilClose && this.connection.isCutOff) {
      // RFC 9112 9.8: anyone between the peers can forge such an end.
      this.fail(plainFailure(`${INCOMPLETE_BODY}: the TLS connection ended without close_notify`), false);
      return;
    }
    this.reader.end();
    this.settle();
  }

  /**
   * Whether a reset may end the body: a server that refuses an upload without reading it resets the
   * connection.
   */
  private get mayEndInReset(): boolean {
    return this.reader.untilClose && this.uploads && this.received!.status >= 400;
  }

  progressed(): void {
    if (this.over) return;
    this.limitWait();
    if (!this.connection.full) this.settleUpload(true);
  }

  timedOut(): void {
    if (this.over) return;
    const inBody = plainFailure(this.unlimited ? TIMED_OUT : INCOMPLETE_BODY);
    this.fail(this.reader.headComplete ? inBody : networkFailure(TIMED_OUT), false);
  }

  private limitWait(): void {
    if (this.unlimited) return;
    const { deadline, waitMs } = this.limits;
    if (deadline !== Infinity) this.connection.setDeadline(deadline);
    // While the body is being sent and there is room for it, nothing waits for the peer.
    else if (this.uploading && !this.connection.full) this.connection.setDeadline(Infinity);
    else if (waitMs !== Infinity) this.connection.setDeadline(performance.now() + waitMs);
  }

  /** Returns true if the exchange is over. */
  private settle(): boolean {
    const fault = this.reader.fault;
    if (fault !== null) {
      const failure =
        fault.part === "status" ? statusFailure : fault.part === "header" ? headerFailure : plainFailure;
      this.fail(failure(fault.text), false);
      return true;
    }
    if (!this.reader.complete) return false;
    this.over = true;
    const head = this.received!;
    const taken =
      head.status === SWITCHING && this.events.upgraded?.(this.connection, this.reader.rest) === true;
    if (this.reader.keepsConnection && this.connection.sent && !this.uploading && !this.closes)
      this.pool.keep(this.connection, idleTime(head), head.namedKeepAlive);
    else if (!taken) this.connection.destroy();
    this.settleUpload(false);
    this.events.complete(this.reader.trailers);
    return true;
  }

  private fail(failure: Failure, unanswered: boolean): void {
    this.over = true;
    this.connection.destroy();
    this.settleUpload(false);
    this.events.failed(failure, unanswered);
  }
}

/** Returns how long the peer keeps the connection, less a second for data in transit. */
function idleTime(head: ResponseHead): number {
  const value = head.fields.value("keep-alive");
  const announced = value === "" ? null : /(?:^|[,;\s])timeout\s*=\s*"?([0-9]+)/i.exec(value);
  return announced === null ? LIMITS.idleMs : Math.min(LIMITS.idleMs, (Number(announced[1]) - 1) * 1000);
}
