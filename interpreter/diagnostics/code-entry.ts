// The shape of one row in the tables of diagnostics (syntax-codes.ts, check-codes.ts).
import type { Severity } from "./diagnostic.ts";

export interface CodeEntry {
  readonly severity: Severity;
  /** The kind of problem in a few words, as listed by `std explain`. */
  readonly title: string;
  /** The headline for one occurrence; its parameter type is what `Diagnostics.report` asks for. */
  readonly message: (params: never) => string;
  /** One to three sentences: why it is an error and what to do. */
  readonly explain: string;
  /** A short program text that provokes it. */
  readonly example: string;
}
