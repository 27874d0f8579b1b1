// The open streams and listeners of one program, and the natives that need only these.
import { Err, fail, MAX_STRING, Outstanding } from "../../interpreter/runtime/index.ts";
import type {
  ErrorValue,
  Int,
  MaybePromise,
  NativeTable,
  Result,
  Runtime,
} from "../../interpreter/runtime/index.ts";
import type { TcpAcceptor } from "./listener.ts";
import type { TcpSocket } from "./stream.ts";

/** The largest size of one read; no memory is reserved before bytes arrive. */
const READ_SIZE_LIMIT = 2 ** 40;

/** The struct `TcpStream`. */
export class TcpStream {
  readonly _id: number;
  constructor(id: number) {
    this._id = id;
  }
}

/** The struct `TcpListener`. */
export class TcpListener {
  readonly _id: number;
  constructor(id: number) {
    this._id = id;
  }
}

export class Handles {
  readonly #runtime: Runtime;
  readonly #streams = new Map<number, TcpSocket>();
  readonly #listeners = new Map<number, TcpAcceptor>();
  readonly #open: Outstanding<TcpSocket | TcpAcceptor>;
  #lastId = 0;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#open = new Outstanding(runtime, (left) => {
      for (const each of left) each.close();
    });
    runtime.sockets?.watch(
      () => this.#open.size + [...this.#listeners.values()].reduce((sum, each) => sum + each.waitingCount, 0),
    );
  }

  opened(socket: TcpSocket): TcpStream {
    if (this.#runtime.scheduler.ended) socket.close();
    const handle = new TcpStream(++this.#lastId);
    this.#streams.set(handle._id, socket);
    this.#open.add(socket);
    return handle;
  }

  listening(acceptor: TcpAcceptor): TcpListener {
    if (this.#runtime.scheduler.ended) acceptor.close();
    const handle = new TcpListener(++this.#lastId);
    this.#listeners.set(handle._id, acceptor);
    this.#open.add(acceptor);
    return handle;
  }

  stream({ _id }: TcpStream): TcpSocket | undefined {
    return this.#streams.get(_id);
  }

  acceptor({ _id }: TcpListener): TcpAcceptor | undefined {
    return this.#listeners.get(_id);
  }

  closeStream({ _id }: TcpStream): void {
    this.#close(this.#streams, _id);
  }

  closeListener({ _id }: TcpListener): void {
    this.#close(this.#listeners, _id);
  }

  #close<T extends TcpSocket | TcpAcceptor>(handles: Map<number, T>, id: number): void {
    const found = handles.get(id);
    if (found === undefined) return;
    found.close();
    this.#open.delete(found);
    handles.delete(id);
  }
}

export function handleFunctions(runtime: Runtime, handles: Handles): NativeTable["functions"] {
  function waiting<T>(work: MaybePromise<T>): MaybePromise<T> {
    return work instanceof Promise ? runtime.scheduler.external(work) : work;
  }

  function read(stream: TcpStream, max: Int): MaybePromise<Result<string, ErrorValue>> {
    const size = Number(max);
    if (size < 0) return fail("net", "read: read size must be non-negative");
    if (size > READ_SIZE_LIMIT) return fail("net", "read: read size too large to allocate");
    const socket = handles.stream(stream);
    if (socket === undefined) return fail("net", "read: unknown socket id");
    return size === 0 ? "" : waiting(socket.read(size));
  }

  async function readAll(stream: TcpStream): Promise<Result<string, ErrorValue>> {
    const socket = handles.stream(stream);
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
      runtime.arrived(piece.length);
    }
  }

  function write(stream: TcpStream, data: string): MaybePromise<Result<number, ErrorValue>> {
    const socket = handles.stream(stream);
    if (socket === undefined) return fail("net", "write: unknown socket id");
    const outcome = socket.write(data);
    if (!(outcome instanceof Promise)) return outcome;
    return waiting(outcome.then((done) => (done instanceof Err ? done : data.length)));
  }

  function accept(listener: TcpListener): MaybePromise<Result<TcpStream, ErrorValue>> {
    const arrived = handles.acceptor(listener)?.accept() ?? null;
    if (arrived instanceof Promise) return waiting(arrived.then(outcome));
    return outcome(arrived);

    function outcome(socket: TcpSocket | null): Result<TcpStream, ErrorValue> {
      return socket === null ? fail("net", "accept: unknown socket id") : handles.opened(socket);
    }
  }

  return {
    "TcpListener.accept": accept,
    "TcpListener.close": (listener: TcpListener) => handles.closeListener(listener),
    "TcpListener.local_addr": (listener: TcpListener) => handles.acceptor(listener)?.address ?? "",
    "TcpStream.read": read,
    "TcpStream.read_all": (stream: TcpStream) => waiting(readAll(stream)),
    "TcpStream.write": write,
    "TcpStream.close_write"(stream: TcpStream) {
      const socket = handles.stream(stream);
      return socket === undefined
        ? fail("net", "close_write: unknown socket id")
        : waiting(socket.closeWrite());
    },
    "TcpStream.set_read_timeout_ms": (stream: TcpStream, ms: Int) =>
      handles.stream(stream)?.setReadTimeout(Number(ms)),
    "TcpStream.set_write_timeout_ms": (stream: TcpStream, ms: Int) =>
      handles.stream(stream)?.setWriteTimeout(Number(ms)),
    "TcpStream.close": (stream: TcpStream) => handles.closeStream(stream),
    "TcpStream.local_addr": (stream: TcpStream) => handles.stream(stream)?.localAddress ?? "",
    "TcpStream.peer_addr": (stream: TcpStream) => handles.stream(stream)?.peerAddress ?? "",
  };
}
