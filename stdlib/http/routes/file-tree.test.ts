// Directories as routes (reference/http-server#files).
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileOfTree } from "./file-tree.ts";
import { typeOf } from "./content-types.ts";
import { Response, TEXT } from "./response.ts";
import { Route } from "./route.ts";
import { METHODS } from "../message/method.ts";
import { chooseCoding } from "../message/accept.ts";
import { partOf } from "../message/conditions.ts";
import { dateText, parseDate } from "../message/dates.ts";
import { start, talk } from "../testing/served.ts";
import type { RunningServer } from "../testing/served.ts";
import { testRuntime } from "../testing/test-runtime.ts";

describe("files below a folder", () => {
  const outside = mkdtempSync(join(tmpdir(), "std-http-"));
  const folder = join(outside, "site");
  const at = (...names: string[]): string => join(folder, ...names);
  const { runtime } = testRuntime();
  let running: RunningServer;
  mkdirSync(at("sub", "deep"), { recursive: true });
  mkdirSync(at("empty"));
  mkdirSync(at(".git"));
  mkdirSync(at("evil.example"));
  writeFileSync(join(outside, "secret.txt"), "secret");
  writeFileSync(at("index.html"), "<h1>root</h1>");
  writeFileSync(at("sub", "index.html"), "sub");
  writeFileSync(at("sub", "deep", "a b.txt"), "0123456789");
  writeFileSync(at(".env"), "KEY=1");
  writeFileSync(at(".git", "config"), "hidden");
  writeFileSync(at("app.js"), "plain();");
  writeFileSync(at("app.js.br"), "BROTLI");
  writeFileSync(at("app.js.gz"), "GZIPPED");
  writeFileSync(at("large.mp4"), Buffer.alloc(300_000, "v"));
  symlinkSync(join(outside, "secret.txt"), at("leak.txt"));
  symlinkSync(outside, at("up"));
  symlinkSync(at(".env"), at("env.txt"));
  symlinkSync(at("app.js"), at("inner.js"));
  symlinkSync(at("loop"), at("loop"));
  symlinkSync(join(outside, "secret.txt"), at("index.html.gz"));
  execFileSync("mkfifo", [at("pipe.txt")]);
  utimesSync(at("app.js"), 1_000_000_000, 1_000_000_000);
  beforeAll(async () => {
    const routes = METHODS.slice(0, 6).map(
      (method) =>
        new Route(
          method,
          "/*file",
          (request) =>
            fileOfTree(runtime, folder, request.param("file"), request) ?? Response.of(404, TEXT, "missing"),
        ),
    );
    running = await start(routes);
  });
  afterAll(async () => {
    await running.stop();
    rmSync(outside, { recursive: true });
  });

  async function ask(
    path: string,
    headers = "",
    method = "GET",
  ): Promise<{ status: number; head: string; body: string }> {
    const text = await talk(
      running.port,
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`,
    );
    const [head = "", ...rest] = text.split("\r\n\r\n");
    return { status: Number(head.slice(9, 12)), head, body: rest.join("\r\n\r\n") };
  }
  const field = (head: string, name: string): string | undefined =>
    new RegExp(`^${name}: (.*)\r?$`, "m").exec(head)?.[1];

  it("have their type, index files, and a slash after folders", async () => {
    const root = await ask("/");
    expect([root.status, root.body, field(root.head, "Content-Type")]).toEqual([
      200,
      "<h1>root</h1>",
      "text/html; charset=utf-8",
    ]);
    expect((await ask("/sub/")).body).toBe("sub");
    const moved = await ask("/sub?q=1");
    expect([moved.status, field(moved.head, "Location")]).toEqual([301, "/sub/?q=1"]);
    expect((await ask("/sub/deep/a%20b.txt")).body).toBe("0123456789");
    expect((await ask("/inner.js", "Accept-Encoding: identity\r\n")).body).toBe("plain();");
    for (const path of ["/empty/", "/none", "/sub/none", "/app.js/", "/pipe.txt", "/loop"])
      expect((await ask(path)).body).toMatch(/missing|Not Found/);
    // No redirect leads to another host.
    expect(field((await ask("//evil.example")).head, "Location")).toBe("/evil.example");
    expect(field((await ask("/evil.example")).head, "Location")).toBe("/evil.example/");
  });
  it("stay inside the folder, and hide what begins with a dot", async () => {
    const refused = [
      "/.env",
      "/.git/config",
      "/sub/../index.html",
      "/..%2fsecret.txt",
      "/%2e%2e/secret.txt",
      "/leak.txt",
      "/up/secret.txt",
      "/up/",
      "/env.txt",
      "/sub%2findex.html",
      "/sub%5cindex.html",
      "/app.js%00",
      "/%",
      "/%zz",
      "/..",
      "/../secret.txt",
      "/%2e/index.html",
      "/sub/%2E%2E/%2E%2E/secret.txt",
    ];
    for (const path of refused) {
      const answer = await ask(path);
      expect([path, answer.status, answer.body]).toEqual([path, 404, "Not Found"]);
    }
    // A compressed sibling that leads out of the directory is ignored.
    expect((await ask("/index.html", "Accept-Encoding: gzip\r\n")).body).toBe("<h1>root</h1>");
  });
  it("are sent compressed where a sibling and the client allow it", async () => {
    const br = await ask("/app.js", "Accept-Encoding: gzip, br\r\n");
    expect([
      br.body,
      field(br.head, "Content-Encoding"),
      field(br.head, "Vary"),
      field(br.head, "Content-Type"),
    ]).toEqual(["BROTLI", "br", "Accept-Encoding", "text/javascript; charset=utf-8"]);
    const gzip = await ask("/app.js", "Accept-Encoding: gzip;q=0.8, br;q=0.2\r\n");
    expect(gzip.body).toBe("GZIPPED");
    const plain = await ask("/app.js", "Accept-Encoding: gzip;q=0\r\n");
    expect([plain.body, field(plain.head, "Vary"), field(plain.head, "Accept-Ranges")]).toEqual([
      "plain();",
      "Accept-Encoding",
      "bytes",
    ]);
    const tags = [br, gzip, plain].map(({ head }) => field(head, "ETag"));
    expect(new Set(tags).size).toBe(3);
    const range = await ask("/app.js", "Accept-Encoding: br\r\nRange: bytes=0-4\r\n");
    expect([range.status, range.body, field(range.head, "Content-Encoding")]).toEqual([
      206,
      "plain",
      undefined,
    ]);
  });
  it("are 304 for clients that have them, and 412 for clients that expect others", async () => {
    const first = await ask("/app.js");
    const etag = field(first.head, "ETag")!;
    const modified = field(first.head, "Last-Modified")!;
    expect(modified).toBe("Sun, 09 Sep 2001 01:46:40 GMT");
    const status = async (headers: string): Promise<number> => (await ask("/app.js", headers)).status;
    expect(await status(`If-None-Match: ${etag}\r\n`)).toBe(304);
    expect(await status(`If-None-Match: "x", W/${etag}\r\n`)).toBe(304);
    expect(await status("If-None-Match: *\r\n")).toBe(304);
    expect(await status(`If-None-Match: "x"\r\nIf-Modified-Since: ${modified}\r\n`)).toBe(200);
    expect(await status(`If-Modified-Since: ${modified}\r\n`)).toBe(304);
    expect(await status("If-Modified-Since: Sunday, 09-Sep-01 01:46:40 GMT\r\n")).toBe(304);
    expect(await status("If-Modified-Since: Sun Sep  9 01:46:39 2001\r\n")).toBe(200);
    expect(await status("If-Modified-Since: yesterday\r\n")).toBe(200);
    expect(await status(`If-Match: ${etag}\r\n`)).toBe(200);
    expect(await status(`If-Match: W/${etag}\r\n`)).toBe(412);
    expect(await status("If-Unmodified-Since: Sun, 09 Sep 2001 01:46:39 GMT\r\n")).toBe(412);
    const not = await ask("/app.js", `If-None-Match: ${etag}\r\n`);
    expect([not.body, field(not.head, "ETag"), field(not.head, "Content-Length")]).toEqual([
      "",
      etag,
      undefined,
    ]);
  });
  it("are sent in parts", async () => {
    const file = "/sub/deep/a%20b.txt";
    const part = async (range: string, more = "", method = "GET"): Promise<unknown[]> => {
      const { status, head, body } = await ask(file, `Range: ${range}\r\n${more}`, method);
      return [status, body, field(head, "Content-Range")];
    };
    expect(await part("bytes=2-4")).toEqual([206, "234", "bytes 2-4/10"]);
    expect(await part("bytes=7-")).toEqual([206, "789", "bytes 7-9/10"]);
    expect(await part("bytes=-3")).toEqual([206, "789", "bytes 7-9/10"]);
    expect(await part("bytes=-99")).toEqual([206, "0123456789", "bytes 0-9/10"]);
    expect(await part("bytes=8-99")).toEqual([206, "89", "bytes 8-9/10"]);
    const beyond = "9".repeat(25);
    expect(await part(`bytes=8-${beyond}`)).toEqual([206, "89", "bytes 8-9/10"]);
    expect(await part(`bytes=-${beyond}`)).toEqual([206, "0123456789", "bytes 0-9/10"]);
    expect((await part(`bytes=${beyond}-`))[0]).toBe(416);
    expect((await part("bytes=0-1", "Range: bytes=3-4\r\n"))[0]).toBe(200);
    expect(await part("bytes=10-")).toEqual([416, "Range Not Satisfiable", "bytes */10"]);
    expect(await part("bytes=-0")).toEqual([416, "Range Not Satisfiable", "bytes */10"]);
    for (const odd of [
      "bytes=4-2",
      "bytes=a-b",
      "lines=1-2",
      "bytes=0-1,3-4",
      "bytes=-",
      `bytes=${"0-1,".repeat(2000)}0-1`,
    ])
      expect((await part(odd))[0]).toBe(200);
    expect((await part("bytes=0-1", 'If-Range: "other"\r\n'))[0]).toBe(200);
    expect((await part("bytes=0-1", "If-Range: Sun, 09 Sep 2001 01:46:40 GMT\r\n"))[0]).toBe(200);
    const etag = field((await ask(file)).head, "ETag")!;
    expect((await part("bytes=0-1", `If-Range: ${etag}\r\n`))[0]).toBe(206);
    // RFC 9110 13.1.5: a weak tag never matches here.
    expect((await part("bytes=0-1", `If-Range: W/${etag}\r\n`))[0]).toBe(200);
    expect(await part("bytes=0-1", "", "HEAD")).toEqual([200, "", undefined]);
    const large = await ask("/large.mp4", "Range: bytes=100000-299999\r\n");
    expect([large.status, large.body.length, field(large.head, "Content-Length")]).toEqual([
      206,
      200_000,
      "200000",
    ]);
    const whole = await ask("/large.mp4", "", "HEAD");
    expect([whole.status, whole.body, field(whole.head, "Content-Length")]).toEqual([200, "", "300000"]);
  });
  it("are what curl expects, also when it resumes a download", () => {
    const target = join(outside, "copy.mp4");
    const url = `http://127.0.0.1:${running.port}/large.mp4`;
    writeFileSync(target, Buffer.alloc(123_456, "v"));
    return new Promise<void>((resolve, reject) => {
      import("node:child_process").then(({ execFile }) => {
        execFile("curl", ["-sf", "-C", "-", "-o", target, url], (error) => {
          if (error !== null) return reject(error);
          execFile("cmp", [target, at("large.mp4")], (different) =>
            different === null ? resolve() : reject(different),
          );
        });
      });
    });
  });
});

describe("the headers of files", () => {
  it("chooses a coding by weight", () => {
    const choose = (field: string): string | null => chooseCoding(field, ["br", "gzip"]);
    expect(
      [
        "",
        "gzip",
        "x-gzip",
        "br;q=0",
        "*",
        "*;q=0",
        "gzip, identity;q=0.5",
        "gzip;q=0.2, identity",
        "gzip;q=2",
        "deflate",
      ].map(choose),
    ).toEqual([null, "gzip", "gzip", null, "br", null, "gzip", null, null, null]);
  });
  it("reads only dates in their three forms", () => {
    const time = Date.UTC(1994, 10, 6, 8, 49, 37);
    const now = Date.UTC(2026, 0, 1);
    for (const text of [
      "Sun, 06 Nov 1994 08:49:37 GMT",
      "Sunday, 06-Nov-94 08:49:37 GMT",
      "Sun Nov  6 08:49:37 1994",
    ])
      expect(parseDate(text, now)).toBe(time);
    for (const text of [
      "",
      "06 Nov 1994",
      "Sun, 06 Nov 1994 08:49:37 UTC",
      "Sun, 31 Feb 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 25:49:37 GMT",
    ])
      expect(parseDate(text, now)).toBeNull();
    expect(dateText(time + 999)).toBe("Sun, 06 Nov 1994 08:49:37 GMT");
  });
  it("knows types by suffix, in any case", () => {
    expect(["a.HTML", "x.tar.gz", "noext", "a.b/c", ".html", "m.mjs"].map(typeOf)).toEqual([
      "text/html; charset=utf-8",
      "application/gzip",
      "application/octet-stream",
      "application/octet-stream",
      "text/html; charset=utf-8",
      "text/javascript; charset=utf-8",
    ]);
  });
  it("has no part of an empty file", () => {
    expect(partOf("bytes=0-", 0)).toBe("whole");
    expect(partOf("bytes=-1", 0)).toBe("whole");
    expect(partOf(`bytes=${"9".repeat(400)}-`, 10)).toBeNull();
  });
});
