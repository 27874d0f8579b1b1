// The JavaScript engine of the process: memory, code and errors.

/** The state of the heap, in bytes. */
export interface HeapState {
  readonly used: number;
  /** The memory outside the heap that its objects hold. */
  readonly external: number;
  /** The limit of `used`. */
  readonly limit: number;
}

/** A text loaded as code. */
export interface Script {
  /** Runs the code in the global scope of this process; returns its value. */
  run(): unknown;
  /**
   * The compiled form to cache: the more of the code has run, the more it contains. Null if the one it was
   * loaded with is still complete.
   */
  codeCache(): Uint8Array | null;
}

/**
 * A resource that a program can exhaust: the stack, the length of a string or an array, entries of a map,
 * memory.
 */
export type Exhausted = "stack" | "string" | "array" | "map" | "memory";

export interface JavaScript {
  /** The resource whose exhaustion made the engine throw this; null for any other error. */
  exhausted(error: unknown): Exhausted | null;
  /** Whether the engine threw this because code read the variable `name` before its initialisation. */
  isUninitialised(error: unknown, name: string): boolean;
  /** The stack of an error as text, `Error: message` and a line `    at …` for each call. */
  stackOf(error: Error): string;
  /** The same for the running code, with at most `most` calls. */
  currentStack(most: number): string;
  /** Whether the stack has at least `most` calls. Takes some microseconds. */
  hasCalls(most: number): boolean;
  /** Makes errors record their stack, until `stopRecording` receives the result. */
  startRecording(): unknown;
  stopRecording(before: unknown): void;
  /** The peak memory of the process in bytes, which is cheap to read, unlike the state of the heap. */
  peakBytes(): number;
  heap(): HeapState;
  /** Runs a complete garbage collection. */
  collectGarbage(): void;
  /** Collects objects that were created recently, which takes about a millisecond. */
  collectYoungGarbage(): void;
  /**
   * Loads JavaScript. The engine refuses a `cached` form of another engine, which only loses the time it
   * would have saved.
   * @throws SyntaxError if the text is not JavaScript
   */
  compile(code: string, filename: string, cached?: Uint8Array): Script;
  /**
   * Calls `callback` when the stack is empty, after the queued microtasks and before the event loop
   * continues.
   */
  soon(callback: () => void): void;
  isUtf8(bytes: Uint8Array): boolean;
}
