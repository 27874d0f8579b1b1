// Where a message ends: bytes that two parsers could divide differently.
import { type HostileExchange, get, post, rows } from "./exchange.ts";

const INNER = "GET /admin HTTP/1.1\r\nHost: x\r\n\r\n";
const chunked = (body: string, coding = "Transfer-Encoding: chunked\r\n"): string =>
  post("/echo", coding, body);

export const FRAMING: readonly HostileExchange[] = [
  ...rows(
    "400",
    {},
    {
      "a length beside chunks": chunked(
        `0\r\n\r\n${INNER}`,
        "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
      ),
      "chunks beside a length": chunked(
        `0\r\n\r\n${INNER}`,
        "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
      ),
      "two lengths": post("/echo", "Content-Length: 4\r\nContent-Length: 5\r\n", `abcd${INNER}`),
      "a list of lengths": post("/echo", "Content-Length: 4, 4\r\n", "abcd"),
      "a signed length": post("/echo", "Content-Length: +4\r\n", "abcd"),
      "a negative length": post("/echo", "Content-Length: -4\r\n", "abcd"),
      "a hexadecimal length": post("/echo", "Content-Length: 0x4\r\n", "abcd"),
      "a length with a blank inside": post("/echo", "Content-Length: 4 4\r\n", "abcd"),
      "an empty length": post("/echo", "Content-Length:\r\n", "abcd"),
      "a length in other digits": post("/echo", "Content-Length: \xd9\xa4\r\n", "abcd"),
      "a blank before the colon of the length": post("/echo", "Content-Length : 4\r\n", "abcd"),
      "a blank before the colon of the coding": chunked("0\r\n\r\n", "Transfer-Encoding : chunked\r\n"),
      "an unknown coding": chunked("0\r\n\r\n", "Transfer-Encoding: xchunked\r\n"),
      "chunked twice in a list": chunked("0\r\n\r\n", "Transfer-Encoding: chunked, chunked\r\n"),
      "chunked in two lines": chunked(
        "0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
      ),
      "identity before chunked": chunked("0\r\n\r\n", "Transfer-Encoding: identity, chunked\r\n"),
      "chunked before identity": chunked("0\r\n\r\n", "Transfer-Encoding: chunked, identity\r\n"),
      "gzip and chunked": chunked("0\r\n\r\n", "Transfer-Encoding: gzip, chunked\r\n"),
      "chunked in quotes": chunked("0\r\n\r\n", 'Transfer-Encoding: "chunked"\r\n'),
      "chunked with a parameter": chunked("0\r\n\r\n", "Transfer-Encoding: chunked;q=1\r\n"),
      "chunked behind a vertical tab": chunked("0\r\n\r\n", "Transfer-Encoding: \x0bchunked\r\n"),
      "chunked before a NUL": chunked("0\r\n\r\n", "Transfer-Encoding: chunked\0\r\n"),
      "a folded coding": chunked("0\r\n\r\n", "Transfer-Encoding:\r\n chunked\r\n"),
      "a coding behind a bare CR": chunked("0\r\n\r\n", "A: b\rTransfer-Encoding: chunked\r\n"),
      "a coding behind a bare LF": chunked("0\r\n\r\n", "A: b\nTransfer-Encoding: chunked\r\n"),
      "an empty coding": chunked("0\r\n\r\n", "Transfer-Encoding:\r\n"),
      "chunks from a client of 1.0": "POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "a chunk size with a prefix": chunked("0x4\r\nabcd\r\n0\r\n\r\n"),
      "a negative chunk size": chunked("-4\r\nabcd\r\n0\r\n\r\n"),
      "a signed chunk size": chunked("+4\r\nabcd\r\n0\r\n\r\n"),
      "a chunk size with blanks": chunked("4 \r\nabcd\r\n0\r\n\r\n"),
      "an empty chunk size": chunked("\r\nabcd\r\n0\r\n\r\n"),
      "a chunk size that overflows": chunked("10000000000000000004\r\nabcd\r\n0\r\n\r\n"),
      "a chunk longer than it says": chunked("4\r\nabcde\r\n0\r\n\r\n"),
      "a chunk line that ends in LF": chunked("4\nabcd\r\n0\r\n\r\n"),
      "a chunk extension with a line break": chunked("4;a=\nb\r\nabcd\r\n0\r\n\r\n"),
      "a chunk extension with a bare CR": chunked("4;a\rb\r\nabcd\r\n0\r\n\r\n"),
      "a chunk extension that ends in the middle of a string": chunked('4;a="b\r\nabcd\r\n0\r\n\r\n'),
      "chunk extensions without end": chunked(`4;${"a;".repeat(40_000)}`),
      "tiny chunks with long extensions": chunked(`1;${"a".repeat(900)}\r\nx\r\n`.repeat(100)),
      "leading zeros without end": chunked("0".repeat(70_000)),
      "a trailer without colon": chunked("0\r\nabc\r\n\r\n"),
      "a trailer with a NUL": chunked("0\r\na: b\0\r\n\r\n"),
      "trailers without end": chunked(`0\r\n${"a: b\r\n".repeat(12_000)}`),
    },
  ),
  ...rows(
    "400",
    { then: "end" },
    {
      "the end in a body": post("/echo", "Content-Length: 100\r\n", "abcd"),
      "the end in a chunk": chunked("5\r\nabc"),
      "the end before the last line": chunked("5\r\nabcde\r\n0\r\n"),
      "the end in a head": "GET / HTTP/1.1\r\nHost: x\r\n",
      "the end in a request line": "GET / HT",
    },
  ),
  ...rows(
    "200",
    {},
    {
      "a request inside of a body": post("/echo", "", INNER),
      "a request inside of a chunk": chunked(`${INNER.length.toString(16)}\r\n${INNER}\r\n0\r\n\r\n`),
      "framing fields in trailers": chunked(
        "1\r\na\r\n0\r\nContent-Length: 9\r\nTransfer-Encoding: x\r\n\r\n",
      ),
      "a coding in capitals behind a tab": chunked(
        "1\r\na\r\n0\r\n\r\n",
        "Transfer-Encoding:\tCHUNKED\t\r\n",
      ),
      "a body that a GET has": `GET /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${INNER.length}\r\n\r\n${INNER}`,
      "requests behind one that closes": `${get("/")}${INNER}${INNER}`,
      "an upgrade to HTTP/2": get("/", "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"),
    },
  ),
  {
    name: "a body of zero bytes before another request",
    send: `POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n${get("/")}`,
    answer: "200 200",
  },
  {
    name: "a broken request behind a good one",
    send: "GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost : x\r\n\r\n",
    answer: "200 400",
  },
  {
    name: "two thousand requests at once",
    send: "GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(1_999) + get("/"),
    answer: "200 ".repeat(2_000).trim(),
    cpuMs: 600,
  },
  {
    name: "a body byte by byte",
    send: [...chunked("4\r\nabcd\r\n0\r\n\r\n")],
    answer: "200",
  },
  {
    name: "a reset in the middle of a body",
    send: post("/echo", "Content-Length: 9\r\n", "a"),
    then: "reset",
    answer: "",
  },
];
