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

/** The frames that bookkeeping around a call may need. */
const BOOKKEEPING = 20;

/** @throws RangeError if the stack has no room for a few more calls, before any state has changed */
export function needsRoom(frames: number = BOOKKEEPING): void {
  if (frames > 0) needsRoom(frames - 1);
}
