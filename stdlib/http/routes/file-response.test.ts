// Files as responses (reference/http-server#responses).
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { fileResponse, staticFile } from "./file-response.ts";
import { Response, TEXT } from "./response.ts";
import { dialRaw, pause, routesTo, start, talk } from "../testing/served.ts";
import { testRuntime } from "../testing/test-runtime.ts";

const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const CLOSING = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

describe("files (reference/http-server#responses)", () => {
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
  afterAll(() => rmSync(directory, { recursive: true }));

  it("has types by suffix and unchanged bytes", async () => {
    const file = async (name: string): Promise<unknown[]> => {
      const response = await fileResponse(runtime, at(name));
      return [response._status, response.contentType, response._body];
    };
    expect(await file("a.html")).toEqual([200, "text/html; charset=utf-8", "<p>"]);
    expect(await file("b.HTML")).toEqual([200, "application/octet-stream", "x"]);
    expect(await file("link.js")).toEqual([200, "application/javascript", "<p>"]);
    expect(await file("bytes.bin")).toEqual([200, "application/octet-stream", "\0\x80\xff"]);
    expect((await file("large.css"))[2]).toHaveLength(5_000_000);
    for (const name of ["none", "folder.txt", "pipe.txt", "a\0b"])
      expect(await file(name)).toEqual([404, TEXT, "Not Found"]);
  });
  it("reads files of the system to their end, whose size is reported as 0", async () => {
    writeFileSync(at("empty"), "");
    expect((await fileResponse(runtime, at("empty")))._body).toBe("");
    if (process.platform === "linux")
      expect((await fileResponse(runtime, "/proc/version"))._body).toMatch(/^Linux version .*\n$/);
  });
  it("sends large files without reading them into one string", async () => {
    const response = fileResponse(runtime, at("large.css"));
    expect(response.source?.kind).toBe("file");
    const running = await start(
      routesTo((request) =>
        request._method.tag === 0 ? response : Response.of(200, TEXT, response._body.slice(0, 3)),
      ),
    );
    const whole = await talk(running.port, GET + CLOSING);
    const parts = whole.split(/HTTP\/1.1 200 OK\r\n/).slice(1);
    expect(parts.map((part) => part.split("\r\n\r\n")[1] === "c".repeat(5_000_000))).toEqual([true, true]);
    expect(parts[0]).toContain("\r\nContent-Length: 5000000\r\n");
    expect(response.source?.kind).toBe("file");
    expect(await talk(running.port, CLOSING.replace("GET", "POST"))).toMatch(/\r\n\r\nccc$/);
    expect(response.source).toBeNull();
    await running.stop();
  });
  it("never sends a file that has become another, nor a length that it cannot keep", async () => {
    writeFileSync(at("changing.txt"), "a".repeat(100_000));
    const response = fileResponse(runtime, at("changing.txt"));
    writeFileSync(at("changing.txt"), "b".repeat(100_001));
    const running = await start(routesTo(() => response));
    expect(await talk(running.port, CLOSING)).toMatch(/^HTTP\/1.1 404 Not Found\r\n/);
    await running.stop();
  });
  it("holds one piece of a file for a client that does not read", async () => {
    writeFileSync(at("huge.bin"), Buffer.alloc(200_000_000));
    const running = await start(
      routesTo(() => fileResponse(runtime, at("huge.bin"))),
      { write: 300 },
    );
    const before = process.memoryUsage().rss;
    const sockets = Array.from({ length: 10 }, () => dialRaw(running.port));
    for (const socket of sockets) socket.write(CLOSING);
    await pause(200);
    expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
    for (const socket of sockets) socket.destroy();
    await running.stop();
  });
  it("stays inside the directory of static", async () => {
    const get = async (segment: string): Promise<string> => {
      const response = await staticFile(runtime, directory, segment, `/files/${segment}`);
      return `${Number(response._status)} ${response._body}`;
    };
    expect(await get("a.html")).toBe("200 <p>");
    expect(await get("my%20file.txt")).toBe("200 spaced");
    for (const segment of [
      "",
      ".",
      "..",
      "%2e%2e",
      "..%2fa",
      "%2e",
      "a%00",
      "a%5cb",
      "a:b",
      "%2Fetc%2Fpasswd",
      "a%zz",
      "%",
      "..a",
      "folder.txt",
      "%61.html",
      "a%2Ehtml",
      `${"a/../".repeat(2000)}a.html`,
    ]) {
      expect(await get(segment)).toBe("404 Not Found");
    }
  });
});
