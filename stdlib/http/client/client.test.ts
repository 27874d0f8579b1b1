// The client against peers of every kind (reference/http-client#requests, reference/http-client#connections,
// reference/http-client#responses).
import { gzipSync } from "node:zlib";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { Response, TEXT } from "../routes/response.ts";
import { KEPT, failure, newClient, peer, send } from "../testing/peer.ts";
import { routesTo, start } from "../testing/served.ts";
import { parseTarget } from "./url.ts";

describe("requests on the wire (reference/http-client#requests)", () => {
  async function wire(method: string, body: string, headers: string, path = ""): Promise<string> {
    const { url, heard } = await peer((socket) => socket.end(KEPT));
    await send(newClient(), url + path, method, body, headers);
    return heard[0]!.replace(/Host: 127.0.0.1:\d+\r\n/, "Host: here\r\n").replace(/User-Agent: \S+\r\n/, "");
  }
  it("adds only the missing headers", async () => {
    expect(await wire("GET", "", "")).toBe(
      "GET / HTTP/1.1\r\nHost: here\r\nAccept: */*\r\nAccept-Encoding: gzip\r\n\r\n",
    );
    expect(await wire("POST", "", "")).toContain("Content-Length: 0\r\n\r\n");
    expect(await wire("GET", "ab", "")).toMatch(/Content-Length: 2\r\n\r\nab$/);
    expect(await wire("GET", "", "Range: bytes=0-1")).not.toContain("Accept-Encoding");
    expect(await wire("PROPFIND", "", "accept: a/b\r\nUSER-AGENT: me")).toBe(
      "PROPFIND / HTTP/1.1\r\nHost: here\r\nAccept-Encoding: gzip\r\naccept: a/b\r\nUSER-AGENT: me\r\n\r\n",
    );
  });
  it("keeps the last of repeated headers, but all of X-", async () => {
    const text = await wire("GET", "", "A: 1\nx-b: 1\n\nnonsense\na : 2\nX-B: 2\nHost: other");
    expect(text).toContain("Host: other\r\n");
    expect(text).toMatch(/\r\na: 2\r\nx-b: 1\r\nX-B: 2\r\n\r\n$/);
  });
  it("sends chunked when asked to", async () => {
    expect(await wire("POST", "hello world!!!!!", "Transfer-Encoding: Chunked")).toMatch(
      /Transfer-Encoding: Chunked\r\n\r\n10\r\nhello world!!!!!\r\n0\r\n\r\n$/,
    );
    expect(await wire("POST", "", "Transfer-Encoding: chunked")).toMatch(/\r\n\r\n0\r\n\r\n$/);
    expect(await wire("POST", "ab", "Content-Length: 02")).toMatch(/Content-Length: 02\r\n\r\nab$/);
  });
  it("sends paths as a browser would", async () => {
    expect(await wire("GET", "", "", "a b/\xc3\xa9?q=\xc3\xa9 1#part")).toMatch(
      /^GET \/a%20b\/%C3%A9\?q=%C3%A9%201 HTTP/,
    );
    expect(await wire("GET", "", "", "?")).toMatch(/^GET \/ HTTP/);
    expect(await wire("GET", "", "", "a\\b/../c")).toMatch(/^GET \/a\/c HTTP/);
  });
  it("reads URLs like a browser", () => {
    const target = (url: string): unknown => {
      const parsed = parseTarget(url);
      return typeof parsed === "string"
        ? parsed
        : `${parsed.host} ${parsed.port} ${parsed.authority} ${parsed.path}`;
    };
    expect(target("http://2130706433/")).toBe("127.0.0.1 80 127.0.0.1 /");
    expect(target("http://0x7f.1/")).toBe("127.0.0.1 80 127.0.0.1 /");
    expect(target(" \r\nHTTPS://[::1]\n")).toBe("::1 443 [::1] /");
    expect(target("http://b\xc3\xbccher.example:8080/x")).toBe(
      "xn--bcher-kva.example 8080 xn--bcher-kva.example:8080 /x",
    );
    expect(target("http://x\\y")).toBe("x 80 x /y");
    expect(target("http://x:80/")).toBe("x 80 x /");
    for (const url of [
      "",
      "x",
      "/x",
      "http://",
      "http://a b/",
      "http://x:99999/",
      "http://x/\ty",
      "http://x/a\nb",
      "http://x\r/",
    ])
      expect(target(url)).toMatch(/^Bad URL: /);
    expect(target("ftp://u:p@x/y")).toBe("ftp://x/y: Unknown Scheme: unknown scheme 'ftp'");
    expect(target("localhost:80")).toBe("localhost:80: Unknown Scheme: unknown scheme 'localhost'");
  });
  it("turns user info into credentials and never shows it", async () => {
    const { url, heard } = await peer((socket) => socket.end(KEPT));
    await send(newClient(), url.replace("//", "//us%C3%A9r:p%3Aw@"));
    expect(heard[0]).toContain(`Authorization: Basic ${Buffer.from("us\u00e9r:p:w").toString("base64")}\r\n`);
    expect(await failure(newClient(), "http://user:secret@127.0.0.1:1/")).toBe(
      "GET: http://127.0.0.1:1/: Connection Failed: Connect error: Connection refused (os error 111)",
    );
  });
  it("refuses input that would not be exactly one request", async () => {
    const client = newClient();
    const url = "http://127.0.0.1:1/";
    expect(await failure(client, url, "GET", "", "A b: c")).toBe("GET: Bad Header: invalid header 'A b: c'");
    expect(await failure(client, url, "GET", "", "A: b\xe9".replace("\xe9", "\xc3\xa9"))).toContain(
      "Bad Header: invalid header 'A: b",
    );
    expect(await failure(client, url, "GET", "", "A: b\0c")).toContain("Bad Header");
    expect(await failure(client, url, "POST", "abc", "Content-Length: 2")).toContain("Bad Header");
    expect(
      await failure(client, url, "POST", "abc", "Content-Length: 3\nTransfer-Encoding: chunked"),
    ).toContain("Bad Header");
    expect(await failure(client, url, "POST", "abc", "Transfer-Encoding: gzip")).toContain("Bad Header");
    for (const method of ["", "G ET", "CONNECT", "connect", "G\r\nX: y"])
      expect(await failure(client, url, method)).toContain("ethod");
    for (const args of [
      ["\xff", url, ""],
      ["GET", "http://\xff/", ""],
      ["GET", url, "A: \xff"],
    ] as const) {
      expect(await failure(client, args[1], args[0], "", args[2])).toBe(
        `${args[0]}: method, url, or headers is not valid UTF-8`,
      );
    }
  });
});

describe("limits of time (reference/http-client#connections)", () => {
  it("cover the wait for the head, the body and connecting", async () => {
    const silent = await peer(() => {});
    const client = newClient();
    const late = (url: string): Promise<string> => failure(client, url, "GET", "", "", 2_000);
    const half = await peer((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe"));
    const trickle = await peer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n");
      const drip = setInterval(() => socket.write("x"), 10);
      socket.on("close", () => clearInterval(drip));
    });
    expect(await Promise.all([silent.url, half.url, trickle.url, "http://192.0.2.1/"].map(late))).toEqual([
      `GET: ${silent.url}: Network Error: timed out`,
      "GET: incomplete response body",
      "GET: incomplete response body",
      expect.stringMatching(/^GET: http:\/\/192.0.2.1\/: Connection Failed: Connect error: /),
    ]);
  });
  it("may be of any length", async () => {
    const { url } = await peer((socket) => socket.write(KEPT));
    for (const timeout of [0, -5, 2 ** 31, 2 ** 53 - 1, Infinity])
      expect((await send(newClient(), url, "GET", "", "", timeout))._status_code).toBe(200);
  });
  it("report names that do not resolve", async () => {
    expect(await failure(newClient(), "http://no-such-host.invalid/x")).toMatch(
      /^GET: http:\/\/no-such-host.invalid\/x: Dns Failed: resolve dns name 'no-such-host.invalid:80': failed to lookup address information: /,
    );
  });
});

describe("responses (reference/http-client#responses)", () => {
  it("keep every field line and the spelling of names", async () => {
    const { url } = await peer((socket) =>
      socket.end("HTTP/1.1 299  \r\nb: 1 \r\nB:2\r\nSet-Cookie: x\r\nset-cookie: y\r\n\r\n"),
    );
    const response = await send(newClient(), url);
    expect([response._status_code, response._status_text, response._headers]).toEqual([
      299,
      "",
      "b: 1\nB: 2\nSet-Cookie: x\nset-cookie: y",
    ]);
    const plain = await peer((socket) => socket.end("HTTP/1.1 404\r\n\r\n"));
    expect((await send(newClient(), plain.url))._status_text).toBe("Not Found");
  });
  function coded(body: Buffer, fields = ""): (socket: Socket) => void {
    return (socket) => {
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Encoding: GZIP\r\nA: b\r\nContent-Length: ${body.length}\r\n${fields}\r\n`,
      );
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
    const head = await peer((socket) =>
      socket.end("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\n"),
    );
    expect((await send(newClient(), head.url, "HEAD"))._headers).toContain(
      "Content-Encoding: gzip\nContent-Length: 9",
    );
    const partial = await peer((socket) =>
      socket.end("HTTP/1.1 206 Partial\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc"),
    );
    expect((await send(newClient(), partial.url))._body).toBe("abc");
    const chunkless = await peer((socket) =>
      socket.end("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    );
    expect((await send(newClient(), chunkless.url))._headers).toContain("gzip");
  });
  it("are left alone when coded more than once (RFC 9110 5.3: several lines are one list)", async () => {
    for (const lines of [
      "Content-Encoding: br, gzip\r\n",
      "Content-Encoding: br\r\nContent-Encoding: gzip\r\n",
      "Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n",
    ]) {
      const { url } = await peer((socket) =>
        socket.end(`HTTP/1.1 200 OK\r\n${lines}Content-Length: 3\r\n\r\nabc`),
      );
      const response = await send(newClient(), url);
      expect([response._body, response._headers.split("\n").length]).toEqual([
        "abc",
        lines.split("\r\n").length,
      ]);
    }
  });
  it("that are broken are errors", async () => {
    const packed = gzipSync("hello world, hello world");
    for (const [body, text] of [
      [packed.subarray(0, packed.length - 3), ""],
      [Buffer.from("not gzip at all"), ": malformed gzip data"],
      [Buffer.concat([packed.subarray(0, 12), Buffer.from("xxxxxxxxxxxxxxx")]), ": malformed gzip data"],
    ] as const) {
      const { url } = await peer(coded(body));
      expect(await failure(newClient(), url)).toBe(`GET: incomplete response body${text}`);
    }
  });
  it("name the fault in their chunks, and none where they only end early", async () => {
    const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (const [chunks, text] of [
      ["zz\r\nabc\r\n0\r\n\r\n", ": malformed chunk size 'zz'"],
      ["-3\r\nabc\r\n0\r\n\r\n", ": malformed chunk size '-3'"],
      ["\r\nabc", ": malformed chunk size ''"],
      ["3;a=b=c\r\nabc\r\n0\r\n\r\n", ": malformed chunk size '3;a=b=c'"],
      [`${"f".repeat(40)}\r\n`, `: malformed chunk size '${"f".repeat(32)}...'`],
      ["3\xff\x07\r\nabc", ": malformed chunk size '3??'"],
      ["3\nabc\n0\n\n", ": malformed chunk size"],
      ["3\r\nabcd\r\n0\r\n\r\n", ": malformed end of a chunk"],
      ["3\r\nabc\r\n0\r\nno colon\r\n\r\n", ": malformed trailer 'no colon'"],
      ["3\r\nabc\r\n5\r\nx", ""],
      ["3\r\nabc\r\n0\r\nA: b", ""],
    ] as const) {
      const { url } = await peer((socket) => socket.end(Buffer.from(head + chunks, "latin1")));
      expect(await failure(newClient(), url)).toBe(`GET: incomplete response body${text}`);
    }
  });
  it("too large for a string are immediate errors", async () => {
    const { url } = await peer((socket) =>
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 536870889\r\n\r\nx"),
    );
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
  it("arrive from std/http's own server, with large bodies, too", async () => {
    const running = await start(routesTo((request) => Response.of(200, TEXT, request._body)));
    const body = "q".repeat(10_000_000);
    const client = newClient();
    const url = `http://127.0.0.1:${running.port}/`;
    for (let i = 0; i < 3; i++)
      expect((await send(client, url, "POST", body, "", 10_000))._body === body).toBe(true);
    await running.stop();
  });
});
