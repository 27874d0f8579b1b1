// Natives of std/net beyond plain TCP: TLS, and Unix sockets.
import { get } from "../../interpreter/own/index.ts";
import { asCount, foreseen, weighed } from "../../interpreter/runtime/index.ts";
import type { NativeTable, Runtime } from "../../interpreter/runtime/index.ts";
import { parseAddress } from "./address.ts";
import { bind, unixProblem } from "./bind.ts";
import { dialTo, type Opening, type Socket } from "./dial.ts";
import { attempt } from "./failures.ts";
import { TcpAcceptor } from "./listener.ts";
import { TcpSocket } from "./stream.ts";
import { Tls, type TlsOptions } from "./tls.ts";

/** Stores and opens handles for the natives of plain TCP. */
export interface Opened {
  stream(socket: TcpSocket): object;
  listener(acceptor: TcpAcceptor): object;
  /** Opens a plain connection; returns the error text if that fails. */
  dial(address: string, limitMs: number): Promise<Socket | string>;
  readonly opening: Opening;
}

/** The nanoseconds for each byte of a certificate or key, or of the path of one, on a slow machine. */
const NANOS_OF_PEM = 100;

export function otherSockets(runtime: Runtime, handles: Opened): NativeTable {
  const { capabilities, system } = runtime.host;
  const tls = new Tls(system, capabilities);

  function secured(socket: Socket, names?: { readonly local: string; readonly peer: string }): TcpSocket {
    return new TcpSocket(socket, names, () => system.sockets.isCutOff(socket));
  }

  function connectTls(address: string, options: TlsOptions) {
    const { _ca, _cert, _key } = options;
    weighed(runtime, _ca.length + _cert.length + _key.length, NANOS_OF_PEM);
    return attempt(runtime, "connect_tls", address, async () => {
      const limit = asCount(options._timeout_ms) > 0 ? asCount(options._timeout_ms) : Infinity;
      const start = performance.now();
      const socket = await handles.dial(address, limit);
      if (typeof socket === "string") return socket;
      const { host } = parseAddress(address) as { host: string };
      const secure = await tls.secure(
        socket,
        host,
        options,
        limit - (performance.now() - start),
        handles.opening,
      );
      return typeof secure === "string" ? secure : handles.stream(secured(secure));
    });
  }

  function listenTls(address: string, certificate: string, key: string) {
    return attempt(runtime, "listen_tls", address, async () => {
      const context = await tls.serverContext(certificate, key);
      const acceptor = await TcpAcceptor.open(
        (accepted) =>
          bind(
            address,
            { accepted, open: runtime.sockets, shared: (get(runtime.host, "workerId") ?? 0) > 0 },
            runtime.host,
          ),
        (socket) => {
          const { remoteAddress } = socket;
          const secure = system.sockets.serve(socket, context);
          // An error of the plain socket is an error of the secure one.
          socket.on("error", (error) => secure.destroy(error));
          return secured(secure, remoteAddress === undefined ? { local: "", peer: "" } : undefined);
        },
      );
      return typeof acceptor === "string" ? acceptor : handles.listener(acceptor);
    });
  }

  function connectUnix(path: string) {
    return attempt(runtime, "connect_unix", path, async () => {
      const problem = unixProblem(capabilities, path);
      if (problem !== null) return problem;
      const socket = await dialTo(() => system.sockets.connectUnix(path), Infinity, handles.opening);
      return typeof socket === "string"
        ? socket
        : handles.stream(new TcpSocket(socket, { local: "", peer: path }));
    });
  }

  function listenUnix(path: string) {
    return attempt(runtime, "listen_unix", path, async () => {
      const problem = unixProblem(capabilities, path);
      if (problem !== null) return problem;
      const acceptor = await TcpAcceptor.open(
        async (accepted) => {
          const refusal = runtime.sockets?.refusal() ?? null;
          if (refusal !== null) return refusal;
          const take = (socket: Socket): void =>
            (runtime.sockets?.refusal() ?? null) === null ? accepted(socket) : void socket.destroy();
          const shared = (get(runtime.host, "workerId") ?? 0) > 0;
          const listening = await system.sockets.listenUnix(
            { path, shared, mode: null, replaces: false },
            take,
          );
          // The file would prevent the next listener at this path.
          const forget = runtime.signals.beforeDeath(() => listening.close());
          return {
            address: path,
            close() {
              forget();
              listening.close();
            },
          };
        },
        (socket) => new TcpSocket(socket, { local: path, peer: "" }),
      );
      return typeof acceptor === "string" ? acceptor : handles.listener(acceptor);
    });
  }

  return {
    functions: foreseen(
      runtime,
      { listen_tls: NANOS_OF_PEM },
      {
        connect_tls: connectTls,
        listen_tls: listenTls,
        connect_unix: connectUnix,
        listen_unix: listenUnix,
      },
    ),
  };
}
