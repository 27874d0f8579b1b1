// Undocumented behaviour of Node that internals.ts relies on: an upgrade that removes it fails here. Sockets
// that are read into one buffer behave like any other, and sockets whose writes fail can still be read.
import { fork, type SendHandle } from "node:child_process";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { once } from "node:events";
import { expect, it } from "vitest";
import { sendable, SharedBuffer, socketSent, surviveFailedWrites, type HandleOwner } from "./internals.ts";

/** Both ends of a connection; received bytes are collected. */
async function pair(): Promise<{
  readonly client: Socket;
  readonly server: Socket;
  readonly received: () => string;
}> {
  const listener = createServer({ allowHalfOpen: true, pauseOnConnect: true }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const client = connect({
    port: (listener.address() as AddressInfo).port,
    host: "127.0.0.1",
    allowHalfOpen: true,
  });
  const [accepted] = (await once(listener, "connection")) as [Socket];
  listener.close();
  let text = "";
  const server = new SharedBuffer().read(accepted, (bytes) => (text += bytes));
  server.on("error", () => {});
  return { client, server, received: () => text };
}

it("reads bytes as they are, also more than the buffer holds", async () => {
  const { client, server, received } = await pair();
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 256));
  client.end(bytes);
  await once(server, "end");
  expect(received()).toBe(bytes.toString("latin1"));
  const closed = once(server, "close");
  server.end("after the end");
  expect(String((await once(client, "data"))[0])).toBe("after the end");
  await closed;
});
it("does not read while it is paused", async () => {
  const { client, server, received } = await pair();
  server.pause();
  client.write("a");
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(received()).toBe("");
  server.resume();
  await expect.poll(received).toBe("a");
  client.destroy();
  server.destroy();
});
it("tells of a reset, and of both ends", async () => {
  const { client, server } = await pair();
  expect(server.remotePort).toBe(client.localPort);
  const failed = once(server, "error").catch((error: unknown) => [error]);
  client.resetAndDestroy();
  expect(await failed).toMatchObject([{ code: "ECONNRESET" }]);
});

it("finds the handle of a socket, and leaves the socket without it", async () => {
  const listener = createServer({ pauseOnConnect: true }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const client = connect((listener.address() as AddressInfo).port, "127.0.0.1");
  const [accepted] = (await once(listener, "connection")) as [Socket];
  listener.close();
  expect((accepted as HandleOwner)._handle).toBeTypeOf("object");
  const server = new SharedBuffer().read(accepted, () => {});
  expect(server).not.toBe(accepted);
  expect((accepted as HandleOwner)._handle).toBeNull();
  expect(server.remotePort).toBe(client.localPort);
  server.destroy();
  client.destroy();
});

it("reads on after a write that failed", async () => {
  const { client, server } = await pair();
  const { _write: usual } = server;
  server._write = (_chunk, _encoding, callback) =>
    callback(Object.assign(new Error("no reader"), { code: "EPIPE" }));
  server._writev = null as never;
  const failed = new Promise<Error>((resolve) => surviveFailedWrites(server, resolve));
  server.write("lost");
  expect(await failed).toMatchObject({ code: "EPIPE" });
  expect(server.destroyed).toBe(false);
  expect(usual).toBeTypeOf("function");
  const ended = once(server, "end");
  client.end("read all the same");
  await ended;
  server.destroy();
});

it("sends a socket to another process, which gets it unread, and may send it back", async () => {
  const listener = createServer({ pauseOnConnect: true }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const client = connect((listener.address() as AddressInfo).port, "127.0.0.1");
  client.write("sent before");
  const [accepted] = (await once(listener, "connection")) as [Socket];
  listener.close();
  expect(sendable(accepted)).not.toBe(accepted);
  const returning = 'process.on("message", (message, handle) => process.send(message, handle))';
  const child = fork("--eval", [returning], { execArgv: [] });
  child.send("it", sendable(accepted));
  const [message, handle] = (await once(child, "message")) as [string, SendHandle];
  accepted.destroy();
  child.kill();
  expect(message).toBe("it");
  const socket = socketSent(handle);
  expect(socket.isPaused()).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(socket.readableLength).toBe(0);
  expect(socket.allowHalfOpen).toBe(true);
  expect(socket.remotePort).toBe(client.localPort);
  expect(String((await once(socket.resume(), "data"))[0])).toBe("sent before");
  socket.destroy();
  client.destroy();
});

it("takes a socket where no handle is to be had", async () => {
  const { client, server } = await pair();
  client.allowHalfOpen = false;
  expect(socketSent(client)).toBe(client);
  expect(client.isPaused()).toBe(true);
  expect(client.allowHalfOpen).toBe(true);
  client.destroy();
  server.destroy();
});
