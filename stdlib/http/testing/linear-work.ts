// Everything that takes text from a peer, with the text that costs it the most. Only data: `linear-work.slow.test.ts`
// checks that ten times the text costs at most twelve times the time.
import { CookieJar } from "../client/cookie-jar.ts";
import { parseTarget, resolveLocation, type Target } from "../client/url.ts";
import { chooseCoding } from "../message/accept.ts";
import { BodyParser } from "../message/body-parser.ts";
import { judge, partOf, rangeCounts } from "../message/conditions.ts";
import { parseCookieDate, parseDate } from "../message/dates.ts";
import { decodeStrictly, queryPairs } from "../message/escapes.ts";
import { forwardedClient } from "../message/forwarded.ts";
import { listMembers, trimBlanks } from "../message/headers.ts";
import { isHost } from "../message/host.ts";
import { METHODS, parseMethod } from "../message/method.ts";
import { MultipartParser, parametersOf } from "../message/multipart.ts";
import { RequestHeadParser } from "../message/request-head.ts";
import { HeadMemory } from "../message/response-head.ts";
import { ResponseReader } from "../message/response-reader.ts";
import {
  cleanPath,
  covers,
  hasDotSegment,
  hasNeedlessEscape,
  locationOf,
  prefixOf,
} from "../routes/clean-path.ts";
import { cookieIn } from "../routes/cookies.ts";
import { Response, TEXT } from "../routes/response.ts";
import { Route } from "../routes/route.ts";
import { Router } from "../routes/router.ts";
import { parseProxyHead } from "../server/proxy-head.ts";
import { FrameReader } from "../websocket/frames.ts";
import { agreedDeflate } from "../websocket/handshake.ts";
import { networkOf } from "../../web/rate-limit.ts";

export interface LinearWork {
  readonly name: string;
  /** Repeated as often as the size says. */
  readonly piece: string;
  readonly before?: string;
  readonly after?: string;
  /** Whether the function gets the text byte by byte. */
  readonly cut?: true;
  readonly work: (text: string) => unknown;
}

function each(
  work: LinearWork["work"],
  pieces: Readonly<Record<string, string>>,
  more: Partial<LinearWork> = {},
): LinearWork[] {
  return Object.entries(pieces).map(([name, piece]) => ({ name, piece, work, ...more }));
}

/** Feeds `text` to `feed`, byte by byte if `cut`. */
function fed(feed: (piece: string) => void, text: string, cut: boolean): void {
  if (!cut) feed(text);
  else for (const byte of text) feed(byte);
}

function head(cut: boolean): LinearWork["work"] {
  return (text) => {
    const parser = new RequestHeadParser(Infinity);
    fed((piece) => void parser.parse(piece, 0), text, cut);
  };
}

function body(cut: boolean): LinearWork["work"] {
  return (text) => {
    const parser = new BodyParser({ kind: "chunked" }, Infinity, false, () => {});
    fed((piece) => void parser.feed(piece, 0), text, cut);
  };
}

function form(cut: boolean): LinearWork["work"] {
  return (text) => {
    const parser = new MultipartParser("boundary", { begin() {}, data() {}, end() {} });
    fed((piece) => parser.feed(piece), text, cut);
  };
}

function response(cut: boolean): LinearWork["work"] {
  return (text) => {
    const reader = new ResponseReader(false, false, new HeadMemory(), { head() {}, data() {} });
    fed((piece) => reader.feed(piece), text, cut);
  };
}

function frames(cut: boolean): LinearWork["work"] {
  return (text) => {
    const reader = new FrameReader(true, true);
    fed(
      (piece) => {
        reader.feed(piece);
        while (reader.next(16_777_216) !== null);
      },
      text,
      cut,
    );
  };
}

const router = new Router();
const routes = ["/", "/:a", "/:a/:b", "/a/:b/*rest", "/a/a/a/:d", "/:a/a/:c/a", "/*all"].map(
  (pattern) => new Route(METHODS[0]!, pattern, () => Response.of(200, TEXT, "")),
);
const GUARD = prefixOf("/admin/:team");
const target = parseTarget("http://x.test/a/b") as Target;
const validators = { etag: '"x"', modifiedMs: 0 };
const forwarded = (standard: boolean) => (text: string) =>
  forwardedClient(
    (name) => (name === "forwarded" || name === "x-forwarded-for" ? [text] : []),
    standard,
    () => true,
  );
const jar = (text: string): unknown => {
  const cookies = new CookieJar();
  cookies.keep(text.split("\n"), target, 0);
  return cookies.of(target, 0);
};

const REQUEST = "GET / HTTP/1.1\r\nHost: x\r\n";

export const LINEAR_WORK: readonly LinearWork[] = [
  ...each(
    head(false),
    { "fields of a head": "A: b\r\n", "lines of Connection": "Connection: a,b\r\n" },
    { before: REQUEST, after: "\r\n" },
  ),
  ...each(head(true), { "fields of a head, byte by byte": "A: b\r\n" }, { before: REQUEST, after: "\r\n" }),
  ...each(
    head(true),
    { "one value, byte by byte": "b", "blanks of a value, byte by byte": " " },
    { before: `${REQUEST}A: ` },
  ),
  ...each(head(true), { "a request line, byte by byte": "a" }, { before: "GET /" }),
  ...each(head(false), { "empty lines before a head": "\r\n" }),
  ...each(
    head(false),
    { "a path of a head": "%61/", "a query of a head": "a=b&?" },
    { before: "GET /", after: " HTTP/1.1\r\nHost: x\r\n\r\n" },
  ),
  ...each(body(false), {
    "chunks of one byte": "1\r\na\r\n",
    "extensions of chunks": '1;a="b\\"c"\r\na\r\n',
  }),
  ...each(body(true), { "chunks of one byte, byte by byte": "1\r\na\r\n" }),
  ...each(body(false), { trailers: "a: b\r\n" }, { before: "0\r\n" }),
  ...each(form(false), {
    "parts of a form": '--boundary\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n',
    "beginnings of a boundary before a form": "\r\n--boundar",
    "line breaks before a form": "\r\n",
  }),
  ...each(
    form(false),
    { "beginnings of a boundary in a part": "\r\n--boundar", "text of a part": "abc" },
    { before: '--boundary\r\nContent-Disposition: form-data; name="a"\r\n\r\n' },
  ),
  ...each(form(true), { "beginnings of a boundary, byte by byte": "\r\n--boundar" }),
  ...each(
    form(true),
    { "a part, byte by byte": "\r\n-" },
    { before: '--boundary\r\nContent-Disposition: form-data; name="a"\r\n\r\n' },
  ),
  ...each(
    parametersOf,
    {
      "parameters of a field": ";a=b",
      "blanks of a parameter": " ",
      "quotes of a parameter": '\\"',
      semicolons: ";",
    },
    { before: 'a; x="' },
  ),
  ...each(parametersOf, { "blanks between parameters": " ", "empty parameters": "; " }, { before: "a;" }),
  ...each(
    cleanPath,
    {
      "segments of a path": "/a",
      "parents of a path": "/..",
      "parents and segments": "/a/..",
      slashes: "/",
      "escapes of a path": "%61",
      "dots of a path": ".",
    },
    { before: "/" },
  ),
  ...each(
    (text) => [hasDotSegment(text), hasNeedlessEscape(text), locationOf(text)],
    { dots: "/.%2e.", escapes: "%2f", backslashes: "\\", "slashes before a path": "/" },
    { before: "/" },
  ),
  ...each((text) => covers(GUARD, text), {
    "a path beside a guard": "/admi%6e",
    "parents beside a guard": "/a/..",
    "escapes beside a guard": "/%25",
  }),
  ...each((text) => router.find(routes, 0, text), {
    "segments of a route": "/a",
    "slashes of a route": "//",
    "literal and captured segments": "/a/b",
  }),
  ...each((text) => [decodeStrictly(text), queryPairs(text)], {
    "pairs of a query": "a=b&",
    "escapes of a query": "%61",
    "half escapes": "%",
    pluses: "+",
    separators: "&",
  }),
  ...each((text) => cookieIn(text, "zz"), {
    cookies: "a=b; ",
    "empty cookies": ";",
    "blanks of a cookie": " ",
    "equals of a cookie": "=",
  }),
  ...each((text) => [listMembers(text), trimBlanks(text)], {
    "members of a list": "a, ",
    "empty members": ",",
    blanks: " ",
  }),
  ...each(
    (text) => chooseCoding(text, ["br", "gzip"]),
    { codings: "gzip;q=0.5, ", weights: ";q=1", "digits of a weight": "0", stars: "*," },
    { before: "a;q=0." },
  ),
  ...each(
    (text) => judge((name) => (name === "if-none-match" ? text : ""), validators, 0),
    { "tags of a condition": '"a", ', "half tags": '"', "weak tags": "W/", "bytes of a tag": "a" },
    { before: '"' },
  ),
  ...each((text) => [parseDate(text, 0), parseCookieDate(text), rangeCounts(text, validators, 0)], {
    "days of a date": "Sun, ",
    "digits of a date": "1",
    "colons of a date": "1:",
    "blanks of a date": " ",
  }),
  ...each(
    (text) => partOf(text, 100),
    { ranges: "0-1,", "digits of a range": "9", "blanks of a range": " " },
    { before: "bytes=" },
  ),
  ...each((text) => isHost(text), { "labels of a host": "a.", "digits of a port": "9" }, { before: "a:" }),
  ...each(
    (text) => isHost(text),
    { "groups of an address": "1:", "colons of an address": ":" },
    { before: "[", after: "]" },
  ),
  ...each(forwarded(false), {
    "addresses of proxies": "10.0.0.1, ",
    "colons of proxies": ":",
    "commas of proxies": ",",
    "brackets of proxies": "[",
  }),
  ...each(
    forwarded(true),
    {
      "elements of Forwarded": "for=10.0.0.1;proto=https, ",
      "quotes of Forwarded": '"',
      "pairs of Forwarded": ";a=b",
      "escapes of Forwarded": '\\"',
    },
    { before: 'for="' },
  ),
  ...each(
    (text) => parseProxyHead(Buffer.from(text, "latin1")),
    { "a head of a proxy": "1" },
    { before: "PROXY TCP4 " },
  ),
  ...each((text) => networkOf(text), { "an address of a client": "1:", "colons of a client": ":" }),
  ...each((text) => parseMethod(text), { "a method": "A" }),
  ...each(frames(false), { frames: "\x81\x81\0\0\0\0a", "empty frames": "\x01\x80\0\0\0\0" }),
  ...each(frames(true), { "frames, byte by byte": "\x81\x81\0\0\0\0a" }),
  ...each(
    frames(true),
    { "one frame, byte by byte": "a" },
    { before: "\x82\xff\0\0\0\0\0\xff\xff\xff\0\0\0\0" },
  ),
  ...each((text) => agreedDeflate(text), {
    "extensions of a handshake": "permessage-deflate; a=b, ",
    "parameters of an extension": ";a=b",
  }),
  ...each(
    response(false),
    { "chunks of a response": "1\r\na\r\n" },
    { before: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" },
  ),
  ...each(
    response(true),
    { "chunks of a response, byte by byte": "1\r\na\r\n" },
    { before: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" },
  ),
  ...each(
    response(true),
    { "a field of a response, byte by byte": "a" },
    { before: "HTTP/1.1 200 OK\r\nA: " },
  ),
  ...each(response(false), { "folds of a field": "\r\n b" }, { before: "HTTP/1.1 200 OK\r\nA: b" }),
  ...each(response(false), { "interim responses": "HTTP/1.1 100 Continue\r\n\r\n" }),
  ...each(
    jar,
    {
      "attributes of a cookie": "; Path=/",
      "bytes of a cookie": "b",
      "blanks of a cookie": " ",
    },
    { before: "a=" },
  ),
  ...each((text) => resolveLocation(target, text), {
    "a location": "../",
    "escapes of a location": "%2e%2e/",
    "a host of a location": "a.",
    "slashes of a location": "/",
    "backslashes of a location": "\\",
  }),
  ...each((text) => parseTarget(`http://${text}/`), {
    "labels of a URL": "a.",
    "user info": "a@",
    "bytes above 0x7F": "\xc3\xa9",
  }),
];
