// Random input: nothing throws or hangs, and the result does not depend on how the bytes are cut.
import { nodeSystem } from "../../interpreter/host/node/index.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BodyParser } from "./message/body-parser.ts";
import { ClientConnection } from "./client/connection.ts";
import { decodeEscapes, decodeStrictly, queryPairs } from "./message/escapes.ts";
import { Exchange } from "./client/exchange.ts";
import { isHost } from "./message/host.ts";
import { METHODS } from "./message/method.ts";
import { Pool } from "./client/pool.ts";
import type { Request } from "./routes/request.ts";
import { parseHeaderLines } from "./client/request-text.ts";
import { ResponseReader } from "./message/response-reader.ts";
import { HeadMemory } from "./message/response-head.ts";
import { Response, TEXT } from "./routes/response.ts";
import { Route } from "./routes/route.ts";
import { Router } from "./routes/router.ts";
import { segmentsOf } from "./routes/segments.ts";
import { FakeSocket } from "./testing/fake-socket.ts";
import { converse } from "./testing/served.ts";
import { parseTarget } from "./client/url.ts";

const RUNS = { numRuns: 400 };
const bytes = fc.string({
  unit: fc.integer({ min: 0, max: 255 }).map((byte) => String.fromCharCode(byte)),
  maxLength: 60,
});

/** Text that resembles a message: pieces of real messages in any order, with random bytes between. */
function nearly(parts: readonly string[]): fc.Arbitrary<string> {
  return fc
    .array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...parts) }, { weight: 1, arbitrary: bytes }), {
      maxLength: 25,
    })
    .map((list) => list.join(""));
}

function cutAt(text: string, places: readonly number[]): string[] {
  const sorted = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...sorted].map((from, index) => text.slice(from, sorted[index] ?? text.length));
}
const places = fc.array(fc.nat(5000), { maxLength: 12 });

/** Returns what a client reads from a response that arrives in pieces. */
function readResponse(pieces: readonly string[], isHead: boolean, memory = new HeadMemory()): unknown {
  const seen: unknown[] = [];
  let body = "";
  const reader = new ResponseReader(isHead, false, memory, {
    head: ({ fields, ...head }) => seen.push({ ...head, fields: fields.text }),
    data: (piece) => (body += piece),
  });
  for (const piece of pieces) reader.feed(piece);
  reader.end();
  return [seen, body, reader.fault, reader.keepsConnection];
}

describe("random bytes", () => {
  it("as requests", () => {
    const parts = [
      "GET / HTTP/1.1\r\n",
      "POST /a?b=c HTTP/1.1\r\n",
      "HEAD / HTTP/1.0\r\n",
      "Host: x\r\n",
      "\r\n",
      "\n",
      "Content-Length: 3\r\n",
      "Transfer-Encoding: chunked\r\n",
      "3\r\nabc\r\n",
      "0\r\n\r\n",
      "abc",
      "Connection: close\r\n",
      "Connection: keep-alive\r\n",
      "Expect: 100-continue\r\n",
      ": ",
      " ",
      "a: b\r\n",
      "GET http://y/ HTTP/1.1\r\nHost: x\r\n\r\n",
    ];
    fc.assert(
      fc.property(nearly(parts), places, fc.boolean(), (text, cuts, end) => {
        const normal = (pieces: string[]): unknown => {
          const { text: answers, ended } = converse(pieces, undefined, end);
          // Whether 100 is sent depends on which bytes had arrived by then, so it may differ.
          return [answers.replace(/HTTP\/1.1 100 Continue\r\n\r\n/g, ""), ended];
        };
        expect(normal(cutAt(text, cuts))).toEqual(normal([text]));
      }),
      RUNS,
    );
  });
  it("as requests among others, which are read as if they were alone", () => {
    const lines = [
      "GET / HTTP/1.1",
      "GET /a?b=c HTTP/1.1",
      "HEAD /a HTTP/1.1",
      "POST / HTTP/1.1",
      "OPTIONS * HTTP/1.1",
      "GET http://y/a HTTP/1.1",
      "GET / HTTP/1.0",
      "FLY / HTTP/1.1",
      "get / HTTP/1.1",
    ];
    const blocks = [
      "Host: x\r\n",
      "Host: x\r\nA: 1\r\n",
      "Host: x\r\nA: 2\r\n",
      "Host: z\r\nContent-Length: 3\r\n",
      "Host: x\r\nTransfer-Encoding: chunked\r\n",
      "Connection: keep-alive\r\n",
      "Host: x\r\nA: 1\r\nConnection: close\r\n",
      "",
    ];
    const request = fc
      .tuple(fc.constantFrom(...lines), fc.constantFrom(...blocks), fc.constantFrom("", "", "\r\n"))
      .map(([line, block, before]) => {
        const body = block.includes("Length")
          ? "abc"
          : block.includes("chunked")
            ? "2\r\nde\r\n0\r\n\r\n"
            : "";
        return `${before}${line}\r\n${block}\r\n${body}`;
      });
    const conversation = fc
      .array(request, { minLength: 1, maxLength: 3 })
      .chain((few) => fc.array(fc.constantFrom(...few), { minLength: 1, maxLength: 10 }));
    const answer = (seen: Request): Response => {
      const fields = [...seen._headers.keys()].map((name) => `${name}=${seen._headers.get(name)}`);
      const query = [...seen._query.keys()];
      return Response.of(
        200,
        TEXT,
        [seen._method.tag, seen._path, seen._version, query, fields, seen._body].join("|"),
      );
    };
    fc.assert(
      fc.property(conversation, places, (requests, cuts) => {
        let alone = "";
        for (const one of requests) {
          const { text, ended } = converse([one], answer);
          alone += text;
          if (ended) break;
        }
        expect(converse(cutAt(requests.join(""), cuts), answer).text).toEqual(alone);
      }),
      RUNS,
    );
  });
  it("as responses", () => {
    const parts = [
      "HTTP/1.1 200 OK\r\n",
      "HTTP/1.0 404\r\n",
      "HTTP/1.1 100 Continue\r\n\r\n",
      "\r\n",
      "\n",
      "Content-Length: 3\r\n",
      "Transfer-Encoding: chunked\r\n",
      "3\r\nabc\r\n",
      "0\r\n\r\n",
      "abc",
      "Connection: keep-alive\r\n",
      ": ",
      " ",
      "a: b\r\n",
      " folded\r\n",
      "a b: c\r\n",
    ];
    fc.assert(
      fc.property(nearly(parts), places, fc.boolean(), (text, cuts, isHead) => {
        expect(readResponse(cutAt(text, cuts), isHead)).toEqual(readResponse([text], isHead));
      }),
      RUNS,
    );
  });
  it("as exchanges that end exactly once", () => {
    const parts = [
      "HTTP/1.1 200 OK\r\n",
      "HTTP/1.1 302 X\r\nLocation: /\r\n",
      "Connection: keep-alive\r\n",
      "Content-Length: 3\r\n",
      "Transfer-Encoding: chunked\r\n",
      "\r\n",
      "abc",
      "0\r\n\r\n",
      "3\r\nabc\r\n",
    ];
    const ending = fc.constantFrom("end", "error", "close");
    fc.assert(
      fc.property(nearly(parts), places, ending, fc.boolean(), (text, cuts, how, isHead) => {
        const fake = new FakeSocket();
        let outcomes = 0;
        const pool = new Pool();
        const connection = new ClientConnection("http://x:1", fake.socket, nodeSystem.sockets, null, (gone) =>
          pool.forget(gone),
        );
        const exchange = new Exchange(
          connection,
          pool,
          isHead,
          { deadline: Infinity, waitMs: Infinity },
          {
            head: () => true,
            data: () => expect(outcomes).toBe(0),
            complete: () => void (outcomes += 1),
            failed: () => void (outcomes += 1),
          },
        );
        exchange.send("GET / HTTP/1.1\r\n\r\n", "");
        connection.writeNow();
        for (const piece of cutAt(text, cuts)) fake.feed(piece);
        fake.emit(how, ...(how === "error" ? [new Error("reset")] : []));
        fake.emit("close");
        expect(outcomes).toBe(1);
        expect(pool.take("http://x:1", true)).toBeNull();
      }),
      RUNS,
    );
  });
  it("as chunked bodies", () => {
    const parts = [
      "0",
      "1",
      "a",
      "\r\n",
      "\r",
      "\n",
      "x",
      ";",
      "=",
      '"',
      "\\",
      "5\r\nhello\r\n",
      "0\r\n\r\n",
      "A: b\r\n",
    ];
    fc.assert(
      fc.property(nearly(parts), places, (text, cuts) => {
        const read = (pieces: string[]): unknown => {
          let body = "";
          let taken = 0;
          const parser = new BodyParser({ kind: "chunked" }, 1000, true, (piece) => (body += piece));
          for (const piece of pieces) taken += parser.feed(piece, 0);
          return [body, parser.fault, parser.done, parser.fault === 0 ? taken : 0];
        };
        expect(read(cutAt(text, cuts))).toEqual(read([text]));
      }),
      RUNS,
    );
  });
  it("as responses after others on their connection, which change nothing", () => {
    const lines = [
      "HTTP/1.1 200 OK",
      "HTTP/1.0 404",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK",
      "HTTP/1.1 204 Gone",
    ];
    const fields = [
      "",
      "Content-Length: 2\r\n",
      "A: b\r\nTransfer-Encoding: chunked\r\n",
      "A: b\r\nContent-Length: 2\r\n",
      "a b: c\r\nConnection: keep-alive\r\n",
    ];
    const response = fc
      .tuple(fc.constantFrom(...lines), fc.constantFrom(...fields))
      .map(
        ([line, block]) =>
          `${line}\r\n${block}\r\n${block.includes("chunked") ? "2\r\nde\r\n0\r\n\r\n" : "xy"}`,
      );
    const conversation = fc
      .array(response, { minLength: 1, maxLength: 3 })
      .chain((few) => fc.array(fc.tuple(fc.constantFrom(...few), fc.boolean(), places), { maxLength: 10 }));
    fc.assert(
      fc.property(conversation, (responses) => {
        const memory = new HeadMemory();
        for (const [text, isHead, cuts] of responses)
          expect(readResponse(cutAt(text, cuts), isHead, memory)).toEqual(readResponse([text], isHead));
      }),
      RUNS,
    );
  });
  it("as queries, escapes, hosts, URLs and header lines", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          bytes,
          nearly(["%", "%4", "%41", "+", "&", "=", "http://", "[::1]", ":", "\n", "a: b", "\r"]),
        ),
        (text) => {
          for (const { name, value } of queryPairs(text))
            expect(/^[\x00-\xff]*$/.test(name + value)).toBe(true);
          expect(decodeEscapes(text).length).toBeLessThanOrEqual(text.length);
          decodeStrictly(text);
          isHost(text);
          parseTarget(text);
          parseHeaderLines(text);
        },
      ),
      RUNS,
    );
  });
  it("as responses of handlers write exactly one message", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -5, max: 700 }),
        fc.array(fc.tuple(bytes, bytes)),
        bytes,
        (status, fields, body) => {
          const response = Response.of(status, TEXT, body);
          for (const [name, value] of fields) response._headers.set(name, value);
          for (const [name, value] of fields) response.addHeader(name, value);
          const { text } = converse(["GET / HTTP/1.1\r\nHost: x\r\n\r\n"], () => response);
          let heads = 0;
          let received = "";
          const reader = new ResponseReader(false, false, new HeadMemory(), {
            head: () => (heads += 1),
            data: (piece) => (received += piece),
          });
          reader.feed(text);
          reader.end();
          const interim = status >= 100 && status < 200 && status !== 101;
          expect([heads, reader.fault?.part]).toEqual(interim ? [0, "status"] : [1, undefined]);
          if (!interim && ![101, 204, 304].includes(status)) expect(received).toBe(body);
        },
      ),
      RUNS,
    );
  });
});

describe("routing", () => {
  it("gives the result of trying each pattern in order, in time that does not grow with their number", () => {
    const segment = fc.constantFrom(..."abcabcabcdefghijklm", ":x", ":y");
    const pattern = fc.array(segment, { maxLength: 4 }).map((list) => `/${list.join("/")}`);
    const path = fc
      .array(fc.constantFrom(..."abcabcdefghijklmn", ""), { maxLength: 5 })
      .map((list) => `/${list.join("/")}`);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(2), pattern), { maxLength: 30 }),
        fc.array(path, { minLength: 1, maxLength: 10 }),
        fc.nat(2),
        (patterns, paths, method) => {
          const routes = patterns.map(
            ([tag, text]) => new Route(METHODS[tag]!, text, () => Response.of(200, "", "")),
          );
          const router = new Router();
          for (const each of paths) {
            const given = segmentsOf(each);
            const expected = routes.find((route) => {
              const wanted = segmentsOf(route._pattern);
              return (
                route._method.tag === method &&
                wanted.length === given.length &&
                wanted.every((text, at) => text.startsWith(":") || text === given[at])
              );
            });
            const match = router.find(routes, method, each);
            expect(match?.route).toBe(expected);
            const captured = match?.captures.map(({ name, segment }) => [
              `:${name}`,
              match.segments[segment],
            ]);
            const wanted =
              expected &&
              segmentsOf(expected._pattern).flatMap((text, at) =>
                text.startsWith(":") ? [[text, given[at]]] : [],
              );
            expect(captured).toEqual(wanted);
          }
        },
      ),
      RUNS,
    );
    let read = 0;
    const many = Array.from({ length: 20_000 }, (_, i) => {
      const route = new Route(METHODS[0]!, "", () => Response.of(200, "", ""));
      return Object.defineProperty(route, "_pattern", { get: () => (read++, `/r${i}/:id`) });
    });
    const router = new Router();
    router.find(many, 0, "/");
    read = 0;
    for (let i = 0; i < 20_000; i++) expect(router.find(many, 0, `/r${i}/7`)?.route).toBe(many[i]);
    // Each search looks at few routes, not at all of them.
    expect(read).toBeLessThan(100_000);
  });
});
