// A built request (reference/http-client#building-requests): attempts, redirects, cookies, limits and
// cancellation around its exchanges (http-stream.ts).
import { get } from "../../../interpreter/own/index.ts";
import { has } from "../../../interpreter/own/index.ts";
import type { ErrorValue, MaybePromise, Result } from "../../../interpreter/runtime/index.ts";
import { Err, fail, MAX_DELAY_MS } from "../../../interpreter/runtime/index.ts";
import type { Cancel } from "../../sync/index.ts";
import { LIMITS } from "../limits.ts";
import type { ResponseHead, Trailer } from "../message/index.ts";
import type { ClientConnection } from "./connection.ts";
import type { CookieJar } from "./cookie-jar.ts";
import { ALL_CODINGS, codingOf } from "./decoder.ts";
import type { Origins, PreparedRequest } from "./dispatch.ts";
import {
  failureError,
  INCOMPLETE_BODY,
  networkFailure,
  plainFailure,
  TIMED_OUT,
  type Failure,
  textCode,
  CANCELLED,
} from "./failure.ts";
import { StreamCall } from "./http-stream.ts";
import type { HostSlots } from "./host-slots.ts";
import type { Proxy } from "./proxy.ts";
import { proxyOfEnvironment } from "./proxy.ts";
import type { RequestSpec } from "./redirect.ts";
import { isRedirect, redirected } from "./redirect.ts";
import {
  addCookies,
  chunk,
  isHeadMethod,
  isRepeatable,
  LAST_CHUNK,
  requestText,
  type Upload,
} from "./request-text.ts";
import type { Target } from "./url.ts";

/** State shared by the requests of one client. */
export interface Shared {
  readonly origins: Origins;
  /** Null if cookies are not kept. */
  readonly jar: CookieJar | null;
  /** Null for any number of connections to a host. */
  readonly slots: HostSlots | null;
}

export interface CallSettings {
  readonly upload: Upload | null;
  /** The name of the call in messages, if it is not its method and URL. */
  readonly called?: { readonly method: string; readonly url: string };
  /** Takes over the connection when the peer leaves HTTP. */
  readonly upgraded?: (connection: ClientConnection, rest: string) => void;
  /**
   * One limit for everything up to the end of the body (`whole`) or for each wait; Infinity for the usual
   * limits.
   */
  readonly timeoutMs: number;
  readonly whole: boolean;
  readonly maxRedirects: number;
  readonly retries: number;
  readonly cancel: Cancel | null;
  readonly proxy: Proxy | "env" | null;
  /** The most bytes of the body after decoding. */
  readonly maxBody: number;
  /** Whether compressed bodies are decoded. */
  readonly decodes: boolean;
}

export interface OpenedResponse {
  readonly call: RequestCall;
  readonly head: ResponseHead;
  /** The fields as the program gets them. */
  readonly headers: string;
}

/** The first pause before another attempt; each further one is twice as long. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** Stands for the error of the reader of the body. */
const FROM_READER = "body stream";
const LATE_BODY = plainFailure(`${INCOMPLETE_BODY}: ${TIMED_OUT}`);

export class RequestCall {
  readonly #shared: Shared;
  readonly #first: RequestSpec;
  readonly #settings: CallSettings;
  #request: RequestSpec;
  #stream: StreamCall | null = null;
  #redirects = 0;
  #tries = 0;
  #uploaded = 0;
  /** The stream that the body of the request goes to, once it is being sent. */
  #sink: StreamCall | null = null;
  #waitingForSink: (() => void) | null = null;
  #over = false;
  #uploadError: Err<ErrorValue> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #pause: NodeJS.Timeout | undefined;
  #unlisten: () => void = () => {};
  #release: () => void = () => {};
  #resolve: (outcome: OpenedResponse | Err<ErrorValue>) => void = () => {};
  /** The reason for an end from outside, or null. */
  #aborted: Failure | null = null;
  readonly #opened: Promise<OpenedResponse | Err<ErrorValue>>;
  #received = 0;
  /** Resolves when the call is over. */
  readonly ended: Promise<void>;
  #resolveEnd: () => void = () => {};

  constructor(shared: Shared, request: RequestSpec, settings: CallSettings) {
    this.#shared = shared;
    this.#first = request;
    this.#request = request;
    this.#settings = settings;
    this.#opened = new Promise((resolve) => (this.#resolve = resolve));
    this.ended = new Promise((resolve) => (this.#resolveEnd = resolve));
  }

  /** Sends the request; `opened` resolves with the outcome. */
  start(): void {
    const { cancel, timeoutMs } = this.#settings;
    if (timeoutMs !== Infinity && timeoutMs <= MAX_DELAY_MS) {
      // Data that arrived while the program computed is read first: the peer is not late.
      this.#timer = setTimeout(
        () => setImmediate(() => this.abort(this.#isOpen ? LATE_BODY : networkFailure(TIMED_OUT))),
        timeoutMs,
      );
    }
    if (cancel !== null) this.#unlisten = cancel.listen(() => this.abort({ text: CANCELLED, withUrl: true }));
    if (this.#aborted === null) this.#try();
  }

  get opened(): Promise<OpenedResponse | Err<ErrorValue>> {
    return this.#opened;
  }

  get trailers(): readonly Trailer[] {
    return this.#stream?.trailers ?? [];
  }

  /** Returns the next bytes of the body, or `""` at its end. */
  read(max: number): MaybePromise<Result<string, ErrorValue>> {
    const outcome = this.#stream!.read(max);
    return outcome instanceof Promise ? outcome.then((read) => this.#noted(read)) : this.#noted(outcome);
  }

  #noted(read: Result<string, ErrorValue>): Result<string, ErrorValue> {
    if (read === "") return read;
    if (typeof read === "string") {
      this.#received += read.length;
      const tooLong = this.#tooLong(this.#received);
      if (tooLong === null) return read;
      this.abort(tooLong);
      // Data that has already arrived is not returned, either.
      this.#stream!.close();
      return this.#error(this.#aborted!);
    }
    if (this.#aborted !== null) return this.#error(this.#aborted);
    if (!this.#settings.whole) return read;
    // A call for the whole body has no stream.
    const text = (read as Err<ErrorValue>).error._message.replace("stream read: ", "");
    return this.#error(text === TIMED_OUT ? LATE_BODY : plainFailure(text));
  }

  /** Sets the function that is called when the reader has received everything. */
  set drained(drained: () => void) {
    this.#stream!.drained = drained;
  }

  /** Releases all resources. Further calls have no effect. */
  close(): void {
    this.#done();
    this.#stream?.close();
    this.#release();
  }

  // ---- the body of the request, in pieces

  /**
   * Sends a piece. Returns false if no more is wanted, because the response is complete or will not arrive,
   * and an Err for more bytes than announced.
   */
  upload(piece: string): MaybePromise<boolean | Err<ErrorValue>> {
    const { length } = this.#settings.upload!;
    this.#uploaded += piece.length;
    if (length !== null && this.#uploaded > length)
      return this.#broken(`the body stream returned more than ${length} bytes`);
    return this.#toSink(length === null ? chunk(piece) : piece, false);
  }

  /** Ends the body. Returns an Err for fewer bytes than announced. */
  endUpload(): MaybePromise<boolean | Err<ErrorValue>> {
    const { length } = this.#settings.upload!;
    if (length !== null && this.#uploaded < length)
      return this.#broken(`the body stream ended after ${this.#uploaded} of ${length} bytes`);
    return this.#toSink(length === null ? LAST_CHUNK : "", true);
  }

  /** Called when the reader of the body has failed: the call fails, too, unless its response has arrived. */
  failUpload(error: ErrorValue): void {
    this.#uploadError ??= new Err(error);
    this.abort(plainFailure(FROM_READER));
  }

  /** The message of the panic with which the reader ended the call, or null. */
  get panicOfUpload(): string | null {
    const error = this.#aborted?.text === FROM_READER ? this.#uploadError!.error : null;
    return error?._kind === "panic" ? error._message : null;
  }

  #broken(text: string): Err<ErrorValue> {
    const error = fail("http", `${this.#first.method}: ${text}`, textCode(text));
    this.failUpload(error.error);
    return error;
  }

  /** The body is sent with the first request only, which may still wait for its turn. */
  #toSink(piece: string, last: boolean): MaybePromise<boolean> {
    if (this.#sink !== null) return this.#sink.upload(piece, last);
    if (this.#over) return false;
    return new Promise((resolve) => {
      this.#waitingForSink = () => resolve(this.#sink === null ? false : this.#sink.upload(piece, last));
    });
  }

  #reportSink(): void {
    const waiting = this.#waitingForSink;
    this.#waitingForSink = null;
    waiting?.();
  }

  // ---- attempts

  #try(): void {
    const { slots } = this.#shared;
    if (slots === null) return this.#send();
    // A call that waits for its turn is not late: limits start when it is sent.
    this.#release = slots.take(this.#request.target.origin, () => this.#send());
  }

  #send(): void {
    const prepared = this.#prepared();
    if (has(prepared, "text")) return this.#end(prepared);
    const { timeoutMs, whole, decodes } = this.#settings;
    const upgraded = get(this.#settings, "upgraded");
    const waitMs = timeoutMs === Infinity ? LIMITS.waitMs : whole ? Infinity : timeoutMs;
    const stream = new StreamCall(
      this.#shared.origins,
      prepared,
      { waitMs, codingOf: decodes ? codingOf : () => null, upgraded },
      (outcome) => this.#answered(stream, outcome),
    );
    this.#stream = stream;
    this.#sink ??= stream;
    const release = this.#release;
    stream.over = () => {
      release();
      if (stream === this.#stream && this.#isOpen) this.#done();
    };
    stream.start();
    this.#reportSink();
  }

  #isOpen = false;

  #answered(stream: StreamCall, outcome: ResponseHead | Failure): void {
    if (has(outcome, "text")) return this.#failed(outcome);
    this.#shared.jar?.keep(outcome.fields.all("set-cookie"), this.#request.target, Date.now());
    if (this.#settings.maxRedirects > 0 && isRedirect(outcome)) return this.#follow(stream, outcome);
    // With `open`, the program may want the head even if the body is too long.
    const known = this.#settings.whole && !stream.decoded ? (outcome.length ?? 0) : 0;
    const tooLong = this.#tooLong(known);
    if (tooLong !== null) return this.abort(tooLong);
    // From here on, the stream limits each wait.
    if (!this.#settings.whole) clearTimeout(this.#timer);
    this.#isOpen = true;
    const fields = stream.decoded ? outcome.fields.withoutCoding() : outcome.fields;
    this.#resolve({ call: this, head: outcome, headers: fields.text });
  }

  /** Returns a failure if `bytes` exceed the limit of the body or the size of a string. */
  #tooLong(bytes: number): Failure | null {
    const { whole, maxBody } = this.#settings;
    if (bytes > maxBody) return plainFailure(`response body larger than ${maxBody} bytes`);
    return whole && bytes > LIMITS.stringBytes ? plainFailure("string too large") : null;
  }

  #follow(stream: StreamCall, head: ResponseHead): void {
    const next =
      ++this.#redirects > this.#settings.maxRedirects
        ? { text: "Too Many Redirects", withUrl: true }
        : this.#next(head);
    stream.close();
    if (has(next, "text")) return this.#end(next);
    this.#request = next;
    this.#try();
  }

  #next(head: ResponseHead): RequestSpec | Failure {
    const next = redirected(this.#request, head);
    // Data read from a reader cannot be sent a second time.
    const repeats =
      !has(next, "text") && this.#settings.upload !== null && next.method === this.#request.method;
    return repeats ? plainFailure("the redirect asks for the body again, which was a stream") : next;
  }

  #failed(failure: Failure): void {
    this.#release();
    const repeats =
      this.#settings.upload === null && isRepeatable(this.#request.method) && this.#aborted === null;
    if (!repeats || this.#tries >= this.#settings.retries || !failure.withUrl) return this.#end(failure);
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** this.#tries++, LONGEST_PAUSE_MS);
    // Between half of the pause and all of it, so that calls that failed together do not try again together.
    this.#pause = setTimeout(() => this.#try(), pause / 2 + (Math.random() * pause) / 2);
  }

  #prepared(): PreparedRequest | Failure {
    const { method, target, lines, body } = this.#request;
    const upgrades = get(this.#request, "upgrades");
    const { upload, decodes } = this.#settings;
    const proxy = this.#proxyFor(target);
    if (typeof proxy === "string") return plainFailure(proxy);
    const sent = [...lines];
    const has = (name: string): boolean => sent.some((line) => line.name.toLowerCase() === name);
    if (!has("accept-encoding") && !has("range"))
      sent.push({ name: "Accept-Encoding", value: decodes ? ALL_CODINGS : "identity" });
    const cookies = this.#shared.jar?.of(target, Date.now()) ?? "";
    if (cookies !== "") addCookies(sent, cookies);
    const plainProxy = proxy !== null && !target.secure && upgrades !== true;
    if (plainProxy && proxy.authorization !== null && !has("proxy-authorization"))
      sent.push({ name: "Proxy-Authorization", value: proxy.authorization });
    const place = plainProxy ? { ...target, path: `http://${target.authority}${target.path}` } : target;
    const uploads = upload !== null && this.#sink === null;
    const text = requestText(method, place, sent, body, uploads ? upload : null);
    if (typeof text === "string") return plainFailure(text);
    return {
      method,
      target,
      isHead: isHeadMethod(method),
      ...text,
      repeatable: !uploads && isRepeatable(method),
      ...(uploads ? { uploads } : {}),
      ...(upgrades ? { upgrades } : {}),
      ...(proxy === null ? {} : { proxy }),
    };
  }

  #proxyFor(target: Target): Proxy | string | null {
    const { proxy } = this.#settings;
    return proxy === "env" ? proxyOfEnvironment(target, this.#shared.origins.host) : proxy;
  }

  // ---- ends

  /** Ends the call from outside: the waiting call gets the reason. */
  abort(failure: Failure): void {
    if (this.#aborted !== null) return;
    this.#aborted = failure;
    this.#done();
    clearTimeout(this.#pause);
    this.#release();
    this.#stream?.abort(failure);
    this.#end(failure);
  }

  #end(failure: Failure): void {
    this.#done();
    this.#release();
    this.#resolve(this.#error(this.#aborted ?? failure));
  }

  /** Stops everything that could end the call from outside. */
  #done(): void {
    clearTimeout(this.#timer);
    this.#unlisten();
    this.#over = true;
    this.#reportSink();
    this.#resolveEnd();
  }

  #error(failure: Failure): Err<ErrorValue> {
    if (failure.text === FROM_READER) return this.#uploadError!;
    const { method, target } = this.#first;
    const called = get(this.#settings, "called") ?? { method, url: target.shown };
    return failureError(called.method, called.url, failure);
  }
}
