import { nodeSystem } from "../../interpreter/host/node/index.ts";
import { bareSystem } from "../../interpreter/host/testing/bare-system.ts";
import { describe, expect, it } from "vitest";
import { connect as rawConnect, createServer } from "node:net";
import { isIP } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { create, isAddress } from "./index.ts";
import { Err, grant } from "../../interpreter/runtime/index.ts";
import type { ErrorValue, Runtime } from "../../interpreter/runtime/index.ts";

const runtime = {
  host: {
    capabilities: grant({ net: true, fs: true, env: true, process: true }, bareSystem.links),
    system: nodeSystem,
  },
  atEnd: () => () => {},
  scheduler: { external: <T>(promise: Promise<T>) => promise },
  arrived() {},
} as unknown as Runtime;

type Native = (...args: unknown[]) => Promise<unknown>;
const natives = create(runtime).functions as unknown as Readonly<Record<string, Native>>;
function call(name: string, ...args: unknown[]): Promise<unknown> {
  return Promise.resolve(natives[name]!(...args));
}
function message(outcome: unknown): string {
  expect(outcome).toBeInstanceOf(Err);
  const error = (outcome as Err<ErrorValue>).error;
  expect(error._kind).toBe("net");
  return error._message;
}

async function pair(): Promise<{ listener: unknown; client: unknown; server: unknown; address: string }> {
  const listener = await call("listen", "127.0.0.1:0");
  const address = (await call("TcpListener.local_addr", listener)) as string;
  const client = await call("connect", address);
  return { listener, address, client, server: await call("TcpListener.accept", listener) };
}

describe("std/net (std/net)", () => {
  it("carries bytes in both directions and returns the addresses", async () => {
    const { listener, address, client, server } = await pair();
    const bytes = Array.from({ length: 256 }, (_, i) => String.fromCharCode(i)).join("");
    expect(await call("TcpStream.write", client, bytes)).toBe(256);
    expect(await call("TcpStream.read", server, 1000)).toBe(bytes);
    expect(await call("TcpStream.peer_addr", client)).toBe(address);
    expect(await call("TcpStream.local_addr", client)).toBe(await call("TcpStream.peer_addr", server));
    await call("TcpStream.close", client);
    expect(await call("TcpStream.read", server, 10)).toBe("");
    expect(await call("TcpStream.read", server, 10)).toBe("");
    await call("TcpListener.close", listener);
  });

  it("has exact messages for failures", async () => {
    expect(message(await call("connect", "nowhere"))).toBe("connect: invalid socket address (nowhere)");
    expect(message(await call("connect", "127.0.0.1:99999"))).toBe(
      "connect: invalid port value (127.0.0.1:99999)",
    );
    expect(message(await call("connect", "127.0.0.1:x"))).toBe("connect: invalid port value (127.0.0.1:x)");
    expect(message(await call("connect", "127.0.0.1:1"))).toBe(
      "connect: Connection refused (os error 111) (127.0.0.1:1)",
    );
    const { listener, address, client } = await pair();
    expect(message(await call("listen", address))).toBe(
      `listen: Address already in use (os error 98) (${address})`,
    );
    expect(message(await call("TcpStream.read", client, -1))).toBe("read: read size must be non-negative");
    expect(message(await call("TcpStream.read", client, 2 ** 53 - 1))).toBe(
      "read: read size too large to allocate",
    );
    expect(await call("TcpStream.read", client, 0)).toBe("");
    expect(await call("TcpStream.write", client, "")).toBe(0);
    await call("TcpStream.set_read_timeout_ms", client, 20);
    expect(message(await call("TcpStream.read", client, 9))).toBe(
      `read: Resource temporarily unavailable (os error 11) (${address})`,
    );
    await call("TcpStream.close", client);
    await call("TcpStream.close", client);
    expect(message(await call("TcpStream.read", client, 9))).toBe("read: unknown socket id");
    expect(message(await call("TcpStream.write", client, "x"))).toBe("write: unknown socket id");
    await call("TcpListener.close", listener);
    await call("TcpListener.close", listener);
    expect(message(await call("TcpListener.accept", listener))).toBe("accept: unknown socket id");
    expect(await call("listen", address)).not.toBeInstanceOf(Err);
  });

  it("looks names up and probes addresses", async () => {
    expect(await call("dns_lookup", "::1")).toEqual(["::1"]);
    expect(await call("dns_lookup", "localhost")).toContain("127.0.0.1");
    expect(message(await call("dns_lookup", "no-such-host.invalid"))).toMatch(
      /^dns_lookup: failed to lookup address information: /,
    );
    const { address, listener } = await pair();
    expect(await call("reachable", address)).toBe(true);
    await call("TcpListener.close", listener);
    expect(await call("reachable", address)).toBe(false);
    expect(await call("reachable", "garbage")).toBe(false);
  });

  it("releases a waiting goroutine when a handle is closed elsewhere", async () => {
    const { listener, client } = await pair();
    const reading = call("TcpStream.read", client, 10);
    const accepting = call("TcpListener.accept", listener);
    await call("TcpStream.close", client);
    await call("TcpListener.close", listener);
    expect(await reading).toBe("");
    expect(message(await accepting)).toBe("accept: unknown socket id");
  });

  it("may write after the peer ended its side", async () => {
    const { address, listener } = await pair();
    const peer = rawConnect({ port: Number(address.split(":")[1]), allowHalfOpen: true });
    peer.end("question");
    const stream = await call("TcpListener.accept", listener);
    expect(await call("TcpStream.read_all", stream)).toBe("question");
    expect(await call("TcpStream.write", stream, "answer")).toBe(6);
    await call("TcpStream.close", stream);
    expect(await new Promise((resolve) => peer.on("data", (d) => resolve(d.toString())))).toBe("answer");
    await call("TcpListener.close", listener);
  });

  it("holds back a writer whose peer does not read, and times it out", async () => {
    const { client, server, address } = await pair();
    await call("TcpStream.set_write_timeout_ms", client, 100);
    expect(message(await call("TcpStream.write", client, "x".repeat(50_000_000)))).toBe(
      `write: Resource temporarily unavailable (os error 11) (${address})`,
    );
    await call("TcpStream.close", server);
    await call("TcpStream.close", client);
  });

  it("does not count the time in which the program computed against a peer that reads", async () => {
    const source = `const { createServer } = require("node:net");
      createServer({ pauseOnConnect: true }, (socket) => setTimeout(() => socket.resume(), 100))
        .listen(0, "127.0.0.1", function () { require("node:worker_threads").parentPort.postMessage(this.address().port); });`;
    const peer = new Worker(source, { eval: true });
    const port = await new Promise((resolve) => peer.once("message", resolve));
    const client = await call("connect", `127.0.0.1:${port}`);
    await call("TcpStream.set_write_timeout_ms", client, 1000);
    const written = call("TcpStream.write", client, "x".repeat(20_000_000));
    await new Promise((resolve) => setTimeout(() => setImmediate(resolve), 20));
    for (const end = performance.now() + 1500; performance.now() < end; );
    expect(await written).toBe(20_000_000);
    await call("TcpStream.close", client);
    await peer.terminate();
  });

  it("keeps writes of several goroutines whole and in order", async () => {
    const { client, server } = await pair();
    const all = call("TcpStream.read_all", server);
    await Promise.all(
      ["a", "b", "c"].map((letter) => call("TcpStream.write", client, letter.repeat(1_000_000))),
    );
    await call("TcpStream.close", client);
    expect(await all).toBe("a".repeat(1_000_000) + "b".repeat(1_000_000) + "c".repeat(1_000_000));
  });

  it("reports a reset and a broken pipe as the system does", async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket.on("error", () => {})));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = await call("connect", address);
    while (sockets.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    sockets[0]!.resetAndDestroy();
    expect(message(await call("TcpStream.read", client, 10))).toBe(
      `read: Connection reset by peer (os error 104) (${address})`,
    );
    expect(message(await call("TcpStream.write", client, "x"))).toBe(
      `write: Broken pipe (os error 32) (${address})`,
    );
    server.close();
  });

  it("serves a thousand connections together and loses none", async () => {
    const listener = await call("listen", "127.0.0.1:0");
    const address = (await call("TcpListener.local_addr", listener)) as string;
    const serving = Array.from({ length: 1000 }, async () => {
      const stream = await call("TcpListener.accept", listener);
      const question = await call("TcpStream.read", stream, 100);
      await call("TcpStream.write", stream, `<${String(question)}>`);
      await call("TcpStream.close", stream);
    });
    const answers = await Promise.all(
      Array.from({ length: 1000 }, async (_, i) => {
        const stream = await call("connect", address);
        await call("TcpStream.write", stream, `${i}`);
        const answer = await call("TcpStream.read_all", stream);
        await call("TcpStream.close", stream);
        return answer;
      }),
    );
    await Promise.all(serving);
    expect(answers).toEqual(answers.map((_, i) => `<${i}>`));
    await call("TcpListener.close", listener);
  }, 120_000);
});

it("accepts the same numeric addresses as the platform", () => {
  const texts = [
    "1.2.3.4",
    "01.2.3.4",
    "1.2.3",
    "1.2.3.256",
    "1.2.3.4.5",
    "1.2.3.4%a",
    "::",
    "::1",
    "1::",
    ":1",
    "1:",
    "1:2:3:4:5:6:7:8",
    "1:2:3:4:5:6:7::",
    "1:2:3:4:5:6:7:8:9",
    "::2:3:4:5:6:7:8",
    "1::2::3",
    "::ffff:1.2.3.4",
    "1.2.3.4::",
    "::1.2.3",
    "1:2:3:4:5:6:1.2.3.4",
    "1:2:3:4:5:6:7:1.2.3.4",
    "fe80::1%eth0",
    "fe80::1%",
    "%eth0",
    "[::1]",
    "[1.2.3.4]",
    "::12345",
    "::g",
    "localhost",
    "",
    "1",
    ":::",
    "::%1",
    "FE80::AbCd",
  ];
  expect(texts.filter(isAddress)).toEqual(texts.filter((text) => isIP(text) !== 0));
});
