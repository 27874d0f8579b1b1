// The client natives of one program: buffered exchanges and stream handles.
import { has } from "../../../interpreter/own/index.ts";
import type { ErrorValue, Int, MaybePromise, Result, Runtime } from "../../../interpreter/runtime/index.ts";
import { Err, fail } from "../../../interpreter/runtime/index.ts";
import { codeOf, denial } from "../../net/index.ts";
import { LIMITS } from "../limits.ts";
import type { Trailer } from "../message/index.ts";
import { CollectedText } from "../message/index.ts";
import { HttpResponse, exchangeBuffered } from "./buffered.ts";
import type { ClientRequest } from "./client-request.ts";
import { gzipOf } from "./decoder.ts";
import { Origins } from "./dispatch.ts";
import { failureError } from "./failure.ts";
import { StreamCall } from "./http-stream.ts";
import { RequestMemory, prepare } from "./prepare.ts";
import { RequestCall, type Shared } from "./request-call.ts";
import type { SharedClient } from "./shared-client.ts";
import { openWebSocket, type Opened } from "./websocket-client.ts";

/** The struct HttpStream. */
export class HttpStream {
  _id: number;
  _status_code: number;
  _status_text: string;
  _headers: string;
  constructor(id: number, statusCode: number, statusText: string, headers: string) {
    this._id = id;
    this._status_code = statusCode;
    this._status_text = statusText;
    this._headers = headers;
  }

  /** The response behind it; null for a copy that a program has built. */
  body: RequestBody | null = null;
}

/** The struct `__Call`: a request whose body is being sent. */
export class PendingCall {
  readonly call: RequestCall;
  constructor(call: RequestCall) {
    this.call = call;
  }
}

/** The response behind a stream handle. */
interface RequestBody {
  readonly trailers: readonly Trailer[];
  drained: () => void;
  read(max: number): MaybePromise<Result<string, ErrorValue>>;
  close(): void;
}

export class Client {
  private readonly runtime: Runtime;
  private readonly origins: Origins;
  private readonly memory = new RequestMemory();
  private readonly streams = new Map<number, RequestBody>();
  private lastId = 0;
  /** For requests without their own client. */
  private readonly shared: Shared;

  constructor(runtime: Runtime) {
    this.runtime = runtime;
    this.origins = new Origins(runtime);
    this.shared = { origins: this.origins, jar: null, slots: null };
  }

  /** Implements `get` to `request_following`; no redirects are followed if `maxRedirects` is below 0. */
  // biome-ignore lint/complexity/useMaxParams: in the order of the declaration, as scripts call it
  exchange(
    method: string,
    url: string,
    body: string,
    headers: string,
    timeout: Int,
    maxRedirects: Int,
  ): MaybePromise<Result<HttpResponse, ErrorValue>> {
    const request = this.denied(method) ?? this.memory.read(method, url, body, headers);
    if (request instanceof Err) return request;
    const timeoutMs = Number(timeout);
    const limited = timeoutMs > 0;
    const options = {
      timeoutMs: limited ? timeoutMs : Infinity,
      usualLimits: !limited,
      maxRedirects: Number(maxRedirects),
      arrived: this.runtime.arrived,
    };
    return this.runtime.scheduler.external(exchangeBuffered(this.origins, request, options));
  }

  /** Opens a stream; the result arrives with the head of the response. */
  stream(
    method: string,
    url: string,
    body: string,
    headers: string,
    timeout: Int,
  ): MaybePromise<Result<HttpStream, ErrorValue>> {
    const request = this.denied(method) ?? this.memory.read(method, url, body, headers);
    if (request instanceof Err) return request;
    const prepared = prepare(request);
    if (has(prepared, "text")) return failureError(method, request.target.shown, prepared);
    const waitMs = Number(timeout) > 0 ? Number(timeout) : LIMITS.waitMs;
    return this.runtime.scheduler.external(
      new Promise<Result<HttpStream, ErrorValue>>((resolve) => {
        const call = new StreamCall(this.origins, prepared, { waitMs, codingOf: gzipOf }, (outcome) => {
          if (has(outcome, "text")) {
            resolve(failureError(method, request.target.shown, outcome));
            return;
          }
          const fields = call.decoded ? outcome.fields.withoutCoding() : outcome.fields;
          resolve(this.handleOf(call, outcome.status, outcome.reason, fields.text));
        });
        call.start();
      }),
    );
  }

  readChunk(stream: HttpStream): MaybePromise<Result<string, ErrorValue>> {
    return this.read(stream, LIMITS.streamChunk);
  }

  /** Returns the next bytes, at most `max`, which is positive. */
  read(stream: HttpStream, max: number): MaybePromise<Result<string, ErrorValue>> {
    const outcome = this.streams.get(stream._id)?.read(max) ?? "";
    return outcome instanceof Promise ? this.runtime.scheduler.external(outcome) : outcome;
  }

  // ---- built requests

  /** @param whole whether the time limit covers the body of the response */
  begin(
    request: ClientRequest,
    client: SharedClient | null,
    whole: boolean,
  ): Result<PendingCall, ErrorValue> {
    const denied = this.denied(request.method);
    if (denied !== null) return denied;
    const problem = (client?.closed === true ? "the client has been closed" : client?.problem) ?? null;
    const spec = problem ?? request.spec(client?.headers ?? []);
    if (typeof spec === "string") return fail("http", `${request.method}: ${spec}`);
    const uploads = request.___body !== null;
    if (uploads && request.spent === request.___body)
      return fail("http", `${request.method}: the body stream has been sent already`);
    if (uploads) request.spent = request.___body;
    const call = new RequestCall(client ?? this.shared, spec, {
      upload: uploads ? { length: request.bodyLength } : null,
      timeoutMs: request.timeoutMs ?? client?.timeoutMs ?? Infinity,
      whole,
      maxRedirects: request.maxRedirects ?? client?.maxRedirects ?? 0,
      retries: request.retries,
      cancel: request.cancel,
      proxy: request.proxy === undefined ? (client?.proxy ?? null) : request.proxy,
      maxBody: request.maxBody,
      decodes: request.decodes,
    });
    client?.began(call);
    call.start();
    return new PendingCall(call);
  }

  upload({ call }: PendingCall, piece: string): MaybePromise<Result<boolean, ErrorValue>> {
    return this.waiting(call.upload(piece));
  }

  endUpload({ call }: PendingCall): MaybePromise<Result<boolean, ErrorValue>> {
    return this.waiting(call.endUpload());
  }

  /** Returns the response with its whole body. */
  response({ call }: PendingCall): MaybePromise<Result<HttpResponse, ErrorValue>> {
    return this.runtime.scheduler.external(collected(call, this.runtime));
  }

  /** Returns the response as soon as its head has arrived. */
  opened({ call }: PendingCall): MaybePromise<Result<HttpStream, ErrorValue>> {
    return this.runtime.scheduler.external(
      call.opened.then((outcome) => {
        if (outcome instanceof Err) return outcome;
        return this.handleOf(call, outcome.head.status, outcome.head.reason, outcome.headers);
      }),
    );
  }

  websocket(request: ClientRequest, client: SharedClient | null): MaybePromise<Result<Opened, ErrorValue>> {
    const denied = denial(this.runtime.host.capabilities, "net");
    if (denied !== null) return fail("http", `websocket: ${denied}`, codeOf(denied));
    return this.runtime.scheduler.external(openWebSocket(this.runtime, client, this.shared, request));
  }

  private waiting<T>(outcome: MaybePromise<T>): MaybePromise<T> {
    return outcome instanceof Promise ? this.runtime.scheduler.external(outcome) : outcome;
  }

  /** Registers a stream. It is forgotten once read to its end, whether or not the program closes it. */
  private handleOf(body: RequestBody, status: number, reason: string, headers: string): HttpStream {
    const id = ++this.lastId;
    this.streams.set(id, body);
    body.drained = () => void this.streams.delete(id);
    const stream = new HttpStream(id, status, reason, headers);
    stream.body = body;
    return stream;
  }

  /** The number of streams that have been neither read to their end nor closed. */
  get openStreams(): number {
    return this.streams.size;
  }

  close(stream: HttpStream): void {
    this.streams.get(stream._id)?.close();
    this.streams.delete(stream._id);
  }

  private denied(method: string): Err<ErrorValue> | null {
    const denied = denial(this.runtime.host.capabilities, "net");
    return denied === null ? null : fail("http", `${method}: ${denied}`, codeOf(denied));
  }
}

async function collected(call: RequestCall, runtime: Runtime): Promise<Result<HttpResponse, ErrorValue>> {
  const outcome = await call.opened;
  if (outcome instanceof Err) return outcome;
  const text = new CollectedText();
  for (;;) {
    const piece = await call.read(LIMITS.heldBytes);
    if (typeof piece !== "string") return piece as Err<ErrorValue>;
    if (piece === "") break;
    text.add(piece);
    runtime.arrived(piece.length);
  }
  call.close();
  return new HttpResponse(outcome.head.status, outcome.head.reason, outcome.headers, text.take());
}
