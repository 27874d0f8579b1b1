// Diagnostics as data, the same for every phase; `render.ts` converts them to text.
import type { Source, Span } from "../source/index.ts";
import type { Code } from "./codes.ts";
import type { Severity } from "./severity.ts";

/** A range in a source with a text about it. */
export interface Label {
  readonly source: Source;
  readonly span: Span;
  readonly text: string;
  /** Whether it is the declaration that the reported code does not fit, and may itself be the mistake. */
  readonly declares?: boolean;
}

/** A name that modules of the standard library declare. */
export interface Importable {
  readonly name: string;
  /** Without `std/`. */
  readonly modules: readonly string[];
  /** Whether the import must select it: functions and values are selected, types and traits are not. */
  readonly selected: boolean;
}

/** A text that replaces a part of a source. */
export interface Edit {
  readonly source: Source;
  readonly span: Span;
  readonly text: string;
}

/** A change of the program by which the diagnostic disappears, or is followed by the next one. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly Edit[];
}

/** One error or warning about a program. */
export interface Diagnostic {
  /** Stable, such as "T1"; the table is `codes.ts`. */
  readonly code: Code;
  readonly severity: Severity;
  /** The first line, without a final period. */
  readonly message: string;
  /** The location that the message is about; its text may be empty. */
  readonly primary: Label;
  readonly related: readonly Label[];
  readonly hint?: string;
  /** The changes that the hint names, the most probable one first. */
  readonly fixes?: readonly Fix[];
  /** Identifies the mistake: diagnostics of one cause are reported as one (repeated.ts). */
  readonly cause?: string;
  /**
   * The cause of another diagnostic that this one is only a consequence of: if that one is reported, this one
   * is not.
   */
  readonly follows?: string;
  /** The unknown name, if standard modules declare it. */
  readonly importable?: Importable;
  /** Whether the rest of the file was not read. */
  readonly swallowsRest?: boolean;
}
