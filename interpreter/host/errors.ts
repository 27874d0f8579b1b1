// The system's error numbers.

export interface SystemErrors {
  /** The number of an error such as `ECONNREFUSED`, which differs between systems; null if it has none. */
  number(code: string): number | null;
  /** `EMFILE` or `ENFILE` if this process cannot open any file now, otherwise null. */
  descriptorProblem(): string | null;
}
