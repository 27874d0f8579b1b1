// The type of one entry in the tables of diagnostics (syntax-codes.ts, check-codes.ts).
import type { Severity } from "./severity.ts";

export interface CodeEntry {
  readonly severity: Severity;
  /** The kind of problem in a few words, as `std explain` shows it. */
  readonly title: string;
  /** The message of one occurrence; `Diagnostics.report` requires its parameters. */
  readonly message: (params: never) => string;
  /** A few sentences: why it is a problem and how to fix it. */
  readonly explain: string;
  /** A short program that provokes it. */
  readonly example: string;
  /** The same program without the problem. */
  readonly corrected: string;
}
