// Which connections serve more than one request (reference/http-client#connections).
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { KEPT, failure, newClient, peer, send } from "../testing/peer.ts";

describe("kept connections (reference/http-client#connections)", () => {
  it("are used again, for one request at a time", async () => {
    const { url, heard } = await peer((socket) => socket.write(KEPT));
    const client = newClient();
    for (let i = 0; i < 5; i++) await send(client, url);
    expect(heard).toHaveLength(1);
    await Promise.all([send(client, url), send(client, url), send(client, url)]);
    expect(heard).toHaveLength(3);
  });
  for (const [rule, answer] of [
    ["a peer that does not name keep-alive", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"],
    ["a peer that closes", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi"],
    ["bytes beyond the body", `${KEPT}HTTP/1.1 200 OK\r\n`],
    ["a Keep-Alive of one second", KEPT.replace("Content", "Keep-Alive: max=5, timeout=1\r\nContent")],
    ["a skipped line", KEPT.replace("Content", "a b: c\r\nContent")],
  ] as const) {
    it(`are not kept: ${rule}`, async () => {
      const { url, heard } = await peer((socket) => socket.write(answer));
      const client = newClient();
      await send(client, url);
      await send(client, url);
      expect(heard).toHaveLength(2);
    });
  }
  it("are not kept after a request with Connection: close", async () => {
    const { url, heard } = await peer((socket) => socket.write(KEPT));
    const client = newClient();
    await send(client, url, "GET", "", "connection: x, Close");
    await send(client, url);
    expect(heard).toHaveLength(2);
  });
  it("are discarded when a byte arrives while they are idle", async () => {
    const { url, heard, sockets } = await peer((socket) => socket.write(KEPT));
    const client = newClient();
    await send(client, url);
    const closed = new Promise((resolve) => sockets[0]!.on("close", resolve));
    sockets[0]!.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
    await closed;
    expect((await send(client, url))._body).toBe("hi");
    expect(heard).toHaveLength(2);
  });
  it("are replaced once when they die, for requests that may be repeated", async () => {
    const { url, heard } = await peer((socket, _, connection, count) =>
      connection === 0 && count > 1 ? socket.destroy() : socket.write(KEPT),
    );
    const client = newClient();
    await send(client, url);
    expect((await send(client, url))._body).toBe("hi");
    expect(heard).toHaveLength(2);
  });
  it("are not replaced for other requests", async () => {
    const { url, heard } = await peer((socket, _, connection, count) =>
      connection === 0 && count > 1 ? socket.destroy() : socket.write(KEPT),
    );
    const client = newClient();
    await send(client, url);
    expect(await failure(client, url, "POST", "x")).toMatch(/^POST: .*: Network Error: /);
    expect(heard).toHaveLength(1);
  });
  it("are not replaced after a byte of the response, and never twice", async () => {
    const { url, heard } = await peer((socket, _, connection, count) =>
      count > 1 || connection > 0 ? socket.end("H") : socket.write(KEPT),
    );
    const client = newClient();
    await send(client, url);
    expect(await failure(client, url)).toMatch(/Network Error/);
    expect(heard).toHaveLength(1);
    const always = await peer((socket, _, connection, count) =>
      connection === 0 && count === 1 ? socket.write(KEPT) : socket.destroy(),
    );
    await send(client, always.url);
    expect(await failure(client, always.url)).toMatch(/Network Error/);
    expect(always.heard).toHaveLength(2);
  });
  it("serve an unrepeatable request only when fresh", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { url, heard } = await peer((socket) => socket.write(KEPT));
    const client = newClient();
    await send(client, url);
    await send(client, url, "POST", "x");
    expect(heard).toHaveLength(1);
    vi.advanceTimersByTime(1100);
    await send(client, url, "POST", "x");
    expect(heard).toHaveLength(2);
  });
});
