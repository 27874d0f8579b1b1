// Requests as handlers see them (reference/http-server#parsing-of-requests).
import { describe, expect, it } from "vitest";
import { ScriptMap } from "../../../interpreter/runtime/index.ts";
import { METHODS, parseMethod } from "../message/method.ts";
import { Request } from "./request.ts";
import { Response, TEXT } from "./response.ts";
import { Route } from "./route.ts";
import { converse, start, talk } from "../testing/served.ts";

const text = (body: string): Response => Response.of(200, TEXT, body);

describe("requests as handlers see them", () => {
  function received(bytes: string): Request {
    let seen: Request | undefined;
    converse([bytes], (request) => ((seen = request), text("")));
    return seen!;
  }
  it("lowercases names, joins repeated ones and keeps the order", () => {
    const request = received(
      "GET / HTTP/1.1\r\nB: 1\r\nHost: x\r\nCookie: a\r\nb: 2\r\nCookie: c\r\nÄ:\r\n\r\n".replace(
        "Ä:\r\n",
        "E: \xe9 \r\n",
      ),
    );
    expect([...request._headers.pairs()]).toEqual([
      ["b", "1, 2"],
      ["host", "x"],
      ["cookie", "a; c"],
      ["e", "\xe9"],
    ]);
    expect(request.header("HOST")).toBe("x");
    expect(request.header("none")).toBe("");
  });
  it("finds a header with and without a map", () => {
    const lines = "X-A: 1\r\nX: a:b\r\nEmpty:\r\nx-a:\t2 \r\nCookie: a\r\nCOOKIE: b\r\nAb: c\r\nX-A:\r\n";
    const names = [
      "x-a",
      "X-A",
      "x",
      "empty",
      "cookie",
      "AB",
      "a",
      "b",
      "x-",
      "host",
      "",
      "x:a",
      "x: a",
      "c",
    ];
    for (const target of ["/", "http://Y:8/"]) {
      const bytes = `GET ${target} HTTP/1.1\r\n${lines}Host: x\r\n\r\n`;
      const map = received(bytes)._headers;
      for (const name of names) {
        const request = received(bytes);
        const wanted = map.get(name.toLowerCase()) ?? "";
        // The first calls search the lines, later ones a map.
        for (let call = 0; call < 20; call++) expect(request.header(name)).toBe(wanted);
        request._headers.set(name.toLowerCase(), "changed");
        expect(request.header(name)).toBe("changed");
      }
    }
  });
  it("takes the host of an absolute target", () => {
    expect(received("GET http://Y:8/p?q=1 HTTP/1.1\r\nA: 1\r\nHost: x\r\n\r\n")._headers.get("host")).toBe(
      "Y:8",
    );
    const request = received("GET http://y HTTP/1.0\r\n\r\n");
    expect([request._path, request._headers.get("host"), request._version]).toEqual(["/", "y", "HTTP/1.0"]);
  });
  it("decodes queries to bytes", () => {
    const query = received(
      "GET /p?a=1&b&&=c&a=2+%2B&%zz=%&x=%E2%82%AC%00&=d=e HTTP/1.1\r\nHost: x\r\n\r\n",
    )._query;
    expect([...query.pairs()]).toEqual([
      ["a", "2 +"],
      ["b", ""],
      ["", "d=e"],
      ["%zz", "%"],
      ["x", "\xe2\x82\xac\0"],
    ]);
  });
  it("finds a value of the query with and without a map, the last of several", () => {
    for (const count of [1, 5, 8, 9, 40]) {
      const query = Array.from({ length: count }, (_, i) => `n${i % 7}=${i}+%2B`).join("&");
      const [first, second] = [query, query].map((text) =>
        received(`GET /?${text} HTTP/1.1\r\nHost: x\r\n\r\n`),
      );
      for (let i = 0; i < 9; i++) expect(first!.queryValue(`n${i}`)).toBe(second!._query.get(`n${i}`) ?? "");
      second!._query.set("n0", "changed");
      expect(second!.queryValue("n0")).toBe("changed");
    }
  });
  it("finds captures without a map, the last of a name, and in the map that a program changed", async () => {
    const route = new Route(METHODS[0]!, "/:a/x/:b/:a", (request) => {
      const before = ["a", "b", "c"].map((name) => request.param(name));
      request._params.set("c", "new");
      return Response.of(200, TEXT, [...before, request.param("c"), request.param("a")].join("|"));
    });
    const running = await start([route]);
    expect(await talk(running.port, "GET /1/x/2/3 HTTP/1.0\r\n\r\n")).toMatch(/\r\n3\|2\|\|new\|3$/);
    await running.stop();
  });
  it("keeps the transfer-encoding of a body that was chunked", () => {
    const request = received(
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
    );
    expect([request._body, request.header("transfer-encoding")]).toEqual(["hi", "chunked"]);
  });
  it("finds headers of literal requests in any case", () => {
    const map: ScriptMap<string, string> = new ScriptMap();
    map.set("Content-Type", "a/b");
    const request = new Request(METHODS[0]!, "/", "HTTP/1.1", map, new ScriptMap(), new ScriptMap(), "");
    expect(request.header("content-type")).toBe("a/b");
  });
  it("names methods", () => {
    expect(["get", "Post", "OPTIONS", "brew", ""].map((name) => parseMethod(name).tag)).toEqual([
      0, 1, 6, 7, 7,
    ]);
  });
});
