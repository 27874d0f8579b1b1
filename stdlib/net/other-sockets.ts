// Natives of std/net beyond plain TCP: TLS, sockets of one machine, datagrams.
import { asCount, fail, Outstanding } from "../../interpreter/runtime/index.ts";
import type { Err, ErrorValue, Int, MaybePromise, NativeTable, Result, Runtime } from "../../interpreter/runtime/index.ts";
import { denial, errorText, systemText } from "../error/index.ts";
import { ALL_INTERFACES, parseAddress, parseListenAddress, resolveHost } from "./address.ts";
import { bind } from "./bind.ts";
import { Datagram, UdpPort } from "./datagrams.ts";
import { dialTo, type Opening, type Socket } from "./dial.ts";
import { TcpAcceptor } from "./listener.ts";
import { resolvePermitted } from "./permitted.ts";
import { TcpSocket } from "./stream.ts";
import { Tls, type TlsOptions } from "./tls.ts";

/** How the natives of plain TCP keep and find what they open. */
export interface Handles {
  stream(socket: TcpSocket): object;
  listener(acceptor: TcpAcceptor): object;
  /** A plain connection, or the text of the failure. */
  dial(address: string, limitMs: number): Promise<Socket | string>;
  readonly opening: Opening;
}

/** The struct `UdpSocket`. */
class UdpSocket {
  readonly port: UdpPort;

  constructor(port: UdpPort) {
    this.port = port;
  }
}

const UNKNOWN = "unknown socket id";

export function otherSockets(runtime: Runtime, handles: Handles): NativeTable {
  const { scheduler, host: { capabilities, system } } = runtime;
  const tls = new Tls(system, capabilities);
  const ports = new Outstanding<UdpPort>(runtime, (left) => {
    for (const port of left) port.close();
  });
  runtime.sockets?.watch(() => ports.size);

  function failed(operation: string, text: string, about: string): Err<ErrorValue> {
    return fail("net", `${operation}: ${text} (${about})`);
  }

  /** Problems are texts, or errors of the system. */
  function attempt<T extends object>(operation: string, about: string, work: () => Promise<T | string>): Promise<Result<T, ErrorValue>> {
    return scheduler.external(work().catch((error: unknown) => errorText(error)).then((outcome) => (typeof outcome === "string" ? failed(operation, outcome, about) : outcome)));
  }

  function connectTls(address: string, options: TlsOptions) {
    return attempt("connect_tls", address, async () => {
      const limit = asCount(options._timeout_ms) > 0 ? asCount(options._timeout_ms) : Infinity;
      const start = performance.now();
      const socket = await handles.dial(address, limit);
      if (typeof socket === "string") return socket;
      const { host } = parseAddress(address) as { host: string };
      const secure = await tls.secure(socket, host, options, limit - (performance.now() - start), handles.opening);
      return typeof secure === "string" ? secure : handles.stream(new TcpSocket(secure));
    });
  }

  function listenTls(address: string, certificate: string, key: string) {
    return attempt("listen_tls", address, async () => {
      const context = await tls.serverContext(certificate, key);
      if (typeof context === "string") return context;
      const acceptor = await TcpAcceptor.open(
        (accepted) => bind(address, { paused: true, accepted, open: runtime.sockets, shared: (runtime.host.workerId ?? 0) > 0 }, runtime.host),
        (socket) => {
          const { remoteAddress } = socket;
          const secure = system.sockets.serve(socket, context);
          // What fails below fails above.
          socket.on("error", (error) => secure.destroy(error));
          return new TcpSocket(secure, remoteAddress === undefined ? { local: "", peer: "" } : undefined);
        },
      );
      return typeof acceptor === "string" ? acceptor : handles.listener(acceptor);
    });
  }

  /** A file of the tree and a socket at once. */
  function unixProblem(path: string): string | null {
    return denial(capabilities, "net") ?? (path === "" || path.includes("\0") ? systemText("EINVAL") : capabilities.write(path));
  }

  function connectUnix(path: string) {
    return attempt("connect_unix", path, async () => {
      const problem = unixProblem(path);
      if (problem !== null) return problem;
      const socket = await dialTo(() => system.sockets.connectUnix(path), Infinity, handles.opening);
      return typeof socket === "string" ? socket : handles.stream(new TcpSocket(socket, { local: "", peer: path }));
    });
  }

  function listenUnix(path: string) {
    return attempt("listen_unix", path, async () => {
      const problem = unixProblem(path);
      if (problem !== null) return problem;
      const acceptor = await TcpAcceptor.open(
        async (accepted) => {
          const refusal = runtime.sockets?.refusal() ?? null;
          if (refusal !== null) return refusal;
          const take = (socket: Socket): void => ((runtime.sockets?.refusal() ?? null) === null ? accepted(socket) : void socket.destroy());
          return { ...(await system.sockets.listenUnix(path, take)), address: path };
        },
        (socket) => new TcpSocket(socket, { local: path, peer: "" }),
      );
      return typeof acceptor === "string" ? acceptor : handles.listener(acceptor);
    });
  }

  function bindUdp(address: string) {
    return attempt("udp_bind", address, async () => {
      const parsed = parseListenAddress(address);
      if (typeof parsed === "string") return denial(capabilities, "net") ?? parsed;
      const denied = capabilities.listen(parsed.host, parsed.port);
      if (denied !== null) return denied;
      const hosts = parsed.host === ALL_INTERFACES ? [ALL_INTERFACES] : await resolveHost(system.sockets, parsed.host);
      if (typeof hosts === "string") return hosts;
      const refusal = runtime.sockets?.refusal() ?? null;
      if (refusal !== null) return refusal;
      const port = await UdpPort.bind(system.sockets, hosts[0]!, parsed.port);
      if (scheduler.ended) port.close();
      ports.add(port);
      return new UdpSocket(port);
    });
  }

  async function sendTo({ port }: UdpSocket, data: string, address: string): Promise<Result<number, ErrorValue>> {
    if (port.address === "") return fail("net", `send_to: ${UNKNOWN}`);
    const parsed = parseAddress(address);
    if (typeof parsed === "string") return failed("send_to", parsed, address);
    const hosts = await resolvePermitted(runtime.host, parsed.host, parsed.port);
    if (typeof hosts === "string") return failed("send_to", hosts, address);
    // A socket of one family reaches addresses of that family.
    const isIPv6 = port.address.startsWith("[");
    const host = hosts.find((each) => each.includes(":") === isIPv6) ?? hosts[0]!;
    const reachable = isIPv6 && !host.includes(":") ? `::ffff:${host}` : host;
    try {
      return await port.send(data, reachable, parsed.port);
    } catch (error) {
      return failed("send_to", errorText(error), address);
    }
  }

  function receiveFrom({ port }: UdpSocket, max: Int): MaybePromise<Datagram | Err<ErrorValue>> {
    const size = asCount(max);
    if (size < 0) return fail("net", "recv_from: read size must be non-negative");
    const outcome = port.receive(size);
    return outcome instanceof Promise ? scheduler.external(outcome) : outcome;
  }

  return {
    structs: { UdpSocket, __Datagram: Datagram },
    functions: {
      connect_tls: connectTls,
      listen_tls: listenTls,
      connect_unix: connectUnix,
      listen_unix: listenUnix,
      udp_bind: bindUdp,
      "UdpSocket.send_to": (socket: UdpSocket, data: string, address: string) => scheduler.external(sendTo(socket, data, address)),
      __recv_from: receiveFrom,
      "UdpSocket.set_read_timeout_ms": ({ port }: UdpSocket, ms: Int) => port.setTimeout(asCount(ms)),
      "UdpSocket.local_addr": ({ port }: UdpSocket): string => port.address,
      "UdpSocket.close"({ port }: UdpSocket): void {
        port.close();
        ports.delete(port);
      },
    },
  };
}
