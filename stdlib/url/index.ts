// std/url: the host's parser, which follows the WHATWG URL Standard, and separate functions for queries,
// because the host's rewrite parts that they do not change.
import {
  fail,
  foreseen,
  fromBytes,
  tuple,
  type ErrorValue,
  type NativeTable,
  type Option,
  type Result,
  type Runtime,
} from "../../interpreter/runtime/index.ts";
import { addQuery, dropQuery, queries, setQuery } from "./query.ts";

/** The struct `Url`. */
class Parts {
  _scheme: string;
  _username: string;
  _password: string;
  _host: string;
  _port: Option<number>;
  _path: string;
  _query: string;
  _fragment: string;
  ___has_host: boolean;
  ___has_query: boolean;
  ___has_fragment: boolean;
  // biome-ignore lint/complexity/useMaxParams: in the order of the declaration, as scripts call it
  constructor(
    scheme: string,
    username: string,
    password: string,
    host: string,
    port: Option<number>,
    path: string,
    query: string,
    fragment: string,
    hasHost: boolean,
    hasQuery: boolean,
    hasFragment: boolean,
  ) {
    this._scheme = scheme;
    this._username = username;
    this._password = password;
    this._host = host;
    this._port = port;
    this._path = path;
    this._query = query;
    this._fragment = fragment;
    this.___has_host = hasHost;
    this.___has_query = hasQuery;
    this.___has_fragment = hasFragment;
  }
}

/** Whether a reference that is empty, or only a fragment, takes over an empty query: Node before 24 drops it. */
function takesQuery(text: string, base: string): boolean {
  return /^[\0-\x20]*(?:#|$)/.test(text) && /^[^#]*\?(?:#|$)/.test(base);
}

function partsOf(url: URL, hasEmptyQuery = false): Parts {
  const { protocol, username, password, hostname, port, pathname, search, hash, href } = url;
  const hasHost = href.startsWith("//", protocol.length);
  const [beforeFragment] = href.split("#", 1);
  return new Parts(
    protocol.slice(0, -1),
    username,
    password,
    hostname,
    port === "" ? null : Number(port),
    // Node before 24 keeps the `^` of a path that is not opaque.
    hasHost || pathname.startsWith("/") ? pathname.replaceAll("^", "%5E") : pathname,
    search.slice(1),
    hash.slice(1),
    hasHost,
    hasEmptyQuery || beforeFragment!.includes("?"),
    href.includes("#"),
  );
}

/** Longer texts are cut in errors. */
const LONGEST_SHOWN = 200;

function parse(text: string, base: string): Result<Parts, ErrorValue> {
  const url = URL.parse(fromBytes(text), base === "" ? undefined : fromBytes(base));
  if (url !== null) return partsOf(url, takesQuery(text, base));
  const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}...` : text;
  return fail(
    "url",
    base === "" && !/^\s*[A-Za-z][A-Za-z0-9+.-]*:/.test(text)
      ? `no scheme in ${shown}`
      : `not a URL: ${shown}`,
  );
}

/** The nanoseconds for each byte of a URL or query. */
const NANOS = {
  __parse: 40,
  __with_path: 40,
  __queries: 100,
  __set_query: 100,
  __add_query: 60,
  __drop_query: 60,
  __fragment: 40,
  __origin: 40,
};

export function create(runtime: Runtime): NativeTable {
  return {
    functions: foreseen(runtime, NANOS, {
      __parse: parse,
      __with_path(text: string, path: string): Result<Parts, ErrorValue> {
        const url = new URL(fromBytes(text));
        // What follows `mailto:` is not a path.
        if (!url.pathname.startsWith("/") && !url.href.startsWith("//", url.protocol.length))
          return fail("url", `there is no path to change in ${text}`);
        url.pathname = fromBytes(path);
        return partsOf(url);
      },
      __queries: (query: string) => queries(query).map(([name, value]) => tuple(name, value)),
      __set_query: setQuery,
      __add_query: addQuery,
      __drop_query: dropQuery,
      __fragment(text: string) {
        const url = new URL("http://a/");
        url.hash = fromBytes(text);
        return url.hash.slice(1);
      },
      // A program may have changed a part into an invalid one.
      __origin: (text: string) => URL.parse(fromBytes(text))?.origin ?? "null",
    }),
    structs: { Url: Parts },
  };
}
