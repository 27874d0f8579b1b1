// Which redirects `request_following` follows, and how (reference/http-client#redirects).
import { describe, expect, it } from "vitest";
import { KEPT, failure, newClient, peer, send } from "../testing/peer.ts";

describe("redirects (reference/http-client#redirects)", () => {
  async function chain(status: number, method: string, headers = ""): Promise<string> {
    const last = await peer((socket) => socket.end(KEPT));
    const first = await peer((socket, piece) => {
      const location = piece.includes(" /next ") ? null : "/next";
      if (location === null) socket.end(KEPT);
      else
        socket.write(
          `HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n`,
        );
    });
    void last;
    await send(newClient(), first.url, method, method === "GET" ? "" : "body", headers, 0, 3);
    return first.heard
      .join("")
      .split("\r\n\r\n")
      .slice(method === "GET" ? 1 : 1)
      .join("|");
  }
  it("change method and body as they should", async () => {
    expect(await chain(302, "GET")).toMatch(/^GET \/next /);
    expect(await chain(301, "POST", "Content-Type: a/b")).toMatch(/^bodyGET \/next (?![^]*Content-)/);
    expect(await chain(302, "PUT")).toMatch(/^bodyPUT \/next [^]*\|body$/);
    expect(await chain(303, "PUT")).toMatch(/^bodyGET \/next /);
    expect(await chain(307, "POST")).toMatch(/^bodyPOST \/next [^]*\|body$/);
    expect(await chain(308, "DELETE")).toMatch(/^bodyDELETE \/next [^]*\|body$/);
  });
  it("are not followed by default, without Location, or for other codes", async () => {
    for (const [status, location, redirects] of [
      [302, "Location: /x\r\n", -1],
      [302, "", 5],
      [300, "Location: /x\r\n", 5],
      [304, "Location: /x\r\n", 5],
      [305, "Location: /x\r\n", 5],
    ] as const) {
      const { url } = await peer((socket) =>
        socket.end(`HTTP/1.1 ${status} X\r\n${location}Content-Length: 0\r\n\r\n`),
      );
      expect((await send(newClient(), url, "GET", "", "", 0, redirects))._status_code).toBe(status);
    }
  });
  it("stop at their limit and at unusable targets", async () => {
    const { url } = await peer((socket) =>
      socket.write("HTTP/1.1 302 X\r\nLocation: /\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n"),
    );
    expect(await failure(newClient(), url, "GET", "", "", 0, 2)).toBe(`GET: ${url}: Too Many Redirects`);
    expect(await failure(newClient(), url, "GET", "", "", 0, 0)).toBe(`GET: ${url}: Too Many Redirects`);
    for (const location of [
      "ftp://x/",
      "http://",
      "http://a b/",
      "/a\tb",
      "http://me:secret@[/",
      "ftp://me:secret@x/",
    ]) {
      const odd = await peer((socket) =>
        socket.end(`HTTP/1.1 302 X\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`),
      );
      const text = await failure(newClient(), odd.url, "GET", "", "", 0, 2);
      expect(text).toMatch(/Bad URL|Unknown Scheme/);
      expect(text).not.toContain("secret");
    }
  });
  it("do not send to one origin what was meant for another", async () => {
    const other = await peer((socket) => socket.end(KEPT));
    const first = await peer((socket) =>
      socket.end(`HTTP/1.1 302 X\r\nLocation: ${other.url}\r\nContent-Length: 0\r\n\r\n`),
    );
    await send(
      newClient(),
      first.url,
      "GET",
      "",
      "Authorization: a\nCookie: b\nProxy-Authorization: c\nHost: d\nX-Keep: e",
      0,
      2,
    );
    expect(first.heard[0]).toMatch(/Host: d[^]*Authorization: a/);
    expect(other.heard[0]).not.toMatch(/uthorization|Cookie|Host: d/);
    expect(other.heard[0]).toContain("X-Keep: e");
  });
  it("do not wait for the body of a redirect", async () => {
    const last = await peer((socket) => socket.end(KEPT));
    const first = await peer((socket) =>
      socket.write(`HTTP/1.1 302 X\r\nLocation: ${last.url}\r\nContent-Length: 1000000\r\n\r\nsome`),
    );
    expect((await send(newClient(), first.url, "GET", "", "", 1000, 2))._body).toBe("hi");
  });
});
