// Undocumented behaviour of Node that internals.ts relies on: an upgrade that removes it fails here. Sockets
// that are read into one buffer behave like any other, and sockets whose writes fail can still be read.
import { fork, type SendHandle } from "node:child_process";
import { connect, createServer, Socket } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { once } from "node:events";
import { expect, it } from "vitest";
import {
  acceptConnections,
  release,
  SharedBuffer,
  socketOf,
  surviveFailedWrites,
  type Connection,
  type HandleOwner,
} from "./internals.ts";

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

it("reads bytes unchanged, also more than fit the buffer", async () => {
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
it("reports a reset, and both ports", async () => {
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

/** A listener, and what `acceptConnections` takes from the first client. */
async function firstConnection(): Promise<{
  readonly client: Socket;
  readonly server: Server;
  readonly connection: Connection;
}> {
  const server = createServer({ pauseOnConnect: true }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("sent before");
  const connection = await new Promise<Connection>((resolve) => acceptConnections(server, resolve));
  server.close();
  return { client, server, connection };
}

it("sends a connection to another process, which gets it unread, and may send it back", async () => {
  const { client, connection } = await firstConnection();
  expect(connection).not.toBeInstanceOf(Socket);
  const returning = 'process.on("message", (message, handle) => process.send(message, handle))';
  const child = fork("--eval", [returning], { execArgv: [] });
  child.send("it", connection as SendHandle);
  const [message, back] = (await once(child, "message")) as [string, Connection];
  release(connection);
  child.kill();
  expect(message).toBe("it");
  const socket = socketOf(back);
  expect(socket.isPaused()).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(socket.readableLength).toBe(0);
  expect(socket.allowHalfOpen).toBe(true);
  expect(socket.remotePort).toBe(client.localPort);
  expect(String((await once(socket.resume(), "data"))[0])).toBe("sent before");
  socket.destroy();
  client.destroy();
});

it("releases a connection", async () => {
  const { client, connection } = await firstConnection();
  const ended = once(client.resume(), "close");
  client.on("error", () => {});
  release(connection);
  await ended;
});

it("accepts sockets where a server has no handle of its own", async () => {
  const { client, server } = await pair();
  const listener = createServer();
  const accepted: Connection[] = [];
  acceptConnections(listener, (connection) => accepted.push(connection));
  listener.emit("connection", server);
  expect(accepted).toEqual([server]);
  server.allowHalfOpen = false;
  expect(socketOf(server)).toBe(server);
  expect([server.isPaused(), server.allowHalfOpen]).toEqual([true, true]);
  release(server);
  expect(server.destroyed).toBe(true);
  client.destroy();
});
