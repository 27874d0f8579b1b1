// Programs that a host starts one after the other, or input that it gives, without ever going back to its event loop: what
// they leave for the loop to do would pile up, and no timer would end them.

/** Starts and reads between two turns of the event loop. */
const MOST = 100;

let since = 0;

/** To be waited for before a program starts or reads; null: it may at once. */
export function turnOfEventLoop(): Promise<void> | null {
  if (++since === 1) setImmediate(() => (since = 0));
  return since <= MOST ? null : new Promise((resolve) => setImmediate(resolve));
}
