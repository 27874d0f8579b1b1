// Turns of the event loop for hosts that start programs, or supply input, in a row without returning to it:
// work that these leave for the event loop would pile up, and no timer would fire.

/** The most starts and reads in one turn of the event loop. */
const MOST = 100;

let since = 0;

/** The promise to wait for before a program starts or reads; null if it need not wait. */
export function turnOfEventLoop(): Promise<void> | null {
  if (++since === 1) setImmediate(() => (since = 0));
  return since <= MOST ? null : new Promise((resolve) => setImmediate(resolve));
}
