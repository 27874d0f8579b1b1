// Loads one server with good, slow, aborting and hostile clients at the same time, with streams, event
// streams, uploads, files, WebSockets and cancelled requests, and checks every answer. Fails on a wrong
// answer, on memory that keeps growing, on descriptors or handlers that are left, and when plain requests
// take longer than 100 ms afterwards. Runs for 20 seconds by default; `npm run soak -- 600` runs for ten
// minutes.
//
//     node bench/http/soak.ts [SECONDS]
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const CLIENTS = 256;
const FAST_ENOUGH_MS = 100;
/** The time-outs of peers/soak.std. */
const READ_LIMIT_MS = 2_000;
/** The most bytes by which the peak of the last third may exceed that of the second. */
const GROWTH_BYTES = 24 * 1024 * 1024;
const HERE = import.meta.dirname;
const STD = join(HERE, "..", "..", "dist", "interpreter", "cli", "std.js");

const seconds = Number(process.argv[2] ?? 20);
const port = await freePort();
const FILE = "0123456789abcdef".repeat(62_500);
const folder = mkdtempSync(join(tmpdir(), "std-soak-"));
writeFileSync(join(folder, "soak.bin"), FILE);
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const SOCKET = `GET /socket HTTP/1.1\r\nHost: soak\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
const server = spawn(
  process.execPath,
  [STD, "run", join(HERE, "peers", "soak.std"), `127.0.0.1:${port}`, folder],
  {
    stdio: ["ignore", "inherit", "inherit"],
  },
);
const served = new Map<string, number>();
const problems: string[] = [];

/** The kinds of clients; each returns what was wrong, or null. */
const kinds: Readonly<Record<string, () => Promise<string | null>>> = {
  good: async () => {
    const n = String(Math.floor(Math.random() * 1e6));
    const request = `GET /item/${n} HTTP/1.1\r\nHost: soak\r\n\r\n`;
    return expectBodies(
      await talk([request.repeat(10), closing(`GET /item/${n}`)]),
      new Array<string>(11).fill(n),
    );
  },
  late: async () => expectBodies(await talk([closing("GET /late?n=7"), "ignored"]), ["7"]),
  upload: async () => {
    const body = "x".repeat(Math.floor(Math.random() * 200_000));
    return expectBodies(await talk([closing("POST /echo", `Content-Length: ${body.length}\r\n`), body]), [
      body,
    ]);
  },
  chunked: async () => {
    const head = closing("POST /echo", "Transfer-Encoding: chunked\r\n");
    return paced([head, "3\r\nabc\r\n", "2;a=b\r\nde\r\n0\r\n\r\n"], 5, "abcde");
  },
  slow: () => paced([..."GET /item/1 HTTP/1.0\r\n\r\n"], 10, "1"),
  halfClosed: async () =>
    expectBodies(await talk(["GET /late?n=9 HTTP/1.1\r\nHost: soak\r\n\r\n"], 0, true), ["9"]),
  large: async () => {
    const answer = await talk([closing("GET /large")]);
    return answer.endsWith(`\r\n\r\n${"0123456789abcdef".repeat(20_000)}`)
      ? null
      : `large answer of ${answer.length} bytes`;
  },
  abortedRequest: async () =>
    abort(
      "POST /echo HTTP/1.1\r\nHost: soak\r\nContent-Length: 1000\r\n\r\nabc".slice(
        0,
        1 + Math.floor(Math.random() * 60),
      ),
    ),
  abortedAnswer: async () => abort("GET /large HTTP/1.1\r\nHost: soak\r\n\r\n".repeat(20)),
  stream: async () =>
    expectChunks(
      await talk([closing("GET /stream")]),
      Array.from({ length: 50 }, (_, i) => `${i}\n`).join(""),
    ),
  gzippedStream: async () => {
    const answer = await talk([closing("GET /packed/stream", "Accept-Encoding: gzip\r\n")]);
    const [head = "", body = ""] = splitHead(answer);
    const unpacked = head.includes("Content-Encoding: gzip")
      ? gunzipSync(Buffer.from(unchunked(body) ?? "", "latin1")).toString("latin1")
      : head;
    return unpacked === Array.from({ length: 50 }, (_, i) => `${i}\n`).join("")
      ? null
      : `unexpected ${JSON.stringify(unpacked.slice(0, 200))}`;
  },
  events: async () =>
    expectChunks(
      await talk([closing("GET /events")]),
      Array.from({ length: 10 }, (_, i) => `event: tick\nid: ${i}\ndata: ${i}\n\n`).join(""),
    ),
  abortedEvents: async () => abort("GET /endless HTTP/1.1\r\nHost: soak\r\n\r\n"),
  givenUp: async () => abort("GET /wait HTTP/1.1\r\nHost: soak\r\n\r\n"),
  streamedUpload: async () => {
    const body = "y".repeat(Math.floor(Math.random() * 500_000));
    return expectBodies(await talk([closing("POST /count", `Content-Length: ${body.length}\r\n`), body]), [
      String(body.length),
    ]);
  },
  form: async () => {
    const file = "z".repeat(1 + Math.floor(Math.random() * 1_500_000));
    const body = `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n${file}\r\n--b--\r\n`;
    return expectBodies(
      await talk([
        closing(
          "POST /form",
          `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n`,
        ),
        body,
      ]),
      [`1 ${file.length}`],
    );
  },
  abortedUpload: async () =>
    abort(`POST /count HTTP/1.1\r\nHost: soak\r\nContent-Length: 1000000\r\n\r\n${"x".repeat(200_000)}`),
  file: async () => {
    const from = Math.floor(Math.random() * 900_000);
    const answer = await talk([closing("GET /files/soak.bin", `Range: bytes=${from}-\r\n`)]);
    const [head = "", body = ""] = splitHead(answer);
    return head.startsWith("HTTP/1.1 206 ") && body === FILE.slice(from)
      ? null
      : `unexpected part from ${from}: ${head.slice(0, 100)}, ${body.length} bytes`;
  },
  abortedFile: async () => abort("GET /files/soak.bin HTTP/1.1\r\nHost: soak\r\n\r\n".repeat(5)),
  socket: async () => converse(Math.floor(Math.random() * 20) + 1),
  abortedSocket: async () => abort(`${SOCKET}\x81\x83\0\0\0\0abc`),
  silent: async () => ((await talk([], 0, true)) === "" ? null : "answer to nothing"),
  late408: async () => expectStatus(await talk(["GET /item/1 HTT"]), 408),
  hostile: async () => {
    const bad = [
      "GET / HTTP/3.0\r\n\r\n",
      "\0\0\0\0\r\n",
      "GET /\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
      `GET / HTTP/1.1\r\nA: ${"b".repeat(70_000)}`,
    ];
    return expectStatus(await talk([bad[Math.floor(Math.random() * bad.length)]!]), 400, 431);
  },
};

await ready();
const descriptors = (): number => readdirSync(`/proc/${server.pid}/fd`).length;
const idleDescriptors = descriptors();
const before = residentBytes();
const end = performance.now() + seconds * 1000;
const peaks = [0, 0, 0];
const sampler = setInterval(() => {
  const third = Math.max(0, Math.min(2, Math.floor(3 - (3 * (end - performance.now())) / (seconds * 1000))));
  peaks[third] = Math.max(peaks[third]!, residentBytes());
}, 100);
await Promise.all(Array.from({ length: CLIENTS }, client));
clearInterval(sampler);
const times: number[] = [];
for (let round = 0; round < 101; round++) {
  const start = performance.now();
  const problem = await kinds["good"]!();
  times.push(performance.now() - start);
  if (problem !== null) problems.push(`afterwards: ${problem}`);
}
const median = times.sort((a, b) => a - b)[50]!;
if (peaks[2]! > peaks[1]! + GROWTH_BYTES) problems.push("memory keeps growing");
if (median > FAST_ENOUGH_MS) problems.push("slow afterwards");
// Descriptors of clients, and handlers that waited for them, are gone after a read time-out.
let left = "";
for (let tries = 0; tries < 100; tries++) {
  await pause(100);
  const answer = await talk([closing("GET /handlers")]);
  left = `${descriptors() - idleDescriptors} descriptors, ${splitHead(answer)[1]} handlers`;
  if (/^-?[0-2] descriptors, 0 handlers$/.test(left)) break;
}
if (!/^-?[0-2] descriptors, 0 handlers$/.test(left)) problems.push(`left: ${left}`);
server.kill("SIGKILL");

const mega = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
console.log([...served].map(([kind, count]) => `${kind} ${count}`).join(", "));
console.log(
  `resident ${mega(before)} before, then at most ${peaks.map(mega).join(", ")}; afterwards ${median.toFixed(1)} ms for eleven requests`,
);
for (const problem of problems.slice(0, 20)) console.log(`wrong: ${problem}`);
console.log(problems.length === 0 ? "soak: ok" : `soak: ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);

/** Runs clients of random kinds one after the other until the time is over. */
async function client(): Promise<void> {
  const names = Object.keys(kinds);
  while (performance.now() < end) {
    const name = names[Math.floor(Math.random() * names.length)]!;
    const problem = await kinds[name]!();
    served.set(name, (served.get(name) ?? 0) + 1);
    if (problem !== null) problems.push(`${name}: ${problem}`);
  }
}

function closing(line: string, fields = ""): string {
  return `${line} HTTP/1.1\r\nHost: soak\r\n${fields}Connection: close\r\n\r\n`;
}

/**
 * Sends pieces with a pause between them, and returns everything that it receives until the server closes.
 */
async function talk(pieces: readonly string[], pauseMs = 0, endInput = false): Promise<string> {
  const socket = dial();
  const received: string[] = [];
  socket.setEncoding("latin1").on("data", (text: string) => received.push(text));
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("end", () => socket.end());
  for (const piece of pieces) {
    if (pauseMs > 0) await pause(pauseMs);
    if (socket.writable) socket.write(piece, "latin1");
  }
  if (endInput) socket.end();
  await closed;
  return received.join("");
}

/**
 * Sends pieces with pauses. If the machine made the pauses longer than the server's time-out, 408 is right.
 */
async function paced(pieces: readonly string[], pauseMs: number, body: string): Promise<string | null> {
  const start = performance.now();
  const answer = await talk(pieces, pauseMs);
  const late = performance.now() - start > READ_LIMIT_MS;
  return late && expectStatus(answer, 408) === null ? null : expectBodies(answer, [body]);
}

/** Sends a request, or a part of one, and resets the connection soon after. */
async function abort(bytes: string): Promise<null> {
  const socket = dial();
  socket.write(bytes);
  await pause(Math.random() * 20);
  socket.resetAndDestroy();
  return null;
}

function dial(): Socket {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
  return socket.on("error", () => {});
}

function expectBodies(answer: string, bodies: readonly string[]): string | null {
  let rest = answer;
  for (const body of bodies) {
    const head = /^HTTP\/1\.1 20[01] (?:OK|Created)\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(rest)?.[0];
    if (head === undefined || !rest.startsWith(body, head.length))
      return `unexpected ${JSON.stringify(rest.slice(0, 200))}`;
    rest = rest.slice(head.length + body.length);
  }
  return rest === "" ? null : `more than expected: ${JSON.stringify(rest.slice(0, 200))}`;
}

function splitHead(answer: string): readonly string[] {
  const end = answer.indexOf("\r\n\r\n");
  return end < 0 ? [answer] : [answer.slice(0, end + 2), answer.slice(end + 4)];
}

/** The body of a chunked message, or null if its end is missing. */
function unchunked(text: string): string | null {
  let body = "";
  for (let at = 0; ; ) {
    const end = text.indexOf("\r\n", at);
    const length = end < 0 ? NaN : parseInt(text.slice(at, end), 16);
    if (Number.isNaN(length)) return null;
    if (length === 0) return text.slice(end) === "\r\n\r\n" ? body : null;
    body += text.slice(end + 2, end + 2 + length);
    at = end + 2 + length + 2;
  }
}

function expectChunks(answer: string, body: string): string | null {
  const [head = "", rest = ""] = splitHead(answer);
  return head.startsWith("HTTP/1.1 200 ") && unchunked(rest) === body
    ? null
    : `unexpected ${JSON.stringify(answer.slice(0, 200))}`;
}

/** Sends messages over a WebSocket one after the other and closes it. */
async function converse(count: number): Promise<string | null> {
  const socket = dial();
  let heard = "";
  let sent = 0;
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("end", () => socket.end());
  const expected = `${Array.from({ length: count }, (_, i) => `\x81\x04m${String(i).padStart(3, "0")}`).join("")}\x88\x02\x03\xe8`;
  socket.setEncoding("latin1").on("data", (text: string) => {
    heard += text;
    const [, body] = splitHead(heard);
    if (body === undefined || body.length < sent * 6) return;
    if (sent < count) socket.write(`\x81\x84\0\0\0\0m${String(sent).padStart(3, "0")}`, "latin1");
    else if (sent === count) socket.write("\x88\x82\0\0\0\0\x03\xe8", "latin1");
    sent++;
  });
  socket.write(SOCKET, "latin1");
  await closed;
  return splitHead(heard)[1] === expected ? null : `unexpected ${JSON.stringify(heard.slice(-200))}`;
}

function expectStatus(answer: string, ...allowed: readonly number[]): string | null {
  return allowed.includes(Number(answer.slice(9, 12)))
    ? null
    : `unexpected ${JSON.stringify(answer.slice(0, 200))}`;
}

function residentBytes(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "latin1"))?.[1]) * 1024;
}

async function ready(): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if ((await kinds["good"]!()) === null) return;
    await pause(50);
  }
  throw new Error("the server does not answer");
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = probe.address() as AddressInfo;
      probe.close(() => resolve(free));
    });
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
