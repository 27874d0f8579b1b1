// Time that only goes forward. `performance` would do the same, but its first use loads modules of
// Node that cost more than a small program.

/** Milliseconds, with fractions, since some moment. */
export function monotonicMillis(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
