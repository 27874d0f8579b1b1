// Estimates how much stack the running goroutine uses, by the number of its calls.

/** The most calls on the stack that leave enough of it for other goroutines. */
const FEW_CALLS = 100;

/** Whether the stack has more than a few calls. Takes some microseconds. */
export function isDeep(): boolean {
  const { stackTraceLimit, prepareStackTrace } = Error;
  try {
    Error.stackTraceLimit = FEW_CALLS;
    Error.prepareStackTrace = (_error, calls) => calls.length;
    return Number(new Error().stack) >= FEW_CALLS;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  }
}
