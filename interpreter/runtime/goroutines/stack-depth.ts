// How much stack the goroutine that runs has used up, as far as JavaScript tells: by the number of calls.

/** With so many calls there is not more on the stack than any goroutine may miss. */
const FEW_CALLS = 100;

/** Whether more than a few calls stand on the stack. Costs some microseconds. */
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

/** Frames that bookkeeping before and after a call may need. */
const BOOKKEEPING = 20;

/** @throws RangeError where the stack has no room for a few more calls: before anything has changed */
export function needsRoom(frames: number = BOOKKEEPING): void {
  if (frames > 0) needsRoom(frames - 1);
}
