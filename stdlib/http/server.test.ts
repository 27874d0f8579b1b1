// Life cycle, connections, routing and responses of the server (http-details 7, 8 and 10).
import { mkdtempSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Exit, Panic, ScriptMap } from "../../interpreter/runtime/index.ts";
import { fileResponse, staticFile } from "./file-response.ts";
import { METHODS, parseMethod } from "./method.ts";
import { Request } from "./request.ts";
import { RESPONSE_FUNCTIONS, Response, TEXT } from "./response.ts";
import { Route } from "./router.ts";
import { Server, listen, shutdown } from "./server.ts";
import { converse, dialRaw, echo, pause, routesTo, start, statusesOf, talk } from "./testing/served.ts";
import type { Handler } from "./testing/served.ts";
import { testRuntime } from "./testing/test-runtime.ts";

const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const CLOSING = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
const text = (body: string): Response => Response.of(200, TEXT, body);

function answer(response: Response, head = "GET / HTTP/1.1\r\nHost: x\r\n"): string {
  return converse([`${head}\r\n`], () => response).text;
}

describe("responses on the wire", () => {
  it("has the written order of http-details 10", () => {
    const response = text("hi").header("X-A", "1").header("x-b", "2").addHeader("Set-Cookie", "c").addHeader("Set-Cookie", "d");
    expect(answer(response)).toBe(
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-A: 1\r\nx-b: 2\r\nSet-Cookie: c\r\nSet-Cookie: d\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nhi",
    );
  });
  it("dates every answer, unless the handler did", async () => {
    const running = await start(routesTo((request) => (request._path === "/d" ? text("").header("dAtE", "never") : text(""))));
    expect(await talk(running.port, CLOSING)).toMatch(/\r\nConnection: close\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n\r\n$/);
    const dated = await talk(running.port, CLOSING.replace("/ ", "/d "));
    expect(dated.match(/date:/gi)).toEqual(["dAtE:"]);
    await running.stop();
  });
  it("cannot be made to write lines of somebody's choosing", () => {
    const map: ScriptMap<string, string> = new ScriptMap();
    map.set("A", "b\r\nInjected: 1");
    map.set("C\r\nD", "e");
    map.set("Content-Length", "99");
    map.set("TRANSFER-ENCODING", "chunked");
    map.set("connection", "close");
    expect(answer(new Response(200, map, "hi"))).toBe("HTTP/1.1 200 OK\r\nA: bInjected: 1\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nhi");
    expect(answer(text("").header("bad name", "x").header("Good", "a\0b\x7fc\td"))).toContain("\r\nGood: abc\td\r\n");
  });
  it("sends the last of names that differ in case, and every Set-Cookie", () => {
    const map: ScriptMap<string, string> = new ScriptMap();
    for (const [name, value] of [["x-a", "1"], ["Set-Cookie", "1"], ["X-A", "2"], ["set-cookie", "2"]] as const) map.set(name, value);
    expect(answer(new Response(200, map, ""))).toContain("200 OK\r\nSet-Cookie: 1\r\nX-A: 2\r\nset-cookie: 2\r\nContent-Length: 0\r\n");
  });
  it("replaces a header of any spelling", () => {
    const response = text("").header("content-TYPE", "a/b");
    expect(response._headers.keys()).toEqual(["content-TYPE"]);
    expect(answer(response)).toContain("200 OK\r\ncontent-TYPE: a/b\r\nContent-Length");
  });
  it("frames HEAD, 204, 304 and interim responses", () => {
    expect(answer(text("hello"), "HEAD / HTTP/1.1\r\nHost: x\r\n")).toMatch(/Content-Length: 5\r\nConnection: keep-alive\r\n\r\n$/);
    expect(answer(Response.of(204, "", "ignored"))).toBe("HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n");
    expect(answer(Response.of(304, "", ""))).toBe("HTTP/1.1 304 Not Modified\r\nConnection: keep-alive\r\n\r\n");
    expect(answer(Response.of(304, "", "abc"))).toBe("HTTP/1.1 304 Not Modified\r\nContent-Length: 3\r\nConnection: keep-alive\r\n\r\n");
    expect(answer(Response.of(103, "", "abc"))).toBe("HTTP/1.1 103 Early Hints\r\nConnection: close\r\n\r\n");
    expect(answer(Response.of(103, "", "abc"), "GET / HTTP/1.0\r\nConnection: keep-alive\r\n")).toContain("HTTP/1.1 500 ");
    expect(answer(Response.of(205, "", ""))).toContain("Content-Length: 0");
  });
  it("sends odd statuses as 500, unlisted ones by class", () => {
    for (const status of [0, 99, 600, -1, 1e15]) expect(answer(Response.of(status, "", "x"))).toMatch(/^HTTP\/1.1 500 Internal Server Error\r\n/);
    const phrases = { 299: "Success", 399: "Redirection", 418: "I'm a teapot", 422: "Unprocessable Entity", 499: "Client Error", 599: "Server Error" };
    for (const [status, phrase] of Object.entries(phrases)) expect(answer(Response.of(Number(status), "", ""))).toContain(`${status} ${phrase}\r\n`);
  });
  it("has the constructors of http-details 10", () => {
    const types = {
      "Response.ok": [200, TEXT], "Response.text": [200, TEXT], "Response.html": [200, "text/html; charset=utf-8"], "Response.json_raw": [200, "application/json"],
      "Response.created": [201, TEXT], "Response.bad_request": [400, TEXT], "Response.server_error": [500, TEXT],
    } as const;
    for (const [name, [status, type]] of Object.entries(types)) {
      const response = RESPONSE_FUNCTIONS[name as keyof typeof types]("body");
      expect([response._status, response._headers.get("Content-Type"), response._body]).toEqual([status, type, "body"]);
    }
    expect(RESPONSE_FUNCTIONS["Response.not_found"]()._body).toBe("Not Found");
    expect(RESPONSE_FUNCTIONS["Response.no_content"]()._headers.size).toBe(0);
    expect(answer(RESPONSE_FUNCTIONS["Response.redirect"]("/x"))).toBe("HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n");
    expect(answer(RESPONSE_FUNCTIONS["Response.with_body"](207, "b"))).not.toContain("Content-Type");
  });
  it("does not change a response that handlers share", () => {
    const shared = text("same");
    const once = converse([GET, GET], () => shared).text;
    expect(once).toBe(answer(shared) + answer(shared));
    expect(shared.headerMap).toBeNull();
  });
});

describe("requests as handlers see them", () => {
  function received(bytes: string): Request {
    let seen: Request | undefined;
    converse([bytes], (request) => ((seen = request), text("")));
    return seen!;
  }
  it("lowercases names, joins repeated ones and keeps the order", () => {
    const request = received("GET / HTTP/1.1\r\nB: 1\r\nHost: x\r\nCookie: a\r\nb: 2\r\nCookie: c\r\nÄ:\r\n\r\n".replace("Ä:\r\n", "E: \xe9 \r\n"));
    expect([...request._headers.pairs()]).toEqual([["b", "1, 2"], ["host", "x"], ["cookie", "a; c"], ["e", "\xe9"]]);
    expect(request.header("HOST")).toBe("x");
    expect(request.header("none")).toBe("");
  });
  it("takes the host of an absolute target", () => {
    expect(received("GET http://Y:8/p?q=1 HTTP/1.1\r\nA: 1\r\nHost: x\r\n\r\n")._headers.get("host")).toBe("Y:8");
    const request = received("GET http://y HTTP/1.0\r\n\r\n");
    expect([request._path, request._headers.get("host"), request._version]).toEqual(["/", "y", "HTTP/1.0"]);
  });
  it("decodes queries to bytes", () => {
    const query = received("GET /p?a=1&b&&=c&a=2+%2B&%zz=%&x=%E2%82%AC%00&=d=e HTTP/1.1\r\nHost: x\r\n\r\n")._query;
    expect([...query.pairs()]).toEqual([["a", "2 +"], ["b", ""], ["", "d=e"], ["%zz", "%"], ["x", "\xe2\x82\xac\0"]]);
  });
  it("keeps the transfer-encoding of a body that was chunked", () => {
    const request = received("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n");
    expect([request._body, request.header("transfer-encoding")]).toEqual(["hi", "chunked"]);
  });
  it("finds headers of literal requests in any case", () => {
    const map: ScriptMap<string, string> = new ScriptMap();
    map.set("Content-Type", "a/b");
    const request = new Request(METHODS[0]!, "/", "HTTP/1.1", map, new ScriptMap(), new ScriptMap(), "");
    expect(request.header("content-type")).toBe("a/b");
  });
  it("names methods", () => {
    expect(["get", "Post", "OPTIONS", "brew", ""].map((name) => parseMethod(name).tag)).toEqual([0, 1, 6, 7, 7]);
  });
});

describe("connections (http-details 8)", () => {
  it("answers pipelined requests in order, also when handlers wait", async () => {
    const handler: Handler = async (request) => {
      await pause(request._path === "/slow" ? 30 : 1);
      return text(request._path);
    };
    const running = await start(routesTo(handler), { log: true });
    const requests = ["/slow", "/a", "/b"].map((path) => GET.replace("/ ", `${path} `)).join("") + CLOSING;
    const bodies = (await talk(running.port, requests)).match(/\/\w*$|\/\w*(?=HTTP)/gm);
    expect(bodies?.join(" ")).toBe("/slow /a /b /");
    await running.stop();
    expect(running.stdout()).toBe("GET /slow 200\nGET /a 200\nGET /b 200\nGET / 200\n");
  });
  it("still answers a client that has ended its side", async () => {
    const running = await start(routesTo(async () => (await pause(20), text("late"))));
    expect(statusesOf(await talk(running.port, GET + GET, { end: true }))).toBe("200 200");
    expect(statusesOf(await talk(running.port, "", { end: true }))).toBe("");
    expect(statusesOf(await talk(running.port, "\r\n\r", { end: true }))).toBe("");
    expect(statusesOf(await talk(running.port, `${GET}GET / HT`, { end: true }))).toBe("200 400");
    expect(statusesOf(await talk(running.port, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nab", { end: true }))).toBe("400");
    expect(statusesOf(await talk(running.port, "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", { end: true }))).toBe("400");
    await running.stop();
  });
  it("times out as the state demands, and logs it", async () => {
    const running = await start(routesTo(echo), { read: 80, log: true });
    expect(await talk(running.port, "")).toBe("");
    expect(await talk(running.port, "\r\n")).toBe("");
    expect(statusesOf(await talk(running.port, "GET / HTTP/1.1\r\n"))).toBe("408");
    expect(statusesOf(await talk(running.port, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc"))).toBe("408");
    expect(statusesOf(await talk(running.port, GET))).toBe("200");
    await running.stop();
    expect(running.stdout()).toBe("- - 408\n- - 408\nGET / 200\n");
  });
  it("lets nobody trickle a head, but an honest slow body", async () => {
    const running = await start(routesTo(echo), { read: 150 });
    const trickle = dialRaw(running.port);
    let heard = "";
    trickle.on("data", (bytes: Buffer) => (heard += bytes.toString()));
    const begun = Date.now();
    trickle.write("GET / HTTP/1.1\r\nHost: x\r\n");
    const drip = setInterval(() => trickle.write("A: b\r\n"), 20);
    await new Promise((resolve) => trickle.on("end", resolve));
    clearInterval(drip);
    trickle.destroy();
    expect(statusesOf(heard)).toBe("408");
    expect(Date.now() - begun).toBeLessThan(1000);
    // Each 4,096 bytes earn a second: six pieces at 60 ms are longer than the time-out.
    const slow = dialRaw(running.port);
    slow.on("data", (bytes: Buffer) => (heard += bytes.toString()));
    slow.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${6 * 4096}\r\n\r\n`);
    for (let i = 0; i < 6; i++) {
      await pause(60);
      slow.write("b".repeat(4096));
    }
    await new Promise((resolve) => slow.on("end", resolve));
    slow.destroy();
    expect(statusesOf(heard)).toBe("408 200");
    await running.stop();
  });
  it("counts only the time in which it wants to read", async () => {
    const running = await start(routesTo(async () => (await pause(150), text(""))), { read: 100 });
    expect(statusesOf(await talk(running.port, GET + CLOSING))).toBe("200 200");
    await running.stop();
  });
  it("drops a client that does not read, and reads no more from it meanwhile", async () => {
    let handled = 0;
    const running = await start(routesTo(() => ((handled += 1), text("x".repeat(1_000_000)))), { write: 150 });
    const socket = dialRaw(running.port);
    socket.write(GET.repeat(500));
    await pause(600);
    expect(handled).toBeLessThan(30);
    // What is in the system's buffers still comes; then the connection is gone.
    await new Promise((resolve) => socket.on("close", resolve).on("end", resolve).resume());
    socket.destroy();
    expect(handled).toBeLessThan(30);
    await running.stop();
  });
  it("holds a bounded number of requests while handlers wait", async () => {
    let arrived = 0;
    const running = await start(routesTo(async () => (await pause(2), text(""))));
    const socket = dialRaw(running.port);
    socket.resume();
    const block = GET.repeat(2000);
    const push = (): void => {
      while (arrived < 100_000_000 && socket.write(block)) arrived += block.length;
      arrived += block.length;
    };
    socket.on("drain", push);
    push();
    await pause(400);
    // What the two ends of the connection buffer in the system is a few megabytes.
    expect(arrived).toBeLessThan(20_000_000);
    socket.destroy();
    await running.stop();
  });
  it("delivers a large answer to a slow reader that makes progress", async () => {
    const size = 20_000_000;
    const running = await start(routesTo(() => text("x".repeat(size))), { write: 500 });
    const socket = dialRaw(running.port);
    let length = 0;
    const begin = performance.now();
    socket.on("data", (bytes: Buffer) => {
      length += bytes.length;
      if (performance.now() - begin > 2_000) return;
      // Some 64 KiB each time; the system accepts more only when it has room for a megabyte.
      socket.pause();
      setTimeout(() => socket.resume(), 50);
    });
    socket.on("end", () => socket.end());
    socket.write(CLOSING);
    await new Promise((resolve) => socket.on("close", resolve));
    expect(length).toBeGreaterThan(size);
    socket.destroy();
    await running.stop();
  });
  it("says 100 Continue only when the client may wait for it (RFC 9110 10.1.1)", async () => {
    const head = "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n";
    expect(converse([head, "ab"]).statuses).toBe("100 200");
    expect(converse([`${head}a`, "b"]).statuses).toBe("200");
    expect(converse([`${GET}${head}`, "ab"]).statuses).toBe("200 100 200");
    expect(converse([head.replace("1.1", "1.0"), "ab"]).statuses).toBe("200");
    expect(converse([head.replace("2\r\n", "0\r\n")]).statuses).toBe("200");
    expect(converse([head.replace("Content-Length: 2", "Transfer-Encoding: chunked"), "0\r\n\r\n"]).statuses).toBe("100 200");
  });
  it("lets the client see the answer although it sends more (RFC 9112 9.6)", async () => {
    const running = await start(routesTo(echo));
    const reply = await talk(running.port, `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n${"x".repeat(3_000_000)}`);
    expect(statusesOf(reply)).toBe("413");
    await running.stop();
  });
  it("serves connections side by side", async () => {
    const running = await start(routesTo(async (request) => (request._path === "/slow" ? (await pause(200), text("s")) : text("f"))));
    const order: string[] = [];
    await Promise.all([
      talk(running.port, CLOSING.replace("/ ", "/slow ")).then(() => order.push("slow")),
      talk(running.port, CLOSING).then(() => order.push("fast")),
    ]);
    expect(order).toEqual(["fast", "slow"]);
    await running.stop();
  });
  it("takes large bodies in linear time", async () => {
    const running = await start(routesTo((request) => text(String(request._body.length))));
    const size = 10_485_760;
    expect(await talk(running.port, `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n${"b".repeat(size)}`)).toMatch(/\r\n10485760$/);
    const tiny = converse([`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${"1\r\nb\r\n".repeat(500_000)}0\r\n\r\n`], (request) => text(String(request._body.length)));
    expect(tiny.text).toMatch(/\r\n500000$/);
    await running.stop();
  });
});

describe("life cycle (http-details 7)", () => {
  it("tells on standard output why it cannot bind", async () => {
    const running = await start([]);
    const outputs = testRuntime();
    const server = (): Server => new Server(0, 0, false, [], "", false);
    await listen(outputs.runtime, server(), `127.0.0.1:${running.port}`);
    await listen(outputs.runtime, server(), "nonsense");
    expect(outputs.stdout()).toBe(
      `http: cannot bind 127.0.0.1:${running.port}: listen: Address already in use (os error 98)\nhttp: cannot bind nonsense: listen: invalid socket address\n`,
    );
    await running.stop();
  });
  it("stops when asked to, however often, and frees the port", async () => {
    const running = await start(routesTo(async () => (await pause(100), text("done"))));
    const idle = dialRaw(running.port);
    const partial = talk(running.port, GET.slice(0, 10), { end: false });
    const inFlight = talk(running.port, GET);
    await pause(40);
    const idleEnded = new Promise((resolve) => idle.on("end", resolve));
    shutdown(running.server);
    shutdown(running.server);
    await idleEnded;
    idle.destroy();
    const reply = await inFlight;
    expect(reply).toContain("200 OK");
    expect(reply).toContain("Connection: close");
    void partial;
    const outputs = testRuntime();
    const again = new Server(0, 0, false, [], "", false);
    const second = listen(outputs.runtime, again, `127.0.0.1:${running.port}`);
    await pause(20);
    expect(outputs.stdout()).toBe("");
    shutdown(again);
    await second;
    shutdown(running.server);
  });
  it("waits for requests that are being read", async () => {
    const running = await start(routesTo(echo));
    const socket = dialRaw(running.port);
    let heard = "";
    socket.on("data", (bytes: Buffer) => (heard += bytes.toString()));
    socket.write(GET.slice(0, 20));
    await pause(30);
    shutdown(running.server);
    await pause(30);
    socket.write(GET.slice(20));
    await running.done;
    expect(heard).toMatch(/^HTTP\/1.1 200 [^]*Connection: close/);
    socket.destroy();
  });
  it("returns at once from listen after shutdown, and serves several addresses", async () => {
    const outputs = testRuntime();
    const stopped = new Server(0, 0, false, [], "", false);
    shutdown(stopped);
    await listen(outputs.runtime, stopped, "127.0.0.1:0");
    const both = new Server(0, 0, false, routesTo(echo), "", false);
    const first = listen(outputs.runtime, both, "127.0.0.1:0");
    const second = listen(outputs.runtime, both, "[::1]:0");
    await pause(30);
    expect(both._addr).toMatch(/:\d+$/);
    shutdown(both);
    await Promise.all([first, second]);
  });
  it("answers 500 for a failed handler, and goes on", async () => {
    const handlers: Record<string, Handler> = {
      "/panic": () => { throw new Panic("broken"); },
      "/late": async () => { await pause(1); throw new Panic("late"); },
      "/deep": function deep(request): Response { return handlers["/deep"]!(request) as Response; },
    };
    const running = await start(routesTo((request) => handlers[request._path]?.(request) ?? text("fine")), { log: true });
    for (const path of ["/panic", "/late", "/deep"]) {
      const reply = await talk(running.port, GET.replace("/ ", `${path} `));
      expect(reply).toMatch(/^HTTP\/1.1 500 Internal Server Error\r\nContent-Type: text\/plain; charset=utf-8\r\nContent-Length: 21\r\nConnection: close\r\n/);
      expect(reply).toMatch(/Internal Server Error$/);
    }
    expect(await talk(running.port, CLOSING)).toMatch(/fine$/);
    await running.stop();
    expect(running.stderr()).toContain("panic: broken\npanic: late\n");
    expect(running.stdout()).toBe("GET /panic 500\nGET /late 500\nGET /deep 500\nGET / 200\n");
  });
  it("logs each answer before the next handler runs", async () => {
    const running = await start(routesTo((request) => {
      running.runtime.stdout.write(`handling ${request._path}\n`);
      return text("");
    }), { log: true });
    await talk(running.port, GET.replace("/ ", "/a ") + CLOSING);
    await running.stop();
    expect(running.stdout()).toBe("handling /a\nGET /a 200\nhandling /\nGET / 200\n");
  });
  it("still sends the answers to what came together with the request that stops it", async () => {
    const running = await start(routesTo((request) => {
      if (request._path === "/stop") shutdown(running.server);
      return text(request._path);
    }));
    const paths = ["/a", "/b", "/stop"];
    const sockets = paths.map(() => dialRaw(running.port));
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
    await pause(20);
    const replies = sockets.map((socket, index) => new Promise<string>((resolve) => {
      let reply = "";
      socket.on("data", (bytes: Buffer) => (reply += bytes.toString("latin1")));
      socket.on("end", () => (socket.end(), resolve(reply)));
      socket.write(GET.replace("/ ", `${paths[index]} `));
    }));
    expect((await Promise.all(replies)).map((reply) => reply.split("\r\n\r\n")[1])).toEqual(paths);
    await running.done;
  });
  it("sends the answers before an exit", async () => {
    const running = await start(routesTo((request) => {
      if (request._path === "/exit") throw new Exit(3);
      return text("before");
    }), { log: true });
    const reply = talk(running.port, GET + GET.replace("/ ", "/exit "));
    while (running.failures.length === 0) await pause(1);
    running.end();
    expect(await reply).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*before$/);
    await running.done;
    expect(running.stdout()).toBe("GET / 200\n");
  });
  it("hands exit on to the program", async () => {
    const running = await start(routesTo(() => { throw new Exit(3); }));
    const socket = dialRaw(running.port);
    socket.write(GET);
    while (running.failures.length === 0) await pause(1);
    expect(running.failures).toMatchObject([{ code: 3 }]);
    running.end();
    await running.done;
    socket.destroy();
  });
  it("serves routes that are added while it runs", async () => {
    const running = await start([]);
    expect(statusesOf(await talk(running.port, CLOSING))).toBe("404");
    running.server._routes.push(new Route(METHODS[0]!, "/", () => text("new")));
    expect(await talk(running.port, CLOSING)).toMatch(/new$/);
    await running.stop();
  });
});

describe("files (http-details 10)", () => {
  const directory = mkdtempSync(join(tmpdir(), "std-http-"));
  const { runtime } = testRuntime();
  const at = (name: string): string => join(directory, name);
  writeFileSync(at("a.html"), "<p>");
  writeFileSync(at("b.HTML"), "x");
  writeFileSync(at("my file.txt"), "spaced");
  writeFileSync(at("bytes.bin"), Buffer.from([0, 128, 255]));
  writeFileSync(at("large.css"), "c".repeat(5_000_000));
  mkdirSync(at("folder.txt"));
  symlinkSync(at("a.html"), at("link.js"));
  execFileSync("mkfifo", [at("pipe.txt")]);

  it("has types by suffix and bytes as they are", async () => {
    const file = async (name: string): Promise<unknown[]> => {
      const response = await fileResponse(runtime, at(name));
      return [response._status, response.contentType, response._body];
    };
    expect(await file("a.html")).toEqual([200, "text/html; charset=utf-8", "<p>"]);
    expect(await file("b.HTML")).toEqual([200, "application/octet-stream", "x"]);
    expect(await file("link.js")).toEqual([200, "application/javascript", "<p>"]);
    expect(await file("bytes.bin")).toEqual([200, "application/octet-stream", "\0\x80\xff"]);
    expect((await file("large.css"))[2]).toHaveLength(5_000_000);
    for (const name of ["none", "folder.txt", "pipe.txt", "a\0b"]) expect(await file(name)).toEqual([404, TEXT, "Not Found"]);
  });
  it("sends large files without ever making one text of them", async () => {
    const response = await fileResponse(runtime, at("large.css"));
    const running = await start(routesTo((request) => (request._method.tag === 0 ? response : Response.of(200, TEXT, response._body.slice(0, 3)))));
    const whole = await talk(running.port, GET + CLOSING);
    const parts = whole.split(/HTTP\/1.1 200 OK\r\n/).slice(1);
    expect(parts.map((part) => part.split("\r\n\r\n")[1] === "c".repeat(5_000_000))).toEqual([true, true]);
    expect(parts[0]).toContain("\r\nContent-Length: 5000000\r\n");
    expect(response.bodyPieces?.length).toBeGreaterThan(1);
    expect(await talk(running.port, CLOSING.replace("GET", "POST"))).toMatch(/\r\n\r\nccc$/);
    expect(response.bodyPieces).toBeNull();
    await running.stop();
  });
  it("stays inside the directory of static", async () => {
    const get = async (segment: string): Promise<string> => {
      const response = await staticFile(runtime, directory, segment);
      return `${Number(response._status)} ${response._body}`;
    };
    expect(await get("a.html")).toBe("200 <p>");
    expect(await get("my%20file.txt")).toBe("200 spaced");
    for (const segment of ["", ".", "..", "%2e%2e", "..%2fa", "%2e", "a%00", "a%5cb", "a:b", "%2Fetc%2Fpasswd", "a%zz", "%", "..a", "folder.txt"]) {
      expect(await get(segment)).toBe("404 Not Found");
    }
  });
});
