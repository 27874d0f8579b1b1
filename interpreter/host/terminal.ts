// The terminal that standard streams may lead to.

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** Standard input, output and error are the descriptors 0 to 2. */
export interface Terminal {
  isTerminal(descriptor: number): boolean;
  /** Of standard output or error; null where it leads to no terminal, or to one that does not tell. */
  size(descriptor: number): TerminalSize | null;
  /** While `raw`, the terminal of standard input shows nothing of what is typed and passes on every key as it comes. */
  setRaw(raw: boolean): void;
  /** What Ctrl-C does where the terminal is not raw. */
  interrupt(): void;
}
