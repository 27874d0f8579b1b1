// Clocks by process.hrtime and Intl.
import type { Clock } from "../index.ts";

export const clock: Clock = {
  monotonicNanos: () => process.hrtime.bigint(),
  localZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
};
