// A server may answer and close before it has read the whole request. Writing fails then, and Node throws
// the socket away at the first failed write, with the answer that has arrived unread. Here a failed write
// is only told: the socket takes no more, and is read on.
import type { Socket } from "../../net/index.ts";

type Callback = (error?: Error | null) => void;

/** `failed` is called for the first write that fails; of later ones nothing is heard. */
export function surviveFailedWrites(socket: Socket, failed: (error: Error) => void): void {
  const { _write: write, _writev: writeAll } = socket;
  /** A callback that is never called keeps the stream from going on with writing, and from ending. */
  const guarded = (callback: Callback): Callback => (error) => {
    if (error) failed(error);
    else callback();
  };
  socket._write = (chunk: unknown, encoding: BufferEncoding, callback: Callback) => write.call(socket, chunk, encoding, guarded(callback));
  if (writeAll === undefined || writeAll === null) return;
  socket._writev = (chunks, callback) => writeAll.call(socket, chunks, guarded(callback));
}
