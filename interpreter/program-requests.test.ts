// Requests to the routes of loaded programs that break off, are malformed or outlive the program: in the thread
// of the host and in a thread of their own.
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { built, builtModules as standardModules } from "./testing/built.ts";
import type { Program } from "./index.ts";

const text = `
import std/http { Request, Response, Server }
import std/sync { sleep_millis }

fun app() -> Server {
    let app = Server.new()
    app.get("/", fun(_) = Response.text("hello"))
    app.post("/", fun(r: Request) -> Response = Response.text(r.body))
    app.get("/never", fun(_) {
        sleep_millis(100_000_000)
        Response.text("late")
    })
    app
}`;

const engine = built.createEngine({ modules: standardModules });
const threads = built.createWorkerEngine({ modules: standardModules });
afterAll(() => threads.close());

describe.each<[string, () => Promise<Program | null>]>([
  ["the thread of the host", async () => (await engine.load({ path: "a.std", text })).program],
  ["another thread", async () => (await threads.load({ path: "a.std", text })).program],
])("a program in %s", (where, load) => {
  let program: Program;
  let server: Server;
  beforeAll(async () => {
    program = (await load())!;
    server = createServer(program.handler());
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  }, 60_000);
  afterAll(() => {
    program.close();
    server.close();
  });

  test("a request can be aborted while its body is read", async () => {
    const control = new AbortController();
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(stream) {
        if (control.signal.aborted) return;
        stream.enqueue(new Uint8Array([97]));
        setImmediate(() => control.abort());
        return new Promise(() => {});
      },
      cancel: () => void (cancelled = true),
    });
    const init = { method: "POST", body, duplex: "half", signal: control.signal };
    await expect(program.fetch(new Request("http://x/", init as RequestInit))).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(cancelled).toBe(true);
  });

  const answer = (request: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      let got = "";
      socket.on("data", (bytes) => (got += bytes.toString("latin1")));
      socket.on("close", () => resolve(got.split("\r\n")[0]!));
      socket.on("error", reject);
      socket.write(request);
    });

  test.each([
    ["GET //", "Host: x", "200 OK"],
    ["GET /", "Host: a b", "400 Bad Request"],
    ["GET /", "Host: [", "400 Bad Request"],
    ["GET http://[/", "Host: x", "400 Bad Request"],
    ["OPTIONS *", "Host: x", "404 Not Found"],
    ["TRACE /", "Host: x", where === "another thread" ? "501 Not Implemented" : "404 Not Found"],
    ["GET /", "Host: x\r\nContent-Length: 3", "200 OK"],
    ["POST /", "Host: x\r\nContent-Length: 3", "200 OK"],
  ])("answers `%s` with `%s`", async (line, fields, status) => {
    const request = `${line} HTTP/1.1\r\n${fields}\r\nConnection: close\r\n\r\n`;
    expect(await answer(fields.includes("Length") ? `${request}abc` : request)).toBe(`HTTP/1.1 ${status}`);
  });

  describe("a body that a middleware has read", () => {
    /** Reads the body as `express.json()` and its siblings do, then passes the request on. */
    const reading = async (
      parse: ((bytes: Buffer) => unknown) | null,
      headers: Record<string, string>,
      body: string,
    ): Promise<string> => {
      const handle = program.handler();
      const before = createServer((request, response) => {
        const pieces: Buffer[] = [];
        request.on("data", (piece: Buffer) => pieces.push(piece));
        request.on("end", () => {
          if (parse !== null) Object.assign(request, { body: parse(Buffer.concat(pieces)) });
          setImmediate(() => handle(request, response));
        });
      });
      await new Promise<void>((resolve) => void before.listen(0, "127.0.0.1", resolve));
      try {
        const { port } = before.address() as AddressInfo;
        const answered = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body });
        return `${answered.status} ${await answered.text()}`;
      } finally {
        before.close();
      }
    };
    const json = { "content-type": "application/json; charset=utf-8" };
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const parsed = (bytes: Buffer): unknown => JSON.parse(bytes.toString()) as unknown;

    test.each<[string, ((bytes: Buffer) => unknown) | null, Record<string, string>, string, string]>([
      ["JSON", parsed, json, '{ "a": "é", "b": [1] }', '200 {"a":"é","b":[1]}'],
      ["JSON that is a text", parsed, json, '"tea"', '200 "tea"'],
      ["JSON of another type", parsed, { "content-type": "application/ld+json" }, "[1]", "200 [1]"],
      [
        "a form",
        () => ({ a: "1 2", b: ["x", "y"], c: { d: "z" } }),
        form,
        "a=",
        "200 a=1+2&b=x&b=y&c%5Bd%5D=z",
      ],
      ["bytes", (bytes) => bytes, json, '{ "a": 1 }', '200 { "a": 1 }'],
      ["text", String, { "content-type": "text/plain" }, "tea", "200 tea"],
      ["text of JSON", String, json, "[1, 2]", "200 [1, 2]"],
    ])("reaches the program as %s", async (_, parse, headers, body, answered) => {
      expect(await reading(parse, headers, body)).toBe(answered);
    });

    test.each<[string, ((bytes: Buffer) => unknown) | null, Record<string, string>]>([
      ["nothing", null, json],
      ["parts of a form", () => ({ a: "1" }), { "content-type": "multipart/form-data; boundary=x" }],
      ["what is no JSON", () => 5n, json],
    ])("of which only %s is left is an error", async (_, parse, headers) => {
      expect(await reading(parse, headers, "tea")).toMatch(/^500 The body of this request was read before/);
    });
  });

  test("lets the host abort a request before and after it is sent", async () => {
    const before = new Request("http://x/never", { signal: AbortSignal.abort() });
    await expect(program.fetch(before)).rejects.toMatchObject({ name: "AbortError" });
    const control = new AbortController();
    const after = program.fetch(new Request("http://x/never", { signal: control.signal }));
    expect(await (await program.fetch(new Request("http://x/"))).text()).toBe("hello");
    control.abort();
    await expect(after).rejects.toMatchObject({ name: "AbortError" });
  });

  test("rejects requests in progress when it is closed", async () => {
    const other = (await load())!;
    const waiting = other.fetch(new Request("http://x/never")).catch((error: unknown) => error);
    await other.fetch(new Request("http://x/"));
    other.close();
    expect(await waiting).toMatchObject({ name: "ScriptError", message: "the program has ended" });
  });
});
