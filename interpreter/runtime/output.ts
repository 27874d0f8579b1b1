// Where a program's output goes. Byte strings in; the sink decides what becomes of them.

export interface Output {
  /** Appends bytes; they reach the sink at the latest when the program idles or ends. */
  write(bytes: string): void;
  flush(): void;
}
