import type { Server } from "node:net";

/** The longest wait for an empty queue. */
const LONGEST_QUEUE_MS = 250;

/**
 * Accepts the connections that the system has queued, then closes the server: closing alone resets them. Each turn of the event
 * loop accepts one connection, so a turn without one means that the queue is empty.
 * @param accepted returns how many connections have been accepted
 */
export async function closeBehindQueue(server: Server, accepted: () => number): Promise<void> {
  const end = performance.now() + LONGEST_QUEUE_MS;
  for (let before = -1; accepted() > before && performance.now() < end; ) {
    before = accepted();
    // The first turn ends before the system is polled again.
    await turn();
    await turn();
  }
  server.close();
}

function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
