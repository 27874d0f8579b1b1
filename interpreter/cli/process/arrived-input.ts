// Reads standard input in the middle of a computation, without waiting.
import { readSync } from "node:fs";
import { Socket } from "node:net";

const MOST_BYTES = 65_536;

/**
 * Returns bytes that have arrived on standard input and were not delivered by `process.stdin`; null if there are
 * none. Only pipes and sockets can be asked, whose descriptor Node has made one that does not wait.
 */
export function arrivedInput(): () => Uint8Array | null {
  if (process.platform === "win32" || !(process.stdin instanceof Socket) || process.stdin.isTTY)
    return () => null;
  const buffer = new Uint8Array(MOST_BYTES);
  return () => {
    try {
      const length = readSync(0, buffer);
      return length === 0 ? null : buffer.slice(0, length);
    } catch {
      // EAGAIN: nothing has arrived. Other failures are reported by the stream.
      return null;
    }
  };
}
