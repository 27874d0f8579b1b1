// std/net: the natives of net.std, and the API through which std/http uses sockets.
import { get } from "../../interpreter/own/index.ts";
import type {
  ErrorValue,
  Int,
  MaybePromise,
  NativeTable,
  Result,
  Runtime,
} from "../../interpreter/runtime/index.ts";
import { MAX_DELAY_MS, monotonicMillis } from "../../interpreter/runtime/index.ts";
import { denial, systemText } from "../error/index.ts";
import { parseAddress } from "./address.ts";
import { resolvePermitted } from "./permitted.ts";
import { bind } from "./bind.ts";
import { Opening, dial } from "./dial.ts";
import type { Socket } from "./dial.ts";
import { failed } from "./failures.ts";
import { handleFunctions, Handles, TcpListener, TcpStream } from "./handles.ts";
import { TcpAcceptor } from "./listener.ts";
import { otherSockets } from "./other-sockets.ts";
import { TcpSocket } from "./stream.ts";
import { udpNatives } from "./udp-natives.ts";

export { isAddress, isInRange, showAddress } from "./address.ts";
export { bind, bindInherited, bindUnix, unixProblem } from "./bind.ts";
export type { Bound } from "./bind.ts";
export { ByteQueue } from "../io/index.ts";
export { Opening, dial, dialTo } from "./dial.ts";
export type { Dialing, Socket } from "./dial.ts";
export { resolvePermitted } from "./permitted.ts";
export { TrustStore } from "./trust.ts";
export { socketText } from "./tls-text.ts";
export { codeOf, denial, descriptorProblem, errorText, systemText } from "../error/index.ts";

const REACHABLE_LIMIT_MS = 500;

/** Returns the text of a time-out if the addresses arrive too late. */
function withinLimit(addresses: Promise<string[] | string>, limitMs: number): Promise<string[] | string> {
  if (limitMs > MAX_DELAY_MS) return addresses;
  return new Promise((resolve) => {
    const timer = setTimeout(() => setImmediate(() => resolve(systemText("ETIMEDOUT"))), limitMs);
    void addresses.then((found) => {
      clearTimeout(timer);
      resolve(found);
    });
  });
}

/** Returns the natives of std/net for one program. */
export function create(runtime: Runtime): NativeTable {
  const handles = new Handles(runtime);
  const opening = new Opening(runtime);
  const { capabilities } = runtime.host;
  const denied = denial(capabilities, "net");

  function waiting<T>(work: MaybePromise<T>): MaybePromise<T> {
    return work instanceof Promise ? runtime.scheduler.external(work) : work;
  }

  /** Opens a plain connection; returns the error text if that fails. */
  async function dialAddress(address: string, limitMs: number): Promise<Socket | string> {
    if (denied !== null) return denied;
    const parsed = parseAddress(address);
    if (typeof parsed === "string") return parsed;
    const start = monotonicMillis();
    const hosts = await withinLimit(resolvePermitted(runtime.host, parsed.host, parsed.port), limitMs);
    if (typeof hosts === "string") return hosts;
    return dial(hosts, parsed.port, limitMs - (monotonicMillis() - start), opening);
  }

  async function connect(address: string, limitMs: number): Promise<Result<TcpStream, ErrorValue>> {
    const socket = await dialAddress(address, limitMs);
    return typeof socket === "string"
      ? failed("connect", socket, address)
      : handles.opened(new TcpSocket(socket));
  }

  async function listen(address: string): Promise<Result<TcpListener, ErrorValue>> {
    const acceptor =
      denied ??
      (await TcpAcceptor.open((accepted) =>
        bind(
          address,
          { accepted, open: runtime.sockets, shared: (get(runtime.host, "workerId") ?? 0) > 0 },
          runtime.host,
        ),
      ));
    return typeof acceptor === "string" ? failed("listen", acceptor, address) : handles.listening(acceptor);
  }

  async function lookup(name: "lookup" | "dns_lookup", host: string): Promise<Result<string[], ErrorValue>> {
    const found = denied ?? (await resolvePermitted(runtime.host, host, null));
    return typeof found === "string" ? failed(name, found, host) : found;
  }

  async function reachable(address: string): Promise<boolean> {
    const parsed = parseAddress(address);
    if (denied !== null || typeof parsed === "string") return false;
    const hosts = await resolvePermitted(runtime.host, parsed.host, parsed.port);
    if (typeof hosts === "string") return false;
    for (const host of hosts) {
      const socket = await dial([host], parsed.port, REACHABLE_LIMIT_MS, opening);
      if (typeof socket === "string") continue;
      socket.destroy();
      return true;
    }
    return false;
  }

  const datagrams = udpNatives(runtime);
  const others = otherSockets(runtime, {
    stream: (socket) => handles.opened(socket),
    listener: (acceptor) => handles.listening(acceptor),
    dial: dialAddress,
    opening,
  });
  return {
    functions: {
      ...others.functions,
      ...datagrams.functions,
      ...handleFunctions(runtime, handles),
      connect: (address: string) => waiting(connect(address, Infinity)),
      connect_timeout: (address: string, ms: Int) =>
        waiting(connect(address, Number(ms) > 0 ? Number(ms) : Infinity)),
      listen: (address: string) => waiting(listen(address)),
      lookup: (host: string) => waiting(lookup("lookup", host)),
      dns_lookup: (host: string) => waiting(lookup("dns_lookup", host)),
      reachable: (address: string) => waiting(reachable(address)),
    },
    structs: { ...datagrams.structs, TcpStream, TcpListener },
  };
}
