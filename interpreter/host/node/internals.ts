// All that we take from Node beyond its documented interface; internals.test.ts fails when an upgrade takes it away, and where
// it is missing all the same, what it makes faster works in the documented way.
import type { Socket } from "node:net";
import type { SharedReading } from "../index.ts";

const SIZE = 65_536;

/** What Node's sockets wrap. */
export interface HandleOwner {
  _handle?: object | null;
}

/**
 * Node makes a buffer of 64 KiB for every read of a socket that a server accepted, a quarter of the cost of a small exchange;
 * `onread` of `net.Socket` avoids it, but only for sockets that one makes oneself: so the handle gets a new owner.
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
    // The accepted socket has no part in the connection any more, and no other reference to it exists.
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

/** What a TLS socket wraps, and what that reads from. */
interface SecureHandle {
  onread: (bytes?: ArrayBuffer) => void;
  /** Node wants more. */
  readonly reading?: boolean;
  readonly _parent?: { readStart?(): number; readStop?(): number };
}

/** TLS sockets whose transport ended before the peer had said `close_notify`. */
const cutOff = new WeakSet<object>();

/**
 * Node reports both ends of a TLS connection alike, the one that the peer has announced and the one that anyone between the peers can forge
 * (RFC 8446 6.1). They differ in what the transport does meanwhile: it still reads when the first is reported, and has stopped by
 * itself when it is the second.
 */
export function watchForCut(secure: Socket): Socket {
  const handle = (secure as HandleOwner)._handle as Partial<SecureHandle> | null | undefined;
  const usual = handle?.onread;
  if (typeof usual !== "function" || typeof handle?._parent?.readStart !== "function") return secure;
  const transport = handle._parent;
  handle.onread = function onread(this: unknown, bytes) {
    // Without bytes it is an end or an error, which is reported by itself.
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
 * Node throws a socket away at the first failed write, with what has arrived unread. A callback that is never called keeps
 * the stream from going on with writing, and from ending; `_write` is documented for those who make streams, not for those who use them.
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
