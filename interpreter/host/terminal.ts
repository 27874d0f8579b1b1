// The terminal behind the standard streams.

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** Standard input, output and error are the descriptors 0 to 2. */
export interface Terminal {
  isTerminal(descriptor: number): boolean;
  /**
   * The size of the terminal behind standard output or error; null if there is none or its size is unknown.
   */
  size(descriptor: number): TerminalSize | null;
  /** Switches raw mode: the terminal of standard input does not echo, and passes on every key immediately. */
  setRaw(raw: boolean): void;
  /** Performs the action of Ctrl-C outside raw mode. */
  interrupt(): void;
}
