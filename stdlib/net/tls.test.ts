// The end of a TLS connection: by the peer's close_notify, or by anyone between the peers.
import { connect as connectSecurely, createServer } from "node:tls";
import type { AddressInfo } from "node:net";
import { connect, createServer as createPlainServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { nodeSystem } from "../../interpreter/host/node/index.ts";
import { TestAuthority } from "../http/testing/authority.ts";
import { TcpSocket } from "./stream.ts";

const { sockets } = nodeSystem;

it("is at its end when the peer says so, and an error when it only stops", async () => {
  const authority = new TestAuthority();
  onTestFinished(() => authority.remove());
  const server = createServer(authority.certify("own", "DNS:localhost"), (socket) => {
    socket.on("error", () => {});
    socket.once("data", (bytes) => {
      if (String(bytes) === "say it") socket.end("answer");
      else socket.write("answer", () => socket.destroy());
    });
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  /** Returns everything read until the end, including an error and what follows it. */
  const ask = async (word: string, paused: boolean): Promise<string[]> => {
    const plain = connect((server.address() as AddressInfo).port, "127.0.0.1");
    const secure = sockets.secure(plain, {
      serverName: "localhost",
      context: sockets.context(null, null, null),
      verify: false,
      protocols: [],
    });
    await new Promise((resolve) => secure.once("secureConnect", resolve));
    const stream = new TcpSocket(secure, undefined, () => sockets.isCutOff(secure));
    await stream.write(word);
    if (paused) {
      // The end arrives while nothing reads.
      secure.pause();
      await new Promise((resolve) => setTimeout(resolve, 30));
      secure.resume();
    }
    const seen: string[] = [];
    for (let last = "-"; last !== ""; seen.push(last)) {
      const read = await stream.read(100);
      last = typeof read === "string" ? read : read.error._message;
    }
    return seen;
  };
  for (const paused of [false, true]) {
    expect(await ask("say it", paused)).toEqual(["answer", ""]);
    expect(await ask("stop", paused)).toEqual([
      "answer",
      expect.stringMatching(/^read: the peer left without closing TLS \(127\.0\.0\.1:\d+\)$/),
      "",
    ]);
  }
});

it("fails writes to a client that disconnects during the handshake", async () => {
  const authority = new TestAuthority();
  onTestFinished(() => authority.remove());
  const { cert, key } = authority.certify("own", "DNS:localhost");
  const context = sockets.context(null, String(cert), String(key));
  const { promise: accepted, resolve } = Promise.withResolvers<TcpSocket>();
  const server = createPlainServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) =>
    resolve(new TcpSocket(sockets.serve(socket, context))),
  );
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  // This client does not trust the certificate.
  connectSecurely({ port, host: "127.0.0.1", servername: "localhost" }).on("error", () => {});
  const stream = await accepted;
  const failure = "the connection was closed during the handshake";
  for (const text of ["first", "x".repeat(200_000)]) {
    expect(await stream.write(text)).toMatchObject({ error: { _message: expect.stringContaining(failure) } });
  }
});
