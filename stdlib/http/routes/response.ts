// The struct Response and its constructors. A response with only a content type stores it as a string and
// builds its map when it is first read. Likewise, a file body is read into a string on first use.
import type { Coding } from "../../../interpreter/host/index.ts";
import type { Int } from "../../../interpreter/runtime/index.ts";
import { Panic } from "../../../interpreter/runtime/index.ts";
import { asciiLower, cleanValue, isToken } from "../message/index.ts";
import type { BodySource } from "./body-source.ts";
import type { TextMap } from "./owners.ts";
import { Owners } from "./owners.ts";

export const TEXT = "text/plain; charset=utf-8";
export const HTML = "text/html; charset=utf-8";
export const JSON_TYPE = "application/json";

type StreamSource = BodySource & { readonly kind: "stream" };
type EventsSource = BodySource & { readonly kind: "events" };

/** Proxies close connections that are silent for half a minute. */
const HEARTBEAT_MS = 15_000;

/** The responses whose headers the program has read. */
const known = new Owners<Response>();

export class Response {
  _status: Int;
  /** The value of `Content-Type`, the only header, while there is no map; "" for no header. */
  contentType = "";
  /** Null until the headers are read. */
  headerMap: TextMap | null;
  /** Lines of `add_header`, sent after those of the map. */
  addedHeaders: { readonly name: string; readonly value: string }[] | null = null;
  /** The names of the trailers that the function of a stream may send, or null. */
  trailerNames: readonly string[] | null = null;
  /** A body that is not a string until it is sent, or null. */
  source: BodySource | null = null;
  /** The coding applied to `source` while it is sent, or null. */
  coding: Coding | null = null;
  private bodyText: string;
  /** Whether the program has read the empty string that stands for a stream: it may copy the response. */
  private isBodyRead = false;

  constructor(status: Int, headers: TextMap | null, body: string) {
    this._status = status;
    this.headerMap = headers;
    this.bodyText = body;
    const original = known.of(headers);
    if (original === undefined) return;
    // What the fields do not show comes along.
    if (original.addedHeaders !== null) this.addedHeaders = [...original.addedHeaders];
    this.trailerNames = original.trailerNames;
    if (body !== "" || !original.isBodyRead) return;
    original.isBodyRead = false;
    this.source = original.source;
    this.coding = original.coding;
  }

  static of(status: Int, contentType: string, body: string): Response {
    const response = new Response(status, null, body);
    response.contentType = contentType;
    return response;
  }

  static from(status: Int, contentType: string, source: BodySource): Response {
    const response = Response.of(status, contentType, "");
    response.source = source;
    return response;
  }

  /** Returns a copy that may be changed, because a handler may share this response between requests. */
  copy(): Response {
    const copy = Response.of(this._status, this.contentType, this.bodyText);
    copy.source = this.source;
    copy.coding = this.coding;
    copy.trailerNames = this.trailerNames;
    if (this.addedHeaders !== null) copy.addedHeaders = [...this.addedHeaders];
    if (this.headerMap !== null) {
      copy.headerMap = known.newMap(copy);
      for (const [name, value] of this.headerMap.pairs()) copy.headerMap.set(name, value);
    }
    return copy;
  }

  /** Returns the value of the header of this name, in any case, or "". */
  headerValue(name: string): string {
    if (this.headerMap === null) return name === "content-type" ? this.contentType : "";
    for (const [key, value] of this.headerMap.pairs()) if (asciiLower(key) === name) return value;
    return "";
  }

  /** For a file, reads all of it and keeps it as a string from then on; empty for a stream. */
  get _body(): string {
    if (this.source?.kind === "file") this._body = this.source.file.text();
    else if (this.source !== null) this.isBodyRead = true;
    return this.bodyText;
  }
  set _body(text: string) {
    this.source = null;
    this.bodyText = text;
  }

  get _headers(): TextMap {
    return known.register(this.headersNow(), this);
  }
  set _headers(map: TextMap) {
    this.headerMap = map;
  }

  headersNow(): TextMap {
    if (this.headerMap === null) {
      this.headerMap = known.newMap(this);
      if (this.contentType !== "") this.headerMap.set("Content-Type", this.contentType);
    }
    return this.headerMap;
  }

  /** Replaces the header of this name in any case; a name that is not a token is ignored. */
  header(name: string, value: string): Response {
    if (!isToken(name)) return this;
    const map = this.headersNow();
    for (const key of map.keys()) if (key !== name && isSameName(key, name)) map.delete(key);
    if (this.addedHeaders !== null)
      this.addedHeaders = this.addedHeaders.filter((line) => !isSameName(line.name, name));
    map.set(name, cleanValue(value));
    return this;
  }

  /** Adds a line without replacing others, with the checks of `header`. */
  addHeader(name: string, value: string): Response {
    if (isToken(name)) (this.addedHeaders ??= []).push({ name, value: cleanValue(value) });
    return this;
  }
}

/** Fields that a recipient must know before the body, or that are about the connection (RFC 9110 6.5.1). */
const NO_TRAILERS = new Set(
  (
    "connection content-encoding content-length content-range content-type host keep-alive te trailer " +
    "transfer-encoding upgrade authorization set-cookie cache-control expires location"
  ).split(" "),
);

/** Announces trailers. @throws Panic for a name that cannot be one */
function announceTrailers(response: Response, names: readonly string[]): Response {
  for (const name of names)
    if (!isToken(name) || NO_TRAILERS.has(asciiLower(name)))
      throw new Panic(`trailers: '${name}' cannot be the name of a trailer`);
  response.trailerNames = names.length === 0 ? null : [...names];
  return response;
}

function isSameName(a: string, b: string): boolean {
  return a.length === b.length && asciiLower(a) === asciiLower(b);
}

/** The native associated functions of Response, as entries of the module's table. */
export const RESPONSE_FUNCTIONS = {
  "Response.ok": (body: string) => Response.of(200, TEXT, body),
  "Response.text": (body: string) => Response.of(200, TEXT, body),
  "Response.html": (body: string) => Response.of(200, HTML, body),
  "Response.json_raw": (body: string) => Response.of(200, JSON_TYPE, body),
  "Response.created": (body: string) => Response.of(201, TEXT, body),
  "Response.no_content": () => Response.of(204, "", ""),
  "Response.not_found": () => Response.of(404, TEXT, "Not Found"),
  "Response.bad_request": (message: string) => Response.of(400, TEXT, message),
  "Response.server_error": (message: string) => Response.of(500, TEXT, message),
  "Response.redirect": (location: string) => Response.of(302, "", "").header("Location", location),
  "Response.with_body": (status: Int, body: string) => Response.of(status, "", body),
  "Response.stream": (contentType: string, write: StreamSource["write"]) =>
    Response.from(200, cleanValue(contentType), { kind: "stream", write, length: null }),
  "Response.stream_of": (contentType: string, length: Int, write: StreamSource["write"]) => {
    const bytes = Number(length);
    if (!(bytes >= 0 && bytes <= Number.MAX_SAFE_INTEGER))
      throw new Panic(`stream_of: the length is not from 0 to ${Number.MAX_SAFE_INTEGER}: ${length}`);
    return Response.from(200, cleanValue(contentType), { kind: "stream", write, length: bytes });
  },
  "Response.events": (write: EventsSource["write"]) =>
    Response.from(200, "text/event-stream", { kind: "events", write, heartbeatMs: HEARTBEAT_MS })
      .header("Cache-Control", "no-cache")
      .header("X-Accel-Buffering", "no"),
  "Response.heartbeat_ms": (response: Response, ms: Int) => {
    const { source } = response;
    if (source?.kind === "events")
      response.source = { ...source, heartbeatMs: Number(ms) > 0 ? Number(ms) : Infinity };
    return response;
  },
  "Response.copy": (response: Response) => response.copy(),
  "Response.header": (response: Response, name: string, value: string) => response.header(name, value),
  "Response.trailers": announceTrailers,
  "Response.add_header": (response: Response, name: string, value: string) => response.addHeader(name, value),
} as const;
