// A response that is read piece by piece: `stream`, `read_chunk`, `close` (reference/http-client#streaming).
//
//   opening ──head──► open ──end of body, all read──► ended
//                      │ fault, time-out ──told once──► ended        close: from anywhere to closed
import type { ErrorValue, MaybePromise, Result } from "../../../interpreter/runtime/index.ts";
import { fail } from "../../../interpreter/runtime/index.ts";
import { ByteQueue } from "../../net/index.ts";
import { LIMITS } from "../limits.ts";
import type { ResponseHead } from "../message/index.ts";
import { isGzip } from "../message/index.ts";
import type { Origins, PreparedRequest } from "./dispatch.ts";
import { Dispatch } from "./dispatch.ts";
import type { ExchangeEvents } from "./exchange.ts";
import type { Failure } from "./failure.ts";
import { INCOMPLETE_BODY, plainFailure } from "./failure.ts";
import { Gunzipper } from "./gunzip.ts";

type ReadOutcome = Result<string, ErrorValue>;

export class StreamCall implements ExchangeEvents {
  /** Whether the body is decoded on the way. */
  decoded = false;
  private readonly dispatch: Dispatch;
  private readonly waitMs: number;
  private readonly opened: (outcome: ResponseHead | Failure) => void;
  private readonly held = new ByteQueue();
  private reader: ((outcome: ReadOutcome) => void) | null = null;
  private gunzipper: Gunzipper | null = null;
  private open = false;
  private ended = false;
  private failure: string | null = null;

  /** @param opened gets the head, or why there is none */
  constructor(origins: Origins, request: PreparedRequest, waitMs: number, opened: (outcome: ResponseHead | Failure) => void) {
    this.waitMs = waitMs;
    this.opened = opened;
    this.dispatch = new Dispatch(origins, request, { deadline: Infinity, waitMs }, waitMs, this);
  }

  start(): void {
    this.dispatch.start();
  }

  head(head: ResponseHead): boolean {
    this.open = true;
    this.dispatch.exchange?.takeOverLimits();
    this.decoded = isGzip(head);
    if (this.decoded) this.gunzipper = this.newGunzipper();
    this.opened(head);
    return true;
  }

  data(piece: string): void {
    if (this.gunzipper !== null) this.gunzipper.feed(piece);
    else this.deliver(piece);
  }

  complete(): void {
    if (this.gunzipper !== null) this.gunzipper.end();
    else this.finish(null);
  }

  failed(failure: Failure): void {
    if (this.open) this.finish(failure.text);
    else this.opened(failure);
  }

  /** The next bytes of the body, "" at its end. */
  read(): MaybePromise<ReadOutcome> {
    if (this.reader !== null) return fail("http", "stream read: another read is in progress");
    if (this.held.length > 0) return this.take();
    if (this.failure !== null) return this.takeFailure();
    if (this.ended) return "";
    return new Promise((resolve) => {
      this.reader = resolve;
      if (this.waitMs !== Infinity) this.dispatch.exchange?.waitFor(this.waitMs);
    });
  }

  close(): void {
    this.dispatch.abandon();
    this.gunzipper?.abandon();
    this.held.clear();
    this.ended = true;
    this.failure = null;
    this.release("");
  }

  private deliver(piece: string): void {
    if (this.ended) return;
    this.held.push(piece);
    if (this.reader !== null) this.release(this.take());
    if (this.held.length >= LIMITS.heldBytes) this.setFlow(false);
  }

  private take(): string {
    const piece = this.held.take(LIMITS.streamChunk);
    if (this.held.length < LIMITS.heldBytes) this.setFlow(true);
    return piece;
  }

  /** Lets more come, or not: what nobody asks for is not read. */
  private setFlow(flows: boolean): void {
    if (this.gunzipper !== null) {
      if (flows) this.gunzipper.resume();
      else this.gunzipper.pause();
    } else if (flows) {
      this.dispatch.exchange?.resume();
    } else {
      this.dispatch.exchange?.pause();
    }
  }

  private finish(failure: string | null): void {
    if (this.ended) return;
    this.ended = true;
    this.failure = failure;
    if (this.reader !== null) this.release(failure === null ? "" : this.takeFailure());
  }

  private takeFailure(): ReadOutcome {
    const text = this.failure!;
    this.failure = null;
    return fail("http", `stream read: ${text}`);
  }

  private release(outcome: ReadOutcome): void {
    const reader = this.reader;
    this.reader = null;
    if (reader === null) return;
    this.dispatch.exchange?.takeOverLimits();
    reader(outcome);
  }

  private newGunzipper(): Gunzipper {
    return new Gunzipper({
      data: (piece) => this.deliver(piece),
      complete: () => this.finish(null),
      failed: () => {
        this.dispatch.abandon();
        this.finish(plainFailure(INCOMPLETE_BODY).text);
      },
      wantsInput: (wants) => {
        if (wants) this.dispatch.exchange?.resume();
        else this.dispatch.exchange?.pause();
      },
    });
  }
}
