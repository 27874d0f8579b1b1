// What every phase reports about a program: data only; `render.ts` makes it readable.
import type { Source, Span } from "../source/index.ts";
import type { Code } from "./codes.ts";

/** Errors keep a program from running, warnings do not. */
export type Severity = "error" | "warning";

/** A place in a source, with what there is to say about it. */
export interface Label {
  readonly source: Source;
  readonly span: Span;
  readonly text: string;
  /** It is the declaration that the marked place must fit, and may be what is wrong. */
  readonly declares?: boolean;
}

/** A name that modules of the standard library declare. */
export interface Importable {
  readonly name: string;
  /** Without `std/`. */
  readonly modules: readonly string[];
  /** Types and traits come with the module; functions are selected. */
  readonly selected: boolean;
}

/** One report about a program. */
export interface Diagnostic {
  /** Stable, such as "T1"; the table is `codes.ts`. */
  readonly code: Code;
  readonly severity: Severity;
  /** The headline, without a final period. */
  readonly message: string;
  /** The place the headline speaks of; its text may be empty. */
  readonly primary: Label;
  readonly related: readonly Label[];
  readonly hint?: string;
  /** What it comes from: reports of one cause are one mistake (repeated.ts). */
  readonly cause?: string;
  /** The cause of another report that this one only follows from: with that one, it is left out. */
  readonly follows?: string;
  /** A name that an import would bring. */
  readonly importable?: Importable;
  /** The rest of the file was not read. */
  readonly swallowsRest?: boolean;
}
