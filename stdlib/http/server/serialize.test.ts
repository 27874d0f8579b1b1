// Responses as they are sent (reference/http-server#responses).
import { describe, expect, it } from "vitest";
import { ScriptMap, UNIT, type Unit } from "../../../interpreter/runtime/index.ts";
import { JSON_TYPE, RESPONSE_FUNCTIONS, Response, TEXT } from "../routes/response.ts";
import { Serializer } from "./serialize.ts";
import { converse, routesTo, start, talk } from "../testing/served.ts";

const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const CLOSING = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
const text = (body: string): Response => Response.of(200, TEXT, body);

function answer(response: Response, head = "GET / HTTP/1.1\r\nHost: x\r\n"): string {
  return converse([`${head}\r\n`], () => response).text;
}

describe("responses on the wire", () => {
  it("has the written order of reference/http-server#responses", () => {
    const response = text("hi")
      .header("X-A", "1")
      .header("x-b", "2")
      .addHeader("Set-Cookie", "c")
      .addHeader("Set-Cookie", "d");
    expect(answer(response)).toBe(
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-A: 1\r\nx-b: 2\r\nSet-Cookie: c\r\nSet-Cookie: d\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nhi",
    );
  });
  it("has no body for 205, and says so", async () => {
    const whole = Response.of(205, "", "body");
    expect(answer(whole)).toBe(
      "HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n",
    );
    const stream = RESPONSE_FUNCTIONS["Response.stream"](TEXT, async ({ sink }) => {
      await sink.write("body");
      return UNIT as Unit;
    });
    stream._status = 205;
    const running = await start(routesTo((request) => (request._path === "/whole" ? whole : stream)));
    for (const [method, path] of [
      ["GET", "whole"],
      ["HEAD", "whole"],
      ["GET", "stream"],
      ["HEAD", "stream"],
    ]) {
      const reply = await talk(
        running.port,
        `${method} /${path} HTTP/1.1\r\nHost: x\r\n\r\n${CLOSING.replace("/", "/whole")}`,
      );
      expect(reply.match(/^Content-Length: 0\r$/gm)).toHaveLength(2);
      expect(reply).not.toMatch(/body|chunked/);
    }
    await running.stop();
  });
  it("dates every answer, unless the handler did", async () => {
    const running = await start(
      routesTo((request) => (request._path === "/d" ? text("").header("dAtE", "never") : text(""))),
    );
    expect(await talk(running.port, CLOSING)).toMatch(
      /\r\nConnection: close\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n\r\n$/,
    );
    const dated = await talk(running.port, CLOSING.replace("/ ", "/d "));
    expect(dated.match(/date:/gi)).toEqual(["dAtE:"]);
    await running.stop();
  });
  it("cannot be made to write lines that a client or handler injects", () => {
    const map: ScriptMap<string, string> = new ScriptMap();
    map.set("A", "b\r\nInjected: 1");
    map.set("C\r\nD", "e");
    map.set("Content-Length", "99");
    map.set("TRANSFER-ENCODING", "chunked");
    map.set("connection", "close");
    expect(answer(new Response(200, map, "hi"))).toBe(
      "HTTP/1.1 200 OK\r\nA: bInjected: 1\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nhi",
    );
    expect(answer(text("").header("bad name", "x").header("Good", "a\0b\x7fc\td"))).toContain(
      "\r\nGood: abc\td\r\n",
    );
  });
  it("sends the same lines for few names and for many", () => {
    const names = Array.from({ length: 30 }, (_, i) => [`X-${i}`, `x-${i}`]).flat();
    const others = ["Date", "set-cookie", "Set-Cookie", "connection", "no token", "Content-length"];
    for (let count = 1; count <= 40; count++) {
      const map: ScriptMap<string, string> = new ScriptMap();
      const added: string[] = [];
      for (let i = 0; i < count; i++) {
        const name = i % 5 === 4 ? others[i % others.length]! : names[(i * 7) % (count + 3)]!;
        map.set(name, `${i}`);
      }
      const pairs = [...map.pairs()].filter(
        ([name]) => !/^(connection|no token|content-length)$/i.test(name),
      );
      for (const [i, [name, value]] of pairs.entries()) {
        const later = pairs.slice(i + 1).some(([other]) => other.toLowerCase() === name.toLowerCase());
        if (!later || /^set-cookie$/i.test(name)) added.push(`${name}: ${value}\r\n`);
      }
      const [head] = answer(new Response(200, map, "")).split("Content-Length: 0\r\n");
      expect(head).toBe(`HTTP/1.1 200 OK\r\n${added.join("").replace(/^Date: .*\r\n/gm, "")}`);
    }
  });
  it("replaces headers of the same name in any case, and only those", () => {
    const response = text("").addHeader("x-ab", "1").addHeader("X-Abc", "2").header("X-A", "3");
    response.header("x-AB", "4").header("X-B", "5").header("x-a", "6").header("CONTENT-TYPE", "a/b");
    expect(answer(response)).toContain(
      "OK\r\nx-AB: 4\r\nX-B: 5\r\nx-a: 6\r\nCONTENT-TYPE: a/b\r\nX-Abc: 2\r\n",
    );
  });
  it("sends the last of names that differ in case, and every Set-Cookie", () => {
    const map: ScriptMap<string, string> = new ScriptMap();
    for (const [name, value] of [
      ["x-a", "1"],
      ["Set-Cookie", "1"],
      ["X-A", "2"],
      ["set-cookie", "2"],
    ] as const)
      map.set(name, value);
    expect(answer(new Response(200, map, ""))).toContain(
      "200 OK\r\nSet-Cookie: 1\r\nX-A: 2\r\nset-cookie: 2\r\nContent-Length: 0\r\n",
    );
  });
  it("replaces a header of any spelling", () => {
    const response = text("").header("content-TYPE", "a/b");
    expect(response._headers.keys()).toEqual(["content-TYPE"]);
    expect(answer(response)).toContain("200 OK\r\ncontent-TYPE: a/b\r\nContent-Length");
  });
  it("frames HEAD, 204, 304 and interim responses", () => {
    expect(answer(text("hello"), "HEAD / HTTP/1.1\r\nHost: x\r\n")).toMatch(
      /Content-Length: 5\r\nConnection: keep-alive\r\n\r\n$/,
    );
    expect(answer(Response.of(204, "", "ignored"))).toBe(
      "HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n",
    );
    expect(answer(Response.of(304, "", ""))).toBe(
      "HTTP/1.1 304 Not Modified\r\nConnection: keep-alive\r\n\r\n",
    );
    expect(answer(Response.of(304, "", "abc"))).toBe(
      "HTTP/1.1 304 Not Modified\r\nContent-Length: 3\r\nConnection: keep-alive\r\n\r\n",
    );
    expect(answer(Response.of(103, "", "abc"))).toBe("HTTP/1.1 103 Early Hints\r\nConnection: close\r\n\r\n");
    expect(answer(Response.of(103, "", "abc"), "GET / HTTP/1.0\r\nConnection: keep-alive\r\n")).toContain(
      "HTTP/1.1 500 ",
    );
    expect(answer(Response.of(205, "", ""))).toContain("Content-Length: 0");
  });
  it("sends odd statuses as 500, unlisted ones by class", () => {
    for (const status of [0, 99, 600, -1, 1e15])
      expect(answer(Response.of(status, "", "x"))).toMatch(/^HTTP\/1.1 500 Internal Server Error\r\n/);
    const phrases = {
      299: "Success",
      399: "Redirection",
      418: "I'm a teapot",
      422: "Unprocessable Entity",
      499: "Client Error",
      599: "Server Error",
    };
    for (const [status, phrase] of Object.entries(phrases))
      expect(answer(Response.of(Number(status), "", ""))).toContain(`${status} ${phrase}\r\n`);
  });
  it("has the constructors of reference/http-server#responses", () => {
    const types = {
      "Response.ok": [200, TEXT],
      "Response.text": [200, TEXT],
      "Response.html": [200, "text/html; charset=utf-8"],
      "Response.json_raw": [200, "application/json"],
      "Response.created": [201, TEXT],
      "Response.bad_request": [400, TEXT],
      "Response.server_error": [500, TEXT],
    } as const;
    for (const [name, [status, type]] of Object.entries(types)) {
      const response = RESPONSE_FUNCTIONS[name as keyof typeof types]("body");
      expect([response._status, response._headers.get("Content-Type"), response._body]).toEqual([
        status,
        type,
        "body",
      ]);
    }
    expect(RESPONSE_FUNCTIONS["Response.not_found"]()._body).toBe("Not Found");
    expect(RESPONSE_FUNCTIONS["Response.no_content"]()._headers.size).toBe(0);
    expect(answer(RESPONSE_FUNCTIONS["Response.redirect"]("/x"))).toBe(
      "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n",
    );
    expect(answer(RESPONSE_FUNCTIONS["Response.with_body"](207, "b"))).not.toContain("Content-Type");
  });
  it("does not change a response that handlers share", () => {
    const shared = text("same");
    const once = converse([GET, GET], () => shared).text;
    expect(once).toBe(answer(shared) + answer(shared));
    expect(shared.headerMap).toBeNull();
  });
});

it("renders each head as if it were the first", () => {
  const serializer = new Serializer();
  const head = (type: string, body: string, keepAlive: boolean): string =>
    serializer.answer(Response.of(200, type, body), { isHead: false, minor: 1, keepAlive }).head;
  const expected = (type: string, length: number, keepAlive: boolean, seconds: string): string =>
    `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: ${keepAlive ? "keep-alive" : "close"}\r\nDate: Thu, 01 Jan 1970 00:00:${seconds} GMT\r\n\r\n`;
  for (const seconds of ["07", "08"]) {
    serializer.tick(Number(seconds) * 1000 + 999);
    for (const body of ["abc", "abc", "abc", "", "", "", "abcd", "abc"]) {
      expect(head(TEXT, body, true)).toBe(expected(TEXT, body.length, true, seconds));
      expect(head(TEXT, body, false)).toBe(expected(TEXT, body.length, false, seconds));
      expect(head(JSON_TYPE, body, true)).toBe(expected(JSON_TYPE, body.length, true, seconds));
    }
  }
});
