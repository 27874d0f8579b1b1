// Clocks by process.hrtime and Intl. The first use of `performance`, which has milliseconds as well, loads
// modules of Node that cost more than a small program.
import type { Clock } from "../index.ts";

export const clock: Clock = {
  monotonicNanos: () => process.hrtime.bigint(),
  monotonicMillis() {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1e3 + nanoseconds / 1e6;
  },
  localZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
};
