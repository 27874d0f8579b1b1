// The struct Request. A request received by the server builds its maps of headers, parameters and query when
// a handler first reads them; a literal in a script supplies its own maps.
import type { EnumValue, MaybePromise } from "../../../interpreter/runtime/index.ts";
import type { ForwardedClient, QueryPair, RequestHead } from "../message/index.ts";
import {
  asciiLower,
  decodeEscapes,
  methodNameOf,
  queryPairs,
  targetOf,
  trimBlanks,
  verbOf,
} from "../message/index.ts";
import type { BodyReader } from "./body-source.ts";
import { cookieIn } from "./cookies.ts";
import type { TextMap } from "./owners.ts";
import { Owners } from "./owners.ts";
import type { Response } from "./response.ts";
import type { Capture } from "./segments.ts";
import { captured } from "./segments.ts";

/** Searching this many pairs is faster than building a map of them. */
const FEW_PAIRS = 8;

/** Searching the header lines this many times is faster than building a map of them. */
const FEW_SEARCHES = 8;

/** The received requests. */
const received = new Owners<Request>();

/** The connection side of a received request. */
export interface Origin {
  /** `host:port` of the client's socket, or what the head of a proxy names instead. */
  readonly remoteAddress: string;
  /** `host:port` of the socket, which may be that of a proxy. */
  readonly peerAddress: string;
  /** Whether the connection uses TLS. */
  readonly secure: boolean;
  /** Returns what trusted proxies say about the client; null if the peer is none. */
  forwarded(lines: (name: string) => readonly string[]): ForwardedClient | null;
  /** Returns the `Cancel` that is cancelled when the client no longer waits for the response. */
  cancelOf(): object;
  /** Sends an interim response with these values of `Link`, if the response has not begun. */
  earlyHints(links: readonly string[]): void;
  /** Registers `close` to be called when the response has been sent. */
  atEnd(close: () => void): void;
}

/** What a request led to on a server with more than plain routes. */
export interface Matched {
  /** The server of the route, which knows the patterns of the mounts that lead to it. */
  readonly scope: { fullPattern(route: Registered): string };
  /** Null if no route answers. */
  readonly route: Registered | null;
}

interface Registered {
  readonly _pattern: string;
}

/** What the pattern of the route has captured. */
interface Captured {
  readonly captures: readonly Capture[];
  /** The segments of the path, if there are captures. */
  readonly segments: readonly string[];
}

/** A chain whose wrappers are being called for a request, and the chains around it. */
export interface Passing {
  readonly chain: object;
  /** What the chain leads to, and its place among the chains on the way. */
  readonly target: object;
  readonly at: number;
  readonly outer: Passing | null;
}

export type Handler = (request: Request) => MaybePromise<Response>;

export class Request {
  _method: EnumValue;
  _path: string;
  _version: string;
  _body: string;
  private headerMap: TextMap | null;
  private paramMap: TextMap | null;
  private queryMap: TextMap | null;
  // The sources of the maps of a received request.
  private head: RequestHead | null = null;
  private captures: readonly Capture[] = [];
  private segments: readonly string[] = [];
  /** Null for a request that the program built. */
  origin: Origin | null = null;
  /** The body, if the handler reads it as it arrives. */
  reader: BodyReader | null = null;
  /** The result of `cancel`. */
  private cancelHandle: object | null = null;
  private pairs: readonly QueryPair[] | null = null;
  /** What proxies say about the client; undefined until it is needed. */
  private client: ForwardedClient | null | undefined;
  /** How often the header lines have been searched. */
  private searches = 0;
  matched: Matched | null = null;
  /** The wrappers that are being called for it, innermost chain first. */
  passing: Passing | null = null;
  /** The received request that this one was made from, or this one. */
  readonly root: Request;

  // biome-ignore lint/complexity/useMaxParams: in the order of the declaration, as scripts call it
  constructor(
    method: EnumValue,
    path: string,
    version: string,
    headers: TextMap | null,
    params: TextMap | null,
    query: TextMap | null,
    body: string,
  ) {
    this._method = method;
    this._path = path;
    this._version = version;
    this._body = body;
    this.headerMap = headers;
    this.paramMap = params;
    this.queryMap = query;
    this.root = this;
    if (headers === null) return;
    const root = received.of(headers) ?? received.of(params) ?? received.of(query);
    if (root === undefined) return;
    // It is answered to the same client.
    this.root = root;
    this.head = root.head;
    this.captures = root.captures;
    this.segments = root.segments;
    this.origin = root.origin;
    this.reader = root.reader;
  }

  /** Creates a request received by the server. */
  static received(
    method: EnumValue,
    head: RequestHead,
    match: Captured,
    body: string,
    origin: Origin,
  ): Request {
    const request = new Request(
      method,
      head.path,
      head.minor === 1 ? "HTTP/1.1" : "HTTP/1.0",
      null,
      null,
      null,
      body,
    );
    request.head = head;
    request.captures = match.captures;
    request.segments = match.segments;
    request.origin = origin;
    return request;
  }

  /** The pattern of the route that answers, with its mounts; empty if none does, or on a server without wrappers. */
  get routePattern(): string {
    const { matched } = this.root;
    return matched === null || matched.route === null ? "" : matched.scope.fullPattern(matched.route);
  }

  /** Replaces the captures when the request goes to another route than the first one. */
  take(captures: readonly Capture[], segments: readonly string[]): void {
    this.captures = captures;
    this.segments = segments;
    this.paramMap = null;
  }

  get _headers(): TextMap {
    return this.known(this.headersNow());
  }
  set _headers(map: TextMap) {
    this.headerMap = map;
  }

  get _params(): TextMap {
    return this.known(this.paramsNow());
  }
  set _params(map: TextMap) {
    this.paramMap = map;
  }

  get _query(): TextMap {
    return this.known(this.queryNow());
  }
  set _query(map: TextMap) {
    this.queryMap = map;
  }

  /** Returns the header of this name in any case, or "". */
  header(name: string): string {
    const wanted = asciiLower(name);
    if (this.headerMap === null && this.head !== null && this.searches < FEW_SEARCHES) {
      this.searches += 1;
      return lineIn(this.head, wanted);
    }
    const headers = this.headersNow();
    const value = headers.get(wanted);
    if (value !== undefined) return value;
    // Only a map built by the program has names with capitals.
    for (const [key, text] of headers.pairs()) if (asciiLower(key) === wanted) return text;
    return "";
  }

  /** Returns the captured segment of this name, or "". */
  param(name: string): string {
    if (this.paramMap === null && this.head !== null) {
      const { captures, segments } = this;
      for (let i = captures.length - 1; i >= 0; i--)
        if (captures[i]!.name === name) return captured(captures[i]!, segments);
      return "";
    }
    return this.paramsNow().get(name) ?? "";
  }

  /** Returns the captured text of this name with its escapes decoded; `+` is kept. */
  decodedParam(name: string): string {
    return decodeEscapes(this.param(name));
  }

  /** Returns the `Cancel` of this request; `never` makes one for a request without a client. */
  cancel(never: () => object): object {
    return (this.cancelHandle ??= this.origin?.cancelOf() ?? never());
  }

  /** Returns the address of the client: with the port of its socket, or as a trusted proxy names it. */
  earlyHints(links: readonly string[]): void {
    this.origin?.earlyHints(links);
  }

  remoteAddr(): string {
    return this.forwarded()?.address ?? this.origin?.remoteAddress ?? "";
  }

  /** Returns the address of the socket. */
  peerAddr(): string {
    return this.origin?.peerAddress ?? "";
  }

  scheme(): "http" | "https" {
    return this.forwarded()?.scheme ?? (this.origin?.secure === true ? "https" : "http");
  }

  /** Returns host and port that the client has asked, without the default port of its scheme. */
  host(): string {
    const host = this.forwarded()?.host ?? this.root.header("host");
    const port = this.scheme() === "https" ? ":443" : ":80";
    return host.endsWith(port) ? host.slice(0, -port.length) : host.replace(/:$/, "");
  }

  /** Copies of a request have the client of the one that was received. */
  private forwarded(): ForwardedClient | null {
    const { root } = this;
    root.client ??= root.origin?.forwarded((name) => root.headersFromText(name)) ?? null;
    return root.client;
  }

  /** Returns the method as it was sent. */
  methodName(): string {
    const { head } = this;
    return head !== null && head.method === this._method.tag ? methodNameOf(head) : verbOf(this._method.tag);
  }

  /** Returns the target as it was sent, or the path of a request that the program built. */
  target(): string {
    return this.head === null ? this._path : targetOf(this.head);
  }

  /** The query string as it was sent. */
  get queryText(): string {
    return this.head?.query ?? "";
  }

  /** Returns names and values of the query string, decoded, in order. */
  queries(): readonly QueryPair[] {
    if (this.head === null || this.queryMap !== null) return this.queryFromMap();
    return this.queryFromText();
  }

  /** Returns all values of a name in the query string. */
  queryAll(name: string): string[] {
    return this.queries().flatMap((pair) => (pair.name === name ? [pair.value] : []));
  }

  /** Returns the values of all header lines of this name, in order. */
  headersAll(name: string): string[] {
    const wanted = asciiLower(name);
    if (this.head === null || this.headerMap !== null) return this.headersFromMap(wanted);
    return this.headersFromText(wanted);
  }

  /** Returns the value of the first cookie of this name, or null. */
  cookie(name: string): string | null {
    return cookieIn(this.header("cookie"), name);
  }

  /** Returns the last decoded value of this name in the query string, or "". */
  queryValue(name: string): string {
    if (this.queryMap === null) {
      const pairs = this.queryFromText();
      if (pairs.length <= FEW_PAIRS) {
        for (let i = pairs.length - 1; i >= 0; i--) if (pairs[i]!.name === name) return pairs[i]!.value;
        return "";
      }
    }
    return this.queryNow().get(name) ?? "";
  }

  private queryFromText(): readonly QueryPair[] {
    return (this.pairs ??= queryPairs(this.head?.query ?? ""));
  }

  /** A program may have changed the map. Entries that it left unchanged are returned as they were sent. */
  private queryFromMap(): readonly QueryPair[] {
    const map = this.queryNow();
    const sent = this.head === null ? [] : this.queryFromText();
    const last = new Map(sent.map(({ name, value }) => [name, value]));
    const untouched = (name: string): boolean => last.get(name) === map.get(name);
    const kept = sent.filter(({ name }) => untouched(name));
    const others = [...map.pairs()].flatMap(([name, value]) => (untouched(name) ? [] : [{ name, value }]));
    return [...kept, ...others];
  }

  private headersFromMap(wanted: string): string[] {
    const value = this.header(wanted);
    const sent = this.head === null ? [] : this.headersFromText(wanted);
    if (sent.join(wanted === "cookie" ? "; " : ", ") === value && sent.length > 0) return sent;
    for (const key of this.headersNow().keys()) if (asciiLower(key) === wanted) return [value];
    return [];
  }

  private headersFromText(wanted: string): string[] {
    const { targetHost } = this.head!;
    if (wanted === "host" && targetHost !== null) return [targetHost];
    const values: string[] = [];
    for (const { name, value } of this.lines()) if (name === wanted) values.push(value);
    return values;
  }

  /** Yields the header lines as they were sent, with names in lower case. */
  private *lines(): Generator<{ readonly name: string; readonly value: string }> {
    const { fields, fieldsStart, fieldsEnd } = this.head!;
    for (let position = fieldsStart; position < fieldsEnd; ) {
      const end = fields.indexOf("\r\n", position);
      const colon = fields.indexOf(":", position);
      yield {
        name: asciiLower(fields.slice(position, colon)),
        value: trimBlanks(fields.slice(colon + 1, end)),
      };
      position = end + 2;
    }
  }

  /** Returns a map that the program gets. */
  private known(map: TextMap): TextMap {
    return this.head === null ? map : received.register(map, this.root);
  }

  private headersNow(): TextMap {
    return (this.headerMap ??= this.makeHeaders());
  }

  private paramsNow(): TextMap {
    return (this.paramMap ??= this.makeParams());
  }

  private queryNow(): TextMap {
    return (this.queryMap ??= this.makeQuery());
  }

  private makeHeaders(): TextMap {
    const map = received.newMap(this.root);
    if (this.head === null) return map;
    const { fields, fieldsStart, fieldsEnd, targetHost } = this.head;
    let position = fieldsStart;
    while (position < fieldsEnd) {
      const end = fields.indexOf("\r\n", position);
      const colon = fields.indexOf(":", position);
      const name = asciiLower(fields.slice(position, colon));
      const value = trimBlanks(fields.slice(colon + 1, end));
      map.set(name, joined(map.get(name) ?? null, name, value));
      position = end + 2;
    }
    if (targetHost !== null) map.set("host", targetHost);
    return map;
  }

  private makeParams(): TextMap {
    const map = received.newMap(this.root);
    for (const capture of this.captures) map.set(capture.name, captured(capture, this.segments));
    return map;
  }

  private makeQuery(): TextMap {
    const map = received.newMap(this.root);
    for (const { name, value } of this.queryFromText()) map.set(name, value);
    return map;
  }
}

/** Returns what the map of the headers has for this name, or "". */
function lineIn(head: RequestHead, wanted: string): string {
  const { fields, fieldsStart, fieldsEnd, targetHost } = head;
  if (targetHost !== null && wanted === "host") return targetHost;
  let found: string | null = null;
  for (let position = fieldsStart; position < fieldsEnd; ) {
    const end = fields.indexOf("\r\n", position);
    const colon = fields.indexOf(":", position);
    if (colon - position === wanted.length && asciiLower(fields.slice(position, colon)) === wanted)
      found = joined(found, wanted, trimBlanks(fields.slice(colon + 1, end)));
    position = end + 2;
  }
  return found ?? "";
}

/** Adds the value of another line of the same name. */
function joined(earlier: string | null, name: string, value: string): string {
  return earlier === null ? value : `${earlier}${name === "cookie" ? "; " : ", "}${value}`;
}
