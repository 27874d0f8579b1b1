// Request lines, hosts and fields that are malformed, long, or many.
import { CLOSE, type HostileExchange, HOST, get, rows } from "./exchange.ts";

const line = (text: string): string => `${text}\r\n${HOST}${CLOSE}\r\n`;
const host = (value: string): string => `GET / HTTP/1.1\r\nHost: ${value}\r\n${CLOSE}\r\n`;

export const HEADS: readonly HostileExchange[] = [
  ...rows(
    "400",
    {},
    {
      "HTTP/0.9": "GET /\r\n\r\n",
      "the preface of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "a TLS hello on a plain port": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
      "an SSH greeting": "SSH-2.0-OpenSSH_9.6\r\n\r\n",
      "a Redis command": "*1\r\n$4\r\nPING\r\n",
      "lines that end in LF": "GET / HTTP/1.1\nHost: x\n\n",
      "lines that end in CR": "GET / HTTP/1.1\rHost: x\r\r\n",
      "a lowercase method": line("get / HTTP/1.1"),
      "a method with a NUL": line("GE\0T / HTTP/1.1"),
      "a CONNECT": line("CONNECT x:80 HTTP/1.1"),
      "a tab between the parts": line("GET\t/\tHTTP/1.1"),
      "a version without minor": line("GET / HTTP/1"),
      "a version of other digits": line("GET / HTTP/1.\xb9"),
      "a fragment": line("GET /#x HTTP/1.1"),
      "a path without slash": line("GET x HTTP/1.1"),
      "a control byte in the path": line("GET /\x01 HTTP/1.1"),
      "a DEL in the path": line("GET /\x7f HTTP/1.1"),
      "user info in the target": line("GET http://a@b/ HTTP/1.1"),
      "another scheme": line("GET file:///etc/passwd HTTP/1.1"),
      "an absolute target without host": line("GET http:///x HTTP/1.1"),
      "no Host": "GET / HTTP/1.1\r\n\r\n",
      "two Hosts": `GET / HTTP/1.1\r\n${HOST}Host: y\r\n\r\n`,
      "a Host with a path": host("x/y"),
      "a Host with user info": host("a@x"),
      "a Host with a blank": host("x y"),
      "a Host that is half an address": host("[::1"),
      "a Host with a zone": host("[fe80::1%25eth0]"),
      "a Host with a port that is none": host("x:80a"),
      "a Host above 0x7F": host("\xe9.example"),
      "a field without colon": get("/", "abc\r\n"),
      "a field with an empty name": get("/", ": b\r\n"),
      "a field with a blank before its colon": get("/", "A : b\r\n"),
      "a field name with a NUL": get("/", "A\0: b\r\n"),
      "a field name above 0x7F": get("/", "\xc3\xa9: b\r\n"),
      "a field value with a NUL": get("/", "A: b\0\r\n"),
      "a field value with an escape": get("/", "A: \x1b[31m\r\n"),
      "a field that is folded": get("/", "A: b\r\n c\r\n"),
      "a blank line with a space": `GET / HTTP/1.1\r\n${HOST} \r\n\r\n`,
    },
  ),
  ...rows(
    "431",
    {},
    {
      "257 fields": get("/", "A: b\r\n".repeat(255)),
      "a field of 70,000 bytes": get("/", `A: ${"b".repeat(70_000)}\r\n`),
      "a field without end": `GET / HTTP/1.1\r\nA: ${"b".repeat(80_000)}`,
      "empty lines without end": "\r\n".repeat(40_000),
    },
  ),
  ...rows(
    "414",
    {},
    {
      "a path of 70,000 bytes": get(`/${"a".repeat(70_000)}`),
      "a query of 70,000 bytes": get(`/?${"a&".repeat(35_000)}`),
      "a method without end": "A".repeat(70_000),
    },
  ),
  ...rows(
    "404",
    {},
    {
      "a method that nothing has": line("BREW / HTTP/1.1"),
      "a TRACE": line("TRACE / HTTP/1.1"),
      "a method of 60,000 letters": line(`${"A".repeat(60_000)} / HTTP/1.1`),
      "OPTIONS of everything": line("OPTIONS * HTTP/1.1"),
    },
  ),
  ...rows(
    "200",
    {},
    {
      "an absolute target for another host": get("http://other.example:81/"),
      "a port without end": host(`x:${"9".repeat(50_000)}`),
      "bytes above 0x7F in a value": get("/", "A: \x80\xff\r\n"),
      "empty lines before a request": `${"\r\n".repeat(1_000)}${get("/")}`,
      "names that only objects have": get("/echo", "__proto__: a\r\nconstructor: b\r\nhasOwnProperty: c\r\n"),
      "an expectation that is none": get("/", "Expect: the-unexpected\r\n"),
      "25,000 connection options": get("/", `Connection: ${"a,".repeat(25_000)}\r\n`),
      "200 lines of connection options": get("/", `Connection: ${"a,".repeat(100)}\r\n`.repeat(200)),
      "60,000 bytes of Accept-Encoding": get("/large", `Accept-Encoding: ${"gzip;q=0.1,".repeat(5_000)}\r\n`),
      "quality values without end": get("/large", `Accept-Encoding: gzip;q=0.${"0".repeat(60_000)}\r\n`),
      "an Authorization of 60,000 bytes": get("/", `Authorization: Basic ${"A".repeat(60_000)}\r\n`),
      "a bomb of blanks in a value": get("/", `A: ${" \t".repeat(30_000)}x\r\n`),
    },
  ),
];

const cookie = (text: string): string => get("/cookie", `Cookie: ${text}\r\n`);

export const COOKIES: readonly HostileExchange[] = [
  ...rows(
    "200",
    { shows: /None$/ },
    {
      "a cookie of 60,000 bytes": cookie(`a=${"b".repeat(60_000)}`),
      "30,000 empty cookies": cookie(";".repeat(60_000)),
      "15,000 cookies": cookie("a=b;".repeat(15_000)),
      "15,000 cookies of the session": cookie("session=a.b.c;".repeat(4_000)),
      "200 lines of cookies": get("/cookie", `Cookie: ${"a=b; ".repeat(60)}\r\n`.repeat(200)),
      "a cookie of blanks": cookie(`${" ".repeat(50_000)}=${" ".repeat(5_000)}`),
      "a forged session": cookie("session=99999999999.e30.AAAA"),
      "a session of dots": cookie(`session=${".".repeat(60_000)}`),
      "a session whose time is no number": cookie("session=NaN.e30.AAAA"),
      "a session of 60,000 signed bytes": cookie(`session=1.${"e".repeat(60_000)}.x`),
      "half a quoted cookie": cookie('session="'),
      "a cookie with a control byte above 0x7F": cookie("session=\x85\x9f"),
    },
  ),
];
