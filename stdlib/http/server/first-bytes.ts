// Reads the first bytes of a connection, before it is known what it speaks: TLS, HTTP, or first the head of a
// proxy.
import { MAX_DELAY_MS } from "../../../interpreter/runtime/index.ts";
import type { Socket } from "../../net/index.ts";

/**
 * Collects bytes until `judge` has seen enough.
 * @param judge returns how many bytes it needs at least, or 0 if it has decided
 * @param done called once: with what has been read, or null if the connection ended or took too long
 * @returns a function that gives up
 */
export function readFirst(
  socket: Socket,
  limitMs: number,
  judge: (bytes: Buffer) => number,
  done: (bytes: Buffer | null) => void,
): () => void {
  let pieces: Buffer[] = [];
  let length = 0;
  let needed = 1;
  const settle = (bytes: Buffer | null): void => {
    clearTimeout(timer);
    socket.off("data", arrived).off("end", gone).off("error", gone).off("close", gone);
    if (bytes === null) {
      socket.on("error", () => {});
      socket.destroy();
    } else socket.pause();
    done(bytes);
  };
  const arrived = (piece: Buffer): void => {
    pieces.push(piece);
    length += piece.length;
    if (length < needed) return;
    const bytes = Buffer.concat(pieces, length);
    pieces = [bytes];
    needed = judge(bytes);
    if (needed === 0) settle(bytes);
  };
  const gone = (): void => settle(null);
  // Data that arrived while the program computed is read first: the peer is not late.
  const timer = setTimeout(() => setImmediate(gone), Math.min(limitMs, MAX_DELAY_MS));
  timer.unref();
  socket.on("data", arrived).on("end", gone).on("error", gone).on("close", gone);
  socket.resume();
  return gone;
}
