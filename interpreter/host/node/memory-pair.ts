// Two ends of a connection in memory.
import type { Duplex } from "node:stream";

/** Closing one end destroys the other, as with a closed connection. */
export function memoryPair(): readonly [Duplex, Duplex] {
  const { duplexPair } = process.getBuiltinModule("node:stream");
  const [own, other] = duplexPair() as unknown as [Duplex, Duplex];
  for (const end of [own, other]) {
    // The properties that a socket has in addition.
    Object.assign(end, {
      remoteAddress: "127.0.0.1",
      remotePort: 0,
      localAddress: "127.0.0.1",
      localPort: 0,
      setNoDelay: () => end,
      setKeepAlive: () => end,
      setTimeout: () => end,
      ref: () => end,
      unref: () => end,
      resetAndDestroy: () => end.destroy(),
      destroySoon: () => (end.writableFinished ? end.destroy() : end.end(() => end.destroy())),
    });
    end.on("error", () => {});
  }
  own.on("close", () => setImmediate(() => other.destroy()));
  other.on("close", () => setImmediate(() => own.destroy()));
  return [own, other];
}
