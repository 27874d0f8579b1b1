// Responses read in pieces (reference/http-client#streaming).
import { nodeSystem } from "../../../interpreter/host/node/index.ts";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Err } from "../../../interpreter/runtime/index.ts";
import { type Client, HttpStream, type PendingCall } from "./client.ts";
import { ClientRequest } from "./client-request.ts";
import { ClientConnection } from "./connection.ts";
import { Exchange } from "./exchange.ts";
import { Pool } from "./pool.ts";
import { FakeSocket } from "../testing/fake-socket.ts";
import { KEPT, newClient, peer } from "../testing/peer.ts";
import { pause } from "../testing/served.ts";

describe("streams (reference/http-client#streaming)", () => {
  async function open(client: Client, url: string, timeout = 20_000): Promise<HttpStream> {
    const stream = await client.stream("GET", url, "", "", timeout);
    expect(stream).toBeInstanceOf(HttpStream);
    return stream as HttpStream;
  }
  const message = (outcome: unknown): string => (outcome as Err<{ _message: string }>).error._message;

  it("deliver pieces while the peer is still sending", async () => {
    const { url, sockets } = await peer((socket) =>
      socket.write("HTTP/1.1 404 Gone\r\nTransfer-Encoding: chunked\r\nA: b\r\n\r\n3\r\none\r\n"),
    );
    const client = newClient();
    const stream = await open(client, url);
    expect([stream._status_code, stream._status_text, stream._headers]).toEqual([
      404,
      "Gone",
      "Transfer-Encoding: chunked\nA: b",
    ]);
    expect(await client.readChunk(stream)).toBe("one");
    const waiting = client.readChunk(stream);
    expect(message(await client.readChunk(stream))).toBe("stream read: another read is in progress");
    sockets[0]!.write("3\r\ntwo\r\n0\r\n\r\n");
    expect(await waiting).toBe("two");
    expect(await client.readChunk(stream)).toBe("");
    expect(await client.readChunk(stream)).toBe("");
    client.close(stream);
    client.close(stream);
    expect(await client.readChunk(stream)).toBe("");
  });
  it("limit each wait, not the whole", async () => {
    const { url } = await peer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      let left = 5;
      const drip = setInterval(() => (left-- > 0 ? socket.write("x") : clearInterval(drip)), 400);
    });
    const client = newClient();
    const stream = await open(client, url, 1_500);
    let text = "";
    while (text.length < 5) text += (await client.readChunk(stream)) as string;
    expect(message(await client.readChunk(stream))).toBe("stream read: timed out");
    expect(await client.readChunk(stream)).toBe("");
  });
  it("hold back a peer that sends more than is read", async () => {
    let sent = 0;
    const { url } = await peer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const push = (): void => {
        while (sent < 200_000_000 && socket.write("y".repeat(65_536))) sent += 65_536;
      };
      socket.on("drain", push);
      push();
    });
    const client = newClient();
    const stream = await open(client, url);
    await pause(300);
    expect(sent).toBeLessThan(20_000_000);
    let piece = (await client.readChunk(stream)) as string;
    expect(piece.length).toBeLessThanOrEqual(8192);
    for (let read = 0; read < 30_000_000; read += piece.length)
      piece = (await client.readChunk(stream)) as string;
    client.close(stream);
  });
  it("unpack on the way, in steps", async () => {
    const packed = gzipSync("w".repeat(50_000_000));
    const { url } = await peer((socket) => {
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\nConnection: keep-alive\r\n\r\n`,
      );
      socket.write(packed);
    });
    const client = newClient();
    const stream = await open(client, url);
    expect(stream._headers).toBe("Connection: keep-alive");
    let length = 0;
    for (;;) {
      const piece = (await client.readChunk(stream)) as string;
      if (piece === "") break;
      length += piece.length;
    }
    expect(length).toBe(50_000_000);
  });
  it("do not touch a connection that they have given back", async () => {
    const fake = new FakeSocket();
    const pool = new Pool();
    const connection = new ClientConnection("http://x:1", fake.socket, nodeSystem.sockets, null, () => {});
    const outcomes: string[] = [];
    const exchange = (name: string, waitMs: number): Exchange =>
      new Exchange(
        connection,
        pool,
        false,
        { deadline: Infinity, waitMs },
        {
          head: () => true,
          data: () => {},
          complete: () => void outcomes.push(`${name} complete`),
          failed: (reason) => void outcomes.push(`${name} ${reason.text}`),
        },
      );
    const first = exchange("first", 1000);
    first.send("GET / HTTP/1.1\r\n\r\n", "");
    connection.writeNow();
    fake.feed(KEPT);
    expect(pool.take("http://x:1", true)).toBe(connection);
    exchange("second", 20).send("GET / HTTP/1.1\r\n\r\n", "");
    first.takeOverLimits();
    await expect.poll(() => outcomes).toEqual(["first complete", "second Network Error: timed out"]);
  });
  it("report whether the connection ended before any of the request was written", () => {
    for (const [written, unwritten] of [
      [true, false],
      [false, true],
    ]) {
      const fake = new FakeSocket();
      const connection = new ClientConnection("http://x:1", fake.socket, nodeSystem.sockets, null, () => {});
      connection.rest();
      const told: boolean[] = [];
      const exchange: Exchange = new Exchange(
        connection,
        new Pool(),
        false,
        { deadline: Infinity, waitMs: Infinity },
        {
          head: () => true,
          data: () => {},
          complete: () => {},
          failed: (_, unanswered) => void told.push(unanswered, exchange.unwritten),
        },
      );
      exchange.send("POST / HTTP/1.1\r\n\r\n", "");
      if (written === true) connection.writeNow();
      fake.emit("end");
      expect(told).toEqual([true, unwritten]);
    }
  });
  it("report a failure once", async () => {
    const client = newClient();
    for (const [bytes, text] of [
      [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab",
        "incomplete response body: expected 5 bytes, received 2",
      ],
      [
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\nx\r\n",
        "incomplete response body: malformed chunk size 'x'",
      ],
      [
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nab",
        "incomplete response body: malformed gzip data",
      ],
    ] as const) {
      const { url } = await peer((socket) => socket.end(bytes));
      const stream = await open(client, url);
      let outcome = await client.readChunk(stream);
      if (outcome === "ab") outcome = await client.readChunk(stream);
      expect(message(outcome)).toBe(`stream read: ${text}`);
      expect(await client.readChunk(stream)).toBe("");
    }
  });
  it("are forgotten once they have been read, even without a close", async () => {
    const client = newClient();
    const answers = [KEPT, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab", "HTTP/1.1 204 No\r\n\r\n"];
    for (const answer of answers) {
      const { url } = await peer((socket) => socket.end(answer));
      const stream = await open(client, url);
      expect(client.openStreams).toBe(1);
      while (typeof (await client.readChunk(stream)) === "string" && client.openStreams > 0);
      expect([client.openStreams, await client.readChunk(stream)]).toEqual([0, ""]);
    }
  });
  it("are at their end once they were above their limit", async () => {
    const client = newClient();
    const { url } = await peer((socket) => socket.end(KEPT));
    const call = client.begin(Object.assign(new ClientRequest("GET", url), { maxBody: 1 }), null, false);
    const stream = (await client.opened(call as PendingCall)) as HttpStream;
    expect(message(await client.readChunk(stream))).toBe("GET: response body larger than 1 bytes");
    expect([await client.readChunk(stream), client.openStreams]).toEqual(["", 0]);
  });
  it("release a reader that waits when they are closed, and give connections back at their end", async () => {
    const silent = await peer((socket) => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
    const client = newClient();
    const stream = await open(client, silent.url);
    const waiting = client.readChunk(stream);
    client.close(stream);
    expect(await waiting).toBe("");
    const { url, heard } = await peer((socket) => socket.write(KEPT));
    for (let i = 0; i < 3; i++) {
      const again = await open(client, url);
      expect(await client.readChunk(again)).toBe("hi");
      expect(await client.readChunk(again)).toBe("");
      client.close(again);
    }
    expect(heard).toHaveLength(1);
  });
});
