// What a program that stops for debuggers calls. Only programs compiled for that know of it.

export interface Probe {
  /** A function is called: returns the number of its activation. */
  enter(): number;
  /** A statement begins; true stops the program there. */
  at(statement: number, activation: number): boolean;
  /** `main` or a test returns, or has returned; true stops the program, since it failed. */
  failed(result: unknown, type: unknown, hasReturned?: boolean): boolean;
  /** The variables of a function by its number: names, JavaScript and types. */
  readonly variables: Record<number, () => readonly ProbedVariable[]>;
  /** Where compiled expressions store their value. */
  result: readonly [value: unknown, type: unknown] | null;
  readonly globals: Record<string, { value: unknown }>;
}

export type ProbedVariable = readonly [name: string, javascript: string, type: unknown];
