// Responses that are malformed, unusual or at a limit, each with the rule that decides and the client's
// result. Only data. The peer closes after each.

export interface ResponseCase {
  readonly rule: string;
  readonly bytes: string;
  /** `<status> <body>` of a result, or the part at fault. */
  readonly outcome: string;
  /** Set if the connection may serve another request. */
  readonly kept?: true;
  readonly method?: "HEAD";
  readonly long?: true;
}

const OK = "HTTP/1.1 200 OK\r\n";
const KEEP = "Connection: keep-alive\r\n";
const LENGTH = "Content-Length: 5\r\n";

function fault(part: "status" | "header" | "body", rule: string, bytes: string): ResponseCase {
  return { rule, bytes, outcome: part };
}
function result(outcome: string, rule: string, bytes: string): ResponseCase {
  return { rule, bytes, outcome };
}

const STATUS_LINES: ResponseCase[] = [
  ...[
    "HTTP/1.1 20 OK",
    "HTTP/1.1 2000 OK",
    "HTTP/1.1 2x0 OK",
    "HTTP/1.1 099 OK",
    "HTTP/1.1 000 OK",
    "HTTP/1.1  200 OK",
    "HTTP/1 200 OK",
    "HTTP/11 200 OK",
    "http/1.1 200 OK",
    "ICY 200 OK",
    "HTTP/1.1\t200 OK",
    "HTTP/1.1 200OK",
    "HTTP/1.1",
    "",
    "HTTP/1.1 -20 OK",
    "HTTP/1.10 200 OK",
    " HTTP/1.1 200 OK",
    "<html>",
  ].map((line) => fault("status", `RFC 9112 4: status line '${line}'`, `${line}\r\n${LENGTH}\r\nhello`)),
  fault("status", "RFC 9112 2.2: bare LF after the status line", `HTTP/1.1 200 OK\n${LENGTH}\r\nhello`),
  fault("status", "RFC 9112 2.2: bare CR in the status line", `HTTP/1.1 200 O\rK\r\n${LENGTH}\r\nhello`),
  fault("status", "RFC 9112 2.2: NUL in the status line", `HTTP/1.1 200 O\0K\r\n${LENGTH}\r\nhello`),
  result("200 hello", "RFC 9112 4: no reason", `HTTP/1.1 200\r\n${LENGTH}\r\nhello`),
  result("200 hello", "RFC 9112 4: empty reason", `HTTP/1.1 200 \r\n${LENGTH}\r\nhello`),
  result(
    "999 hello",
    "reference/http-client#responses: any code that arrives",
    `HTTP/1.1 999 Odd\r\n${LENGTH}\r\nhello`,
  ),
  result(
    "200 hello",
    "reference/http-client#responses: any digits in the version",
    `HTTP/2.7 200 OK\r\n${LENGTH}\r\nhello`,
  ),
];

const FIELDS: ResponseCase[] = [
  fault("header", "RFC 9112 2.2: bare LF after a field", `${OK}A: b\n${LENGTH}\r\nhello`),
  fault("header", "RFC 9112 2.2: bare LF as the blank line", `${OK}${LENGTH}\nhello`),
  fault("header", "RFC 9112 2.2: bare CR in a value", `${OK}A: b\rc\r\n${LENGTH}\r\nhello`),
  fault("header", "RFC 9112 2.2: CR CR LF", `${OK}A: b\r\r\n${LENGTH}\r\nhello`),
  fault("header", "RFC 9110 5.5: NUL in a value", `${OK}A: b\0\r\n${LENGTH}\r\nhello`),
  {
    rule: "RFC 9112 5.2: a folded value is joined",
    bytes: `${OK}A: b\r\n  c\r\n${KEEP}${LENGTH}\r\nhello`,
    outcome: "200 hello",
    kept: true,
  },
  result(
    "200 hello",
    "reference/http-client#responses: a blank first line is skipped",
    `${OK} A: b\r\n${KEEP}${LENGTH}\r\nhello`,
  ),
  result(
    "200 hello",
    "reference/http-client#responses: a line without colon is skipped",
    `${OK}garbage\r\n${KEEP}${LENGTH}\r\nhello`,
  ),
  result(
    "200 hello",
    "reference/http-client#responses: an invalid name is skipped",
    `${OK}A b: c\r\n${KEEP}${LENGTH}\r\nhello`,
  ),
  result(
    "200 hello",
    "reference/http-client#responses: an empty name is skipped",
    `${OK}: c\r\n${KEEP}${LENGTH}\r\nhello`,
  ),
  result(
    "200 hello",
    "reference/http-client#responses: a value with a control byte is dropped",
    `${OK}A: \x01\r\n${KEEP}${LENGTH}\r\nhello`,
  ),
  {
    rule: "reference/http-client#responses: bytes above 0x7F are kept",
    bytes: `${OK}A: \x80\xff\r\n${KEEP}${LENGTH}\r\nhello`,
    outcome: "200 hello",
    kept: true,
  },
  fault(
    "header",
    "reference/http-client#responses: Content-Length with a space before the colon",
    `${OK}Content-Length : 5\r\n\r\nhello`,
  ),
  fault(
    "header",
    "reference/http-client#responses: Transfer-Encoding with a tab before the colon",
    `${OK}Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n`,
  ),
  fault(
    "header",
    "reference/http-client#responses: Content-Length with a control byte",
    `${OK}Content-Length: 5\x01\r\n\r\nhello`,
  ),
  fault(
    "header",
    "reference/http-client#responses: Content-Length without colon",
    `${OK}Content-Length\r\n\r\nhello`,
  ),
  fault(
    "header",
    "reference/http-client#responses: folded Content-Length",
    `${OK}Content-Length: 5\r\n 0\r\n\r\nhello`,
  ),
  {
    rule: "reference/http-client#responses: 100 fields",
    bytes: `${OK}${"A: b\r\n".repeat(99)}${LENGTH}\r\nhello`,
    outcome: "200 hello",
    long: true,
  },
  {
    rule: "reference/http-client#responses: 101 fields",
    bytes: `${OK}${"A: b\r\n".repeat(100)}${LENGTH}\r\nhello`,
    outcome: "header",
    long: true,
  },
  {
    rule: "reference/http-client#responses: a line of 102,400 bytes",
    bytes: `${OK}A: ${"b".repeat(102_397)}\r\n${LENGTH}\r\nhello`,
    outcome: "200 hello",
    long: true,
  },
  {
    rule: "reference/http-client#responses: a longer line",
    bytes: `${OK}A: ${"b".repeat(102_398)}\r\n${LENGTH}\r\nhello`,
    outcome: "header",
    long: true,
  },
  {
    rule: "reference/http-client#responses: endless folding",
    bytes: `${OK}A: b\r\n${" c\r\n".repeat(60_000)}\r\n`,
    outcome: "header",
    long: true,
  },
];

const FRAMING: ResponseCase[] = [
  { rule: "RFC 9112 6.3: length", bytes: `${OK}${KEEP}${LENGTH}\r\nhello`, outcome: "200 hello", kept: true },
  result(
    "200 hello",
    "reference/http-client#connections: not kept without keep-alive",
    `${OK}${LENGTH}\r\nhello`,
  ),
  result("200 hello", "RFC 9112 9.6: close wins", `${OK}Connection: keep-alive, close\r\n${LENGTH}\r\nhello`),
  result(
    "200 hello",
    "reference/http-client#responses: bytes beyond the body spoil the connection",
    `${OK}${KEEP}${LENGTH}\r\nhello!`,
  ),
  result("200 hello", "RFC 9112 6.3: until the end of the connection", `${OK}\r\nhello`),
  {
    rule: "RFC 9112 6.3: chunked",
    bytes: `${OK}${KEEP}Transfer-Encoding: Chunked\r\n\r\n5;x=y\r\nhello\r\n0\r\nA: b\r\n\r\n`,
    outcome: "200 hello",
    kept: true,
  },
  result(
    "200 hello",
    "RFC 9112 6.3: chunked beside a length",
    `${OK}${KEEP}${LENGTH}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
  ),
  result(
    "200 hello",
    "reference/http-client#responses: chunked on 1.0",
    `HTTP/1.0 200 OK\r\n${KEEP}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
  ),
  ...["gzip", "gzip, chunked", "identity", "chunked, chunked", "", "xchunked", "chunked;q=1"].map((coding) =>
    fault(
      "header",
      `RFC 9112 6.1: Transfer-Encoding '${coding}'`,
      `${OK}Transfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`,
    ),
  ),
  fault(
    "header",
    "RFC 9112 6.1: two Transfer-Encoding lines",
    `${OK}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ),
  ...["+5", "-5", "5,5", "5, 5", "0x5", "", "5 5", "5.0"].map((length) =>
    fault(
      "header",
      `RFC 9110 8.6: Content-Length '${length}'`,
      `${OK}Content-Length: ${length}\r\n\r\nhello`,
    ),
  ),
  fault("header", "RFC 9112 6.3: differing lengths", `${OK}${LENGTH}Content-Length: 6\r\n\r\nhello`),
  result(
    "200 hello",
    "reference/http-client#responses: the same length twice",
    `${OK}${LENGTH}${LENGTH}\r\nhello`,
  ),
  {
    rule: "RFC 9110 9.3.2: HEAD has no body",
    bytes: `${OK}${KEEP}Content-Length: 500\r\n\r\n`,
    outcome: "200 ",
    method: "HEAD",
    kept: true,
  },
  {
    rule: "reference/http-client#responses: HEAD whatever the headers claim",
    bytes: `${OK}${KEEP}Transfer-Encoding: gzip\r\n\r\n`,
    outcome: "200 ",
    method: "HEAD",
    kept: true,
  },
  {
    rule: "RFC 9110 15.3.5: 204 has no body",
    bytes: `HTTP/1.1 204 No Content\r\n${KEEP}${LENGTH}\r\n`,
    outcome: "204 ",
    kept: true,
  },
  {
    rule: "RFC 9110 15.4.5: 304 has no body",
    bytes: `HTTP/1.1 304 Not Modified\r\n${KEEP}${LENGTH}\r\n`,
    outcome: "304 ",
    kept: true,
  },
  result(
    "101 ",
    "reference/http-client#responses: 101 is returned and never kept",
    `HTTP/1.1 101 Switching Protocols\r\n${KEEP}\r\n`,
  ),
  {
    rule: "RFC 9110 15.2: interim responses are skipped",
    bytes: `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n${OK}${KEEP}${LENGTH}\r\nhello`,
    outcome: "200 hello",
    kept: true,
  },
  {
    rule: "reference/http-client#responses: 100 interim responses",
    bytes: `${"HTTP/1.1 100 Continue\r\n\r\n".repeat(100)}${OK}${LENGTH}\r\nhello`,
    outcome: "200 hello",
    long: true,
  },
  {
    rule: "reference/http-client#responses: 101 interim responses",
    bytes: `${"HTTP/1.1 100 Continue\r\n\r\n".repeat(101)}${OK}${LENGTH}\r\nhello`,
    outcome: "header",
    long: true,
  },
];

const BODIES: ResponseCase[] = [
  fault("body", "reference/http-client#responses: short body", `${OK}${LENGTH}\r\nhell`),
  fault("body", "reference/http-client#responses: no body at all", `${OK}${LENGTH}\r\n`),
  fault(
    "body",
    "reference/http-client#responses: chunked without its last chunk",
    `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`,
  ),
  fault(
    "body",
    "reference/http-client#responses: chunked without its last line",
    `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n`,
  ),
  ...["", "g", "-1", " 5", "5 ", "0x5", "5; a", "11111111111111111"].map((size) =>
    fault(
      "body",
      `RFC 9112 7.1: chunk size '${size}'`,
      `${OK}Transfer-Encoding: chunked\r\n\r\n${size}\r\nhello\r\n0\r\n\r\n`,
    ),
  ),
  fault(
    "body",
    "RFC 9112 7.1: bare LF after the size",
    `${OK}Transfer-Encoding: chunked\r\n\r\n5\nhello\r\n0\r\n\r\n`,
  ),
  fault(
    "body",
    "RFC 9112 7.1: data without its end",
    `${OK}Transfer-Encoding: chunked\r\n\r\n4\r\nhello\r\n0\r\n\r\n`,
  ),
  fault("body", "RFC 9112 7.1.2: odd trailer", `${OK}Transfer-Encoding: chunked\r\n\r\n0\r\nA\r\n\r\n`),
];

export const RESPONSE_CASES: readonly ResponseCase[] = [...STATUS_LINES, ...FIELDS, ...FRAMING, ...BODIES];
