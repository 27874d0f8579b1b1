// Computations of other threads that nothing can end once they have begun: statements of databases, and
// derivations of keys. Node waits for their threads before the process exits.

const outstanding = new Set<Promise<unknown>>();

/** Registers a computation until it is settled. */
export function untilSettled<T>(work: Promise<T>): Promise<T> {
  outstanding.add(work);
  const done = (): void => void outstanding.delete(work);
  work.then(done, done);
  return work;
}

/** Resolves when all of them are settled; null if none is outstanding. */
export function outstandingWork(): Promise<unknown> | null {
  return outstanding.size === 0 ? null : Promise.allSettled(outstanding);
}
