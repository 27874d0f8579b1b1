// Everything that relies on undocumented behaviour of Node. internals.test.ts fails when an upgrade removes
// it; without it, the code falls back to the documented way, which is slower.
import type { Server, Socket } from "node:net";
import type { SharedReading } from "../index.ts";

const SIZE = 65_536;

/** The owner of a handle: a socket. */
export interface HandleOwner {
  _handle?: object | null;
}

/**
 * Node allocates a buffer of 64 KiB for every read of an accepted socket, a quarter of the cost of a small
 * exchange. The option `onread` of `net.Socket` avoids that, but only for sockets created with it. So the
 * handle gets a new owner.
 */
export class SharedBuffer implements SharedReading {
  private made: Buffer | null = null;

  read(socket: Socket, received: (bytes: string) => void): Socket {
    const owner = socket as HandleOwner;
    const handle = owner._handle;
    if (handle === undefined || handle === null) {
      socket.on("data", (bytes: Buffer) => received(bytes.toString("latin1")));
      return socket;
    }
    // The accepted socket gives up the connection; there are no other references to it.
    owner._handle = null;
    const buffer = (this.made ??= Buffer.allocUnsafeSlow(SIZE));
    const onread = {
      buffer,
      callback: (length: number) => {
        received(buffer.toString("latin1", 0, length));
        return true;
      },
    };
    const options: object = { handle, allowHalfOpen: true, onread };
    const { Socket: OwnSocket } = process.getBuiltinModule("node:net");
    return new OwnSocket(options).resume();
  }
}

/** The handle of a TLS socket, and the transport it reads from. */
interface SecureHandle {
  onread: (bytes?: ArrayBuffer) => void;
  /** Whether Node wants more data. */
  readonly reading?: boolean;
  readonly _parent?: { readStart?(): number; readStop?(): number };
}

/** TLS sockets whose transport ended before the peer had sent `close_notify`. */
const cutOff = new WeakSet<object>();

/**
 * Detects TLS connections that were cut off. Node reports the end that the peer has announced and the end
 * that anyone between the peers can forge (RFC 8446 6.1) alike. They differ in the state of the transport: it
 * still reads when the former is reported, and has stopped when it is the latter.
 */
export function watchForCut(secure: Socket): Socket {
  const handle = (secure as HandleOwner)._handle as Partial<SecureHandle> | null | undefined;
  const usual = handle?.onread;
  if (typeof usual !== "function" || typeof handle?._parent?.readStart !== "function") return secure;
  const transport = handle._parent;
  handle.onread = function onread(this: unknown, bytes) {
    // Without bytes this is an end or an error, which Node reports separately.
    if (bytes === undefined && handle.reading === true && transport.readStart!() === 0) {
      transport.readStop?.();
      cutOff.add(secure);
    }
    return usual.call(this, bytes);
  };
  return secure;
}

export function isCutOff(secure: Socket): boolean {
  return cutOff.has(secure);
}

type Callback = (error?: Error | null) => void;

/**
 * Keeps a socket readable after a failed write. Node destroys it at the first one, with the data that has
 * arrived unread. A write callback that is never called prevents that, as well as further writes and the end.
 * `_write` is documented for implementers of streams, not for their users.
 */
export function surviveFailedWrites(socket: Socket, failed: (error: Error) => void): void {
  const { _write: write, _writev: writeAll } = socket;
  const guarded =
    (callback: Callback): Callback =>
    (error) => {
      if (error) failed(error);
      else callback();
    };
  socket._write = (chunk: unknown, encoding: BufferEncoding, callback: Callback) =>
    write.call(socket, chunk, encoding, guarded(callback));
  if (writeAll === undefined || writeAll === null) return;
  socket._writev = (chunks, callback) => writeAll.call(socket, chunks, guarded(callback));
}

/** A connection that another process may be sent: a handle, or a socket where there are no handles. */
export type Connection = Socket | { close(): void };

/**
 * Accepts connections for `subprocess.send`, which takes handles as well as sockets. To make a socket costs more than to accept and
 * to send; one that is sent is also read on arrival, and its server keeps track of it.
 */
export function acceptConnections(server: Server, accepted: (connection: Connection) => void): void {
  const handle = (server as HandleOwner)._handle as { onconnection?: unknown } | null | undefined;
  if (typeof handle?.onconnection !== "function") server.on("connection", accepted);
  else
    handle.onconnection = (_error: number, connection?: Connection) => {
      if (connection !== undefined) accepted(connection);
    };
}

/** Closes the connection in this process; in another one that has been sent it, it stays open. */
export function release(connection: Connection): void {
  if ("destroy" in connection) connection.destroy();
  else connection.close();
}

/** Makes a paused socket of a connection. Nothing has been read from it. */
export function socketOf(connection: Connection): Socket {
  if ("destroy" in connection) {
    connection.allowHalfOpen = true;
    return connection.pause();
  }
  const { Socket: OwnSocket } = process.getBuiltinModule("node:net");
  const options: object = { handle: connection, allowHalfOpen: true, pauseOnCreate: true };
  return new OwnSocket(options);
}
