// WebSockets of the client against servers simulated by the test (reference/http-client#websockets, RFC 6455
// 4.1).
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { nodeSystem } from "../../../interpreter/host/node/index.ts";
import { Err, type ErrorValue, type Result } from "../../../interpreter/runtime/index.ts";
import { Cancel } from "../../sync/index.ts";
import { peer, type Peer as TestPeer } from "../testing/peer.ts";
import { testRuntime, type TestRuntime } from "../testing/test-runtime.ts";
import { acceptOf } from "../websocket/index.ts";
import { FrameReader, frameHead, type Frame } from "../websocket/frames.ts";
import { Client } from "./client.ts";
import { ClientRequest } from "./client-request.ts";
import { SharedClient } from "./shared-client.ts";
import type { Opened } from "./websocket-client.ts";

const UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\n";

/** Returns the response to the handshake in `head`, with these fields. */
function switching(head: string, fields = UPGRADE): string {
  const key = /Sec-WebSocket-Key: (.*)\r\n/i.exec(head)![1]!;
  const accept = acceptOf(key, nodeSystem.cryptography);
  return `HTTP/1.1 101 Switching\r\n${fields}Sec-WebSocket-Accept: ${accept}\r\n\r\n`;
}

/**
 * Starts a server that accepts the handshake and then calls `talk` with each piece it receives; the first is
 * `""`.
 */
function server(talk: (socket: Socket, piece: string) => void, fields = UPGRADE): Promise<TestPeer> {
  return peer((socket, piece, _, count) => {
    if (count === 1) socket.write(switching(piece, fields), "latin1");
    talk(socket, count === 1 ? "" : piece);
  });
}

/** Returns a runtime with the parts of the host that WebSockets use. */
function machine(): TestRuntime {
  const test = testRuntime();
  const { cryptography, entropy } = nodeSystem;
  Object.assign(test.runtime.host.system, { cryptography, entropy });
  return test;
}

const ask = (url: string): ClientRequest => new ClientRequest("GET", url.replace("http:", "ws:"));

async function open(
  request: ClientRequest,
  shared: SharedClient | null = null,
  { runtime }: TestRuntime = machine(),
): Promise<Result<Opened, ErrorValue>> {
  return new Client(runtime).websocket(request, shared);
}

/** Returns `kind: message` of an outcome that must be an error. */
function failed(outcome: unknown): string {
  expect(outcome).toBeInstanceOf(Err);
  const { _kind, _message } = (outcome as Err<ErrorValue>).error;
  return `${_kind}: ${_message}`;
}

async function opened(...asked: Parameters<typeof open>): Promise<Opened["peer"]> {
  const outcome = await open(...asked);
  if (outcome instanceof Err) throw new Error(failed(outcome));
  return (outcome as Opened).peer;
}

/** Returns the frames that a server has received after the head of the request. */
function framesIn(heard: string): Frame[] {
  const reader = new FrameReader(true, true);
  reader.feed(heard.slice(heard.indexOf("\r\n\r\n") + 4));
  const frames: Frame[] = [];
  for (;;) {
    const frame = reader.next(2 ** 30);
    if (frame === null || "code" in frame) return frames;
    frames.push(frame);
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

const closeFrame = (code: number, reason = ""): string =>
  frameHead(8, 2 + reason.length, false, "") + String.fromCharCode(code >> 8, code & 0xff) + reason;

describe("the handshake of a client", () => {
  for (const [name, answer, expected] of [
    ["another status", () => "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n", "the server answered 404"],
    ["a redirect", () => "HTTP/1.1 302 On\r\nLocation: /x\r\n\r\n", "the server answered 302"],
    [
      "no Upgrade",
      (head: string) => switching(head, "Connection: Upgrade\r\n"),
      "the server did not upgrade",
    ],
    [
      "another Connection",
      (head: string) => switching(head, "Upgrade: websocket\r\nConnection: xupgradex\r\n"),
      "the server did not upgrade",
    ],
    [
      "the key of another",
      () => switching("Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"),
      "the server answered a different handshake",
    ],
    [
      "a protocol that was not offered",
      (head: string) => switching(head, `${UPGRADE}Sec-WebSocket-Protocol: chat\r\n`),
      "the server chose a protocol that was not offered",
    ],
    [
      "a parameter twice",
      (head: string) =>
        switching(
          head,
          `${UPGRADE}Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; server_no_context_takeover\r\n`,
        ),
      "the server chose an extension that was not offered",
    ],
    ["the end", () => "", "Network Error: connection closed before the response was complete"],
  ] as const) {
    it(`fails for ${name}, and shows no credentials`, async () => {
      const { url } = await peer((socket, piece) => socket.end(answer(piece), "latin1"));
      const secret = url.replace("//", "//me:secret@");
      expect(failed(await open(ask(secret)))).toBe(
        `http: websocket: ${url.replace("http:", "ws:")}: ${expected}`,
      );
    });
  }

  it("skips interim answers, and takes one of the protocols that it offers", async () => {
    const { url, heard } = await peer((socket, piece) =>
      socket.write(
        `HTTP/1.1 103 Early Hints\r\n\r\n${switching(piece, `${UPGRADE}Sec-WebSocket-Protocol: b\r\n`)}${closeFrame(1000)}`,
        "latin1",
      ),
    );
    const socket = await opened(ask(url).setHeader("Sec-WebSocket-Protocol", "a, b"));
    expect(failed(await socket.recv())).toBe("closed: websocket: closed with 1000");
    expect(heard[0]).toContain("Accept-Encoding: identity\r\n");
  });

  it("cannot be changed by the request", async () => {
    const { url, heard } = await server(() => {});
    for (const name of ["Upgrade", "connection", "Sec-WebSocket-Key", "Sec-WebSocket-Version"])
      expect(failed(await open(ask(url).setHeader(name, "x")))).toBe(
        `http: websocket: Bad Header: '${name}' belongs to the handshake`,
      );
    expect(failed(await open(new ClientRequest("POST", url)))).toBe(
      "http: websocket: the method must be GET, not POST",
    );
    expect(failed(await open(ask(url).setBody("x")))).toBe("http: websocket: a handshake cannot have a body");
    expect(heard).toEqual([]);
  });

  it("ends at its time limit, with its Cancel and with its client, in every phase", async () => {
    const silent = await peer(() => {});
    const plain = silent.url.replace("http:", "ws:");
    const proxied = (): ClientRequest => ask("ws://x.test/").setProxy(silent.url);
    for (const request of [() => ask(silent.url), () => ask(plain.replace("ws:", "wss:")), proxied]) {
      const late = Object.assign(request(), { timeoutMs: 30 });
      expect(failed(await open(late))).toMatch(/^http: websocket: wss?:\/\/[^ ]*: .*timed out$/);
      const cancel = new Cancel(machine().runtime.scheduler);
      const cancelled = open(Object.assign(request(), { cancel }));
      cancel.cancel();
      expect(failed(await cancelled)).toMatch(/^cancelled: websocket: wss?:\/\/[^ ]*: cancelled$/);
      const test = machine();
      const shared = new SharedClient(test.runtime);
      const closed = open(request(), shared, test);
      shared.close();
      expect(failed(await closed)).toBe("http: websocket: the client has been closed");
    }
  });

  it("goes through a proxy as a tunnel", async () => {
    const { url, heard } = await peer((socket, piece, _, count) =>
      socket.write(count === 1 ? "HTTP/1.1 200 OK\r\n\r\n" : switching(piece), "latin1"),
    );
    await opened(ask("ws://x.test/a").setProxy(url.replace("//", "//me:pw@")));
    expect(heard[0]).toMatch(
      /^CONNECT x\.test:80 HTTP\/1\.1\r\nHost: x\.test:80\r\nProxy-Authorization: Basic bWU6cHc=\r\n\r\nGET \/a HTTP\/1\.1\r\nHost: x\.test\r\n/,
    );
    expect(heard[0]!.match(/Proxy-Authorization/g)).toHaveLength(1);
  });

  it("has the cookies of its client, and follows as many redirects as it may", async () => {
    const { url, heard } = await peer((socket, piece) =>
      piece.startsWith("GET /on ")
        ? socket.write(switching(piece, `${UPGRADE}Set-Cookie: b=2\r\n`), "latin1")
        : socket.end(
            `HTTP/1.1 302 On\r\nSet-Cookie: a=1\r\nLocation: ${url.replace("http:", "ws:")}on\r\nContent-Length: 0\r\n\r\n`,
          ),
    );
    const test = machine();
    const shared = new SharedClient(test.runtime);
    await opened(Object.assign(ask(url), { maxRedirects: 1 }), shared, test);
    expect(heard[1]).toContain("\r\nCookie: a=1\r\n");
    expect(shared.cookie(url, "b")).toBe("2");
  });
});

describe("an open WebSocket of a client", () => {
  it("sends long messages, also from several goroutines together", async () => {
    const bytes = Buffer.from(nodeSystem.entropy.randomBytes(300_000)).toString("latin1");
    const { url, heard } = await server(() => {});
    const socket = await opened(ask(url));
    const lengths = [70_000, 65_536, 300_000, ...new Array<number>(60).fill(20_000)];
    await Promise.all(lengths.map((length) => socket.sendBinary(bytes.slice(0, length))));
    await until(() => framesIn(heard[0]!).length === lengths.length);
    expect(
      framesIn(heard[0]!).map(({ payload }) => payload === bytes.slice(0, payload.length)),
    ).not.toContain(false);
  });

  it("accepts control frames even where the limit of messages leaves no room", async () => {
    const reason = "more bytes than a message may have";
    const { url, heard } = await server((socket, piece) => {
      if (piece !== "")
        socket.write(`${frameHead(9, 9, false, "")}some ping${closeFrame(4000, reason)}`, "latin1");
    });
    const socket = await opened(ask(url));
    socket.limitMessages(5);
    await socket.sendText("go");
    expect(failed(await socket.recv())).toBe(`closed: websocket: closed with 4000: ${reason}`);
    await until(() => framesIn(heard[0]!).length === 3);
    expect(framesIn(heard[0]!).map(({ opcode }) => opcode)).toEqual([1, 10, 8]);
  });

  it("sends a close frame when its client is closed, and at the end of the program", async () => {
    for (const end of [
      (shared: SharedClient) => shared.close(),
      (_: SharedClient, test: TestRuntime) => test.end(),
    ]) {
      const { url, heard } = await server(() => {});
      const test = machine();
      const shared = new SharedClient(test.runtime);
      const socket = await opened(ask(url), shared, test);
      const waiting = socket.recv();
      end(shared, test);
      expect(failed(await waiting)).toBe("closed: websocket: closed with 1001");
      await until(() => framesIn(heard[0]!).length === 1);
      expect(framesIn(heard[0]!)[0]).toMatchObject({ opcode: 8, payload: "\x03\xe9" });
    }
  });
});
