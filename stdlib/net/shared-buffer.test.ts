// Sockets that are read into one buffer behave like any other.
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { once } from "node:events";
import { expect, it } from "vitest";
import { SharedBuffer } from "./shared-buffer.ts";

/** Both ends of a connection; what comes is collected. */
async function pair(): Promise<{ readonly client: Socket; readonly server: Socket; readonly received: () => string }> {
  const listener = createServer({ allowHalfOpen: true, pauseOnConnect: true }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const client = connect({ port: (listener.address() as AddressInfo).port, host: "127.0.0.1", allowHalfOpen: true });
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
