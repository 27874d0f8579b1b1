// Connections and life cycle of the server (reference/http-server#life-of-a-server,
// reference/http-server#server-connections).
import { describe, expect, it, vi } from "vitest";
import { Exit, Panic } from "../../../interpreter/runtime/index.ts";
import { METHODS } from "../message/method.ts";
import { Response, TEXT } from "../routes/response.ts";
import { Route } from "../routes/route.ts";
import { Server, listen, shutdown, shutdownWithin } from "./server.ts";
import { converse, dialRaw, echo, pause, routesTo, start, statusesOf, talk } from "../testing/served.ts";
import type { Handler } from "../testing/served.ts";
import { testRuntime } from "../testing/test-runtime.ts";

const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const CLOSING = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
const text = (body: string): Response => Response.of(200, TEXT, body);

describe("connections (reference/http-server#server-connections)", () => {
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
    expect(
      statusesOf(
        await talk(running.port, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nab", { end: true }),
      ),
    ).toBe("400");
    expect(
      statusesOf(
        await talk(running.port, "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", {
          end: true,
        }),
      ),
    ).toBe("400");
    await running.stop();
  });
  it("times out as the state demands, and logs it", async () => {
    const running = await start(routesTo(echo), { read: 2_000, log: true });
    const requests = [
      "",
      "\r\n",
      "GET / HTTP/1.1\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc",
      GET,
    ];
    const replies = await Promise.all(requests.map((bytes) => talk(running.port, bytes)));
    expect(replies.slice(0, 2)).toEqual(["", ""]);
    expect(replies.slice(2).map(statusesOf)).toEqual(["408", "408", "200"]);
    await running.stop();
    expect(running.stdout()).toBe("GET / 200\n- - 408\n- - 408\n");
  });
  it("times out a client that trickles a head, not a slow body", async () => {
    const running = await start(routesTo(echo), { read: 1_500 });
    const trickle = dialRaw(running.port);
    let heard = "";
    trickle.on("data", (bytes: Buffer) => (heard += bytes.toString()));
    trickle.write("GET / HTTP/1.1\r\nHost: x\r\n");
    const drip = setInterval(() => trickle.write("A: b\r\n"), 20);
    await new Promise((resolve) => trickle.on("end", resolve));
    clearInterval(drip);
    trickle.destroy();
    expect(statusesOf(heard)).toBe("408");
    // Each 4,096 bytes give one more second: six pieces at 350 ms take longer than the time-out.
    const slow = dialRaw(running.port);
    slow.on("data", (bytes: Buffer) => (heard += bytes.toString()));
    slow.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${6 * 4096}\r\n\r\n`);
    for (let i = 0; i < 6; i++) {
      await pause(350);
      slow.write("b".repeat(4096));
    }
    await new Promise((resolve) => slow.on("end", resolve));
    slow.destroy();
    expect(statusesOf(heard)).toBe("408 200");
    await running.stop();
  });
  it("counts only the time in which it reads", async () => {
    let calls = 0;
    const running = await start(
      routesTo(async () => (calls++ === 0 && (await pause(2_000)), text(""))),
      { read: 1_500 },
    );
    expect(statusesOf(await talk(running.port, GET + CLOSING))).toBe("200 200");
    await running.stop();
  });
  it("drops a client that does not read, and reads nothing from it until then", async () => {
    let handled = 0;
    const running = await start(
      routesTo(() => ((handled += 1), text("x".repeat(1_000_000)))),
      { write: 150 },
    );
    const socket = dialRaw(running.port);
    socket.write(GET.repeat(500));
    await pause(600);
    expect(handled).toBeLessThan(30);
    // A client that does not read learns that the connection is gone when it writes.
    let closed = false;
    socket.on("error", () => {}).on("close", () => (closed = true));
    while (!closed) {
      socket.write("G");
      await pause(20);
    }
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
    // The system buffers a few megabytes at the two ends of the connection.
    expect(arrived).toBeLessThan(20_000_000);
    socket.destroy();
    await running.stop();
  });
  it("delivers a large answer to a slow reader that makes progress", async () => {
    const size = 20_000_000;
    const running = await start(
      routesTo(() => text("x".repeat(size))),
      { write: 3_000 },
    );
    const socket = dialRaw(running.port);
    let length = 0;
    const begin = performance.now();
    socket.on("data", (bytes: Buffer) => {
      length += bytes.length;
      if (performance.now() - begin > 3_500) return;
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
    expect(
      converse([head.replace("Content-Length: 2", "Transfer-Encoding: chunked"), "0\r\n\r\n"]).statuses,
    ).toBe("100 200");
  });
  it("lets the client see the answer although it sends more (RFC 9112 9.6)", async () => {
    const running = await start(routesTo(echo));
    const reply = await talk(
      running.port,
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n${"x".repeat(3_000_000)}`,
    );
    expect(statusesOf(reply)).toBe("413");
    await running.stop();
  });
  it("serves connections side by side", async () => {
    const [entered, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const running = await start(
      routesTo(async (request) => {
        if (request._path !== "/slow") return text("f");
        entered.resolve();
        await gate.promise;
        return text("s");
      }),
    );
    const slow = talk(running.port, CLOSING.replace("/ ", "/slow "));
    await entered.promise;
    expect(await talk(running.port, CLOSING)).toMatch(/\r\n\r\nf$/);
    gate.resolve();
    expect(await slow).toMatch(/\r\n\r\ns$/);
    await running.stop();
  });
  it("takes large bodies in linear time", async () => {
    const running = await start(routesTo((request) => text(String(request._body.length))));
    const size = 10_485_760;
    expect(
      await talk(
        running.port,
        `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n${"b".repeat(size)}`,
      ),
    ).toMatch(/\r\n10485760$/);
    const tiny = converse(
      [
        `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${"1\r\nb\r\n".repeat(500_000)}0\r\n\r\n`,
      ],
      (request) => text(String(request._body.length)),
    );
    expect(tiny.text).toMatch(/\r\n500000$/);
    await running.stop();
  });
});

describe("life cycle (reference/http-server#life-of-a-server)", () => {
  it("prints to standard output why it cannot bind", async () => {
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
  it("stops on shutdown, also when repeated, and frees the port", async () => {
    let begin = (): void => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let goOn = (): void => {};
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const running = await start(routesTo(async () => (begin(), await gate, text("done"))));
    const idle = dialRaw(running.port);
    const partial = talk(running.port, GET.slice(0, 10), { end: false });
    const inFlight = talk(running.port, GET);
    await begun;
    const idleEnded = new Promise((resolve) => idle.on("end", resolve));
    shutdown(running.server);
    shutdown(running.server);
    goOn();
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
  it("ends idle connections without a reset, whatever data arrives", async () => {
    const running = await start(routesTo(() => text("ok")));
    const socket = dialRaw(running.port);
    const events: string[] = [];
    for (const name of ["end", "error"] as const) socket.on(name, () => events.push(name));
    const closed = new Promise((resolve) => socket.on("close", resolve));
    let heard = "";
    await new Promise<void>((resolve) => {
      socket.on("data", (bytes) => {
        heard += String(bytes);
        if (heard.endsWith("ok")) resolve();
      });
      socket.write(GET);
    });
    const ended = new Promise((resolve) => socket.on("end", resolve));
    const stopped = running.stop();
    await ended;
    // A request that was in transit.
    await new Promise((resolve) => socket.write(GET, resolve));
    socket.end();
    await closed;
    await stopped;
    expect([events, heard.split("HTTP/1.1").length]).toEqual([["end"], 2]);
  });
  it("resets no connection that the system had already made when it stopped", async () => {
    const heard = async (): Promise<string[][]> => {
      const running = await start(routesTo(() => text("ok")));
      const clients = Array.from({ length: 20 }, () => {
        const socket = dialRaw(running.port);
        const events: string[] = [];
        for (const name of ["data", "end", "error"] as const) socket.on(name, () => events.push(name));
        socket.on("end", () => socket.end());
        socket.write(GET);
        return new Promise<string[]>((resolve) => socket.on("close", () => resolve(events)));
      });
      // The connecting calls have been made, and the server has not been asked to accept a connection.
      await new Promise<void>((resolve) => process.nextTick(resolve));
      const stopped = running.stop();
      const all = await Promise.all(clients);
      await stopped;
      return all;
    };
    for (;;) {
      const before = performance.now();
      const all = await heard();
      // A server that stops waits 250 ms for its clients to close: in a longer pause of the machine, it resets them.
      if (performance.now() - before > 200) continue;
      for (const events of all) expect(events).toEqual(["end"]);
      return;
    }
  });
  it("waits for requests that are being read", async () => {
    const running = await start(routesTo(echo));
    const socket = dialRaw(running.port);
    let heard = "";
    socket.on("data", (bytes: Buffer) => (heard += bytes.toString()));
    // The answer to the first request shows that the server has read the beginning of the second.
    socket.write(GET + GET.slice(0, 20));
    while (statusesOf(heard) !== "200") await pause(1);
    shutdown(running.server);
    await pause(30);
    socket.write(GET.slice(20));
    await running.done;
    expect(heard).toMatch(/^HTTP\/1.1 200 [^]*HTTP\/1.1 200 [^]*Connection: close/);
    socket.destroy();
  });
  it("reports after a while which handlers a shutdown waits for, and continues to wait", async () => {
    const answers: ((response: Response) => void)[] = [];
    const running = await start(routesTo(() => new Promise((resolve) => answers.push(resolve))));
    const sockets = Array.from({ length: 7 }, (_, i) =>
      dialRaw(running.port).end(GET.replace("/ ", `/${i} `)),
    );
    while (answers.length < 7) await pause(1);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      shutdown(running.server);
      vi.advanceTimersByTime(9_000);
      expect(running.stderr()).toBe("");
      vi.advanceTimersByTime(60_000);
      expect(running.stderr()).toMatch(
        /^http: shutdown still waits for handlers: (GET \/\d, ){4}GET \/\d and 2 more\n$/,
      );
    } finally {
      vi.useRealTimers();
    }
    const replies = sockets.map(
      (socket) =>
        new Promise((resolve) =>
          socket.once("data", (bytes: Buffer) => resolve(statusesOf(bytes.toString()))),
        ),
    );
    for (const answer of answers) answer(text("late"));
    expect(await Promise.all(replies)).toEqual(Array.from({ length: 7 }, () => "200"));
    await running.done;
  });
  it("cuts off requests that are not answered within the time of a shutdown", async () => {
    const answers: ((response: Response) => void)[] = [];
    const running = await start(routesTo(() => new Promise((resolve) => answers.push(resolve))));
    const reply = talk(running.port, GET);
    while (answers.length < 1) await pause(1);
    expect(await shutdownWithin(running.runtime, running.server, 10)).toBe(false);
    expect(await reply).toBe("");
    await running.done;
    answers[0]!(text("late"));
    expect(await shutdownWithin(running.runtime, running.server, 10)).toBe(true);
    let entered = false;
    const quick = await start(
      routesTo(async () => {
        entered = true;
        await pause(20);
        return text("quick");
      }),
    );
    const whole = talk(quick.port, GET);
    while (!entered) await pause(1);
    expect(await shutdownWithin(quick.runtime, quick.server, Number.MAX_SAFE_INTEGER)).toBe(true);
    expect(statusesOf(await whole)).toBe("200");
    await quick.done;
  });
  it("returns immediately from listen after shutdown, and serves several addresses", async () => {
    const outputs = testRuntime();
    const stopped = new Server(0, 0, false, [], "", false);
    shutdown(stopped);
    await listen(outputs.runtime, stopped, "127.0.0.1:0");
    const both = new Server(0, 0, false, routesTo(echo), "", false);
    const first = listen(outputs.runtime, both, "127.0.0.1:0");
    const second = listen(outputs.runtime, both, "[::1]:0");
    while (both._addr === "") await pause(1);
    expect(both._addr).toMatch(/:\d+$/);
    shutdown(both);
    await Promise.all([first, second]);
  });
  it("answers 500 for a failed handler, and continues", async () => {
    const handlers: Record<string, Handler> = {
      "/panic": () => {
        throw new Panic("broken");
      },
      "/late": async () => {
        await pause(1);
        throw new Panic("late");
      },
      "/deep": function deep(request): Response {
        return handlers["/deep"]!(request) as Response;
      },
    };
    const running = await start(
      routesTo((request) => handlers[request._path]?.(request) ?? text("fine")),
      { log: true },
    );
    for (const path of ["/panic", "/late", "/deep"]) {
      const reply = await talk(running.port, GET.replace("/ ", `${path} `));
      expect(reply).toMatch(
        /^HTTP\/1.1 500 Internal Server Error\r\nContent-Type: text\/plain; charset=utf-8\r\nContent-Length: 21\r\nConnection: close\r\n/,
      );
      expect(reply).toMatch(/Internal Server Error$/);
    }
    expect(await talk(running.port, CLOSING)).toMatch(/fine$/);
    await running.stop();
    expect(running.stderr()).toContain("panic: broken\npanic: late\n");
    expect(running.stdout()).toBe("GET /panic 500\nGET /late 500\nGET /deep 500\nGET / 200\n");
  });
  it("logs each answer before the next handler runs", async () => {
    const running = await start(
      routesTo((request) => {
        running.runtime.stdout.write(`handling ${request._path}\n`);
        return text("");
      }),
      { log: true },
    );
    await talk(running.port, GET.replace("/ ", "/a ") + CLOSING);
    await running.stop();
    expect(running.stdout()).toBe("handling /a\nGET /a 200\nhandling /\nGET / 200\n");
  });
  it("still answers requests that arrived together with the one that stops it", async () => {
    const running = await start(
      routesTo((request) => {
        if (request._path === "/stop") shutdown(running.server);
        return text(request._path);
      }),
    );
    const paths = ["/a", "/b", "/stop"];
    const sockets = paths.map(() => dialRaw(running.port));
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
    await expect.poll(() => running.server.service!.open).toBe(3);
    const replies = sockets.map(
      (socket, index) =>
        new Promise<string>((resolve) => {
          let reply = "";
          socket.on("data", (bytes: Buffer) => (reply += bytes.toString("latin1")));
          socket.on("end", () => (socket.end(), resolve(reply)));
          socket.write(GET.replace("/ ", `${paths[index]} `));
        }),
    );
    expect((await Promise.all(replies)).map((reply) => reply.split("\r\n\r\n")[1])).toEqual(paths);
    await running.done;
  });
  it("sends the answers before an exit", async () => {
    const running = await start(
      routesTo((request) => {
        if (request._path === "/exit") throw new Exit(3);
        return text("before");
      }),
      { log: true },
    );
    const reply = talk(running.port, GET + GET.replace("/ ", "/exit "));
    while (running.failures.length === 0) await pause(1);
    running.end();
    expect(await reply).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*before$/);
    await running.done;
    expect(running.stdout()).toBe("GET / 200\n");
  });
  it("passes exit on to the program", async () => {
    const running = await start(
      routesTo(() => {
        throw new Exit(3);
      }),
    );
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
