// Sockets by node:net, node:tls, node:dgram and node:dns, which are loaded on first use.
import type { AddressInfo, ListenOptions, Server, Socket } from "node:net";
import type { Sockets } from "../index.ts";
import { closeBehindQueue } from "./close-behind-queue.ts";
import { isCutOff, SharedBuffer, surviveFailedWrites, watchForCut } from "./internals.ts";
import { memoryPair } from "./memory-pair.ts";
import { ProcSendQueues } from "./send-queues.ts";

const net = () => process.getBuiltinModule("node:net");
const tls = () => process.getBuiltinModule("node:tls");
const path = () => process.getBuiltinModule("node:path");
const sharedPorts = () => import("./shared-ports.ts");

/** The sockets below TLS sockets. */
const transports = new WeakMap<Socket, Socket>();

function over(transport: Socket, secure: Socket): Socket {
  transports.set(secure, transport);
  return watchForCut(secure);
}

/** Node takes paths only as text. @throws an error with the code EILSEQ */
function textOf(path: string): string {
  const bytes = Buffer.from(path, "latin1");
  const text = bytes.toString();
  if (!Buffer.from(text).equals(bytes)) throw Object.assign(new Error("no UTF-8"), { code: "EILSEQ" });
  return text;
}

/** Corrects an error of Node, which reports EACCES for a missing folder. */
function bindFailure(error: NodeJS.ErrnoException, file: string): NodeJS.ErrnoException {
  const folder = path().dirname(textOf(file));
  const isMissing = error.code === "EACCES" && !process.getBuiltinModule("node:fs").existsSync(folder);
  return isMissing ? Object.assign(new Error("no folder"), { code: "ENOENT" }) : error;
}

/** @throws Error of the system */
function listening(server: Server, at: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(at, () => {
      // Later errors are failed accepts, which arrive here too; Node continues to accept.
      server.removeAllListeners("error").on("error", () => {});
      resolve();
    });
  });
}

function systemRoots(): readonly string[] {
  try {
    // Available from Node 22.15.
    return (tls() as Partial<ReturnType<typeof tls>>).getCACertificates?.("system") ?? [];
  } catch {
    return [];
  }
}

export const sockets: Sockets = {
  async resolve(host) {
    const found = await process
      .getBuiltinModule("node:dns/promises")
      .lookup(Buffer.from(host, "latin1").toString(), { all: true, order: "verbatim" });
    return found.map(({ address }) => address);
  },
  connect: (host, port) =>
    net().connect({ host, port, allowHalfOpen: true, noDelay: true, autoSelectFamily: false }),
  async listen({ host, port, backlog, shared }, accepted) {
    if (shared) {
      const { listenShared } = await sharedPorts();
      const bound = await listenShared({ host, port, backlog }, (socket) =>
        accepted(socket.setNoDelay(true)),
      );
      return {
        host: bound.host,
        port: bound.port,
        close: () => void bound.close(),
        closeBehindQueue: () => bound.close(),
      };
    }
    let count = 0;
    const options = { allowHalfOpen: true, noDelay: true, pauseOnConnect: true };
    const server = net().createServer(options, (socket) => {
      count += 1;
      accepted(socket);
    });
    await listening(server, { host, port, backlog });
    const bound = server.address() as AddressInfo;
    return {
      host: bound.address,
      port: bound.port,
      // The event `close` would wait for the connections as well; the port is free before it.
      close: () => void server.close(),
      closeBehindQueue: () => closeBehindQueue(server, () => count),
    };
  },
  sharedReading: () => new SharedBuffer(),
  pair: () => memoryPair() as unknown as readonly [Socket, Socket],
  sendQueues: () => new ProcSendQueues(),
  surviveFailedWrites,
  isCutOff,
  connectUnix: (path) => net().connect({ path: textOf(path), allowHalfOpen: true }),
  async listenUnix({ path: file, shared, mode, replaces }, accepted) {
    try {
      if (shared) {
        const { listenShared } = await sharedPorts();
        const bound = await listenShared({ path: path().resolve(textOf(file)), mode, replaces }, accepted);
        return { close: () => void bound.close(), closeBehindQueue: () => bound.close() };
      }
      const { listenAtPath } = await import("./unix-listener.ts");
      let count = 0;
      const server = net().createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
        count += 1;
        accepted(socket);
      });
      await listenAtPath(server, textOf(file), { mode, replaces });
      return {
        close: () => void server.close(),
        closeBehindQueue: () => closeBehindQueue(server, () => count),
      };
    } catch (error) {
      throw bindFailure(error as NodeJS.ErrnoException, file);
    }
  },
  listenInherited: async (options, accepted) =>
    (await import("./inherited-sockets.ts")).listenInherited(options, accepted),
  notifyManager(state, failed) {
    if ((process.env["NOTIFY_SOCKET"] ?? "") === "") return;
    void import("./service-manager.ts").then(({ notifyManager }) => notifyManager(state, failed));
  },
  context: (roots, certificate, key) =>
    tls().createSecureContext({
      ...(roots === null ? {} : { ca: roots as string | string[] }),
      ...(certificate === null ? {} : { cert: certificate }),
      ...(key === null ? {} : { key }),
      minVersion: "TLSv1.2",
    }),
  rootCertificates: () => [...tls().rootCertificates, ...systemRoots()],
  isCertificate(text) {
    try {
      const { X509Certificate } = process.getBuiltinModule("node:crypto");
      return new X509Certificate(text).subject !== undefined;
    } catch {
      return false;
    }
  },
  reset(socket) {
    // Node can reset TCP sockets, but throws for TLS sockets.
    const transport = transports.get(socket);
    if (transport === undefined) socket.resetAndDestroy();
    else {
      transport.resetAndDestroy();
      socket.destroy();
    }
  },
  secure(socket, { serverName, context, verify, protocols }) {
    const options = {
      socket,
      host: serverName,
      // RFC 6066 3: an IP address is not a server name.
      ...(net().isIP(serverName) === 0 ? { servername: serverName } : {}),
      secureContext: context,
      rejectUnauthorized: verify,
      ...(protocols.length > 0 ? { ALPNProtocols: [...protocols] } : {}),
      allowHalfOpen: true,
    };
    return over(socket, tls().connect(options));
  },
  serve(socket, context): Socket {
    const options = { isServer: true, secureContext: context, allowHalfOpen: true };
    const secure = new (tls().TLSSocket)(socket, options);
    const ended = (): void => {
      secure.destroy(new Error("the connection was closed during the handshake"));
    };
    // Node would keep buffering writes for a handshake that cannot complete.
    secure.once("end", ended);
    secure.once("secure", () => secure.removeListener("end", ended));
    return over(socket, secure);
  },
  accept(socket, { identityFor, limitMs, done }) {
    const secured = new (tls().TLSSocket)(socket, {
      isServer: true,
      secureContext: identityFor(""),
      SNICallback: (name, given) => given(null, identityFor(name)),
      ALPNProtocols: ["http/1.1"],
    });
    transports.set(secured, socket);
    // The directions end independently here as well; TLSSocket has no option for that.
    secured.allowHalfOpen = true;
    let settled = false;
    const settle = (works: boolean): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      secured.removeAllListeners("secure");
      if (!works) {
        secured.on("error", () => {});
        secured.destroy();
        socket.destroy();
      }
      done(works ? secured : null);
    };
    const timer = setTimeout(() => setImmediate(() => settle(false)), limitMs);
    timer.unref();
    secured.once("secure", () => settle(true));
    secured.on("error", () => settle(false));
    secured.on("close", () => settle(false));
    return () => settle(false);
  },
  bindDatagrams: (host, port, received) =>
    new Promise((resolve, reject) => {
      const socket = process
        .getBuiltinModule("node:dgram")
        .createSocket(net().isIPv6(host) ? "udp6" : "udp4");
      socket.once("error", reject);
      socket.bind({ address: host, port, exclusive: true }, () => {
        socket.removeAllListeners("error");
        // Errors that the network reports later for a datagram.
        socket.on("error", () => {});
        socket.on("message", (data, from) => received(data, from.address, from.port));
        const bound = socket.address();
        let open = true;
        resolve({
          host: bound.address,
          port: bound.port,
          send: (data, to, toPort) =>
            new Promise((done, fail) =>
              socket.send(data, toPort, to, (error) => (error === null ? done() : fail(error))),
            ),
          close() {
            if (open) socket.close();
            open = false;
          },
        });
      });
    }),
};
