// Connections that have been idle for too long are all ended, including several to one origin at the same
// time.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ClientConnection } from "./connection.ts";
import { Pool } from "./pool.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection that notifies the pool when it is destroyed, as real ones do. */
function connectionTo(origin: string, pool: Pool, destroyed: Set<unknown>): ClientConnection {
  const connection = {
    origin,
    alive: true,
    rest: () => {},
    destroy: () => {
      destroyed.add(connection);
      pool.forget(connection as unknown as ClientConnection);
    },
  };
  return connection as unknown as ClientConnection;
}

it("every idle connection is closed when its time is over", () => {
  const pool = new Pool();
  const destroyed = new Set<unknown>();
  for (let i = 0; i < 9; i++) pool.keep(connectionTo(`http://x:${i % 2}`, pool, destroyed), 2_000, true);
  pool.keep(connectionTo("http://x:0", pool, destroyed), 4_000, true);
  expect(pool.size).toBe(10);
  vi.advanceTimersByTime(3_100);
  expect({ destroyed: destroyed.size, size: pool.size }).toEqual({ destroyed: 9, size: 1 });
  vi.advanceTimersByTime(2_000);
  expect({ destroyed: destroyed.size, size: pool.size }).toEqual({ destroyed: 10, size: 0 });
});
