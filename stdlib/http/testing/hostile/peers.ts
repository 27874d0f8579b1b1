// WebSockets, TLS ports, the heads of proxies, and peers that are slow or read nothing.
import { type HostileExchange, get, post, rows } from "./exchange.ts";

const handshake = (fields = "", key = "dGhlIHNhbXBsZSBub25jZQ=="): string =>
  `GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n${fields}\r\n`;
const OPEN = handshake();
/** A frame with a mask of zeros. */
function frame(first: number, payload: string, length = payload.length): string {
  const size =
    length < 126
      ? String.fromCharCode(0x80 | length)
      : length < 65_536
        ? `\xfe${String.fromCharCode(length >> 8, length & 255)}`
        : `\xff\0\0\0\0${String.fromCharCode((length >>> 24) & 255, (length >> 16) & 255, (length >> 8) & 255, length & 255)}`;
  return `${String.fromCharCode(first)}${size}\0\0\0\0${payload}`;
}
/** The server's close frame with this code. */
function closes(code: number): RegExp {
  return new RegExp(
    `\\x88[\\x02-\\x7d]${String.fromCharCode(code >> 8).replace(/[^]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`)}\\x${(code & 255).toString(16).padStart(2, "0")}`,
  );
}
function socket(
  code: number,
  pairs: Readonly<Record<string, string>>,
  more: Partial<HostileExchange> = {},
): HostileExchange[] {
  return rows("101", { shows: closes(code), ...more }, pairs);
}

export const WEBSOCKETS: readonly HostileExchange[] = [
  ...rows(
    "400",
    {},
    {
      "a handshake without a key": handshake().replace(/Sec-WebSocket-Key: .*\r\n/, "Connection: close\r\n"),
      "a handshake with a short key": handshake("Connection: close\r\n", "AAAA"),
      "a handshake with a key that is no base64": handshake("Connection: close\r\n", "!".repeat(24)),
    },
  ),
  ...rows(
    "426",
    {},
    {
      "a handshake of another version": handshake("Connection: close\r\n").replace(
        "Version: 13",
        "Version: 8",
      ),
      "a handshake without upgrade": get("/ws"),
    },
  ),
  ...socket(1002, {
    "a frame without mask": `${OPEN}\x81\x02hi`,
    "a reserved bit": `${OPEN}${frame(0xc1, "hi")}`,
    "a reserved opcode": `${OPEN}${frame(0x83, "hi")}`,
    "a ping of 126 bytes": `${OPEN}${frame(0x89, "x".repeat(126))}`,
    "a ping in fragments": `${OPEN}${frame(0x09, "x")}`,
    "a continuation of nothing": `${OPEN}${frame(0x80, "hi")}`,
    "a message within a message": `${OPEN}${frame(0x01, "a")}${frame(0x81, "b")}`,
    "a close with half a code": `${OPEN}${frame(0x88, "\x03")}`,
    "a close with a code that is none": `${OPEN}${frame(0x88, "\x03\xed")}`,
  }),
  ...socket(1007, {
    "text that is no UTF-8": `${OPEN}${frame(0x81, "\xc3\x28")}`,
    "text that ends in the middle of a character": `${OPEN}${frame(0x81, "\xe2\x82")}`,
    "text with a surrogate": `${OPEN}${frame(0x81, "\xed\xa0\x80")}`,
  }),
  ...socket(1009, {
    "a message that announces 4 GB": `${OPEN}${frame(0x82, "x", 4_294_967_295)}`,
  }),
  {
    name: "a length with its highest bit",
    send: `${OPEN}\x82\xff\x80\0\0\0\0\0\0\x01\0\0\0\0x`,
    answer: "101",
    shows: closes(1002),
  },
  {
    name: "100,000 pings",
    send: `${OPEN}${frame(0x89, "x").repeat(100_000)}${frame(0x88, "\x03\xe8")}`,
    answer: "101",
    cpuMs: 1_500,
  },
  {
    name: "100,000 empty fragments",
    send: `${OPEN}${frame(0x01, "")}${frame(0x00, "").repeat(100_000)}${frame(0x80, "end")}${frame(0x88, "\x03\xe8")}`,
    answer: "101",
    shows: /\x81\x03end/,
    cpuMs: 1_500,
  },
];

export const TLS_PORTS: readonly HostileExchange[] = [
  ...rows(
    "400",
    { to: "tls", shows: /This port speaks HTTPS/ },
    {
      "a plain request on a TLS port": get("/"),
      "a plain upload on a TLS port": post("/echo", "", "x".repeat(1_000_000)),
      "plain lowercase text on a TLS port": "get / http/1.1\r\n\r\n",
    },
  ),
  ...rows(
    "",
    { to: "tls" },
    {
      "garbage on a TLS port": "\x80\x01\x02\x03garbage\r\n\r\n",
      "a TLS record of the wrong version": "\x16\x09\x09\x00\x05hello",
      "a TLS record that is too long": `\x16\x03\x01\xff\xff${"x".repeat(70_000)}`,
      "an alert before the hello": "\x15\x03\x01\x00\x02\x02\x28",
    },
  ),
  {
    name: "half a TLS hello, then the end",
    to: "tls",
    send: "\x16\x03\x01\x02\x00\x01\x00",
    then: "end",
    answer: "",
  },
  { name: "half a TLS hello, then silence", to: "tls", send: "\x16\x03\x01\x02\x00\x01\x00", answer: "" },
  { name: "silence on a TLS port", to: "tls", send: "", answer: "" },
];

const SECOND = "\r\n\r\n\0\r\nQUIT\n";

export const PROXIES: readonly HostileExchange[] = [
  ...rows(
    "",
    { to: "proxied" },
    {
      "no head of a proxy": get("/"),
      "a head with a port that is none": `PROXY TCP4 1.2.3.4 1.2.3.5 x 80\r\n${get("/")}`,
      "a head of 108 bytes": `PROXY UNKNOWN ${"x".repeat(100)}\r\n${get("/")}`,
      "a head without end": `PROXY TCP4 ${"1".repeat(100_000)}`,
      "a head in lowercase": `proxy TCP4 1.2.3.4 1.2.3.5 1 80\r\n${get("/")}`,
      "a head that ends in LF": `PROXY TCP4 1.2.3.4 1.2.3.5 1 80\n${get("/")}`,
      "a second head of version 1 in binary": `${SECOND}\x11\x11\0\x0c${"\x01".repeat(12)}${get("/")}`,
      "a binary head with too few bytes": `${SECOND}\x21\x21\0\x0c${"\x01".repeat(12)}${get("/")}`,
      "a binary head of an unknown family": `${SECOND}\x21\x41\0\x0c${"\x01".repeat(12)}${get("/")}`,
    },
  ),
  {
    name: "a binary head of 65,535 bytes that ends early",
    to: "proxied",
    send: `${SECOND}\x21\x11\xff\xffxx`,
    then: "end",
    answer: "",
  },
  {
    name: "a binary head of 65,535 bytes",
    to: "proxied",
    send: `${SECOND}\x21\x11\xff\xff${"\x01".repeat(65_535)}${get("/who")}`,
    answer: "200",
    shows: /1\.1\.1\.1:257$/,
  },
  {
    name: "a head byte by byte",
    to: "proxied",
    send: [..."PROXY TCP4 1.2.3.4 1.2.3.5 1 80\r\n", get("/who")],
    answer: "200",
    shows: /1\.2\.3\.4:1$/,
  },
  ...rows(
    "200",
    { to: "proxied", shows: /127\.0\.0\.1:\d+$/ },
    {
      "60,000 bytes of X-Forwarded-For": `PROXY UNKNOWN\r\n${get("/who", `X-Forwarded-For: ${"a,".repeat(30_000)}\r\n`)}`,
      "60,000 bytes of colons as an address": `PROXY UNKNOWN\r\n${get("/who", `X-Forwarded-For: ${":".repeat(60_000)}\r\n`)}`,
    },
  ),
  ...rows(
    "200",
    { to: "proxied", shows: /127\.0\.0\.1$/ },
    {
      "7,000 trusted addresses": `PROXY UNKNOWN\r\n${get("/who", `X-Forwarded-For: 127.0.0.1${",127.0.0.1".repeat(6_000)}\r\n`)}`,
    },
  ),
  ...rows(
    "200",
    { shows: /127\.0\.0\.1:\d+ http x$/ },
    {
      "claims of a peer that is not trusted": get(
        "/client",
        "X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: evil\r\nForwarded: for=1.2.3.4;proto=https\r\n",
      ),
    },
  ),
];

export const SLOW_PEERS: readonly HostileExchange[] = [
  { name: "silence", to: "slow", send: "", answer: "" },
  { name: "an empty line, then silence", to: "slow", send: "\r\n", answer: "" },
  { name: "half a request line, then silence", to: "slow", send: "GET /", answer: "408" },
  { name: "half a head, then silence", to: "slow", send: "GET / HTTP/1.1\r\nHost: x\r\n", answer: "408" },
  {
    name: "half a body, then silence",
    to: "slow",
    send: post("/echo", "Content-Length: 9\r\n", "a"),
    answer: "408",
  },
  {
    name: "half a chunk, then silence",
    to: "slow",
    send: post("/echo", "Transfer-Encoding: chunked\r\n", "5\r\na"),
    answer: "408",
  },
  {
    name: "a head that trickles",
    to: "slow",
    send: [...`GET / HTTP/1.1\r\nHost: x\r\nA: ${"b".repeat(40)}`],
    pauseMs: 60,
    answer: "408",
  },
  {
    name: "a body that trickles",
    to: "slow",
    send: [post("/echo", "Content-Length: 99\r\n", "a"), ..."b".repeat(60)],
    pauseMs: 60,
    answer: "408",
  },
  {
    name: "empty chunks lines that trickle",
    to: "slow",
    send: [post("/echo", "Transfer-Encoding: chunked\r\n", ""), ..."0".repeat(60)],
    pauseMs: 60,
    answer: "408",
  },
  {
    name: "a client that reads nothing",
    to: "slow",
    send: get("/endless"),
    then: "read nothing",
    answer: "",
    megabytes: 64,
    cpuMs: 600,
  },
  {
    name: "a client that reads nothing of a large body",
    to: "slow",
    send: get("/huge"),
    then: "read nothing",
    answer: "",
    megabytes: 96,
    cpuMs: 600,
  },
  {
    name: "a client that resets a stream",
    to: "slow",
    send: get("/endless"),
    then: "reset",
    answer: "200",
    cpuMs: 300,
  },
];

export const FAILURES: readonly HostileExchange[] = [
  { name: "a handler that panics with a lock", send: get("/boom"), answer: "500" },
  { name: "the lock of a handler that panicked", send: get("/lock"), answer: "200" },
  {
    name: "500,000 parentheses for a recursive parser with a lock",
    send: post("/parse", "", "(".repeat(500_000)),
    answer: "500",
    cpuMs: 2_000,
    megabytes: 256,
  },
  { name: "the lock of a handler whose stack overflowed", send: get("/lock"), answer: "200" },
  {
    name: "a form without the token of csrf",
    send: post("/csrf/", "Content-Type: application/x-www-form-urlencoded\r\n", "a=b"),
    answer: "403",
  },
  {
    name: "a token of csrf that is none",
    send: post("/csrf/", "Cookie: csrf=a\r\nX-CSRF-Token: a\r\n", ""),
    answer: "403",
  },
  {
    name: "an origin that only resembles the host",
    send: post("/csrf/", "Origin: http://x.evil\r\n", ""),
    answer: "403",
  },
  { name: "a handler that never returns", to: "slow", send: get("/never"), answer: "503" },
];
