// The struct Request. Requests that the server received make their maps of headers, parameters and
// query when a handler first looks at them; literals of scripts bring their maps along.
import type { EnumValue } from "../../../interpreter/runtime/index.ts";
import { ScriptMap } from "../../../interpreter/runtime/index.ts";
import type { QueryPair, RequestHead } from "../message/index.ts";
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
import type { Match } from "./router.ts";
import type { Capture } from "./segments.ts";
import { captured } from "./segments.ts";

export type TextMap = ScriptMap<string, string>;

/** So many pairs are looked through faster than a map of them is made. */
const FEW_PAIRS = 8;

/** What is known beside it of a request that was received. */
export interface Origin {
  /** `host:port` of the client's socket. */
  readonly remoteAddress: string;
  /** Rings when the client no longer waits for the answer. */
  cancelOf(): object;
  /** Lets `close` be called when the request has been answered. */
  atEnd(close: () => void): void;
}

export class Request {
  _method: EnumValue;
  _path: string;
  _version: string;
  _body: string;
  private headerMap: TextMap | null;
  private paramMap: TextMap | null;
  private queryMap: TextMap | null;
  // Where the maps of a received request come from.
  private head: RequestHead | null = null;
  private captures: readonly Capture[] = [];
  private segments: readonly string[] = [];
  /** Null for a request that a program built. */
  origin: Origin | null = null;
  /** The body, where the handler reads it as it comes. */
  reader: BodyReader | null = null;
  /** What `cancel` has given. */
  private cancelHandle: object | null = null;
  private pairs: readonly QueryPair[] | null = null;

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
  }

  /** A request off the wire. */
  static received(method: EnumValue, head: RequestHead, match: Match, body: string, origin: Origin): Request {
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

  /** It goes to another route than the first one: what that took of the path. */
  take(captures: readonly Capture[], segments: readonly string[]): void {
    this.captures = captures;
    this.segments = segments;
    this.paramMap = null;
  }

  get _headers(): TextMap {
    return (this.headerMap ??= this.makeHeaders());
  }
  set _headers(map: TextMap) {
    this.headerMap = map;
  }

  get _params(): TextMap {
    return (this.paramMap ??= this.makeParams());
  }
  set _params(map: TextMap) {
    this.paramMap = map;
  }

  get _query(): TextMap {
    return (this.queryMap ??= this.makeQuery());
  }
  set _query(map: TextMap) {
    this.queryMap = map;
  }

  /** The header of this name in any case, or "". */
  header(name: string): string {
    const headers = this._headers;
    const wanted = asciiLower(name);
    const value = headers.get(wanted);
    if (value !== undefined) return value;
    // Only a map of the program's own making has names with capitals.
    for (const [key, text] of headers.pairs()) if (asciiLower(key) === wanted) return text;
    return "";
  }

  /** The captured segment of this name, or "". */
  param(name: string): string {
    if (this.paramMap === null && this.head !== null) {
      const { captures, segments } = this;
      for (let i = captures.length - 1; i >= 0; i--)
        if (captures[i]!.name === name) return captured(captures[i]!, segments);
      return "";
    }
    return this._params.get(name) ?? "";
  }

  /** The captured text of this name with its escapes decoded; `+` stays. */
  decodedParam(name: string): string {
    return decodeEscapes(this.param(name));
  }

  /** What rings when the client no longer waits for the answer; `never` makes one that does not. */
  cancel(never: () => object): object {
    return (this.cancelHandle ??= this.origin?.cancelOf() ?? never());
  }

  /** The method as it was sent. */
  methodName(): string {
    const { head } = this;
    return head !== null && head.method === this._method.tag ? methodNameOf(head) : verbOf(this._method.tag);
  }

  /** The target as it was sent; of a request that a program built, its path. */
  target(): string {
    return this.head === null ? this._path : targetOf(this.head);
  }

  /** The query string as it was sent. */
  get queryText(): string {
    return this.head?.query ?? "";
  }

  /** Names and values of the query string, decoded, in order. */
  queries(): readonly QueryPair[] {
    if (this.head === null || this.queryMap !== null) return this.queryFromMap();
    return this.queryFromText();
  }

  /** All values of a name in the query string. */
  queryAll(name: string): string[] {
    return this.queries().flatMap((pair) => (pair.name === name ? [pair.value] : []));
  }

  /** The values of all header lines of this name, in order. */
  headersAll(name: string): string[] {
    const wanted = asciiLower(name);
    if (this.head === null || this.headerMap !== null) return this.headersFromMap(wanted);
    return this.headersFromText(wanted);
  }

  /** The value of the first cookie of this name. */
  cookie(name: string): string | null {
    return cookieIn(this.header("cookie"), name);
  }

  /** The decoded value of this name in the query string, or ""; of several the last. */
  queryValue(name: string): string {
    if (this.queryMap === null) {
      const pairs = this.queryFromText();
      if (pairs.length <= FEW_PAIRS) {
        for (let i = pairs.length - 1; i >= 0; i--) if (pairs[i]!.name === name) return pairs[i]!.value;
        return "";
      }
    }
    return this._query.get(name) ?? "";
  }

  private queryFromText(): readonly QueryPair[] {
    return (this.pairs ??= queryPairs(this.head?.query ?? ""));
  }

  /** A program may have changed the map: what it left as it was is as it was sent. */
  private queryFromMap(): readonly QueryPair[] {
    const map = this._query;
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
    for (const key of this._headers.keys()) if (asciiLower(key) === wanted) return [value];
    return [];
  }

  private headersFromText(wanted: string): string[] {
    const { targetHost } = this.head!;
    if (wanted === "host" && targetHost !== null) return [targetHost];
    const values: string[] = [];
    for (const { name, value } of this.lines()) if (name === wanted) values.push(value);
    return values;
  }

  /** The header lines as they were sent, names in small letters. */
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

  private makeHeaders(): TextMap {
    const map: TextMap = new ScriptMap();
    if (this.head === null) return map;
    const { fields, fieldsStart, fieldsEnd, targetHost } = this.head;
    let position = fieldsStart;
    while (position < fieldsEnd) {
      const end = fields.indexOf("\r\n", position);
      const colon = fields.indexOf(":", position);
      const name = asciiLower(fields.slice(position, colon));
      const value = trimBlanks(fields.slice(colon + 1, end));
      const earlier = map.get(name);
      map.set(name, earlier === undefined ? value : `${earlier}${name === "cookie" ? "; " : ", "}${value}`);
      position = end + 2;
    }
    if (targetHost !== null) map.set("host", targetHost);
    return map;
  }

  private makeParams(): TextMap {
    const map: TextMap = new ScriptMap();
    for (const capture of this.captures) map.set(capture.name, captured(capture, this.segments));
    return map;
  }

  private makeQuery(): TextMap {
    const map: TextMap = new ScriptMap();
    for (const { name, value } of this.queryFromText()) map.set(name, value);
    return map;
  }
}
