// Signals that other processes and the terminal send to this one.

export interface Signals {
  /** The number of a signal such as `SIGTERM`; null for a name that the system does not know. */
  number(name: string): number | null;
  /**
   * Calls `arrived` for each signal of that name from now on, instead of what it does by itself. The result takes it
   * back. Keeps no process alive. @throws where the system lets nobody listen to it.
   */
  listen(name: string, arrived: () => void): () => void;
}
