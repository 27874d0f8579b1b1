// The client natives of one program: buffered exchanges and stream handles.
import type { ErrorValue, Int, MaybePromise, Result, Runtime } from "../../../interpreter/runtime/index.ts";
import { Err, fail } from "../../../interpreter/runtime/index.ts";
import { denial } from "../../net/index.ts";
import { LIMITS } from "../limits.ts";
import type { HttpResponse } from "./buffered.ts";
import { exchangeBuffered } from "./buffered.ts";
import { Origins } from "./dispatch.ts";
import { failureError } from "./failure.ts";
import { StreamCall } from "./http-stream.ts";
import { RequestMemory, prepare } from "./prepare.ts";

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
}

export class Client {
  private readonly runtime: Runtime;
  private readonly origins: Origins;
  private readonly memory = new RequestMemory();
  private readonly streams = new Map<number, StreamCall>();
  private lastId = 0;

  constructor(runtime: Runtime) {
    this.runtime = runtime;
    this.origins = new Origins(runtime.host.capabilities);
    runtime.atEnd(() => this.origins.close());
  }

  /** `get` to `request_following`; `maxRedirects` below 0 follows none. */
  exchange(method: string, url: string, body: string, headers: string, timeout: Int, maxRedirects: Int): MaybePromise<Result<HttpResponse, ErrorValue>> {
    const request = this.denied(method) ?? this.memory.read(method, url, body, headers);
    if (request instanceof Err) return request;
    const timeoutMs = Number(timeout);
    const limited = timeoutMs > 0;
    const options = { timeoutMs: limited ? timeoutMs : Infinity, usualLimits: !limited, maxRedirects: Number(maxRedirects) };
    return this.runtime.scheduler.external(exchangeBuffered(this.origins, request, options));
  }

  /** Opens a stream; the result comes with the head of the response. */
  stream(method: string, url: string, body: string, headers: string, timeout: Int): MaybePromise<Result<HttpStream, ErrorValue>> {
    const request = this.denied(method) ?? this.memory.read(method, url, body, headers);
    if (request instanceof Err) return request;
    const prepared = prepare(request);
    if ("text" in prepared) return failureError(method, request.target.shown, prepared);
    const waitMs = Number(timeout) > 0 ? Number(timeout) : LIMITS.waitMs;
    return this.runtime.scheduler.external(
      new Promise<Result<HttpStream, ErrorValue>>((resolve) => {
        const call = new StreamCall(this.origins, prepared, waitMs, (outcome) => {
          if ("text" in outcome) {
            resolve(failureError(method, request.target.shown, outcome));
            return;
          }
          const fields = call.decoded ? outcome.fields.withoutCoding() : outcome.fields;
          const handle = new HttpStream(++this.lastId, outcome.status, outcome.reason, fields.text);
          this.streams.set(handle._id, call);
          resolve(handle);
        });
        call.start();
      }),
    );
  }

  readChunk(stream: HttpStream): MaybePromise<Result<string, ErrorValue>> {
    const outcome = this.streams.get(stream._id)?.read() ?? "";
    return outcome instanceof Promise ? this.runtime.scheduler.external(outcome) : outcome;
  }

  close(stream: HttpStream): void {
    this.streams.get(stream._id)?.close();
    this.streams.delete(stream._id);
  }

  private denied(method: string): Err<ErrorValue> | null {
    const denied = denial(this.runtime.host.capabilities, "net");
    return denied === null ? null : fail("http", `${method}: ${denied}`);
  }
}
