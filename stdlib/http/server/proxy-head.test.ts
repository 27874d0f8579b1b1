// The head of the PROXY protocol (reference/http-server#proxies).
import { connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { Response, TEXT } from "../routes/response.ts";
import { start, routesTo, type RunningServer } from "../testing/served.ts";
import { parseProxyHead } from "./proxy-head.ts";
import { Trust } from "./trust.ts";

const SIGNATURE = "\r\n\r\n\0\r\nQUIT\n";
/** A head of version 2, by its bytes after the signature. */
function second(
  command: number,
  family: number,
  payload: readonly number[] | string,
  length?: number,
): string {
  const bytes = Buffer.from(payload as string, "latin1");
  const size = length ?? bytes.length;
  return `${SIGNATURE}${String.fromCharCode(command, family, size >> 8, size & 255)}${bytes.toString("latin1")}`;
}
const FOUR = [1, 2, 3, 4, 10, 0, 0, 1, 0x1f, 0x90, 0, 80];
const SIX = [0x20, 1, 0xd, 0xb8, ...Array<number>(11).fill(0), 1, ...Array<number>(16).fill(0), 0, 99, 0, 80];

function parsed(text: string): string {
  const outcome = parseProxyHead(Buffer.from(text, "latin1"));
  if (outcome.kind !== "complete") return outcome.kind;
  const { client, length } = outcome;
  return `${client === null || client === "unix" ? client : `${client.host} ${client.port}`} ${length}`;
}

describe("a head", () => {
  it.each([
    ["PROXY TCP4 1.2.3.4 10.0.0.1 8080 80\r\n", "1.2.3.4 8080 37"],
    ["PROXY TCP6 2001:db8::1 ::1 0 65535\r\nGET", "2001:db8::1 0 36"],
    ["PROXY UNKNOWN\r\n", "null 15"],
    ["PROXY UNKNOWN ffff::1 x 1 2\r\n", "null 29"],
    [second(0x21, 0x11, FOUR), "1.2.3.4 8080 28"],
    [second(0x21, 0x11, [...FOUR, 4, 0, 1, 9]), "1.2.3.4 8080 32"],
    [second(0x21, 0x21, SIX), "2001:db8::1 99 52"],
    [second(0x21, 0x31, "\0".repeat(216)), "unix 232"],
    [second(0x20, 0x00, []), "null 16"],
    [second(0x20, 0x11, [1, 2, 3]), "null 19"],
    [second(0x21, 0x00, "tlv"), "null 19"],
  ])("like %j is valid", (text, expected) => {
    expect(parsed(text)).toBe(expected);
    const length = Number(expected.split(" ").at(-1));
    for (let end = 1; end < length; end++) {
      const outcome = parseProxyHead(Buffer.from(text.slice(0, end), "latin1"));
      expect(outcome.kind).toBe("incomplete");
      const { needed } = outcome as { readonly needed: number };
      expect(needed > end && needed <= length).toBe(true);
    }
  });
  it.each([
    "GET / HTTP/1.1\r\n",
    "PROXY\r\n",
    "PROXY  TCP4 1.2.3.4 10.0.0.1 1 2\r\n",
    "PROXY TCP4 1.2.3.4 10.0.0.1 1\r\n",
    "PROXY TCP4 1.2.3.4 10.0.0.1 1 2 3\r\n",
    "PROXY TCP4 1.2.3.4 10.0.0.1 01 2\r\n",
    "PROXY TCP4 1.2.3.4 10.0.0.1 65536 2\r\n",
    "PROXY TCP4 1.2.3.256 10.0.0.1 1 2\r\n",
    "PROXY TCP4 ::1 ::1 1 2\r\n",
    "PROXY TCP6 1.2.3.4 10.0.0.1 1 2\r\n",
    "PROXY TCP6 fe80::1%x ::1 1 2\r\n",
    "PROXY UDP4 1.2.3.4 10.0.0.1 1 2\r\n",
    "PROXY UNKNOWNX\r\n",
    "proxy TCP4 1.2.3.4 10.0.0.1 1 2\r\n",
    `PROXY UNKNOWN ${"x".repeat(100)}\r\n`,
    "\r\n\r\nGET",
    second(0x11, 0x11, FOUR),
    second(0x22, 0x11, FOUR),
    second(0x21, 0x12, FOUR),
    second(0x21, 0x41, FOUR),
    second(0x21, 0x13, FOUR),
    second(0x21, 0x11, FOUR.slice(0, 11)),
    second(0x21, 0x21, FOUR),
    second(0x21, 0x31, FOUR),
  ])("like %j is invalid", (text) => expect(parsed(text)).toBe("invalid"));
});

describe("a server behind the PROXY protocol", () => {
  async function serving(list: readonly string[]): Promise<RunningServer> {
    const running = await start(
      routesTo((request) =>
        Response.of(
          200,
          TEXT,
          `${request.remoteAddr()}|${request.peerAddr().replace(/\d+$/, "P")}|${request._body}`,
        ),
      ),
    );
    running.server.trust = Trust.of(list, false) as Trust;
    running.server.expectsProxyHead = true;
    onTestFinished(() => running.stop());
    return running;
  }
  /** Sends pieces, each with its own packet, and returns the bodies of all responses. */
  function bodies(port: number, pieces: readonly string[]): Promise<string[]> {
    return new Promise((resolve) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      let text = "";
      socket.on("data", (bytes) => (text += bytes.toString("latin1")));
      socket.on("error", () => {});
      socket.on("close", () =>
        resolve(
          text
            .split("HTTP/1.1 ")
            .slice(1)
            .map((each) => each.split("\r\n\r\n")[1]!),
        ),
      );
      const rest = [...pieces];
      const next = (): void =>
        void (rest.length > 0 && socket.write(rest.shift()!, "latin1", () => setImmediate(next)));
      next();
    });
  }
  const post = (more = ""): string => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n${more}\r\nhi`;
  const last = post("Connection: close\r\n");

  it("serves the client that the head names, however the bytes arrive", async () => {
    const { port } = await serving(["127.0.0.1"]);
    const heads = ["PROXY TCP4 1.2.3.4 10.0.0.1 8080 80\r\n", second(0x21, 0x11, FOUR)];
    for (const head of heads) {
      const whole = `${head}${post()}${last}`;
      for (const pieces of [
        [whole],
        [...whole],
        [head, post(), last],
        [head.slice(0, 9), `${head.slice(9)}${post()}`, last],
      ])
        expect(await bodies(port, pieces)).toEqual([
          "1.2.3.4:8080|127.0.0.1:P|hi",
          "1.2.3.4:8080|127.0.0.1:P|hi",
        ]);
    }
    expect(await bodies(port, [`${second(0x21, 0x21, SIX)}${last}`])).toEqual([
      "[2001:db8::1]:99|127.0.0.1:P|hi",
    ]);
    expect(await bodies(port, [`PROXY UNKNOWN\r\n${last}`])).toEqual([
      expect.stringMatching(/^127\.0\.0\.1:\d+\|127\.0\.0\.1:P\|hi$/),
    ]);
  });
  it("closes a connection of a trusted peer without a valid head, and serves others without one", async () => {
    const trusted = await serving(["127.0.0.1"]);
    for (const start of [last, "PROXY TCP4 x\r\n", second(0x21, 0x41, FOUR)])
      expect(await bodies(trusted.port, [`${start}${last}`])).toEqual([]);
    expect(await bodies(trusted.port, [`PROXY UNKNOWN\r\n${last}`])).toHaveLength(1);
    const others = await serving(["10.0.0.0/8"]);
    expect(await bodies(others.port, [last])).toHaveLength(1);
  });
  it("believes header fields only if the client that the head names is trusted", async () => {
    const { port } = await serving(["127.0.0.1", "10.0.0.0/8"]);
    const claim = post("X-Forwarded-For: 5.5.5.5\r\nConnection: close\r\n");
    expect(await bodies(port, [`PROXY TCP4 1.2.3.4 10.0.0.1 8080 80\r\n${claim}`])).toEqual([
      "1.2.3.4:8080|127.0.0.1:P|hi",
    ]);
    for (const head of ["PROXY TCP4 10.9.9.9 10.0.0.1 8080 80\r\n", "PROXY UNKNOWN\r\n", second(0x20, 0, [])])
      expect(await bodies(port, [`${head}${claim}`])).toEqual(["5.5.5.5|127.0.0.1:P|hi"]);
  });
});
