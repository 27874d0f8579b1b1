// Requests that are malformed, unusual or at a limit, each with the rule that decides and the statuses of the
// responses ("" if the connection is closed without a response). Only data.

export interface RequestCase {
  readonly rule: string;
  readonly bytes: string;
  readonly statuses: string;
  /** Set if the request is too long to be cut at every offset. */
  readonly long?: true;
}

const HOST = "Host: x\r\n";
const NEXT = "GET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

function get(fields: string): string {
  return `GET / HTTP/1.1\r\n${HOST}${fields}\r\n`;
}
function post(fields: string, body: string): string {
  return `POST / HTTP/1.1\r\n${HOST}${fields}\r\n${body}`;
}
function chunked(body: string): string {
  return post("Transfer-Encoding: chunked\r\n", body);
}
function bad(rule: string, bytes: string): RequestCase {
  return { rule, bytes, statuses: "400" };
}
function good(rule: string, bytes: string): RequestCase {
  return { rule, bytes: bytes + NEXT, statuses: "200 200" };
}

const LINE_ENDS: RequestCase[] = [
  bad("RFC 9112 2.2: bare LF ends the request line", `GET / HTTP/1.1\n${HOST}\r\n`),
  bad("RFC 9112 2.2: bare LF ends a field line", "GET / HTTP/1.1\r\nHost: x\n\r\n"),
  bad("RFC 9112 2.2: bare LF as the blank line", `GET / HTTP/1.1\r\n${HOST}\n`),
  bad("RFC 9112 2.2: only LFs", "GET / HTTP/1.1\nHost: x\n\n"),
  bad("RFC 9112 2.2: bare LF before the request line", `\n${get("")}`),
  bad("RFC 9112 2.2: bare CR in the request line", `GET /\rx HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 2.2: CR CR LF after the request line", `GET / HTTP/1.1\r\r\n${HOST}\r\n`),
  bad("RFC 9112 2.2: bare CR in a value", get("A: b\rc\r\n")),
  bad("RFC 9112 2.2: CR CR LF after a value", get("A: b\r\r\n")),
  bad("RFC 9112 2.2: bare CR ends a field and starts another", get("A: b\rTransfer-Encoding: chunked\r\n")),
  bad("RFC 9112 2.2: bare CR before the blank line", `GET / HTTP/1.1\r\n${HOST}\r\r\n`),
  bad("RFC 9110 5.5: NUL in a value", get("A: b\0c\r\n")),
  bad("RFC 9110 5.5: NUL ends a value", get("A: b\0\r\n")),
  bad("RFC 9110 5.1: NUL in a name", get("A\0: b\r\n")),
  bad("RFC 9112 3: NUL in the target", `GET /\0 HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 3: NUL in the method", `GE\0T / HTTP/1.1\r\n${HOST}\r\n`),
  good("RFC 9112 2.2: an empty line before the request line", `\r\n${get("")}`),
  good("RFC 9112 2.2: several empty lines before the request line", `\r\n\r\n\r\n${get("")}`),
  bad("RFC 9112 2.2: a blank before the request line", ` ${get("")}`),
  bad("RFC 9112 2.2: a line of blanks before the request line", ` \r\n${get("")}`),
];

const REQUEST_LINES: RequestCase[] = [
  bad("RFC 9112 3: two spaces after the method", `GET  / HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 3: two spaces before the version", `GET /  HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 3: a trailing space", `GET / HTTP/1.1 \r\n${HOST}\r\n`),
  bad("RFC 9112 3: a tab instead of a space", `GET\t/ HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 3: a tab before the version", `GET /\tHTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 3: no version (HTTP/0.9)", "GET /\r\n\r\n"),
  bad("RFC 9112 3: method only", "GET\r\n\r\n"),
  bad("RFC 9112 3: method and space only", "GET \r\n\r\n"),
  bad("RFC 9112 3: four parts", `GET / x HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 3: empty target", `GET  HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 3: empty method", ` / HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9110 9.1: lowercase method", `get / HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9110 9.1: mixed case method", `Get / HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9110 9.1: method with a parenthesis", `GE(T / HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9110 9.1: method with a colon", `GET: / HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9110 9.1: method with a byte above 0x7F", `G\xc9T / HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 2.3: version 1.2", `GET / HTTP/1.2\r\n${HOST}\r\n`),
  bad("RFC 9112 2.3: version 2.0", `GET / HTTP/2.0\r\n${HOST}\r\n`),
  bad("RFC 9112 2.3: version 0.9", `GET / HTTP/0.9\r\n${HOST}\r\n`),
  bad("RFC 9112 2.3: version 1.10", `GET / HTTP/1.10\r\n${HOST}\r\n`),
  bad("RFC 9112 2.3: version 1.", `GET / HTTP/1.\r\n${HOST}\r\n`),
  bad("RFC 9112 2.3: version 01.1", `GET / HTTP/01.1\r\n${HOST}\r\n`),
  bad("RFC 9112 2.3: lowercase protocol", `GET / http/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 2.3: other protocol", `GET / ICY/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 2.3: version with a comma", `GET / HTTP/1,1\r\n${HOST}\r\n`),
  bad("HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  bad("TLS client hello", "\x16\x03\x01\x00\xf8\x01\x00\x00\xf4\x03\x03"),
  {
    rule: "RFC 9110 9.1: unknown method is 404",
    bytes: `BREW / HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
    statuses: "404",
  },
  {
    rule: "RFC 9110 9.3.6: CONNECT with an authority is no path",
    bytes: `CONNECT x:80 HTTP/1.1\r\n${HOST}\r\n`,
    statuses: "400",
  },
];

const TARGETS: RequestCase[] = [
  bad("RFC 9112 3.2: target without slash", `GET index.html HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 3.2: fragment in the target", `GET /#a HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 3.2: fragment in the query", `GET /?a#b HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 3.2.4: asterisk with GET", `GET * HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 3.2.4: asterisk and more", `OPTIONS *x HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 3.2.4: asterisk with a query", `OPTIONS *?x HTTP/1.1\r\n${HOST}\r\n`),
  good("RFC 9112 3.2.4: asterisk with OPTIONS", `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`),
  good("RFC 9112 3.2.2: absolute target", `GET http://y/p HTTP/1.1\r\n${HOST}\r\n`),
  good("RFC 9112 3.2.2: absolute target without path", `GET http://y HTTP/1.1\r\n${HOST}\r\n`),
  good("RFC 9112 3.2.2: absolute target with a query only", `GET http://y?q HTTP/1.1\r\n${HOST}\r\n`),
  good("RFC 9112 3.2.2: scheme in capitals", `GET HTTPS://y:1/ HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 3.2.2: absolute target with user info", `GET http://u@y/ HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 3.2.2: absolute target without host", `GET http:///p HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 3.2.2: absolute target of another scheme", `GET ftp://y/ HTTP/1.1\r\n${HOST}\r\n`),
  bad("RFC 9112 3.2.2: absolute target does not replace Host", "GET http://y/ HTTP/1.1\r\n\r\n"),
  bad("RFC 9112 3.2.2: absolute target with an odd port", `GET http://y:8a/ HTTP/1.1\r\n${HOST}\r\n`),
  good(
    "reference/http-server#parsing-of-requests: bytes above 0x7F in the target are kept",
    `GET /\xc3\xa9 HTTP/1.1\r\n${HOST}\r\n`,
  ),
  good(
    "reference/http-server#parsing-of-requests: invalid escapes are kept",
    `GET /%zz?%=%1 HTTP/1.1\r\n${HOST}\r\n`,
  ),
  good(
    "reference/http-server#parsing-of-requests: dot segments are kept",
    `GET /a/../b HTTP/1.1\r\n${HOST}\r\n`,
  ),
  good("reference/http-server#responses: empty segments", `GET ///a// HTTP/1.1\r\n${HOST}\r\n`),
];

const FIELDS: RequestCase[] = [
  bad("RFC 9112 5.2: folded value", get("A: b\r\n c\r\n")),
  bad("RFC 9112 5.2: folded with a tab", get("A: b\r\n\tc\r\n")),
  bad("RFC 9112 5.2: first field line starts with a blank", "GET / HTTP/1.1\r\n Host: x\r\n\r\n"),
  bad("RFC 9112 2.2: folded framing field", post("Content-Length: 1\r\n 0\r\n", "x")),
  bad("RFC 9112 5: no colon", get("A\r\n")),
  bad("RFC 9112 5: empty name", get(": b\r\n")),
  bad("RFC 9112 5.1: space before the colon", get("A : b\r\n")),
  bad("RFC 9112 5.1: tab before the colon", get("A\t: b\r\n")),
  bad("RFC 9112 5.1: space before the colon of Host", "GET / HTTP/1.1\r\nHost : x\r\n\r\n"),
  bad("RFC 9112 5.1: space before the colon of Content-Length", post("Content-Length : 1\r\n", "x")),
  bad(
    "RFC 9112 5.1: space before the colon of Transfer-Encoding",
    post("Transfer-Encoding : chunked\r\n", "0\r\n\r\n"),
  ),
  bad("RFC 9110 5.1: name with a space", get("A b: c\r\n")),
  bad("RFC 9110 5.1: name with a slash", get("A/b: c\r\n")),
  bad("RFC 9110 5.1: name with a quote", get('A": c\r\n')),
  bad("RFC 9110 5.1: name with a byte above 0x7F", get("A\xe9: c\r\n")),
  bad("RFC 9110 5.1: byte order mark before a name", get("\xef\xbb\xbfA: c\r\n")),
  bad("RFC 9110 5.1: no-break space after a name", get("Content-Length\xa0: 1\r\n")),
  good("RFC 9110 5.6.2: every token byte in a name", get("!#$%&'*+-.^_`|~09azAZ: c\r\n")),
  good("RFC 9110 5.5: empty value", get("A:\r\n")),
  good("RFC 9110 5.5: value of blanks", get("A: \t \r\n")),
  good("RFC 9110 5.5: bytes above 0x7F in a value", get("A: \x80\xa0\xff\r\n")),
  good("RFC 9110 5.5: colons in a value", get("A:::b\r\n")),
  {
    rule: "reference/http-server#parsing-of-requests: 256 fields",
    bytes: `GET / HTTP/1.1\r\n${HOST}${"A: b\r\n".repeat(254)}Connection: close\r\n\r\n`,
    statuses: "200",
    long: true,
  },
  {
    rule: "reference/http-server#parsing-of-requests: 257 fields",
    bytes: `GET / HTTP/1.1\r\n${HOST}${"A: b\r\n".repeat(256)}\r\n`,
    statuses: "431",
    long: true,
  },
  {
    rule: "reference/http-server#parsing-of-requests: head of 65,536 bytes",
    bytes: fill(65_536),
    statuses: "200",
    long: true,
  },
  {
    rule: "reference/http-server#parsing-of-requests: head of 65,537 bytes",
    bytes: fill(65_537),
    statuses: "431",
    long: true,
  },
  {
    rule: "reference/http-server#parsing-of-requests: endless field line",
    bytes: `GET / HTTP/1.1\r\nA: ${"a".repeat(70_000)}`,
    statuses: "431",
    long: true,
  },
  {
    rule: "reference/http-server#parsing-of-requests: endless request line",
    bytes: `GET /${"a".repeat(70_000)}`,
    statuses: "414",
    long: true,
  },
  {
    rule: "reference/http-server#parsing-of-requests: request line too long",
    bytes: `GET /${"a".repeat(65_536)} HTTP/1.1\r\n`,
    statuses: "414",
    long: true,
  },
  {
    rule: "reference/http-server#parsing-of-requests: endless empty lines",
    bytes: "\r\n".repeat(40_000),
    statuses: "431",
    long: true,
  },
];

function fill(total: number): string {
  const head = `GET / HTTP/1.1\r\n${HOST}Connection: close\r\nA: `;
  return `${head}${"a".repeat(total - head.length - 4)}\r\n\r\n`;
}

const HOSTS: RequestCase[] = [
  bad("RFC 9112 3.2: no Host", "GET / HTTP/1.1\r\n\r\n"),
  bad("RFC 9112 3.2: empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
  bad("RFC 9112 3.2: blank Host", "GET / HTTP/1.1\r\nHost: \t\r\n\r\n"),
  bad("RFC 9112 3.2: two Host lines", "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"),
  bad("RFC 9112 3.2: the same Host twice", "GET / HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n"),
  bad("RFC 9112 3.2: two Host lines on 1.0", "GET / HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n"),
  ...[
    "a b",
    "a/b",
    "a@b",
    "a,b c",
    "a#b",
    "a?b",
    "[::1",
    "::1]",
    "[::g]",
    "[1]",
    "[]",
    "[::1]x",
    "x:y",
    "x:1:2",
    "\xe9",
    "a\\b",
    "<x>",
    ":80",
    "[::1%25eth0]",
    "[1:2:3]",
  ].map((host) => bad(`RFC 9112 3.2: invalid Host '${host}'`, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)),
  ...[
    "a.b:80",
    "a:",
    "127.0.0.1",
    "[::1]",
    "[::1]:8080",
    "[1:2:3:4:5:6:1.2.3.4]",
    "a,b",
    "_x~%41!$&'()*+;=-",
  ].map((host) => good(`RFC 9110 7.2: valid Host '${host}'`, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)),
  { rule: "RFC 9112 3.2: 1.0 needs no Host", bytes: "GET / HTTP/1.0\r\n\r\n", statuses: "200" },
];

const LENGTHS: RequestCase[] = [
  ...["+5", "-5", "5, 5", "5,5", "0x5", "5 5", "5;", "1e1", "5.0", "", "a", "\xa05", "5\t5", "٥"].map(
    (length) =>
      bad(
        `RFC 9110 8.6: Content-Length '${length}'`,
        post(`Content-Length: ${Buffer.from(length, "latin1").toString("latin1")}\r\n`, "hello"),
      ),
  ),
  bad("RFC 9112 6.3: differing lengths", post("Content-Length: 5\r\nContent-Length: 6\r\n", "hello!")),
  bad(
    "RFC 9112 6.3: lengths that differ in text",
    post("Content-Length: 5\r\nContent-Length: 05\r\n", "hello"),
  ),
  good(
    "reference/http-server#parsing-of-requests: the same length twice",
    post("Content-Length: 5\r\nContent-Length: 5\r\n", "hello"),
  ),
  good("RFC 9110 8.6: leading zeros", post("Content-Length: 005\r\n", "hello")),
  good("RFC 9110 8.6: zero", post("Content-Length: 0\r\n", "")),
  good("RFC 9112 6.3: no length means no body", post("", "")),
  good("RFC 9110 9.3.1: GET with a body", `GET / HTTP/1.1\r\n${HOST}Content-Length: 3\r\n\r\nabc`),
  {
    rule: "reference/http-server#parsing-of-requests: one byte above the body limit",
    bytes: post("Content-Length: 10485761\r\n", ""),
    statuses: "413",
  },
  {
    rule: "reference/http-server#parsing-of-requests: a length of many digits",
    bytes: post(`Content-Length: ${"9".repeat(400)}\r\n`, ""),
    statuses: "413",
  },
  {
    rule: "reference/http-server#server-connections: no 100 for a body that is too long",
    bytes: post("Expect: 100-continue\r\nContent-Length: 99999999\r\n", ""),
    statuses: "413",
  },
];

const CODINGS: RequestCase[] = [
  ...[
    "gzip",
    "gzip, chunked",
    "chunked, chunked",
    "chunked, identity",
    "identity",
    "",
    "xchunked",
    "chunked;q=1",
    '"chunked"',
    ", chunked",
    "chunked,",
    "\x0bchunked",
    "chun ked",
  ].map((coding) =>
    bad(`RFC 9112 6.1: Transfer-Encoding '${coding}'`, post(`Transfer-Encoding: ${coding}\r\n`, "0\r\n\r\n")),
  ),
  bad(
    "RFC 9112 6.1: two Transfer-Encoding lines",
    post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
  ),
  bad(
    "RFC 9112 6.1: second line hides a coding",
    post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n"),
  ),
  bad("RFC 9112 6.3: CL.TE", post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")),
  bad("RFC 9112 6.3: TE.CL", post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n")),
  bad(
    "RFC 9112 6.1: chunked on 1.0",
    `POST / HTTP/1.0\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ),
  good("RFC 9112 7: coding names ignore case", post("Transfer-Encoding: CHUNKED\r\n", "0\r\n\r\n")),
  good("RFC 9110 5.5: blanks around the coding", post("Transfer-Encoding: \t chunked \t\r\n", "0\r\n\r\n")),
];

const CHUNKS: RequestCase[] = [
  good("RFC 9112 7.1: chunks", chunked("5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n")),
  good("RFC 9112 7.1: hex in both cases", chunked("a\r\n0123456789\r\nA\r\n0123456789\r\n0\r\n\r\n")),
  good("RFC 9112 7.1: leading zeros", chunked("0005\r\nhello\r\n000\r\n\r\n")),
  good("RFC 9112 7.1.1: extensions are ignored", chunked('5;a;b=c;d="e;\\"f g"\r\nhello\r\n0;x\r\n\r\n')),
  good("RFC 9112 7.1.2: trailers are dropped", chunked("0\r\nA: b\r\nContent-Length: 9\r\nHost: y\r\n\r\n")),
  ...[
    "",
    "-1",
    "+5",
    "0x5",
    " 5",
    "5 ",
    "5\t",
    "g",
    "5 ;a",
    "5; a",
    "5;",
    "5;=b",
    "5;a=",
    "5;a b",
    '5;a="b',
    '5;a="b"c',
    "5,5",
    "5.",
    "\xb9",
    "11111111111111111",
  ].map((size) => bad(`RFC 9112 7.1: chunk size '${size}'`, chunked(`${size}\r\nhello\r\n0\r\n\r\n`))),
  bad("RFC 9112 7.1: bare LF after the size", chunked("5\nhello\r\n0\r\n\r\n")),
  bad("RFC 9112 7.1: bare CR in the size line", chunked("5\r;a\r\nhello\r\n0\r\n\r\n")),
  bad("RFC 9112 7.1: NUL in an extension", chunked("5;a\0\r\nhello\r\n0\r\n\r\n")),
  bad("RFC 9112 7.1: LF in a quoted extension", chunked('5;a="\n"\r\nhello\r\n0\r\n\r\n')),
  bad("RFC 9112 7.1: data longer than the size", chunked("4\r\nhello\r\n0\r\n\r\n")),
  bad("RFC 9112 7.1: data ends in LF", chunked("5\r\nhello\n0\r\n\r\n")),
  bad("RFC 9112 7.1: data ends in CR and more", chunked("5\r\nhello\rx\n0\r\n\r\n")),
  bad("RFC 9112 7.1: data without its end", chunked("5\r\nhello0\r\n\r\n")),
  bad("RFC 9112 7.1.2: folded trailer", chunked("0\r\nA: b\r\n c\r\n\r\n")),
  bad("RFC 9112 7.1.2: trailer without colon", chunked("0\r\nA\r\n\r\n")),
  bad("RFC 9112 7.1.2: space before a trailer's colon", chunked("0\r\nA : b\r\n\r\n")),
  bad("RFC 9112 7.1.2: control byte in a trailer", chunked("0\r\nA: \x01\r\n\r\n")),
  bad("RFC 9112 7.1.2: bare LF in the trailers", chunked("0\r\nA: b\n\r\n")),
  bad("RFC 9112 7.1.2: bare LF after the last chunk", chunked("0\r\n\n")),
  {
    rule: "reference/http-server#parsing-of-requests: a chunk above the limit",
    bytes: chunked("a00001\r\n"),
    statuses: "413",
  },
  {
    rule: "reference/http-server#parsing-of-requests: a huge chunk",
    bytes: chunked("ffffffffffffffff\r\n"),
    statuses: "413",
  },
  {
    rule: "reference/http-server#parsing-of-requests: chunk line too long",
    bytes: chunked(`1;${"a".repeat(65_536)}\r\n`),
    statuses: "400",
    long: true,
  },
  {
    rule: "reference/http-server#parsing-of-requests: extensions too long in sum",
    bytes: chunked(`1;${"a".repeat(99)}\r\nx\r\n`.repeat(700)),
    statuses: "400",
    long: true,
  },
  {
    rule: "reference/http-server#parsing-of-requests: endless leading zeros",
    bytes: chunked("0".repeat(70_000)),
    statuses: "400",
    long: true,
  },
  {
    rule: "reference/http-server#parsing-of-requests: trailers too long",
    bytes: chunked(`0\r\n${"A: b\r\n".repeat(12_000)}\r\n`),
    statuses: "400",
    long: true,
  },
];

const SMUGGLING: RequestCase[] = [
  {
    rule: "RFC 9112 11.2: nothing after a refused request is parsed",
    bytes: `${post("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")}${NEXT}`,
    statuses: "400",
  },
  {
    rule: "reference/http-server#server-connections: nothing after Connection: close is parsed",
    bytes: `${get("Connection: close\r\n")}garbage\r\n\r\n`,
    statuses: "200",
  },
  {
    rule: "reference/http-server#server-connections: a malformed later request gets its 400",
    bytes: `${get("")}${get("")}garbage\r\n\r\n`,
    statuses: "200 200 400",
  },
  {
    rule: "reference/http-server#server-connections: connection options are a list",
    bytes: `${get("Connection: x, Close\r\n")}${NEXT}`,
    statuses: "200",
  },
  {
    rule: "reference/http-server#server-connections: connection lines are joined",
    bytes: `${get("Connection: keep-alive\r\nConnection: close\r\n")}${NEXT}`,
    statuses: "200",
  },
  { rule: "RFC 9112 9.3: 1.0 closes", bytes: `GET / HTTP/1.0\r\n\r\n${NEXT}`, statuses: "200" },
  {
    rule: "RFC 9112 9.3: 1.0 with keep-alive stays",
    bytes: `GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n${NEXT}`,
    statuses: "200 200",
  },
  {
    rule: "RFC 9112 9.3: 1.0 with both options closes",
    bytes: `GET / HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n${NEXT}`,
    statuses: "200",
  },
];

/** Every control byte but tab, CR, LF and NUL, in each part that may contain text. */
const CONTROL_BYTES: RequestCase[] = [...Array(32).keys(), 127]
  .filter((byte) => ![0, 9, 10, 13].includes(byte))
  .flatMap((byte) => {
    const text = String.fromCharCode(byte);
    const name = `0x${byte.toString(16)}`;
    return [
      bad(`RFC 9110 5.5: ${name} in a value`, get(`A: b${text}c\r\n`)),
      bad(`RFC 9110 5.1: ${name} in a name`, get(`A${text}: b\r\n`)),
      bad(`RFC 9112 3.2: ${name} in the target`, `GET /a${text}b HTTP/1.1\r\n${HOST}\r\n`),
    ];
  });

export const REQUEST_CASES: readonly RequestCase[] = [
  ...LINE_ENDS,
  ...REQUEST_LINES,
  ...TARGETS,
  ...FIELDS,
  ...HOSTS,
  ...LENGTHS,
  ...CODINGS,
  ...CHUNKS,
  ...SMUGGLING,
  ...CONTROL_BYTES,
];
