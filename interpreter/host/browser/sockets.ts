// Sockets in memory (memory-network.ts). There is no TLS, and no other machine.
import type { Datagrams, Sockets } from "../index.ts";
import { failure, unavailable } from "./failure.ts";
import { pairOf, type MemoryNetwork, type MemorySocket } from "./memory-network.ts";

const LOOPBACK = { host: "127.0.0.1", port: 0 };
type Socket = ReturnType<Sockets["connect"]>;

const asSocket = (socket: MemorySocket): Socket => socket as unknown as Socket;

interface Written extends MemorySocket {
  _write(bytes: Uint8Array, encoding: string, done: (error?: Error | null) => void): void;
}

export function socketsOf(network: MemoryNetwork): Sockets {
  return {
    async resolve(host) {
      const name = host.toLowerCase().replace(/\.$/, "");
      if (name === "localhost" || name.endsWith(".localhost")) return ["127.0.0.1"];
      if (/^[\d.]+$/.test(name) || name.includes(":")) return [name];
      throw failure("ENOTFOUND");
    },
    connect: (host, port) => asSocket(network.connect(host, port)),
    async listen({ host, port }, accepted) {
      return network.listen(host, port, (socket) => accepted(socket.pause()));
    },
    pair() {
      const [a, b] = pairOf({ local: LOOPBACK, remote: LOOPBACK });
      return [asSocket(a), asSocket(b)];
    },
    sharedReading: () => ({
      read(socket, received) {
        socket.on("data", (bytes: Buffer) => received(bytes.toString("latin1")));
        return socket.resume();
      },
    }),
    sendQueues: () => ({ of: (socket) => (socket as unknown as MemorySocket).untaken }),
    surviveFailedWrites(socket, failed) {
      const stream = socket as unknown as Written;
      const write = stream._write;
      stream._write = (bytes, encoding, done) =>
        write.call(stream, bytes, encoding, (error) => {
          if (error) failed(error);
          else done();
        });
    },
    connectUnix: (path) => asSocket(network.connectAt(path)),
    listenUnix: async ({ path }, accepted) => network.listenAt(path, (socket) => accepted(socket.pause())),
    listenInherited: async () => null,
    notifyManager() {},
    context() {
      throw unavailable("TLS");
    },
    rootCertificates: () => [],
    isCertificate: () => false,
    secure() {
      throw unavailable("TLS");
    },
    isCutOff: () => false,
    reset: (socket) => void socket.resetAndDestroy(),
    serve() {
      throw unavailable("TLS");
    },
    accept() {
      throw unavailable("TLS");
    },
    bindDatagrams: (): Promise<Datagrams> => Promise.reject(unavailable("datagrams")),
  };
}
