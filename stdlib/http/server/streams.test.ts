// Bodies that are received and sent in pieces (reference/http-server#streams, reference/http-server#events),
// and cancellation when the client no longer waits.
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Err, type ErrorValue, fail, Panic, UNIT } from "../../../interpreter/runtime/index.ts";
import type { MaybePromise, Result, Unit } from "../../../interpreter/runtime/index.ts";
import { METHODS } from "../message/method.ts";
import type { BodyReader, BodyWriter, EventStream } from "../routes/body-source.ts";
import type { Request } from "../routes/request.ts";
import { RESPONSE_FUNCTIONS, Response, TEXT } from "../routes/response.ts";
import { Route } from "../routes/route.ts";
import { dialRaw, pause, routesTo, start, statusesOf, talk } from "../testing/served.ts";
import type { Cancel } from "../../sync/index.ts";

const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const CLOSING = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

/** The value `Ok(())`. */
const DONE: Unit = UNIT;

type Write = (out: BodyWriter) => MaybePromise<Result<Unit, ErrorValue>>;

const stream = (write: Write): Response => RESPONSE_FUNCTIONS["Response.stream"]("text/plain", write);
const events = (write: (to: EventStream) => MaybePromise<Result<Unit, ErrorValue>>): Response =>
  RESPONSE_FUNCTIONS["Response.events"](write);
const bodyOf = (answer: string): string => answer.slice(answer.indexOf("\r\n\r\n") + 4);

/** Returns a POST route that reads the body itself. */
function reading(
  handler: (body: BodyReader, request: Request) => MaybePromise<Response>,
  pattern = "/",
): Route {
  const route = new Route(METHODS[1]!, pattern, (request) => handler(request.reader!, request));
  route.streams = true;
  return route;
}

function cancelOf(request: Request): Cancel {
  return request.cancel(() => {
    throw new Error("not received");
  }) as Cancel;
}

/** Resolves with true when the request is cancelled. */
async function cancelled(request: Request): Promise<boolean> {
  while (!cancelOf(request).isCancelled) await pause(5);
  return true;
}

describe("streamed answers", () => {
  const three: Write = async ({ sink }) => {
    for (const piece of ["one ", "", "two ", "three"]) {
      expect(await sink.write(piece)).toBe(piece.length);
      await pause(1);
    }
    return DONE;
  };
  it("are chunked for 1.1, end the connection of 1.0, and are not run for HEAD", async () => {
    let runs = 0;
    const running = await start(
      routesTo(() => stream((out) => ((runs += 1), three(out)))),
      { log: true },
    );
    const reply = await talk(running.port, GET + CLOSING);
    expect(statusesOf(reply)).toBe("200 200");
    const chunks = "4\r\none \r\n4\r\ntwo \r\n5\r\nthree\r\n0\r\n\r\n";
    expect(
      bodyOf(reply).startsWith(
        `${chunks}HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n`,
      ),
    ).toBe(true);
    expect(reply.endsWith(`\r\n\r\n${chunks}`)).toBe(true);
    const old = await talk(running.port, "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    expect(old).toMatch(/\r\nConnection: close\r\n/);
    expect(old).not.toMatch(/Transfer-Encoding|Content-Length/);
    expect(bodyOf(old)).toBe("one two three");
    runs = 0;
    expect(bodyOf(await talk(running.port, CLOSING.replace("GET", "HEAD")))).toBe("");
    expect(runs).toBe(0);
    await running.stop();
    expect(running.stdout()).toBe("GET / 200\nGET / 200\nGET / 200\nHEAD / 200\n");
  });
  it("are 500 when they fail before the first write, and break off later", async () => {
    const ways: Record<string, Write> = {
      "/at-once": () => fail("db", "locked"),
      "/later": async () => (await pause(5), fail("", "no kind")),
      "/panics": () => {
        throw new Panic("boom");
      },
      "/panics-later": async () => {
        await pause(5);
        throw new Panic("boom");
      },
      "/breaks": async ({ sink }) => (await sink.write("x"), await pause(5), fail("db", "gone")),
      "/panics-in-the-middle": async ({ sink }) => {
        await sink.write("x");
        await pause(5);
        throw new Panic("boom");
      },
    };
    const running = await start(routesTo((request) => stream(ways[request._path]!)));
    const ask = (path: string): Promise<string> => talk(running.port, GET.replace("/ ", `${path} `));
    for (const path of ["/at-once", "/later", "/panics", "/panics-later"]) {
      expect(await ask(path)).toMatch(
        /^HTTP\/1\.1 500 Internal Server Error\r\n[^]*\r\nConnection: close\r\n[^]*\r\n\r\nInternal Server Error$/,
      );
    }
    for (const path of ["/breaks", "/panics-in-the-middle"])
      expect(bodyOf(await ask(path))).toBe("1\r\nx\r\n");
    await running.stop();
    expect(running.stderr()).toContain("http: GET /at-once: stream failed: db: locked\n");
    expect(running.stderr()).toContain("http: GET /later: stream failed: no kind\n");
    expect(running.stderr()).toContain("http: GET /breaks: stream failed: db: gone\n");
    expect(running.stderr().match(/panic: boom/g)).toHaveLength(3);
  });
  it("do not run ahead of a client that does not read, and fail when it has disconnected", async () => {
    let written = 0;
    let outcome: unknown;
    let asked: Request | null = null;
    const running = await start(
      routesTo(
        (request) => (
          (asked = request),
          stream(async ({ sink }) => {
            for (;;) {
              const result = await sink.write("x".repeat(10_000));
              if (result instanceof Err) return (outcome = result);
              written += 10_000;
            }
          })
        ),
      ),
    );
    const socket = dialRaw(running.port);
    socket.write(GET);
    await new Promise((resolve) => socket.once("readable", resolve));
    // It stops when the buffers of the system are full.
    for (let before = -1; before !== written; ) {
      before = written;
      expect(before).toBeLessThan(20_000_000);
      await pause(300);
    }
    socket.destroy();
    expect(await cancelled(asked!)).toBe(true);
    while (outcome === undefined) await pause(5);
    expect((outcome as Err<ErrorValue>).error._message).toBe("write: the client has disconnected");
    await running.stop();
    expect(running.stderr()).toBe("");
  });
  it("are cancelled when the server stops", async () => {
    let asked: Request | null = null;
    let end: (() => void) | undefined;
    const running = await start(
      routesTo(
        (request) => (
          (asked = request),
          stream(async ({ sink }) => {
            await sink.write("begun");
            await new Promise<void>((resolve) => (end = resolve));
            await sink.write(" and ended");
            return DONE;
          })
        ),
      ),
    );
    const answer = talk(running.port, GET);
    while (end === undefined) await pause(2);
    expect(cancelOf(asked!).isCancelled).toBe(false);
    const stopped = running.stop();
    expect(cancelOf(asked!).isCancelled).toBe(true);
    end();
    expect(bodyOf(await answer)).toBe("5\r\nbegun\r\na\r\n and ended\r\n0\r\n\r\n");
    await stopped;
  });
  it("cannot be written to when they are over", async () => {
    let kept: BodyWriter | undefined;
    const running = await start(routesTo(() => stream((out) => ((kept = out), UNIT))));
    await talk(running.port, CLOSING);
    expect(await kept!.sink.write("late")).toEqual(fail("http", "write: the response has ended"));
    await running.stop();
  });
  it("keep what is being coded when they end", async () => {
    const pieces = ["a", "b", "c"].map((letter) => letter.repeat(100_000));
    const writes: ReturnType<BodyWriter["sink"]["write"]>[] = [];
    const running = await start(
      routesTo(() => {
        const response = stream(({ sink }) => {
          for (const piece of pieces) writes.push(sink.write(piece));
          return UNIT;
        });
        response.coding = "gzip";
        return response;
      }),
    );
    const reply = await talk(running.port, "GET / HTTP/1.0\r\n\r\n");
    expect(gunzipSync(Buffer.from(bodyOf(reply), "latin1")).toString()).toBe(pieces.join(""));
    expect(await Promise.all(writes)).toEqual([100_000, 100_000, 100_000]);
    await running.stop();
  });
  it("tell the writers whose data is being coded when they break off", async () => {
    const writes: ReturnType<BodyWriter["sink"]["write"]>[] = [];
    const running = await start(
      routesTo(() => {
        const response = stream(({ sink }) => {
          for (const letter of ["a", "b"]) writes.push(sink.write(letter.repeat(100_000)));
          return fail("db", "gone");
        });
        response.coding = "gzip";
        return response;
      }),
    );
    await talk(running.port, GET);
    const gone = fail("http", "write: the client has disconnected");
    expect(await Promise.all(writes)).toEqual([gone, gone]);
    await running.stop();
  });
});

describe("server-sent events", () => {
  it("have the form that browsers read, and send the head immediately", async () => {
    const results: unknown[] = [];
    let open: (() => void) | undefined;
    const running = await start(
      routesTo(() =>
        events(async ({ sink }) => {
          await new Promise<void>((resolve) => (open = resolve));
          results.push(await sink.send("data: a\n\n"));
          return DONE;
        }),
      ),
    );
    const socket = dialRaw(running.port);
    let text = "";
    socket.on("data", (bytes: Buffer) => (text += bytes.toString()));
    socket.write(GET);
    while (!text.includes("\r\n\r\n")) await pause(2);
    expect(text).toContain(
      "Content-Type: text/event-stream\r\nCache-Control: no-cache\r\nX-Accel-Buffering: no\r\nTransfer-Encoding: chunked\r\n",
    );
    open!();
    while (!text.endsWith("0\r\n\r\n")) await pause(2);
    expect(bodyOf(text)).toBe("9\r\ndata: a\n\n\r\n0\r\n\r\n");
    expect(results).toEqual([UNIT]);
    socket.destroy();
    await running.stop();
  });
  it("send heartbeats while idle, and end with the server after the current event", async () => {
    let asked: Request | null = null;
    const results: unknown[] = [];
    const running = await start(
      routesTo(
        (request) => (
          (asked = request),
          events(async ({ sink }) => {
            sink.heartbeat(20);
            await sink.send("data: one\n\n");
            await cancelled(request);
            results.push(await sink.send("data: two\n\n"));
            return DONE;
          })
        ),
      ),
    );
    let text = "";
    const socket = dialRaw(running.port);
    socket.on("data", (bytes: Buffer) => (text += bytes.toString()));
    socket.write(GET);
    while ((text.match(/3\r\n: \n\n|4\r\n: \n\n/g) ?? []).length < 3) await pause(5);
    await running.stop();
    await new Promise((resolve) => (socket.readableEnded ? resolve(null) : socket.on("end", resolve)));
    expect(text.endsWith("0\r\n\r\n")).toBe(true);
    while (results.length === 0) await pause(5);
    expect(results[0]).toBeInstanceOf(Err);
    expect(asked).not.toBeNull();
    socket.destroy();
  });
  it("complete the event that is being coded when the server stops", async () => {
    const event = `data: ${"x".repeat(100_000)}\n\n`;
    const sent: MaybePromise<Result<Unit, ErrorValue>>[] = [];
    const running = await start(
      routesTo(() => {
        const response = events(({ sink }) => {
          sent.push(sink.send(event), sink.send(event));
          void running.stop();
          return new Promise(() => {});
        });
        response.coding = "gzip";
        return response;
      }),
    );
    const reply = await talk(running.port, "GET / HTTP/1.0\r\n\r\n");
    expect(gunzipSync(Buffer.from(bodyOf(reply), "latin1")).toString()).toBe(event + event);
    expect(await Promise.all(sent)).toEqual([UNIT, UNIT]);
    await running.done;
  });
});

describe("uploads that a handler reads itself", () => {
  const collect = async (body: BodyReader): Promise<string> => {
    let text = "";
    for (;;) {
      const piece = await body.pieces.read(1_000_000);
      if (piece instanceof Err) return `${text}!${piece.error._message}`;
      if (piece === "") return text;
      text += piece as string;
    }
  };
  const post = (headers: string, body: string): string =>
    `POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n${body}`;
  it("arrive piece by piece, however they are framed", async () => {
    const running = await start([reading(async (body) => Response.of(200, TEXT, await collect(body)))], {
      limits: { bodyBytes: 3, streamedBodyBytes: Infinity },
    });
    const chunked = "2\r\nab\r\n3;x=y\r\ncde\r\n0\r\nTrailer: 1\r\n\r\n";
    const reply = await talk(
      running.port,
      post("Content-Length: 5\r\n", "abcde") +
        post("Transfer-Encoding: chunked\r\n", chunked) +
        post("", "") +
        post("Content-Length: 1\r\nConnection: close\r\n", "z"),
    );
    expect(statusesOf(reply)).toBe("200 200 200 200");
    expect(reply.match(/\r\n\r\n(\w*)(?=HTTP|$)/g)?.map((part) => part.trim())).toEqual([
      "abcde",
      "abcde",
      "",
      "z",
    ]);
    await running.stop();
  });
  it("are not read faster than their handler reads", async () => {
    const [entered, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let size = 0;
    const running = await start([
      reading(async (body) => {
        entered.resolve();
        await gate.promise;
        size = (await collect(body)).length;
        return Response.of(200, TEXT, "");
      }),
    ]);
    const socket = dialRaw(running.port);
    socket.resume();
    const total = 50_000_000;
    let sent = 0;
    socket.write(post(`Content-Length: ${total}\r\n`, ""));
    const push = (): void => {
      while (sent < total && socket.writableLength < 1_000_000)
        sent += (socket.write(Buffer.alloc(100_000)), 100_000);
      if (sent < total) setTimeout(push, 2);
    };
    push();
    await entered.promise;
    await pause(300);
    expect(sent).toBeLessThan(20_000_000);
    gate.resolve();
    await new Promise((resolve) => socket.once("data", resolve));
    expect(size).toBe(total);
    socket.destroy();
    await running.stop();
  });
  it("name the failure", async () => {
    const running = await start([reading(async (body) => Response.of(200, TEXT, await collect(body)))], {
      read: 2_000,
      limits: { streamedBodyBytes: 4 },
    });
    const ask = async (bytes: string, end = false): Promise<string> =>
      bodyOf(await talk(running.port, bytes, { end }));
    expect(await ask(post("Content-Length: 3\r\n", "ab"), true)).toBe(
      "ab!read: the client ended the body early",
    );
    expect(await ask(post("Content-Length: 3\r\n", "ab"))).toBe("ab!read: timed out");
    expect(await ask(post("Transfer-Encoding: chunked\r\n", "2\r\nabX"))).toBe("ab!read: malformed body");
    expect(await ask(post("Transfer-Encoding: chunked\r\n", "2\r\nab\r\n3\r\n"))).toBe(
      "ab!read: body too large",
    );
    expect(statusesOf(await talk(running.port, post("Content-Length: 5\r\n", "")))).toBe("413");
    expect(
      statusesOf(await talk(running.port, post("Content-Length: 5\r\nExpect: 100-continue\r\n", ""))),
    ).toBe("413");
    await running.stop();
  });
  it("ask for the body when it is read, and not before", async () => {
    const running = await start([
      reading(async (body, request) =>
        Response.of(200, TEXT, request.header("x-read") === "" ? "unread" : await collect(body)),
      ),
    ]);
    const expecting = (more: string): string =>
      post(`Content-Length: 2\r\nExpect: 100-continue\r\n${more}`, "");
    const unread = await talk(running.port, expecting(""));
    expect(statusesOf(unread)).toBe("200");
    expect(unread).toContain("\r\nConnection: close\r\n");
    const socket = dialRaw(running.port);
    let text = "";
    socket.on("data", (bytes: Buffer) => (text += bytes.toString()));
    socket.write(expecting("X-Read: 1\r\n"));
    while (!text.includes("100 Continue")) await pause(2);
    socket.write("ok");
    while (!text.endsWith("ok")) await pause(2);
    expect(statusesOf(text)).toBe("100 200");
    socket.destroy();
    await running.stop();
  });
  it("are discarded up to 64 KiB, and end the connection beyond", async () => {
    const running = await start([reading(() => Response.of(200, TEXT, "early"))]);
    const short = await talk(
      running.port,
      post("Content-Length: 60000\r\n", "x".repeat(60_000)) + post("Connection: close\r\n", ""),
    );
    expect(statusesOf(short)).toBe("200 200");
    const socket = dialRaw(running.port);
    let text = "";
    socket.on("data", (bytes: Buffer) => (text += bytes.toString()));
    socket.write(post("Content-Length: 60000\r\n", "x"));
    while (!text.endsWith("early")) await pause(2);
    socket.write("x".repeat(59_999) + post("Connection: close\r\n", ""));
    await new Promise((resolve) => socket.on("end", resolve));
    expect(statusesOf(text)).toBe("200 200");
    socket.destroy();
    const long = await talk(running.port, post("Content-Length: 3000000\r\n", "x".repeat(3_000_000)) + GET);
    expect(statusesOf(long)).toBe("200");
    expect(long).toContain("\r\nConnection: close\r\n");
    await running.stop();
  });
  it("may be answered while they arrive", async () => {
    const running = await start([
      reading((body) =>
        stream(async ({ sink }) => {
          for (;;) {
            const piece = await body.pieces.read(3);
            if (piece instanceof Err) return piece;
            if (piece === "") return DONE;
            await sink.write((piece as string).toUpperCase());
          }
        }),
      ),
    ]);
    const socket = dialRaw(running.port);
    let text = "";
    socket.on("data", (bytes: Buffer) => (text += bytes.toString()));
    socket.write(post("Content-Length: 6\r\n", "abc"));
    while (!text.includes("ABC")) await pause(2);
    socket.write("def");
    while (!text.endsWith("0\r\n\r\n")) await pause(2);
    expect(bodyOf(text)).toBe("3\r\nABC\r\n3\r\nDEF\r\n0\r\n\r\n");
    socket.destroy();
    await running.stop();
  });
  it("cannot be read on after the response as if they had ended", async () => {
    const kept: BodyReader[] = [];
    const running = await start([
      reading((body) => {
        kept.push(body);
        return Response.of(200, TEXT, "early");
      }),
      reading(async (body) => {
        kept.push(body);
        return Response.of(200, TEXT, await collect(body));
      }, "/read"),
    ]);
    const reply = await talk(
      running.port,
      post("Content-Length: 4\r\n", "body") +
        "POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody",
    );
    expect(statusesOf(reply)).toBe("200 200");
    expect(await kept[0]!.pieces.read(9)).toEqual(fail("http", "read: the response has been sent"));
    expect(await kept[1]!.pieces.read(9)).toBe("");
    await running.stop();
  });
  it("refuse a second reader, and negative sizes", async () => {
    const seen: unknown[] = [];
    const entered = Promise.withResolvers<void>();
    const running = await start([
      reading(async ({ pieces }) => {
        seen.push(await pieces.read(-1), await pieces.read(0));
        const [first, second] = [pieces.read(9), pieces.read(9)];
        entered.resolve();
        seen.push(await second, await first);
        return Response.of(200, TEXT, "");
      }),
    ]);
    const socket = dialRaw(running.port);
    socket.resume();
    socket.write(post("Content-Length: 2\r\n", ""));
    await entered.promise;
    socket.write("ok");
    while (seen.length < 4) await pause(2);
    expect(seen).toEqual([
      fail("http", "read: read size must be non-negative"),
      "",
      fail("http", "read: another read is in progress"),
      "ok",
    ]);
    socket.destroy();
    await running.stop();
  });
});

describe("the cancellation of a request", () => {
  it("happens when the client disconnects while the handler waits, only for its request", async () => {
    const seen: Request[] = [];
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const running = await start(
      routesTo(async (request) => {
        seen.push(request);
        if (request._path === "/wait") await gate;
        return Response.of(200, TEXT, "");
      }),
    );
    await talk(running.port, CLOSING);
    const socket = dialRaw(running.port);
    socket.write(GET.replace("/ ", "/wait "));
    while (seen.length < 2) await pause(2);
    expect(cancelOf(seen[1]!).isCancelled).toBe(false);
    socket.destroy();
    expect(await cancelled(seen[1]!)).toBe(true);
    expect(cancelOf(seen[0]!).isCancelled).toBe(false);
    release();
    await running.stop();
  });
  it("is visible to handlers that ask after the client has disconnected", async () => {
    const [entered, gate] = [Promise.withResolvers<Request>(), Promise.withResolvers<void>()];
    const running = await start(
      routesTo(async (request) => {
        entered.resolve(request);
        if (request._path === "/wait") await gate.promise;
        return Response.of(200, TEXT, "");
      }),
    );
    const socket = dialRaw(running.port);
    socket.write(GET.replace("/ ", "/wait "));
    const asked = await entered.promise;
    socket.destroy();
    // When a later request is answered, the server has seen the end of that connection.
    await talk(running.port, CLOSING);
    expect(cancelOf(asked).isCancelled).toBe(true);
    gate.resolve();
    await running.stop();
  });
  it("happens when the client ends its side, and the response is still sent", async () => {
    const rung: boolean[] = [];
    const running = await start(
      routesTo(async (request) => (rung.push(await cancelled(request)), Response.of(200, TEXT, "still"))),
    );
    expect(await talk(running.port, GET, { end: true })).toMatch(/\r\n\r\nstill$/);
    expect(rung).toEqual([true]);
    await running.stop();
  });
  it("happens when the time of the handler is over, and its response is dropped", async () => {
    let rung = false;
    const running = await start(
      routesTo(async (request) => {
        rung = await cancelled(request);
        return Response.of(200, TEXT, "late");
      }),
      { limits: { handlerMs: 30 } },
    );
    expect(statusesOf(await talk(running.port, GET + GET))).toBe("503");
    while (!rung) await pause(5);
    await running.stop();
  });
  it("does not end a stream whose head has been sent; one without is answered with 503", async () => {
    const refused = Promise.withResolvers<void>();
    const running = await start(
      routesTo((request) =>
        stream(async ({ sink }) => {
          if (request._path === "/begun") {
            await sink.write("1");
            await pause(150);
          } else await refused.promise;
          const late = await sink.write("2");
          return late instanceof Err ? late : UNIT;
        }),
      ),
      { limits: { handlerMs: 40 } },
    );
    expect(bodyOf(await talk(running.port, CLOSING.replace("/ ", "/begun ")))).toBe(
      "1\r\n1\r\n1\r\n2\r\n0\r\n\r\n",
    );
    expect(statusesOf(await talk(running.port, CLOSING))).toBe("503");
    refused.resolve();
    await running.stop();
  });
});
