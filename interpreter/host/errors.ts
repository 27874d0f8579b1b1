// What the system says of failures by number.

export interface SystemErrors {
  /** The number of an error such as `ECONNREFUSED`, which differs between systems; null where it has none. */
  number(code: string): number | null;
  /** `EMFILE` or `ENFILE` when this process can open no file now, else null. */
  descriptorProblem(): string | null;
}
