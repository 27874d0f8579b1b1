// What the JavaScript engine of the process does beyond the language.

/** In bytes. */
export interface HeapState {
  readonly used: number;
  /** What objects of the heap hold outside of it. */
  readonly external: number;
  /** What `used` may grow to. */
  readonly limit: number;
}

/** A text that has become code. */
export interface Script {
  /** Its value. Of the global scope of this process. */
  run(): unknown;
  /** The compiled form to keep, the fuller the more of the code has run; null when the one it came with still serves. */
  codeCache(): Uint8Array | null;
}

/** What a program may run out of: calls on the stack, the length of a string or of an array, entries of a map, bytes. */
export type Exhausted = "stack" | "string" | "array" | "map" | "memory";

export interface JavaScript {
  /** What the engine says was used up by throwing this; null for any other error. */
  exhausted(error: unknown): Exhausted | null;
  /** Whether the engine threw this because code read the variable `name` before it was initialised. */
  isUninitialised(error: unknown, name: string): boolean;
  /** The most memory that the process ever had, in bytes: what is cheap to ask, as the heap is not. */
  peakBytes(): number;
  heap(): HeapState;
  /** Frees what is not held, at once. */
  collectGarbage(): void;
  /**
   * `cached` of another engine is refused by the engine itself and only costs the time it would have saved.
   * @throws SyntaxError when the text is no JavaScript
   */
  compile(code: string, filename: string, cached?: Uint8Array): Script;
  /** Calls it when the stack is empty and before the event loop goes on, behind the microtasks that are there. */
  soon(callback: () => void): void;
  isUtf8(bytes: Uint8Array): boolean;
}
