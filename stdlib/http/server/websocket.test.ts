// WebSockets against peers that the test simulates byte by byte (RFC 6455, RFC 7692; the cases of the
// Autobahn catalogue).
import { connect } from "node:net";
import type { Socket } from "node:net";
import { deflateRawSync, inflateRawSync, constants } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { nodeSystem } from "../../../interpreter/host/node/index.ts";
import { type Runtime, UNIT } from "../../../interpreter/runtime/index.ts";
import { Route } from "../routes/route.ts";
import { upgrade, type WebSocket } from "../routes/index.ts";
import { GET, METHODS } from "../message/index.ts";
import { type Frame, FrameReader, frameHead, masked } from "../websocket/frames.ts";
import { BinaryMessage, TextMessage } from "../websocket/messages.ts";
import { start } from "../testing/served.ts";

const KEY = "dGhlIHNhbXBsZSBub25jZQ==";
const HANDSHAKE = `GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${KEY}\r\n`;
const MASK = "\x01\x02\x03\x04";

/** Starts a server that sends back each message. */
async function echoing(origins: readonly string[] | null = null, limit = 0) {
  const running: Awaited<ReturnType<typeof start>> = await start([
    new Route(METHODS[GET]!, "/ws", (request) =>
      upgrade(
        withDeflate(running.runtime),
        request,
        { origins, protocols: [] },
        async (socket: WebSocket): Promise<typeof UNIT> => {
          socket.peer.limitMessages(limit);
          for (;;) {
            const message: unknown = await socket.peer.recv();
            if (message instanceof TextMessage) await socket.peer.sendText(message.p0);
            else if (message instanceof BinaryMessage) await socket.peer.sendBinary(message.p0);
            else return UNIT;
          }
        },
      ),
    ),
  ]);
  return running;
}

/** Returns the runtime of the test with the parts of the host that WebSockets use. */
function withDeflate(runtime: Runtime): Runtime {
  Object.assign(runtime.host.system, {
    compression: nodeSystem.compression,
    cryptography: nodeSystem.cryptography,
    entropy: nodeSystem.entropy,
  });
  return runtime;
}

/** Returns a frame of a client. `first` holds FIN, the reserved bits and the opcode. */
function frame(first: number, payload: string, length = payload.length): string {
  const head =
    length < 126
      ? String.fromCharCode(first, 0x80 | length)
      : length < 65_536
        ? String.fromCharCode(first, 0x80 | 126, length >> 8, length & 0xff)
        : String.fromCharCode(
            first,
            0x80 | 127,
            0,
            0,
            0,
            0,
            length >>> 24,
            (length >> 16) & 0xff,
            (length >> 8) & 0xff,
            length & 0xff,
          );
  return head + MASK + masked([payload], payload.length, MASK);
}

interface Talk {
  readonly socket: Socket;
  /** Returns everything after the head of the response, once it contains `end` or the server has ended. */
  until(end: (heard: string) => boolean): Promise<string>;
  readonly head: string;
}

async function talk(port: number, first = "", extra = ""): Promise<Talk> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let heard = "";
  let over = false;
  let look = (): void => {};
  socket.on("data", (bytes) => {
    heard += bytes.toString("latin1");
    look();
  });
  for (const event of ["end", "close", "error"] as const)
    socket.on(event, () => {
      over = true;
      look();
    });
  const wait = (done: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      look = () => (done() || over) && resolve();
      look();
    });
  socket.write(`${HANDSHAKE}${extra}\r\n${first}`, "latin1");
  await wait(() => heard.includes("\r\n\r\n"));
  const at = heard.indexOf("\r\n\r\n") + 4;
  const head = heard.slice(0, at);
  return {
    socket,
    head,
    async until(end) {
      await wait(() => end(heard.slice(at)));
      return heard.slice(at);
    },
  };
}

/** Returns what the server sends for these bytes up to its close frame, as a list. */
async function answers(bytes: string, extra = "", limit = 0): Promise<string[]> {
  const running = await echoing(null, limit);
  const { socket, until } = await talk(running.port, "", extra);
  socket.write(bytes, "latin1");
  const heard = await until((text) => framesOf(text).some((each) => each.startsWith("close")));
  return framesOf(heard);
}

function framesOf(text: string): string[] {
  const names: Record<number, string> = {
    0x81: "text",
    0x82: "binary",
    0x88: "close",
    0x89: "ping",
    0x8a: "pong",
    0xc1: "deflated",
  };
  const found: string[] = [];
  for (let at = 0; at + 2 <= text.length; ) {
    const short = text.charCodeAt(at + 1);
    const bytes = short === 126 ? 2 : short === 127 ? 8 : 0;
    let length = bytes === 0 ? short : 0;
    for (let i = 0; i < bytes; i++) length = length * 256 + text.charCodeAt(at + 2 + i);
    const from = at + 2 + bytes;
    if (from + length > text.length) break;
    const payload = text.slice(from, from + length);
    const name = names[text.charCodeAt(at)] ?? `${text.charCodeAt(at)}`;
    found.push(
      name === "close"
        ? `close ${payload === "" ? "" : payload.charCodeAt(0) * 256 + payload.charCodeAt(1)}`
        : `${name} ${payload.length > 40 ? payload.length : payload}`,
    );
    at = from + length;
  }
  return found;
}

const BYE = frame(0x88, "\x03\xe8");

describe("the handshake", () => {
  it("is that of RFC 6455", async () => {
    const running = await echoing();
    const { head } = await talk(running.port);
    expect(head).toMatch(
      /^HTTP\/1\.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=\r\n/,
    );
    expect(head).not.toContain("Extensions");
  });

  for (const [name, change, status] of [
    ["another version", ["Version: 13", "Version: 8"], 426],
    ["no key", [KEY, "abc"], 400],
    ["no upgrade", ["Upgrade: websocket", "X: y"], 426],
    ["another method", ["GET", "POST"], 404],
    ["an older HTTP", ["HTTP/1.1", "HTTP/1.0"], 426],
  ] as const) {
    it(`is refused: ${name}`, async () => {
      const running = await echoing();
      const socket = connect(running.port, "127.0.0.1");
      onTestFinished(() => void socket.destroy());
      const answer = await new Promise<string>((resolve) => {
        socket.once("data", (bytes) => resolve(bytes.toString("latin1")));
        socket.write(`${HANDSHAKE.replace(change[0], change[1])}\r\n`);
      });
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    });
  }

  it("checks the origin of browsers", async () => {
    const running = await echoing(["https://good.test"]);
    expect((await talk(running.port, "", "Origin: https://evil.test\r\n")).head).toMatch(/^HTTP\/1\.1 403 /);
    expect((await talk(running.port, "", "Origin: https://GOOD.test\r\n")).head).toMatch(/^HTTP\/1\.1 101 /);
    expect((await talk(running.port)).head).toMatch(/^HTTP\/1\.1 101 /);
  });

  it("may be followed by the first frames in the same segment", async () => {
    const running = await echoing();
    const { until } = await talk(running.port, frame(0x81, "early") + BYE);
    expect(framesOf(await until((text) => text.includes("\x88")))).toEqual(["text early", "close 1000"]);
  });
});

describe("frames", () => {
  for (const [name, bytes, expected] of [
    ["an empty text", frame(0x81, "") + BYE, ["text ", "close 1000"]],
    [
      "125, 126 and 65,535 and 65,536 bytes",
      [125, 126, 65_535, 65_536].map((n) => frame(0x82, "x".repeat(n))).join("") + BYE,
      ["binary 125", "binary 126", "binary 65535", "binary 65536", "close 1000"],
    ],
    [
      "parts with a ping between",
      frame(0x01, "a") + frame(0x89, "p") + frame(0x00, "b") + frame(0x80, "c") + BYE,
      ["pong p", "text abc", "close 1000"],
    ],
    [
      "empty parts",
      frame(0x01, "") + frame(0x00, "").repeat(1000) + frame(0x80, "") + BYE,
      ["text ", "close 1000"],
    ],
    ["a pong that nobody asked for", frame(0x8a, "x") + BYE, ["close 1000"]],
    ["a ping with 125 bytes", frame(0x89, "x".repeat(125)) + BYE, ["pong 125", "close 1000"]],
    ["a ping with 126 bytes", frame(0x89, "x".repeat(126)), ["close 1002"]],
    ["a ping in parts", frame(0x09, "x"), ["close 1002"]],
    ["reserved bits", frame(0x91, "x"), ["close 1002"]],
    ["deflate that was not agreed", frame(0xc1, "x"), ["close 1002"]],
    ["unknown opcodes", frame(0x83, "x"), ["close 1002"]],
    ["unknown control opcodes", frame(0x8b, ""), ["close 1002"]],
    ["no mask", "\x81\x01x", ["close 1002"]],
    ["a continuation of nothing", frame(0x80, "x"), ["close 1002"]],
    ["a message within a fragmented message", frame(0x01, "x") + frame(0x81, "y"), ["close 1002"]],
    ["a length that is not the shortest", `\x81\xfe\x00\x05${MASK}abcde`, ["close 1002"]],
    ["a length beyond the limit", `\x82\xff\x00\x00\x00\x00\x7f\xff\xff\xff${MASK}`, ["close 1009"]],
    ["a length with its first bit", `\x82\xff\x80\x00\x00\x00\x00\x00\x00\x00${MASK}`, ["close 1002"]],
    ["a text that is no UTF-8", frame(0x81, "\xc3\x28"), ["close 1007"]],
    [
      "a character cut in two parts",
      frame(0x01, "\xc3") + frame(0x80, "\xa4") + BYE,
      ["text \xc3\xa4", "close 1000"],
    ],
    ["a text that ends in half a character", frame(0x01, "\xc3") + frame(0x80, ""), ["close 1007"]],
    ["a surrogate", frame(0x81, "\xed\xa0\x80"), ["close 1007"]],
    ["a close without code", frame(0x88, ""), ["close "]],
    ["a close with one byte", frame(0x88, "x"), ["close 1002"]],
    ["a close with 1005", frame(0x88, "\x03\xed"), ["close 1002"]],
    ["a close with 999", frame(0x88, "\x03\xe7"), ["close 1002"]],
    ["a close with 4999", frame(0x88, "\x13\x87bye"), ["close 4999"]],
    ["a close whose reason is no UTF-8", frame(0x88, "\x03\xe8\xff"), ["close 1007"]],
    ["data behind the close", BYE + frame(0x81, "late"), ["close 1000"]],
  ] as const) {
    it(name, async () => expect(await answers(bytes)).toEqual(expected));
  }

  it("arrive byte by byte", async () => {
    const running = await echoing();
    const { socket, until } = await talk(running.port);
    socket.setNoDelay(true);
    for (const byte of frame(0x81, "slowly") + BYE) {
      socket.write(byte, "latin1");
      await new Promise(setImmediate);
    }
    expect(framesOf(await until((text) => text.includes("\x88")))).toEqual(["text slowly", "close 1000"]);
  });

  it("are answered before an invalid frame after them is refused", async () => {
    expect(await answers(frame(0x81, "a") + frame(0x82, "b") + frame(0xc1, "c") + frame(0x81, "d"))).toEqual([
      "text a",
      "binary b",
      "close 1002",
    ]);
  });

  it("with invalid text are refused at the first invalid part", async () => {
    expect(
      await answers(frame(0x01, "\xce\xba\xe1") + frame(0x00, "\xbd\xb9\xf4") + frame(0x00, "\x90")),
    ).toEqual(["close 1007"]);
    expect(await answers(frame(0x01, "\xce") + frame(0x00, "") + frame(0x80, "\xba") + BYE)).toEqual([
      "text \xce\xba",
      "close 1000",
    ]);
    expect(await answers(frame(0x01, "\xce") + frame(0x80, "") + BYE)).toEqual(["close 1007"]);
  });

  it("in parts are limited by their total length", async () => {
    expect(await answers(frame(0x01, "123456") + frame(0x80, "789012"), "", 10)).toEqual(["close 1009"]);
    expect(await answers(frame(0x01, "12345") + frame(0x80, "67890") + BYE, "", 10)).toEqual([
      "text 1234567890",
      "close 1000",
    ]);
  });
});

describe("compression", () => {
  const OFFER = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n";
  const packed = (text: string): string => {
    const bytes = deflateRawSync(Buffer.from(text, "latin1"), { finishFlush: constants.Z_SYNC_FLUSH });
    return bytes.toString("latin1", 0, bytes.length - 4);
  };

  it("is agreed on without a window", async () => {
    const running = await echoing();
    expect((await talk(running.port, "", OFFER)).head).toContain(
      "Sec-WebSocket-Extensions: permessage-deflate; client_no_context_takeover; server_no_context_takeover\r\n",
    );
    for (const descriptor of [
      "permessage-deflate; server_max_window_bits=8",
      "permessage-deflate; server_max_window_bits",
      "permessage-deflate; unknown",
      "x-webkit-deflate-frame",
    ]) {
      expect(
        (await talk(running.port, "", `Sec-WebSocket-Extensions: ${descriptor}\r\n`)).head,
      ).not.toContain("Extensions");
    }
  });

  it("uses the requested window", async () => {
    const running = await echoing();
    const descriptor =
      "Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=8, permessage-deflate; server_max_window_bits=9\r\n";
    const { head, socket, until } = await talk(running.port, "", descriptor);
    expect(head).toContain("server_no_context_takeover; server_max_window_bits=9\r\n");
    // A repetition after 600 bytes lies outside a window of 512.
    let seed = 7;
    const part = Array.from({ length: 600 }, () =>
      String.fromCharCode(48 + ((seed = (seed * 16_807) % 2_147_483_647) % 16)),
    ).join("");
    socket.write(frame(0x81, part.repeat(4)) + BYE, "latin1");
    const heard = await until((text) => framesOf(text).some((each) => each.startsWith("close")));
    const length = heard.charCodeAt(2) * 256 + heard.charCodeAt(3);
    const inflated = inflateRawSync(Buffer.from(`${heard.slice(4, 4 + length)}\0\0\xff\xff`, "latin1"), {
      windowBits: 9,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    expect([heard.charCodeAt(0), inflated.toString("latin1") === part.repeat(4)]).toEqual([0xc1, true]);
  });

  it("is decoded, also in parts, and applied to long messages", async () => {
    const [a, b] = [packed("hello").slice(0, 3), packed("hello").slice(3)];
    expect(
      await answers(frame(0xc1, packed("hello")) + frame(0x41, a) + frame(0x80, b) + BYE, OFFER),
    ).toEqual(["text hello", "text hello", "close 1000"]);
    const long = await answers(frame(0xc1, packed("ab".repeat(5000))) + BYE, OFFER);
    expect([long[0]!.startsWith("deflated "), long.length]).toEqual([true, 2]);
  });

  it("that is malformed or expands beyond the limit ends the socket", async () => {
    expect(await answers(frame(0xc1, "\xff\xff\xff"), OFFER)).toEqual(["close 1007"]);
    expect(await answers(frame(0xc2, packed("\0".repeat(30_000_000))), OFFER)).toEqual(["close 1009"]);
  });
});

describe("peers", () => {
  it("that do not read are not read from", async () => {
    const running = await echoing();
    const { socket } = await talk(running.port);
    socket.pause();
    const message = frame(0x82, "x".repeat(60_000));
    let sent = 0;
    const pushed = await new Promise<number>((resolve) => {
      const push = (): void => {
        while (sent < 300_000_000 && socket.write(message, "latin1")) sent += message.length;
        const at = sent;
        setTimeout(() => (sent === at ? resolve(sent) : push()), 300);
      };
      socket.on("drain", push);
      push();
    });
    expect(pushed).toBeLessThan(50_000_000);
  });

  it("that disconnect without a close frame end the handler", async () => {
    const running = await echoing();
    const { socket } = await talk(running.port);
    socket.write(frame(0x81, "x"), "latin1");
    socket.end();
    await new Promise((resolve) => socket.once("close", resolve));
    expect(socket.destroyed).toBe(true);
  });
});

it("a frame is read from 300,000 pieces", () => {
  const reader = new FrameReader(true, false);
  const bytes = frame(0x82, "x".repeat(300_000));
  for (const byte of bytes.slice(0, -1)) {
    reader.feed(byte);
    expect(reader.next(1_000_000)).toBe(null);
  }
  reader.feed(bytes.slice(-1) + frame(0x81, "next"));
  expect(reader.next(1_000_000)).toMatchObject({ opcode: 2, payload: "x".repeat(300_000) });
  expect(reader.next(1_000_000)).toMatchObject({ opcode: 1, payload: "next" });
});

it.each([true, false])(
  "frames of all lengths are read from pieces of all lengths, masked: %s",
  (isMasked) => {
    const lengths = [...Array.from({ length: 140 }, (_, length) => length), 1_000, 65_535, 65_536, 70_000];
    const payloads = lengths.map((length) =>
      Array.from({ length }, (_, i) => String.fromCharCode((i * 7 + length) & 0xff)).join(""),
    );
    const bytes = payloads
      .map((payload) => (isMasked ? frame(0x82, payload) : frameHead(2, payload.length, false, "") + payload))
      .join("");
    for (const size of [1, 2, 3, 5, 13, 14, 15, 64, 129, 1_000, 65_536, bytes.length]) {
      const reader = new FrameReader(isMasked, false);
      const read: string[] = [];
      for (let at = 0; at < bytes.length; at += size) {
        reader.feed(bytes.slice(at, at + size));
        for (let next = reader.next(100_000); next !== null; next = reader.next(100_000))
          read.push((next as Frame).payload);
      }
      expect(read.length).toBe(payloads.length);
      expect(read.every((payload, i) => payload === payloads[i])).toBe(true);
    }
  },
);

it("frames are built for both sides", () => {
  expect(frameHead(1, 3, false, "")).toBe("\x81\x03");
  expect(frameHead(1, 3, false, MASK)).toBe(`\x81\x83${MASK}`);
  expect(frameHead(2, 200, true, "")).toBe("\xc2\x7e\x00\xc8");
  expect(frameHead(2, 70_000, false, "")).toBe("\x82\x7f\x00\x00\x00\x00\x00\x01\x11\x70");
});
