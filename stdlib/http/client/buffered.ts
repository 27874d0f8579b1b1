// Requests whose whole response is collected: `get` to `request_following`. One promise per call.
import { has } from "../../../interpreter/own/index.ts";
import type { Err, ErrorValue } from "../../../interpreter/runtime/index.ts";
import { LIMITS } from "../limits.ts";
import type { ResponseHead } from "../message/index.ts";
import { CollectedText } from "../message/index.ts";
import { Decoder, gzipOf, type Coding } from "./decoder.ts";
import type { Origins } from "./dispatch.ts";
import { Dispatch } from "./dispatch.ts";
import type { ExchangeEvents } from "./exchange.ts";
import type { Failure } from "./failure.ts";
import { failureError, plainFailure } from "./failure.ts";
import { prepare } from "./prepare.ts";
import type { RequestSpec } from "./redirect.ts";
import { isRedirect, redirected } from "./redirect.ts";

/** The struct HttpResponse. */
export class HttpResponse {
  _status_code: number;
  _status_text: string;
  _headers: string;
  _body: string;
  constructor(statusCode: number, statusText: string, headers: string, body: string) {
    this._status_code = statusCode;
    this._status_text = statusText;
    this._headers = headers;
    this._body = body;
  }
}

export interface BufferedOptions {
  /** A limit for the whole call, or Infinity if the usual limits apply to each wait. */
  readonly timeoutMs: number;
  readonly usualLimits: boolean;
  /** The most redirects to follow; -1 returns redirects unchanged. */
  readonly maxRedirects: number;
  /** Counts bytes of the body as they arrive. */
  readonly arrived: (bytes: number) => void;
}

export type BufferedOutcome = HttpResponse | Err<ErrorValue>;

/** Performs a request and follows redirects if the options allow it. */
export function exchangeBuffered(
  origins: Origins,
  first: RequestSpec,
  options: BufferedOptions,
): Promise<BufferedOutcome> {
  return new Promise((resolve) => new BufferedCall(origins, first, options, resolve).start(first));
}

class BufferedCall implements ExchangeEvents {
  private readonly origins: Origins;
  private readonly first: RequestSpec;
  private readonly deadline: number;
  private readonly waitMs: number;
  private readonly maxRedirects: number;
  private readonly arrived: (bytes: number) => void;
  private readonly resolve: (outcome: BufferedOutcome) => void;
  private request: RequestSpec;
  private redirects = 0;
  private dispatch: Dispatch | null = null;
  private received: ResponseHead | null = null;
  private text = new CollectedText();
  private decoder: Decoder | null = null;
  /** The request or failure that replaces the body of this response. */
  private next: RequestSpec | Failure | null = null;

  constructor(
    origins: Origins,
    first: RequestSpec,
    options: BufferedOptions,
    resolve: (outcome: BufferedOutcome) => void,
  ) {
    this.origins = origins;
    this.first = first;
    this.request = first;
    this.deadline = performance.now() + options.timeoutMs;
    this.waitMs = options.usualLimits ? LIMITS.waitMs : Infinity;
    this.maxRedirects = options.maxRedirects;
    this.arrived = options.arrived;
    this.resolve = resolve;
  }

  start(request: RequestSpec): void {
    const prepared = prepare(request);
    if (has(prepared, "text")) {
      this.failed(prepared);
      return;
    }
    this.request = request;
    this.dispatch = new Dispatch(
      this.origins,
      prepared,
      { deadline: this.deadline, waitMs: this.waitMs },
      Infinity,
      this,
    );
    this.dispatch.start();
  }

  head(head: ResponseHead): boolean {
    this.received = head;
    if (this.maxRedirects >= 0 && isRedirect(head)) {
      this.next = this.follow(head);
      return false;
    }
    const coding = gzipOf(head);
    if (coding !== null) this.decoder = this.newDecoder(coding);
    else if ((head.length ?? 0) > LIMITS.stringBytes) this.next = plainFailure("string too large");
    return this.next === null;
  }

  data(piece: string): void {
    if (this.decoder !== null) this.decoder.feed(piece);
    else this.collect(piece);
  }

  complete(): void {
    if (this.next !== null) {
      const next = this.next;
      this.next = null;
      if (has(next, "text")) this.failed(next);
      else this.start(next);
    } else if (this.decoder !== null) {
      this.decoder.end();
    } else {
      this.succeed(false);
    }
  }

  failed(failure: Failure): void {
    this.decoder?.abandon();
    this.resolve(failureError(this.first.method, this.first.target.shown, failure));
  }

  private follow(head: ResponseHead): RequestSpec | Failure {
    this.redirects += 1;
    if (this.redirects > this.maxRedirects) return { text: "Too Many Redirects", withUrl: true };
    return redirected(this.request, head);
  }

  private collect(piece: string): void {
    this.text.add(piece);
    this.arrived(piece.length);
    if (this.text.length <= LIMITS.stringBytes) return;
    this.dispatch?.abandon();
    this.failed(plainFailure("string too large"));
  }

  private newDecoder(coding: Coding): Decoder {
    return new Decoder(this.origins.host.system.compression, coding, {
      data: (piece) => this.collect(piece),
      complete: () => this.succeed(this.decoder?.started === true),
      failed: (failure) => {
        this.dispatch?.abandon();
        this.failed(failure);
      },
      wantsInput: (wants) => {
        if (wants) this.dispatch?.exchange?.resume();
        else this.dispatch?.exchange?.pause();
      },
    });
  }

  private succeed(decoded: boolean): void {
    const head = this.received!;
    const fields = decoded ? head.fields.withoutCoding() : head.fields;
    this.resolve(new HttpResponse(head.status, head.reason, fields.text, this.text.take()));
  }
}
