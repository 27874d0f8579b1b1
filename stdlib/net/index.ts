// std/net: the natives of net.std, and the door through which std/http uses sockets.
import type { Int, MaybePromise, NativeTable, Result, Runtime } from "../../interpreter/runtime/index.ts";
import { ErrorValue, Err, fail, MAX_DELAY_MS, MAX_STRING, monotonicMillis, Outstanding } from "../../interpreter/runtime/index.ts";
import { denial, systemText } from "../error/index.ts";
import { parseAddress } from "./address.ts";
import { resolvePermitted } from "./permitted.ts";
import { bind } from "./bind.ts";
import { Opening, dial } from "./dial.ts";
import type { Socket } from "./dial.ts";
import { TcpAcceptor } from "./listener.ts";
import { otherSockets } from "./other-sockets.ts";
import { TcpSocket } from "./stream.ts";

export { isAddress, isInRange, showAddress } from "./address.ts";
export { bind } from "./bind.ts";
export type { Bound } from "./bind.ts";
export { ByteQueue } from "../io/index.ts";
export { Opening, dial } from "./dial.ts";
export type { Socket } from "./dial.ts";
export { resolvePermitted } from "./permitted.ts";
export { TrustStore } from "./trust.ts";
export { socketText } from "./tls-text.ts";
export { denial, descriptorProblem, errorText, systemText } from "../error/index.ts";

const REACHABLE_LIMIT_MS = 500;
/** What one read may ask for; nothing is reserved before bytes arrive. */
const READ_SIZE_LIMIT = 2 ** 40;

class TcpStream {
  readonly _id: number;
  constructor(id: number) {
    this._id = id;
  }
}

class TcpListener {
  readonly _id: number;
  constructor(id: number) {
    this._id = id;
  }
}

/** Names what it is about (reference/library#failures). */
function failed(operation: string, text: string, about: string): Err<ErrorValue> {
  return fail("net", `${operation}: ${text} (${about})`);
}

/** The text of a time-out where the addresses come too late. */
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

/** Natives of std/net for one program. */
export function create(runtime: Runtime): NativeTable {
  const streams = new Map<number, TcpSocket>();
  const listeners = new Map<number, TcpAcceptor>();
  const opening = new Opening(runtime);
  const open = new Outstanding<TcpSocket | TcpAcceptor>(runtime, (left) => {
    for (const each of left) each.close();
  });
  runtime.sockets?.watch(() => open.size + [...listeners.values()].reduce((sum, each) => sum + each.waitingCount, 0));
  let lastId = 0;
  const { capabilities } = runtime.host;
  const denied = denial(capabilities, "net");

  function waiting<T>(work: MaybePromise<T>): MaybePromise<T> {
    return work instanceof Promise ? runtime.scheduler.external(work) : work;
  }

  function opened(socket: TcpSocket): TcpStream {
    if (runtime.scheduler.ended) socket.close();
    const handle = new TcpStream(++lastId);
    streams.set(handle._id, socket);
    open.add(socket);
    return handle;
  }

  /** A plain connection, or the text of the failure. */
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
    return typeof socket === "string" ? failed("connect", socket, address) : opened(new TcpSocket(socket));
  }

  async function listen(address: string): Promise<Result<TcpListener, ErrorValue>> {
    const acceptor = denied ?? (await TcpAcceptor.open((accepted) => bind(address, { paused: true, accepted, open: runtime.sockets, shared: (runtime.host.workerId ?? 0) > 0 }, runtime.host)));
    return typeof acceptor === "string" ? failed("listen", acceptor, address) : listening(acceptor);
  }

  function listening(acceptor: TcpAcceptor): TcpListener {
    if (runtime.scheduler.ended) acceptor.close();
    const handle = new TcpListener(++lastId);
    listeners.set(handle._id, acceptor);
    open.add(acceptor);
    return handle;
  }

  async function lookup(host: string): Promise<Result<string[], ErrorValue>> {
    const found = denied ?? (await resolvePermitted(runtime.host, host, null));
    return typeof found === "string" ? failed("dns_lookup", found, host) : found;
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

  function accept(listener: TcpListener): MaybePromise<Result<TcpStream, ErrorValue>> {
    const arrived = listeners.get(listener._id)?.accept() ?? null;
    if (arrived instanceof Promise) return waiting(arrived.then(outcome));
    return outcome(arrived);

    function outcome(socket: TcpSocket | null): Result<TcpStream, ErrorValue> {
      return socket === null ? fail("net", "accept: unknown socket id") : opened(socket);
    }
  }

  function read(stream: TcpStream, max: Int): MaybePromise<Result<string, ErrorValue>> {
    const size = Number(max);
    if (size < 0) return fail("net", "read: read size must be non-negative");
    if (size > READ_SIZE_LIMIT) return fail("net", "read: read size too large to allocate");
    const socket = streams.get(stream._id);
    if (socket === undefined) return fail("net", "read: unknown socket id");
    return size === 0 ? "" : waiting(socket.read(size));
  }

  async function readAll(stream: TcpStream): Promise<Result<string, ErrorValue>> {
    const socket = streams.get(stream._id);
    if (socket === undefined) return fail("net", "read: unknown socket id");
    const pieces: string[] = [];
    let total = 0;
    for (;;) {
      const piece = await socket.read(READ_SIZE_LIMIT);
      if (piece instanceof Err) return piece;
      if (piece === "") return pieces.join("");
      total += piece.length;
      if (total > MAX_STRING) return socket.readFailure("string too large");
      pieces.push(piece);
    }
  }

  function write(stream: TcpStream, data: string): MaybePromise<Result<number, ErrorValue>> {
    const socket = streams.get(stream._id);
    if (socket === undefined) return fail("net", "write: unknown socket id");
    const outcome = socket.write(data);
    if (!(outcome instanceof Promise)) return outcome;
    return waiting(outcome.then((done) => (done instanceof Err ? done : data.length)));
  }

  function closed<T extends TcpSocket | TcpAcceptor>(handles: Map<number, T>, id: number): void {
    const found = handles.get(id);
    if (found === undefined) return;
    found.close();
    open.delete(found);
    handles.delete(id);
  }

  const others = otherSockets(runtime, { stream: opened, listener: listening, dial: dialAddress, opening });
  return {
    functions: {
      ...others.functions,
      connect: (address: string) => waiting(connect(address, Infinity)),
      connect_timeout: (address: string, ms: Int) => waiting(connect(address, Number(ms) > 0 ? Number(ms) : Infinity)),
      listen: (address: string) => waiting(listen(address)),
      dns_lookup: (host: string) => waiting(lookup(host)),
      reachable: (address: string) => waiting(reachable(address)),
      "TcpListener.accept": accept,
      "TcpListener.close": (listener: TcpListener) => {
        closed(listeners, listener._id);
      },
      "TcpListener.local_addr": (listener: TcpListener) => listeners.get(listener._id)?.address ?? "",
      "TcpStream.read": read,
      "TcpStream.read_all": (stream: TcpStream) => waiting(readAll(stream)),
      "TcpStream.write": write,
      "TcpStream.close_write"(stream: TcpStream) {
        const socket = streams.get(stream._id);
        return socket === undefined ? fail("net", "close_write: unknown socket id") : waiting(socket.closeWrite());
      },
      "TcpStream.set_read_timeout_ms": (stream: TcpStream, ms: Int) => streams.get(stream._id)?.setReadTimeout(Number(ms)),
      "TcpStream.set_write_timeout_ms": (stream: TcpStream, ms: Int) => streams.get(stream._id)?.setWriteTimeout(Number(ms)),
      "TcpStream.close": (stream: TcpStream) => {
        closed(streams, stream._id);
      },
      "TcpStream.local_addr": (stream: TcpStream) => streams.get(stream._id)?.localAddress ?? "",
      "TcpStream.peer_addr": (stream: TcpStream) => streams.get(stream._id)?.peerAddress ?? "",
    },
    structs: { ...others.structs, TcpStream, TcpListener },
  };
}
