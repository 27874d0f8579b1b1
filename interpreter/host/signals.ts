// Signals that other processes and the terminal send to this process.

export interface Signals {
  /** The number of a signal such as `SIGTERM`; null for a name that the system does not know. */
  number(name: string): number | null;
  /**
   * Calls `arrived` for each signal of that name, in place of the default action. The result removes the
   * listener. Does not keep the process alive.
   * @throws if the system does not allow listening to the signal
   */
  listen(name: string, arrived: () => void): () => void;
  /** Calls the other listeners of a signal; without any, its default action follows. */
  raise(name: string): void;
  /** Restores the default action of these signals, which the host may use for itself. */
  endByDefault(names: readonly string[]): void;
}
