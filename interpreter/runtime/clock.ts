// Time that only goes forward, and how much of it a timer can wait for. `performance` would do the same, but its first use loads modules of
// Node that cost more than a small program.

/** The longest delay a timer of the platform can represent; longer ones would fire at once. */
export const MAX_DELAY_MS = 2_147_483_647;

/** Milliseconds, with fractions, since some moment. */
export function monotonicMillis(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
