// The client against peers of every kind (http-details 1 to 6).
import { gzipSync } from "node:zlib";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { Err } from "../../interpreter/runtime/index.ts";
import { HttpResponse } from "./buffered.ts";
import { Client, HttpStream } from "./client.ts";
import { ClientConnection } from "./client-connection.ts";
import { Exchange } from "./exchange.ts";
import { Pool } from "./pool.ts";
import { parseTarget } from "./url.ts";
import { FakeSocket } from "./testing/fake-socket.ts";
import { routesTo, start, pause } from "./testing/served.ts";
import { Response, TEXT } from "./response.ts";
import { testRuntime } from "./testing/test-runtime.ts";

const KEPT = "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nhi";
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

interface Peer {
  readonly url: string;
  /** What each connection received, in order of arrival. */
  readonly heard: string[];
  readonly sockets: Socket[];
}

/** A peer that calls `answer` with each piece it receives. */
async function peer(answer: (socket: Socket, piece: string, connection: number, count: number) => void): Promise<Peer> {
  const heard: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer({ noDelay: true }, (socket) => {
    const connection = sockets.push(socket) - 1;
    let count = 0;
    heard.push("");
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      heard[connection] += bytes.toString("latin1");
      answer(socket, bytes.toString("latin1"), connection, ++count);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, heard, sockets };
}

function newClient(): Client {
  return new Client(testRuntime().runtime);
}
async function send(client: Client, url: string, method = "GET", body = "", headers = "", timeout = 2000, redirects = -1): Promise<HttpResponse> {
  const outcome = await client.exchange(method, url, body, headers, timeout, redirects);
  if (outcome instanceof Err) throw new Error(outcome.error._message);
  return outcome as HttpResponse;
}
async function failure(client: Client, url: string, method = "GET", body = "", headers = "", timeout = 2000, redirects = -1): Promise<string> {
  const outcome = await client.exchange(method, url, body, headers, timeout, redirects);
  expect(outcome).toBeInstanceOf(Err);
  const error = (outcome as Err<{ _kind: string; _message: string }>).error;
  expect(error._kind).toBe("http");
  return error._message;
}

describe("requests on the wire (http-details 1)", () => {
  async function wire(method: string, body: string, headers: string, path = ""): Promise<string> {
    const { url, heard } = await peer((socket) => socket.end(KEPT));
    await send(newClient(), url + path, method, body, headers);
    return heard[0]!.replace(/Host: 127.0.0.1:\d+\r\n/, "Host: here\r\n").replace(/User-Agent: \S+\r\n/, "");
  }
  it("adds what is missing and nothing else", async () => {
    expect(await wire("GET", "", "")).toBe("GET / HTTP/1.1\r\nHost: here\r\nAccept: */*\r\nAccept-Encoding: gzip\r\n\r\n");
    expect(await wire("POST", "", "")).toContain("Content-Length: 0\r\n\r\n");
    expect(await wire("GET", "ab", "")).toMatch(/Content-Length: 2\r\n\r\nab$/);
    expect(await wire("GET", "", "Range: bytes=0-1")).not.toContain("Accept-Encoding");
    expect(await wire("PROPFIND", "", "accept: a/b\r\nUSER-AGENT: me")).toBe("PROPFIND / HTTP/1.1\r\nHost: here\r\nAccept-Encoding: gzip\r\naccept: a/b\r\nUSER-AGENT: me\r\n\r\n");
  });
  it("settles repeated headers", async () => {
    const text = await wire("GET", "", "A: 1\nx-b: 1\n\nnonsense\na : 2\nX-B: 2\nHost: other");
    expect(text).toContain("Host: other\r\n");
    expect(text).toMatch(/\r\na: 2\r\nx-b: 1\r\nX-B: 2\r\n\r\n$/);
  });
  it("sends chunked when asked to", async () => {
    expect(await wire("POST", "hello world!!!!!", "Transfer-Encoding: Chunked")).toMatch(/Transfer-Encoding: Chunked\r\n\r\n10\r\nhello world!!!!!\r\n0\r\n\r\n$/);
    expect(await wire("POST", "", "Transfer-Encoding: chunked")).toMatch(/\r\n\r\n0\r\n\r\n$/);
    expect(await wire("POST", "ab", "Content-Length: 02")).toMatch(/Content-Length: 02\r\n\r\nab$/);
  });
  it("sends paths as a browser would", async () => {
    expect(await wire("GET", "", "", "a b/\xc3\xa9?q=\xc3\xa9 1#part")).toMatch(/^GET \/a%20b\/%C3%A9\?q=%C3%A9%201 HTTP/);
    expect(await wire("GET", "", "", "?")).toMatch(/^GET \/ HTTP/);
    expect(await wire("GET", "", "", "a\\b/../c")).toMatch(/^GET \/a\/c HTTP/);
  });
  it("reads URLs like a browser", () => {
    const target = (url: string): unknown => {
      const parsed = parseTarget(url);
      return typeof parsed === "string" ? parsed : `${parsed.host} ${parsed.port} ${parsed.authority} ${parsed.path}`;
    };
    expect(target("http://2130706433/")).toBe("127.0.0.1 80 127.0.0.1 /");
    expect(target("http://0x7f.1/")).toBe("127.0.0.1 80 127.0.0.1 /");
    expect(target(" \r\nHTTPS://[::1]\n")).toBe("::1 443 [::1] /");
    expect(target("http://b\xc3\xbccher.example:8080/x")).toBe("xn--bcher-kva.example 8080 xn--bcher-kva.example:8080 /x");
    expect(target("http://x\\y")).toBe("x 80 x /y");
    expect(target("http://x:80/")).toBe("x 80 x /");
    for (const url of ["", "x", "/x", "http://", "http://a b/", "http://x:99999/", "http://x/\ty", "http://x/a\nb", "http://x\r/"]) expect(target(url)).toMatch(/^Bad URL: /);
    expect(target("ftp://u:p@x/y")).toBe("ftp://x/y: Unknown Scheme: unknown scheme 'ftp'");
    expect(target("localhost:80")).toBe("localhost:80: Unknown Scheme: unknown scheme 'localhost'");
  });
  it("turns user info into credentials and never shows it", async () => {
    const { url, heard } = await peer((socket) => socket.end(KEPT));
    await send(newClient(), url.replace("//", "//us%C3%A9r:p%3Aw@"));
    expect(heard[0]).toContain(`Authorization: Basic ${Buffer.from("us\u00e9r:p:w").toString("base64")}\r\n`);
    expect(await failure(newClient(), "http://user:secret@127.0.0.1:1/")).toBe("GET: http://127.0.0.1:1/: Connection Failed: Connect error: Connection refused (os error 111)");
  });
  it("refuses what would not be one request", async () => {
    const client = newClient();
    const url = "http://127.0.0.1:1/";
    expect(await failure(client, url, "GET", "", "A b: c")).toBe("GET: Bad Header: invalid header 'A b: c'");
    expect(await failure(client, url, "GET", "", "A: b\xe9".replace("\xe9", "\xc3\xa9"))).toContain("Bad Header: invalid header 'A: b");
    expect(await failure(client, url, "GET", "", "A: b\0c")).toContain("Bad Header");
    expect(await failure(client, url, "POST", "abc", "Content-Length: 2")).toContain("Bad Header");
    expect(await failure(client, url, "POST", "abc", "Content-Length: 3\nTransfer-Encoding: chunked")).toContain("Bad Header");
    expect(await failure(client, url, "POST", "abc", "Transfer-Encoding: gzip")).toContain("Bad Header");
    for (const method of ["", "G ET", "CONNECT", "connect", "G\r\nX: y"]) expect(await failure(client, url, method)).toContain("ethod");
    for (const args of [["\xff", url, ""], ["GET", "http://\xff/", ""], ["GET", url, "A: \xff"]] as const) {
      expect(await failure(client, args[1], args[0], "", args[2])).toBe(`${args[0]}: method, url, or headers is not valid UTF-8`);
    }
  });
});

describe("kept connections (http-details 2)", () => {
  it("are used again, for one request at a time", async () => {
    const { url, heard } = await peer((socket) => socket.write(KEPT));
    const client = newClient();
    for (let i = 0; i < 5; i++) await send(client, url);
    expect(heard).toHaveLength(1);
    await Promise.all([send(client, url), send(client, url), send(client, url)]);
    expect(heard).toHaveLength(3);
  });
  for (const [rule, answer] of [
    ["a peer that does not name keep-alive", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"],
    ["a peer that closes", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi"],
    ["bytes beyond the body", `${KEPT}HTTP/1.1 200 OK\r\n`],
    ["a Keep-Alive of one second", KEPT.replace("Content", "Keep-Alive: max=5, timeout=1\r\nContent")],
    ["a skipped line", KEPT.replace("Content", "a b: c\r\nContent")],
  ] as const) {
    it(`are not kept: ${rule}`, async () => {
      const { url, heard } = await peer((socket) => socket.write(answer));
      const client = newClient();
      await send(client, url);
      await send(client, url);
      expect(heard).toHaveLength(2);
    });
  }
  it("are discarded when a byte comes while they are idle", async () => {
    const { url, heard, sockets } = await peer((socket) => socket.write(KEPT));
    const client = newClient();
    await send(client, url);
    sockets[0]!.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
    await pause(20);
    expect((await send(client, url))._body).toBe("hi");
    expect(heard).toHaveLength(2);
  });
  it("are replaced once when they die, for requests that may be repeated", async () => {
    const { url, heard } = await peer((socket, _, connection, count) => (connection === 0 && count > 1 ? socket.destroy() : socket.write(KEPT)));
    const client = newClient();
    await send(client, url);
    expect((await send(client, url))._body).toBe("hi");
    expect(heard).toHaveLength(2);
  });
  it("are not replaced for other requests", async () => {
    const { url, heard } = await peer((socket, _, connection, count) => (connection === 0 && count > 1 ? socket.destroy() : socket.write(KEPT)));
    const client = newClient();
    await send(client, url);
    expect(await failure(client, url, "POST", "x")).toMatch(/^POST: .*: Network Error: /);
    expect(heard).toHaveLength(1);
  });
  it("are not replaced after a byte of the response, and never twice", async () => {
    const { url, heard } = await peer((socket, _, connection, count) => (count > 1 || connection > 0 ? socket.end("H") : socket.write(KEPT)));
    const client = newClient();
    await send(client, url);
    expect(await failure(client, url)).toMatch(/Network Error/);
    expect(heard).toHaveLength(1);
    const always = await peer((socket, _, connection, count) => (connection === 0 && count === 1 ? socket.write(KEPT) : socket.destroy()));
    await send(client, always.url);
    expect(await failure(client, always.url)).toMatch(/Network Error/);
    expect(always.heard).toHaveLength(2);
  });
  it("serve an unrepeatable request only when fresh", async () => {
    const { url, heard } = await peer((socket) => socket.write(KEPT));
    const client = newClient();
    await send(client, url);
    await send(client, url, "POST", "x");
    expect(heard).toHaveLength(1);
    await pause(1100);
    await send(client, url, "POST", "x");
    expect(heard).toHaveLength(2);
  });
});

describe("limits of time (http-details 2)", () => {
  it("cover the wait for the head, the body and connecting", async () => {
    const silent = await peer(() => {});
    const client = newClient();
    expect(await failure(client, silent.url, "GET", "", "", 50)).toBe(`GET: ${silent.url}: Network Error: timed out`);
    const half = await peer((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe"));
    expect(await failure(client, half.url, "GET", "", "", 50)).toBe("GET: incomplete response body");
    const trickle = await peer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n");
      const drip = setInterval(() => socket.write("x"), 10);
      socket.on("close", () => clearInterval(drip));
    });
    const begun = performance.now();
    expect(await failure(client, trickle.url, "GET", "", "", 100)).toBe("GET: incomplete response body");
    expect(performance.now() - begun).toBeLessThan(1000);
    expect(await failure(client, "http://192.0.2.1/", "GET", "", "", 60)).toMatch(/^GET: http:\/\/192.0.2.1\/: Connection Failed: Connect error: /);
  });
  it("may be as long as one likes", async () => {
    const { url } = await peer((socket) => socket.write(KEPT));
    for (const timeout of [0, -5, 2 ** 31, 2 ** 53 - 1, Infinity]) expect((await send(newClient(), url, "GET", "", "", timeout))._status_code).toBe(200);
  });
  it("tell of names that do not resolve", async () => {
    expect(await failure(newClient(), "http://no-such-host.invalid/x")).toMatch(
      /^GET: http:\/\/no-such-host.invalid\/x: Dns Failed: resolve dns name 'no-such-host.invalid:80': failed to lookup address information: /,
    );
  });
});

describe("responses (http-details 4)", () => {
  it("keep every field line and the spelling of names", async () => {
    const { url } = await peer((socket) => socket.end("HTTP/1.1 299  \r\nb: 1 \r\nB:2\r\nSet-Cookie: x\r\nset-cookie: y\r\n\r\n"));
    const response = await send(newClient(), url);
    expect([response._status_code, response._status_text, response._headers]).toEqual([299, "", "b: 1\nB: 2\nSet-Cookie: x\nset-cookie: y"]);
    const plain = await peer((socket) => socket.end("HTTP/1.1 404\r\n\r\n"));
    expect((await send(newClient(), plain.url))._status_text).toBe("Not Found");
  });
  function coded(body: Buffer, fields = ""): (socket: Socket) => void {
    return (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: GZIP\r\nA: b\r\nContent-Length: ${body.length}\r\n${fields}\r\n`);
      socket.end(body);
    };
  }
  it("are unpacked, all members", async () => {
    const { url } = await peer(coded(Buffer.concat([gzipSync("hello "), gzipSync("world")])));
    const response = await send(newClient(), url);
    expect([response._body, response._headers]).toEqual(["hello world", "A: b"]);
  });
  it("are left alone when empty, bodyless or partial", async () => {
    const empty = await peer(coded(Buffer.alloc(0)));
    expect((await send(newClient(), empty.url))._headers).toContain("Content-Encoding: GZIP");
    const head = await peer((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\n"));
    expect((await send(newClient(), head.url, "HEAD"))._headers).toContain("Content-Encoding: gzip\nContent-Length: 9");
    const partial = await peer((socket) => socket.end("HTTP/1.1 206 Partial\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc"));
    expect((await send(newClient(), partial.url))._body).toBe("abc");
    const chunkless = await peer((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"));
    expect((await send(newClient(), chunkless.url))._headers).toContain("gzip");
  });
  it("are left alone when coded more than once (RFC 9110 5.3: several lines are one list)", async () => {
    for (const lines of ["Content-Encoding: br, gzip\r\n", "Content-Encoding: br\r\nContent-Encoding: gzip\r\n", "Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n"]) {
      const { url } = await peer((socket) => socket.end(`HTTP/1.1 200 OK\r\n${lines}Content-Length: 3\r\n\r\nabc`));
      const response = await send(newClient(), url);
      expect([response._body, response._headers.split("\n").length]).toEqual(["abc", lines.split("\r\n").length]);
    }
  });
  it("that are broken are errors", async () => {
    const packed = gzipSync("hello world, hello world");
    for (const body of [packed.subarray(0, packed.length - 3), Buffer.from("not gzip at all"), Buffer.concat([packed.subarray(0, 12), Buffer.from("xxxxxxxxxxxxxxx")])]) {
      const { url } = await peer(coded(body));
      expect(await failure(newClient(), url)).toBe("GET: incomplete response body");
    }
  });
  it("too large for a string are errors at once", async () => {
    const { url } = await peer((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 536870889\r\n\r\nx"));
    expect(await failure(newClient(), url)).toBe("GET: string too large");
  });
  it("of many megabytes arrive whole", async () => {
    const size = 20_000_000;
    const { url } = await peer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`);
      socket.end("z".repeat(size));
    });
    expect((await send(newClient(), url, "GET", "", "", 10_000))._body).toHaveLength(size);
  });
  it("come from our own server, for large bodies too", async () => {
    const running = await start(routesTo((request) => Response.of(200, TEXT, request._body)));
    const body = "q".repeat(10_000_000);
    const client = newClient();
    const url = `http://127.0.0.1:${running.port}/`;
    for (let i = 0; i < 3; i++) expect((await send(client, url, "POST", body, "", 10_000))._body === body).toBe(true);
    await running.stop();
  });
});

describe("redirects (http-details 3)", () => {
  async function chain(status: number, method: string, headers = ""): Promise<string> {
    const last = await peer((socket) => socket.end(KEPT));
    const first = await peer((socket, piece) => {
      const location = piece.includes(" /next ") ? null : "/next";
      if (location === null) socket.end(KEPT);
      else socket.write(`HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n`);
    });
    void last;
    await send(newClient(), first.url, method, method === "GET" ? "" : "body", headers, 0, 3);
    return first.heard.join("").split("\r\n\r\n").slice(method === "GET" ? 1 : 1).join("|");
  }
  it("change method and body as they should", async () => {
    expect(await chain(302, "GET")).toMatch(/^GET \/next /);
    expect(await chain(301, "POST", "Content-Type: a/b")).toMatch(/^bodyGET \/next (?![^]*Content-)/);
    expect(await chain(302, "PUT")).toMatch(/^bodyPUT \/next [^]*\|body$/);
    expect(await chain(303, "PUT")).toMatch(/^bodyGET \/next /);
    expect(await chain(307, "POST")).toMatch(/^bodyPOST \/next [^]*\|body$/);
    expect(await chain(308, "DELETE")).toMatch(/^bodyDELETE \/next [^]*\|body$/);
  });
  it("are not followed unless asked, nor without Location, nor for other codes", async () => {
    for (const [status, location, redirects] of [[302, "Location: /x\r\n", -1], [302, "", 5], [300, "Location: /x\r\n", 5], [304, "Location: /x\r\n", 5], [305, "Location: /x\r\n", 5]] as const) {
      const { url } = await peer((socket) => socket.end(`HTTP/1.1 ${status} X\r\n${location}Content-Length: 0\r\n\r\n`));
      expect((await send(newClient(), url, "GET", "", "", 0, redirects))._status_code).toBe(status);
    }
  });
  it("stop at their limit and at unusable targets", async () => {
    const { url } = await peer((socket) => socket.write("HTTP/1.1 302 X\r\nLocation: /\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n"));
    expect(await failure(newClient(), url, "GET", "", "", 0, 2)).toBe(`GET: ${url}: Too Many Redirects`);
    expect(await failure(newClient(), url, "GET", "", "", 0, 0)).toBe(`GET: ${url}: Too Many Redirects`);
    for (const location of ["ftp://x/", "http://", "http://a b/"]) {
      const odd = await peer((socket) => socket.end(`HTTP/1.1 302 X\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`));
      expect(await failure(newClient(), odd.url, "GET", "", "", 0, 2)).toMatch(/Bad URL|Unknown Scheme/);
    }
  });
  it("do not tell one origin what was meant for another", async () => {
    const other = await peer((socket) => socket.end(KEPT));
    const first = await peer((socket) => socket.end(`HTTP/1.1 302 X\r\nLocation: ${other.url}\r\nContent-Length: 0\r\n\r\n`));
    await send(newClient(), first.url, "GET", "", "Authorization: a\nCookie: b\nProxy-Authorization: c\nHost: d\nX-Keep: e", 0, 2);
    expect(first.heard[0]).toMatch(/Host: d[^]*Authorization: a/);
    expect(other.heard[0]).not.toMatch(/uthorization|Cookie|Host: d/);
    expect(other.heard[0]).toContain("X-Keep: e");
  });
  it("do not wait for the body of a response that is left", async () => {
    const last = await peer((socket) => socket.end(KEPT));
    const first = await peer((socket) => socket.write(`HTTP/1.1 302 X\r\nLocation: ${last.url}\r\nContent-Length: 1000000\r\n\r\nsome`));
    expect((await send(newClient(), first.url, "GET", "", "", 1000, 2))._body).toBe("hi");
  });
});

describe("streams (http-details 5)", () => {
  async function open(client: Client, url: string, timeout = 2000): Promise<HttpStream> {
    const stream = await client.stream("GET", url, "", "", timeout);
    expect(stream).toBeInstanceOf(HttpStream);
    return stream as HttpStream;
  }
  const message = (outcome: unknown): string => (outcome as Err<{ _message: string }>).error._message;

  it("deliver pieces while the peer is still sending", async () => {
    const { url, sockets } = await peer((socket) => socket.write("HTTP/1.1 404 Gone\r\nTransfer-Encoding: chunked\r\nA: b\r\n\r\n3\r\none\r\n"));
    const client = newClient();
    const stream = await open(client, url);
    expect([stream._status_code, stream._status_text, stream._headers]).toEqual([404, "Gone", "Transfer-Encoding: chunked\nA: b"]);
    expect(await client.readChunk(stream)).toBe("one");
    const waiting = client.readChunk(stream);
    expect(message(await client.readChunk(stream))).toBe("stream read: another read is in progress");
    sockets[0]!.write("3\r\ntwo\r\n0\r\n\r\n");
    expect(await waiting).toBe("two");
    expect(await client.readChunk(stream)).toBe("");
    expect(await client.readChunk(stream)).toBe("");
    client.close(stream);
    client.close(stream);
    expect(await client.readChunk(stream)).toBe("");
  });
  it("limit each wait, not the whole", async () => {
    const { url } = await peer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      let left = 5;
      const drip = setInterval(() => (left-- > 0 ? socket.write("x") : clearInterval(drip)), 60);
    });
    const client = newClient();
    const stream = await open(client, url, 150);
    let text = "";
    while (text.length < 5) text += await client.readChunk(stream) as string;
    await pause(200);
    expect(message(await client.readChunk(stream))).toBe("stream read: timed out");
    expect(await client.readChunk(stream)).toBe("");
  });
  it("hold back a peer that sends more than is read", async () => {
    let sent = 0;
    const { url } = await peer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const push = (): void => {
        while (sent < 200_000_000 && socket.write("y".repeat(65_536))) sent += 65_536;
      };
      socket.on("drain", push);
      push();
    });
    const client = newClient();
    const stream = await open(client, url);
    await pause(300);
    expect(sent).toBeLessThan(20_000_000);
    let piece = (await client.readChunk(stream)) as string;
    expect(piece.length).toBeLessThanOrEqual(8192);
    for (let read = 0; read < 30_000_000; read += piece.length) piece = (await client.readChunk(stream)) as string;
    client.close(stream);
  });
  it("unpack on the way, in steps", async () => {
    const packed = gzipSync("w".repeat(50_000_000));
    const { url } = await peer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\nConnection: keep-alive\r\n\r\n`);
      socket.write(packed);
    });
    const client = newClient();
    const stream = await open(client, url);
    expect(stream._headers).toBe("Connection: keep-alive");
    let length = 0;
    for (;;) {
      const piece = (await client.readChunk(stream)) as string;
      if (piece === "") break;
      length += piece.length;
    }
    expect(length).toBe(50_000_000);
  });
  it("leave a connection alone that they have given back", async () => {
    const fake = new FakeSocket();
    const pool = new Pool();
    const connection = new ClientConnection("http://x:1", fake.socket, null, () => {});
    const outcomes: string[] = [];
    const exchange = (name: string, waitMs: number): Exchange =>
      new Exchange(connection, pool, false, { deadline: Infinity, waitMs }, {
        head: () => true,
        data: () => {},
        complete: () => void outcomes.push(`${name} complete`),
        failed: (reason) => void outcomes.push(`${name} ${reason.text}`),
      });
    const first = exchange("first", 1000);
    first.send("GET / HTTP/1.1\r\n\r\n", "");
    connection.writeNow();
    fake.feed(KEPT);
    expect(pool.take("http://x:1", true)).toBe(connection);
    exchange("second", 20).send("GET / HTTP/1.1\r\n\r\n", "");
    first.takeOverLimits();
    await pause(60);
    expect(outcomes).toEqual(["first complete", "second Network Error: timed out"]);
  });
  it("tell when nothing of a request was written before the end", () => {
    for (const [written, unwritten] of [[true, false], [false, true]]) {
      const fake = new FakeSocket();
      const connection = new ClientConnection("http://x:1", fake.socket, null, () => {});
      connection.rest();
      const told: boolean[] = [];
      const exchange: Exchange = new Exchange(connection, new Pool(), false, { deadline: Infinity, waitMs: Infinity }, {
        head: () => true,
        data: () => {},
        complete: () => {},
        failed: (_, unanswered) => void told.push(unanswered, exchange.unwritten),
      });
      exchange.send("POST / HTTP/1.1\r\n\r\n", "");
      if (written === true) connection.writeNow();
      fake.emit("end");
      expect(told).toEqual([true, unwritten]);
    }
  });
  it("tell once of what failed", async () => {
    const client = newClient();
    for (const [bytes, text] of [
      ["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab", "incomplete response body: expected 5 bytes, received 2"],
      ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\nx\r\n", "incomplete response body"],
      ["HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nab", "incomplete response body"],
    ] as const) {
      const { url } = await peer((socket) => socket.end(bytes));
      const stream = await open(client, url);
      let outcome = await client.readChunk(stream);
      if (outcome === "ab") outcome = await client.readChunk(stream);
      expect(message(outcome)).toBe(`stream read: ${text}`);
      expect(await client.readChunk(stream)).toBe("");
    }
  });
  it("release a reader that waits when they are closed, and give connections back at their end", async () => {
    const silent = await peer((socket) => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
    const client = newClient();
    const stream = await open(client, silent.url);
    const waiting = client.readChunk(stream);
    client.close(stream);
    expect(await waiting).toBe("");
    const { url, heard } = await peer((socket) => socket.write(KEPT));
    for (let i = 0; i < 3; i++) {
      const again = await open(client, url);
      expect(await client.readChunk(again)).toBe("hi");
      expect(await client.readChunk(again)).toBe("");
      client.close(again);
    }
    expect(heard).toHaveLength(1);
  });
});
