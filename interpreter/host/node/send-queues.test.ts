// The bytes that a peer has not taken, as the system reports them.
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { expect, it } from "vitest";
import { ProcSendQueues } from "./send-queues.ts";

/** A socket whose peer does not read, with more written to it than the system takes. */
async function stuffed(host: string): Promise<{ readonly socket: Socket; readonly close: () => void }> {
  const server = createServer((peer) => peer.pause()).listen(0, host);
  await new Promise((resolve) => server.once("listening", resolve));
  const socket = connect((server.address() as AddressInfo).port, host);
  socket.on("error", () => {});
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.write(Buffer.alloc(20_000_000));
  return {
    socket,
    close: () => {
      socket.destroy();
      server.close();
    },
  };
}

it.runIf(process.platform === "linux").each(["127.0.0.1", "::1"])(
  "tells what is held for a peer at %s",
  async (host) => {
    const { socket, close } = await stuffed(host);
    await expect.poll(() => new ProcSendQueues().of(socket)).toBeGreaterThan(65_536);
    close();
  },
);
it("returns null for a socket that is not open", async () => {
  const { socket, close } = await stuffed("127.0.0.1");
  close();
  expect(new ProcSendQueues().of(socket)).toBeNull();
});
