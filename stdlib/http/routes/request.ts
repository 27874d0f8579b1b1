// The struct Request. Requests that the server received make their maps of headers, parameters and
// query when a handler first looks at them; literals of scripts bring their maps along.
import type { EnumValue } from "../../../interpreter/runtime/index.ts";
import { ScriptMap } from "../../../interpreter/runtime/index.ts";
import type { QueryPair, RequestHead } from "../message/index.ts";
import { asciiLower, queryPairs, trimBlanks } from "../message/index.ts";
import type { Match } from "./router.ts";

export type TextMap = ScriptMap<string, string>;

/** So many pairs are looked through faster than a map of them is made. */
const FEW_PAIRS = 8;

export class Request {
  _method: EnumValue;
  _path: string;
  _version: string;
  _body: string;
  private headerMap: TextMap | null;
  private paramMap: TextMap | null;
  private queryMap: TextMap | null;
  // Where the maps of a received request come from.
  private fields = "";
  private fieldsStart = 0;
  private fieldsEnd = 0;
  private targetHost: string | null = null;
  private queryText = "";
  private match: Match | null = null;
  private pairs: readonly QueryPair[] | null = null;

  constructor(method: EnumValue, path: string, version: string, headers: TextMap | null, params: TextMap | null, query: TextMap | null, body: string) {
    this._method = method;
    this._path = path;
    this._version = version;
    this._body = body;
    this.headerMap = headers;
    this.paramMap = params;
    this.queryMap = query;
  }

  /** A request off the wire. */
  static received(method: EnumValue, head: RequestHead, match: Match, body: string): Request {
    const request = new Request(method, head.path, head.minor === 1 ? "HTTP/1.1" : "HTTP/1.0", null, null, null, body);
    request.fields = head.fields;
    request.fieldsStart = head.fieldsStart;
    request.fieldsEnd = head.fieldsEnd;
    request.targetHost = head.targetHost;
    request.queryText = head.query;
    request.match = match;
    return request;
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
    if (this.paramMap === null && this.match !== null) {
      const { captures, segments } = this.match;
      for (let i = captures.length - 1; i >= 0; i--) if (captures[i]!.name === name) return segments[captures[i]!.segment]!;
      return "";
    }
    return this._params.get(name) ?? "";
  }

  /** The decoded value of this name in the query string, or ""; of several the last. */
  queryValue(name: string): string {
    if (this.queryMap === null) {
      const pairs = (this.pairs ??= queryPairs(this.queryText));
      if (pairs.length <= FEW_PAIRS) {
        for (let i = pairs.length - 1; i >= 0; i--) if (pairs[i]!.name === name) return pairs[i]!.value;
        return "";
      }
    }
    return this._query.get(name) ?? "";
  }

  private makeHeaders(): TextMap {
    const map: TextMap = new ScriptMap();
    let position = this.fieldsStart;
    while (position < this.fieldsEnd) {
      const end = this.fields.indexOf("\r\n", position);
      const colon = this.fields.indexOf(":", position);
      const name = asciiLower(this.fields.slice(position, colon));
      const value = trimBlanks(this.fields.slice(colon + 1, end));
      const earlier = map.get(name);
      map.set(name, earlier === undefined ? value : `${earlier}${name === "cookie" ? "; " : ", "}${value}`);
      position = end + 2;
    }
    if (this.targetHost !== null) map.set("host", this.targetHost);
    return map;
  }

  private makeParams(): TextMap {
    const map: TextMap = new ScriptMap();
    if (this.match === null) return map;
    const { captures, segments } = this.match;
    for (const capture of captures) map.set(capture.name, segments[capture.segment]!);
    return map;
  }

  private makeQuery(): TextMap {
    const map: TextMap = new ScriptMap();
    for (const { name, value } of this.pairs ?? queryPairs(this.queryText)) map.set(name, value);
    return map;
  }
}
