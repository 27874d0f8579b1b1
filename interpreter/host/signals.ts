// Signals that other processes and the terminal send to this one.

export interface Signals {
  /** The number of a signal such as `SIGTERM`; null for a name that the system does not know. */
  number(name: string): number | null;
  /**
   * Calls `arrived` for each signal of that name from now on, instead of what it does by itself. The result takes it
   * back. Keeps no process alive. @throws where the system lets no process listen to it.
   */
  listen(name: string, arrived: () => void): () => void;
  /** Lets a signal do to this process what it does by default: there are no listeners. */
  raise(name: string): void;
  /** The process ends by these as any other does, whatever the host would use them for. */
  endByDefault(names: readonly string[]): void;
}
