// A response that is read in pieces: `stream`, `read_chunk`, `close` (reference/http-client#streaming), and
// the streams that built requests open.
//
//   opening ──head──► open ──end of body, all read──► ended
//                      │ fault, time-out ─reported once─► ended        close: from anywhere to closed
import { get } from "../../../interpreter/own/index.ts";
import { textCode } from "./failure.ts";
import type { Compression } from "../../../interpreter/host/index.ts";
import type { ErrorValue, MaybePromise, Result } from "../../../interpreter/runtime/index.ts";
import { fail } from "../../../interpreter/runtime/index.ts";
import { ByteQueue } from "../../net/index.ts";
import { LIMITS } from "../limits.ts";
import type { ResponseHead, Trailer } from "../message/index.ts";
import type { ClientConnection } from "./connection.ts";
import { Decoder, type Coding } from "./decoder.ts";
import type { Origins, PreparedRequest } from "./dispatch.ts";
import { Dispatch } from "./dispatch.ts";
import type { ExchangeEvents } from "./exchange.ts";
import type { Failure } from "./failure.ts";

type ReadOutcome = Result<string, ErrorValue>;

export interface StreamOptions {
  /** The longest wait for data or for a blocked write, and for the connection if that is less. */
  readonly waitMs: number;
  /** Returns the coding to decode the body from, or null to leave it coded. */
  readonly codingOf: (head: ResponseHead) => Coding | null;
  /** Takes over the connection when the peer leaves HTTP. */
  readonly upgraded?: ((connection: ClientConnection, rest: string) => void) | undefined;
}

export class StreamCall implements ExchangeEvents {
  /** Whether the body is decoded. */
  decoded = false;
  /** Called once when the exchange is over. */
  over: () => void = () => {};
  /** Called when the reader has received everything, including a failure: it may forget this stream. */
  drained: () => void = () => {};
  private readonly dispatch: Dispatch;
  private readonly compression: Compression;
  private readonly waitMs: number;
  private readonly codingOf: (head: ResponseHead) => Coding | null;
  private readonly onUpgrade: StreamOptions["upgraded"];
  private readonly opened: (outcome: ResponseHead | Failure) => void;
  private readonly held = new ByteQueue();
  private reader: ((outcome: ReadOutcome) => void) | null = null;
  private readerMax: number = LIMITS.streamChunk;
  private decoder: Decoder | null = null;
  private open = false;
  private ended = false;
  private failure: string | null = null;
  private fields: readonly Trailer[] = [];

  /** @param opened called with the head, or with the failure */
  constructor(
    origins: Origins,
    request: PreparedRequest,
    options: StreamOptions,
    opened: (outcome: ResponseHead | Failure) => void,
  ) {
    const { waitMs, codingOf } = options;
    this.compression = origins.host.system.compression;
    this.waitMs = waitMs;
    this.codingOf = codingOf;
    this.onUpgrade = get(options, "upgraded");
    this.opened = opened;
    this.dispatch = new Dispatch(origins, request, { deadline: Infinity, waitMs }, waitMs, this);
  }

  /** The trailers, once the body has been read. */
  get trailers(): readonly Trailer[] {
    return this.ended && this.held.length === 0 ? this.fields : [];
  }

  start(): void {
    this.dispatch.start();
  }

  /** See `Dispatch.upload`. */
  upload(piece: string, last: boolean): MaybePromise<boolean> {
    return this.dispatch.upload(piece, last);
  }

  head(head: ResponseHead): boolean {
    this.open = true;
    this.dispatch.exchange?.takeOverLimits();
    const coding = this.codingOf(head);
    this.decoded = coding !== null;
    if (coding !== null) this.decoder = this.newDecoder(coding);
    this.opened(head);
    return true;
  }

  data(piece: string): void {
    if (this.decoder !== null) this.decoder.feed(piece);
    else this.deliver(piece);
  }

  complete(trailers: readonly Trailer[]): void {
    this.fields = trailers;
    if (this.decoder !== null) this.decoder.end();
    else this.finish(null);
  }

  upgraded(connection: ClientConnection, rest: string): boolean {
    if (this.onUpgrade === undefined) return false;
    this.onUpgrade(connection, rest);
    return true;
  }

  failed(failure: Failure): void {
    if (this.open) this.finish(failure.text);
    else {
      this.over();
      this.opened(failure);
    }
  }

  /** Returns the next bytes of the body, at most `max`, or "" at its end. */
  read(max: number = LIMITS.streamChunk): MaybePromise<ReadOutcome> {
    if (this.reader !== null) return fail("http", "stream read: another read is in progress");
    if (this.held.length > 0) return this.take(max);
    if (this.failure !== null) return this.takeFailure();
    if (this.ended) {
      this.drained();
      return "";
    }
    return new Promise((resolve) => {
      this.reader = resolve;
      this.readerMax = max;
      if (this.waitMs !== Infinity) this.dispatch.exchange?.waitFor(this.waitMs);
    });
  }

  close(): void {
    this.dispatch.abandon();
    this.decoder?.abandon();
    this.held.clear();
    if (!this.ended) this.over();
    this.ended = true;
    this.failure = null;
    this.release("");
  }

  /** Ends the stream from outside: opening or reading it fails with the reason. */
  abort(failure: Failure): void {
    if (this.ended) return;
    this.dispatch.abandon();
    this.decoder?.abandon();
    this.held.clear();
    this.failed(failure);
  }

  private deliver(piece: string): void {
    if (this.ended) return;
    this.held.push(piece);
    if (this.reader !== null) this.release(this.take(this.readerMax));
    if (this.held.length >= LIMITS.heldBytes) this.setFlow(false);
  }

  private take(max: number): string {
    const piece = this.held.take(max);
    if (this.held.length < LIMITS.heldBytes) this.setFlow(true);
    return piece;
  }

  /** Resumes or pauses the input: data that is not asked for is not read. */
  private setFlow(flows: boolean): void {
    if (this.decoder !== null) {
      if (flows) this.decoder.resume();
      else this.decoder.pause();
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
    this.over();
    if (this.reader === null) return;
    this.drained();
    this.release(failure === null ? "" : this.takeFailure());
  }

  private takeFailure(): ReadOutcome {
    const text = this.failure!;
    this.failure = null;
    this.drained();
    return fail("http", `stream read: ${text}`, textCode(text));
  }

  private release(outcome: ReadOutcome): void {
    const reader = this.reader;
    this.reader = null;
    if (reader === null) return;
    this.dispatch.exchange?.takeOverLimits();
    reader(outcome);
  }

  private newDecoder(coding: Coding): Decoder {
    return new Decoder(this.compression, coding, {
      data: (piece) => this.deliver(piece),
      complete: () => this.finish(null),
      failed: ({ text }) => {
        this.dispatch.abandon();
        this.finish(text);
      },
      wantsInput: (wants) => {
        if (wants) this.dispatch.exchange?.resume();
        else this.dispatch.exchange?.pause();
      },
    });
  }
}
