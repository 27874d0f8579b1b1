// Built requests against peers of every kind (reference/http-client#building-requests).
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from "node:zlib";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Err, ErrorValue } from "../../../interpreter/runtime/index.ts";
import type { HttpResponse } from "./buffered.ts";
import { attempt, KEPT, peer, sent } from "../testing/peer.ts";
import { Cancel } from "../../sync/index.ts";
import { testRuntime } from "../testing/test-runtime.ts";
import { Client } from "./client.ts";
import { ClientRequest } from "./client-request.ts";
import { CookieJar } from "./cookie-jar.ts";
import { parseProxy, proxyOfEnvironment } from "./proxy.ts";
import { SharedClient } from "./shared-client.ts";
import { parseTarget, type Target } from "./url.ts";

const answering =
  (body: Buffer, fields: string) =>
  (socket: Socket): void => {
    socket.write(`HTTP/1.1 200 OK\r\n${fields}Content-Length: ${body.length}\r\n\r\n`);
    socket.end(body);
  };

describe("codings", () => {
  const text = "hello, hello, hello";
  for (const [name, coding, packed] of [
    ["gzip", "gzip", gzipSync(text)],
    ["br", "br", brotliCompressSync(text)],
    ["zstd", "zstd", zstdCompressSync(text)],
    ["deflate", "deflate", deflateSync(text)],
    ["deflate without the zlib format", "deflate", deflateRawSync(text)],
  ] as const) {
    it(`${name} is decoded`, async () => {
      const { url } = await peer(answering(packed, `Content-Encoding: ${coding}\r\nA: b\r\n`));
      const response = await sent(new ClientRequest("GET", url));
      expect([response._body, response._headers]).toEqual([text, "A: b"]);
      const cut = await peer(
        answering(packed.subarray(0, packed.length - 3), `Content-Encoding: ${coding}\r\n`),
      );
      expect(await attempt(new ClientRequest("GET", cut.url))).toBe("GET: incomplete response body");
    });
  }

  it("end with their data: bytes after it are malformed", async () => {
    for (const [coding, packed] of [
      ["br", brotliCompressSync(text)],
      ["zstd", zstdCompressSync(text)],
      ["deflate", deflateSync(text)],
      ["deflate", deflateRawSync(text)],
    ] as const) {
      const { url } = await peer(
        answering(Buffer.concat([packed, Buffer.from("more")]), `Content-Encoding: ${coding}\r\n`),
      );
      expect(await attempt(new ClientRequest("GET", url))).toBe(
        `GET: incomplete response body: malformed ${coding} data`,
      );
    }
    // gzip may have several members followed by zeros.
    const members = Buffer.concat([gzipSync(text), gzipSync(text), Buffer.alloc(512)]);
    const { url } = await peer(answering(members, "Content-Encoding: gzip\r\n"));
    expect((await sent(new ClientRequest("GET", url)))._body).toBe(text + text);
    // zstd may have several frames, which Node before 26 does not decompress.
    const frames = Buffer.concat([zstdCompressSync(text), zstdCompressSync(text)]);
    const takesFrames = zstdDecompressSync(frames).length === 2 * text.length;
    const framed = await peer(answering(frames, "Content-Encoding: zstd\r\n"));
    const outcome = await attempt(new ClientRequest("GET", framed.url));
    if (takesFrames) expect((outcome as HttpResponse)._body).toBe(text + text);
    else expect(outcome).toBe("GET: incomplete response body: malformed zstd data");
  });

  it("are left encoded in partial responses, and where several are listed", async () => {
    const { url } = await peer((socket) =>
      socket.end("HTTP/1.1 206 Part\r\nContent-Encoding: br\r\nContent-Length: 3\r\n\r\nabc"),
    );
    expect((await sent(new ClientRequest("GET", url)))._body).toBe("abc");
    const two = await peer(answering(Buffer.from("abc"), "Content-Encoding: br, gzip\r\n"));
    expect((await sent(new ClientRequest("GET", two.url)))._body).toBe("abc");
  });

  it("that unpack beyond the limit end there", async () => {
    const zeros = Buffer.alloc(50_000_000);
    for (const [coding, bomb] of [
      ["br", brotliCompressSync(zeros)],
      ["gzip", gzipSync(zeros)],
      ["deflate", deflateSync(zeros)],
      ["zstd", zstdCompressSync(zeros)],
    ] as const) {
      const { url } = await peer(answering(bomb, `Content-Encoding: ${coding}\r\n`));
      const request = Object.assign(new ClientRequest("GET", url), { maxBody: 1_000_000 });
      expect(await attempt(request)).toBe("GET: response body larger than 1000000 bytes");
    }
  });
  it("are refused before the body arrives if their length is above the limit", async () => {
    const { url } = await peer((socket) =>
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000001\r\n\r\n"),
    );
    const request = Object.assign(new ClientRequest("GET", url), { maxBody: 1_000_000 });
    expect(await attempt(request)).toBe("GET: response body larger than 1000000 bytes");
    const endless = await peer((socket) =>
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n"),
    );
    expect(await attempt(new ClientRequest("GET", endless.url))).toBe("GET: string too large");
  });
});

describe("a request that would not be exactly one", () => {
  it("is refused before anything is sent", async () => {
    const { url, heard } = await peer((socket) => socket.write(KEPT));
    const bad: ((request: ClientRequest) => unknown)[] = [
      (r) => r.setHeader("A", "b\r\nC: d"),
      (r) => r.setHeader("A", "b\0"),
      (r) => r.addHeader("A b", "c"),
      (r) => r.addHeader("", "c"),
      (r) => r.addCookie("a", "b; c=d"),
      (r) => r.addCookie("a\n", "b"),
      (r) => r.setHeader("Content-Length", "5"),
      (r) => r.setHeader("Transfer-Encoding", "gzip"),
      (r) => r.addHeader("Content-Length", "3").addHeader("content-length", "0"),
      (r) => r.addHeader("Transfer-Encoding", "gzip").addHeader("Transfer-Encoding", "chunked"),
      (r) => r.setProxy("https://x"),
      (r) => r.setLength(-2),
    ];
    for (const spoil of bad) {
      const request = new ClientRequest("POST", url);
      spoil(request);
      expect(await attempt(request)).toMatch(/^POST: /);
    }
    expect(await attempt(new ClientRequest("GET", "ftp://x/"))).toContain("Unknown Scheme");
    expect(heard).toEqual([]);
  });
});

describe("content types", () => {
  it("follow the body, unless the program sets one", async () => {
    const { url, heard } = await peer((socket) => socket.end(KEPT));
    const type = async (request: ClientRequest): Promise<string | undefined> => {
      await sent(request);
      return /^content-type: (.*)\r$/im.exec(heard.at(-1)!)?.[1];
    };
    const post = (): ClientRequest => new ClientRequest("POST", url);
    expect(await type(post().setTyped("application/json", "1").setForm([]))).toBe(
      "application/x-www-form-urlencoded",
    );
    expect(await type(post().setHeader("content-type", "a/b").setForm([]))).toBe("a/b");
    expect(
      await type(post().setForm([]).setHeader("content-type", "a/b").setTyped("application/json", "1")),
    ).toBe("a/b");
    // The body cannot be read without its boundary.
    expect(
      await type(
        post()
          .setHeader("content-type", "multipart/form-data")
          .setBody("1")
          .setType("multipart/form-data; boundary=x"),
      ),
    ).toBe("multipart/form-data; boundary=x");
    // A later body without a type does not have that of the earlier one.
    expect(await type(post().setTyped("application/json", "1").setBody("x"))).toBeUndefined();
    expect(await type(post().setType("multipart/form-data; boundary=x").setBody("x"))).toBeUndefined();
    expect(
      await type(post().setTyped("application/json", "1").setHeader("content-type", "a/b").setBody("x")),
    ).toBe("a/b");
  });
});

describe("defaults of a client", () => {
  it("replace each other, and give way to those of the request", async () => {
    const { url, heard } = await peer((socket) => socket.end(KEPT));
    const shared = new SharedClient(testRuntime().runtime)
      .addHeader("X-A", "1")
      .addHeader("x-a", "2")
      .addHeader("X-B", "3");
    await sent(new ClientRequest("GET", url).setHeader("X-b", "4"), shared);
    expect(heard[0]!.match(/x-[ab]: ./gi)).toEqual(["x-a: 2", "X-b: 4"]);
    await sent(
      new ClientRequest("GET", url).addCookie("c", "3").addCookie("d", "4"),
      shared.addHeader("Cookie", "b=2"),
    );
    expect(heard[1]!.match(/^cookie:.*$/gim)).toEqual(["Cookie: b=2; c=3; d=4"]);
  });

  it("give way to a request that turns them off", async () => {
    const { url } = await peer((socket) =>
      socket.end("HTTP/1.1 302 Found\r\nLocation: /on\r\nContent-Length: 2\r\n\r\nhi"),
    );
    const shared = new SharedClient(testRuntime().runtime).setProxy("http://127.0.0.1:1");
    Object.assign(shared, { maxRedirects: 3, timeoutMs: 1 });
    const request = new ClientRequest("GET", url).setProxy("");
    Object.assign(request, { maxRedirects: 0, timeoutMs: Infinity });
    expect((await sent(request, shared))._status_code).toBe(302);
    expect(await attempt(new ClientRequest("GET", url), shared)).toMatch(/Connection Failed/);
  });
});

describe("retry", () => {
  it("repeats only requests that are safe to repeat", async () => {
    let answers = 0;
    const flaky = await peer((socket) =>
      ++answers % 3 === 0 ? void socket.write(KEPT) : void socket.destroy(),
    );
    const get = (method: string): ClientRequest =>
      Object.assign(new ClientRequest(method, flaky.url), { retries: 2 });
    expect((await sent(get("GET")))._body).toBe("hi");
    expect(answers).toBe(3);
    expect(await attempt(get("POST"))).toContain("Network Error");
    expect(answers).toBe(4);
  });
});

describe("a request that is given up while its connection is opened", () => {
  it("closes the connection immediately, and opens no other", async () => {
    // No limit ends the wait for a peer that never answers.
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { runtime } = testRuntime();
    for (const through of ["TLS", "a proxy"]) {
      const cancel = new Cancel(runtime.scheduler);
      const silent = await peer(() => cancel.cancel());
      const request = new ClientRequest("GET", silent.url.replace("http", "https"));
      if (through === "a proxy") request.setProxy(silent.url);
      request.cancel = cancel;
      expect(await attempt(request, null, new Client(runtime))).toMatch(/: cancelled$/);
      const [socket] = silent.sockets;
      if (!socket!.destroyed) await new Promise((resolve) => socket!.on("close", resolve));
      expect(silent.sockets.length).toBe(1);
    }
  });
});

describe("proxies", () => {
  it("get the whole URL of http, and tunnels for https", async () => {
    const { url, heard } = await peer((socket) => socket.write(KEPT));
    const request = new ClientRequest("GET", "http://example.test/a?b").setProxy(
      url.replace("//", "//me:pw@"),
    );
    expect((await sent(request))._body).toBe("hi");
    expect(heard[0]).toMatch(/^GET http:\/\/example\.test\/a\?b HTTP\/1\.1\r\nHost: example\.test\r\n/);
    expect(heard[0]).toContain(`Proxy-Authorization: Basic ${Buffer.from("me:pw").toString("base64")}\r\n`);
    await sent(request.setHeader("Proxy-Authorization", "mine"));
    expect(heard[1]!.match(/Proxy-Authorization: .*/g)).toEqual(["Proxy-Authorization: mine"]);
    const refusing = await peer((socket) => socket.end("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n"));
    const secure = new ClientRequest("GET", "https://example.test/").setProxy(refusing.url);
    expect(await attempt(secure)).toBe(
      `GET: https://example.test/: Connection Failed: Connect error: proxy 127.0.0.1:${new URL(refusing.url).port}: refused the tunnel with status 407`,
    );
    expect(refusing.heard[0]).toBe("CONNECT example.test:443 HTTP/1.1\r\nHost: example.test:443\r\n\r\n");
  });

  it("are named by errors, without their passwords", async () => {
    const by = (url: string, target = "http://example.test/") =>
      attempt(new ClientRequest("GET", target).setProxy(url));
    const gone = await peer((socket) => void socket.destroy());
    const port = new URL(gone.url).port;
    const broken = await peer((socket) => void socket.end("nonsense\r\n\r\n"));
    expect(await by(gone.url.replace("//", "//me:secret@"))).toMatch(
      new RegExp(`^GET: http://example\\.test/: Network Error: .* \\(proxy 127\\.0\\.0\\.1:${port}\\)$`),
    );
    expect(await by(broken.url)).toMatch(/: Bad Status: .* \(proxy 127\.0\.0\.1:\d+\)$/);
    for (const target of ["http://example.test/", "https://example.test/"])
      expect(await by("http://me:secret@127.0.0.1:1", target)).toMatch(
        /: Connection Failed: Connect error: Connection refused \(os error 111\) \(proxy 127\.0\.0\.1:1\)$/,
      );
    expect(await by("http://me:secret@no.invalid:3128")).toMatch(
      /: Dns Failed: .* \(proxy no\.invalid:3128\)$/,
    );
    expect(await by("https://me:secret@x")).toBe("GET: proxy https://x: only http:// proxies are supported");
    expect(await by("http://me:secret@[")).toMatch(/^GET: proxy http:\/\/\[: Bad URL/);
  });

  it("may send the answer to CONNECT byte by byte", async () => {
    const slow = await peer((socket, _piece, _connection, count) => {
      if (count > 1) return void socket.destroy();
      const send = (at: number, text = `HTTP/1.1 200 ${"x".repeat(500)}\r\nA: b\r\n\r\n`): void => {
        if (at < text.length) socket.write(text[at]!, () => setImmediate(send, at + 1));
      };
      send(0);
    });
    const request = new ClientRequest("GET", "https://example.test/").setProxy(slow.url);
    expect(await attempt(request)).toMatch(/Connection Failed/);
    expect(slow.heard[0]).toContain("\x16\x03");
  });

  it("are found in the environment as other programs do", () => {
    const { host } = testRuntime().runtime;
    const target = (url: string): Target => parseTarget(url) as Target;
    const saved = process.env;
    onTestFinished(() => {
      process.env = saved;
    });
    process.env = { HTTP_PROXY: "proxy.test:3128", no_proxy: "localhost, .inner.test,10.0.0.1:8080" };
    const of = (url: string): unknown => {
      const found = proxyOfEnvironment(target(url), host);
      return found === null || typeof found === "string" ? found : `${found.host}:${found.port}`;
    };
    expect(of("http://a.test/")).toBe("proxy.test:3128");
    expect(of("https://a.test/")).toBe(null);
    for (const url of [
      "http://localhost/",
      "http://x.inner.test/",
      "http://inner.test/",
      "http://10.0.0.1:8080/",
    ])
      expect(of(url)).toBe(null);
    expect(of("http://10.0.0.1/")).toBe("proxy.test:3128");
    const without = (list: string, url: string): boolean => {
      process.env["no_proxy"] = list;
      return of(url) === null;
    };
    for (const list of ["::1", "[::1]", "[::1]:80", "0:0:0:0:0:0:0:1", "::/64", "x, [::1]"])
      expect([list, without(list, "http://[::1]/")]).toEqual([list, true]);
    for (const list of ["::2", "[::1]:81", "::1/129", ":1", "1"])
      expect([list, without(list, "http://[::1]/")]).toEqual([list, false]);
    expect([
      without("10.0.0.0/8", "http://10.1.2.3/"),
      without("10.0.0.0/8", "http://11.1.2.3/"),
      without("10.0.0.0/8:81", "http://10.1.2.3/"),
    ]).toEqual([true, false, false]);
    expect([without("10.0.0.1", "http://10.0.0.1.test/"), without(".3", "http://10.1.2.3/")]).toEqual([
      false,
      false,
    ]);
    process.env["REQUEST_METHOD"] = "GET";
    expect(of("http://a.test/")).toBe(null);
    expect(parseProxy("https://x")).toMatch(/only http/);
  });
});

describe("a client for public addresses", () => {
  const only = (shared: SharedClient, url: string): Promise<unknown> =>
    attempt(new ClientRequest("GET", url), shared);
  const client = (): SharedClient => new SharedClient(testRuntime().runtime).setPublicOnly();

  it("connects to no other, in whatever spelling, and names them", async () => {
    const { url, sockets } = await peer((socket) => socket.write(KEPT));
    const { port } = new URL(url);
    for (const host of [
      "127.0.0.1",
      "127.1",
      "0x7f000001",
      "0.0.0.0",
      "[::1]",
      "[::]",
      "[::ffff:127.0.0.1]",
      "[::ffff:0:127.0.0.1]",
      "[64:ff9b::127.0.0.1]",
      "[2002:7f00:1::]",
      "169.254.169.254",
      "192.0.0.1",
      "[5f00::1]",
      "[fd00::1]",
    ])
      expect(await only(client(), `http://${host}:${port}/`)).toMatch(
        /: Connection Failed: Connect error: [\d.a-f:]+ is not a public address$/,
      );
    expect(await only(client(), `http://localhost:${port}/`)).toMatch(
      /Connect error: [\d.:]+ \(localhost\) is not a public address$/,
    );
    expect(sockets.length).toBe(0);
  });

  it("looks at the addresses of a name, of each redirect, and of a proxy", async () => {
    const inner = await peer((socket) => socket.write(KEPT));
    const moved = await peer((socket) =>
      socket.write(`HTTP/1.1 302 x\r\nLocation: ${inner.url}\r\nContent-Length: 0\r\n\r\n`),
    );
    const { runtime } = testRuntime();
    const { sockets } = runtime.host.system;
    const dialled: string[] = [];
    // Public addresses are those of the peer in this test.
    const led = {
      ...sockets,
      resolve: async (name: string) =>
        name === "mixed.test" ? ["10.0.0.1", "93.184.216.34", "fd00::1"] : ["10.0.0.1", "fd00::1"],
      connect: (host: string, port: number) => (dialled.push(host), sockets.connect("127.0.0.1", port)),
    };
    Object.assign(runtime.host.system, { sockets: led });
    const shared = new SharedClient(runtime).setPublicOnly();
    shared.maxRedirects = 3;
    const get = (url: string): Promise<unknown> => only(shared, url);
    const named = (url: string, name: string): string => url.replace("127.0.0.1", name);
    expect(await get(named(inner.url, "mixed.test"))).toMatchObject({ _body: "hi" });
    expect(await get(named(inner.url, "inner.test"))).toMatch(
      /10\.0\.0\.1 \(inner\.test\) is not a public address$/,
    );
    expect(await get(named(moved.url, "mixed.test"))).toMatch(/127\.0\.0\.1 is not a public address$/);
    expect(await get(named(inner.url, "93.184.216.34"))).toMatchObject({ _body: "hi" });
    expect(dialled).toEqual(["93.184.216.34", "93.184.216.34", "93.184.216.34"]);
    const by = (proxy: string, url: string): Promise<unknown> =>
      attempt(new ClientRequest("GET", url).setProxy(proxy), shared);
    expect(await by(inner.url, "http://mixed.test/")).toMatch(/127\.0\.0\.1 is not a public .*\(proxy /);
    expect(await by(named(inner.url, "mixed.test"), "http://10.0.0.7/")).toMatch(/10\.0\.0\.7 is not/);
    expect(await by(named(inner.url, "mixed.test"), "http://mixed.test/")).toMatchObject({ _body: "hi" });
  });

  it("does not reuse connections that were opened before", async () => {
    const { url } = await peer((socket) => socket.write(KEPT));
    const shared = new SharedClient(testRuntime().runtime);
    expect(await only(shared, url)).toMatchObject({ _body: "hi" });
    expect(await only(shared.setPublicOnly(), url)).toMatch(/is not a public address$/);
  });
});

describe("cookies", () => {
  const at = (url: string): Target => parseTarget(url) as Target;
  const kept = (set: string[], from: string, to: string, now = 0): string => {
    const jar = new CookieJar();
    jar.keep(set, at(from), 0);
    return jar.of(at(to), now);
  };

  it("go where RFC 6265 sends them", () => {
    expect(kept(["a=1"], "http://x.test/d/e", "http://x.test/d/f")).toBe("a=1");
    expect(kept(["a=1"], "http://x.test/d/e", "http://x.test/dd")).toBe("");
    expect(kept(["a=1"], "http://x.test/", "http://y.x.test/")).toBe("");
    expect(kept(["a=1; Domain=.x.test"], "http://x.test/", "http://y.x.test/")).toBe("a=1");
    expect(kept(["a=1; Domain=other.test"], "http://x.test/", "http://other.test/")).toBe("");
    expect(kept(["a=1; Domain=test"], "http://x.test/", "http://y.test/")).toBe("");
    expect(kept(["a=1; Secure"], "https://x.test/", "http://x.test/")).toBe("");
    expect(kept(["a=1; Secure"], "http://x.test/", "https://x.test/")).toBe("");
    expect(kept(["a=1; Path=/d", "b=2"], "http://x.test/", "http://x.test/d/e")).toBe("a=1; b=2");
    expect(kept(["a=1", "a=2"], "http://x.test/", "http://x.test/")).toBe("a=2");
    expect(
      kept(
        ["a=1; Max-Age=5; Expires=Thu, 01 Jan 1970 00:00:00 GMT"],
        "http://x.test/",
        "http://x.test/",
        4_000,
      ),
    ).toBe("a=1");
    expect(kept(["a=1; Max-Age=5"], "http://x.test/", "http://x.test/", 5_000)).toBe("");
    expect(kept(["a=1", "a=; Max-Age=0"], "http://x.test/", "http://x.test/")).toBe("");
    expect(kept(["a=1", "b=2", "a=3"], "http://x.test/", "http://x.test/")).toBe("a=3; b=2");
    expect(kept(["n\xc3\xa9=caf\xc3\xa9\x80\xff; Path=/"], "http://x.test/", "http://x.test/")).toBe(
      "n\xc3\xa9=caf\xc3\xa9\x80\xff",
    );
    for (const date of [
      "Thu, 01-Jan-1970 00:00:09 GMT",
      "Thursday, 01-Jan-70 00:00:09 GMT",
      "Thu Jan  1 00:00:09 1970",
      "1 jan 1970 0:0:9",
      "Thu, 01 Jan 1970 00:00:09",
    ]) {
      expect([date, kept([`a=1; Expires=${date}`], "http://x.test/", "http://x.test/", 8_999)]).toEqual([
        date,
        "a=1",
      ]);
      expect([date, kept([`a=1; Expires=${date}`], "http://x.test/", "http://x.test/", 9_000)]).toEqual([
        date,
        "",
      ]);
    }
    for (const date of [
      "tomorrow",
      "Thu, 32 Jan 1970 00:00:09",
      "Thu, 01 Jan 1970 25:00:00",
      "Thu, 01 Jan 1500 00:00:00",
    ]) {
      expect([date, kept([`a=1; Expires=${date}`], "http://x.test/", "http://x.test/", 1e14)]).toEqual([
        date,
        "a=1",
      ]);
    }
    expect(kept(["__Host-a=1; Path=/"], "https://x.test/", "https://x.test/")).toBe("");
    expect(
      kept(["a=b\x01", "=x", "novalue", `big=${"x".repeat(5000)}`], "http://x.test/", "http://x.test/"),
    ).toBe("");
  });

  it("received over TLS are not replaced in plain text", () => {
    const jar = new CookieJar();
    jar.keep(["a=1; Secure; Domain=x.test"], at("https://x.test/"), 0);
    jar.keep(["a=2", "a=3; Domain=x.test", "a=; Max-Age=0; Domain=x.test", "b=4"], at("http://y.x.test/"), 0);
    expect(jar.of(at("https://y.x.test/"), 0)).toBe("a=1; b=4");
    jar.keep(["a=5; Domain=x.test"], at("https://x.test/"), 0);
    expect(jar.of(at("http://x.test/"), 0)).toBe("a=5");
  });

  it("do not pile up", () => {
    const many = Array.from({ length: 100_000 }, (_, i) => `c${i}=1`);
    expect(kept(many.slice(0, 2000), "http://x.test/", "http://x.test/").split("; ")).toHaveLength(50);
  });

  it("are not sent to another host after a redirect", async () => {
    const there = await peer((socket) => socket.end(KEPT));
    const here = await peer((socket) =>
      socket.end(
        `HTTP/1.1 302 Found\r\nSet-Cookie: a=1\r\nLocation: ${there.url.replace("127.0.0.1", "localhost")}\r\nContent-Length: 0\r\n\r\n`,
      ),
    );
    const { runtime } = testRuntime();
    const request = Object.assign(
      new ClientRequest("GET", here.url).setHeader("Authorization", "secret").addCookie("b", "2"),
      { maxRedirects: 3 },
    );
    expect((await sent(request, new SharedClient(runtime), new Client(runtime)))._body).toBe("hi");
    expect(there.heard[0]).not.toMatch(/cookie|secret/i);
  });
});

describe("uploads", () => {
  it("wait for a peer that does not read", async () => {
    const server = createServer((socket) => socket.pause());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const sockets = new Set<Socket>();
    server.on("connection", (socket) => sockets.add(socket));
    onTestFinished(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    const client = new Client(testRuntime().runtime);
    const request = new ClientRequest("POST", `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    request.___body = {};
    const call = client.begin(request, null, true) as never;
    let taken = 0;
    for (;;) {
      const outcome = client.upload(call, "x".repeat(65_536));
      const waits =
        outcome instanceof Promise &&
        (await Promise.race([
          outcome.then(() => false),
          new Promise((resolve) => setTimeout(resolve, 200, true)),
        ]));
      if (waits === true) break;
      taken += 65_536;
      expect(taken).toBeLessThan(50_000_000);
    }
    (call as { call: { close(): void } }).call.close();
  });

  it("end with the peer", async () => {
    const { url } = await peer((socket, _piece, _connection, count) => void (count > 2 && socket.destroy()));
    const client = new Client(testRuntime().runtime);
    const request = new ClientRequest("POST", url);
    request.___body = {};
    const call = client.begin(request, null, true) as never;
    let wanted: unknown = true;
    while (wanted === true) wanted = await client.upload(call, "x".repeat(65_536));
    expect(wanted).toBe(false);
    expect(((await client.response(call)) as Err<ErrorValue>).error._message).toContain("Network Error");
  });
});
