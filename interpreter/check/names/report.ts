import type { Code, Extra, Params, Rule } from "../../diagnostics/index.ts";
import type { Source, Span } from "../../source/index.ts";
import type { ModuleState, Names } from "./names.ts";
import type { StandardNames } from "./standard-names.ts";

/** Reports of problems with names: what they are compared with, and where they go. */
export interface Report {
  readonly names: Names;
  /** The names that could be imported. */
  readonly standard: StandardNames;
  /** The names of items and members that the unparsed parts of a file may declare. */
  readonly lost: ReadonlySet<string>;
  /** Whether unknown names are compared with known ones. */
  readonly hints: boolean;
  /** The number of further unknown names that are compared with all known names. */
  suggestions: number;
  /** Adds members that are missing because of an error in their declaration. */
  addLost(names: readonly string[]): void;
  report<C extends Code>(
    code: C,
    where: Pick<ModuleState, "unit"> | Source,
    span: Span,
    params: Params<C>,
    extra?: Extra,
  ): void;
  /** Records that a diagnostic is not shown. */
  drop<C extends Code>(
    rule: Rule,
    code: C,
    where: Pick<ModuleState, "unit"> | Source,
    span: Span,
    params: Params<C>,
  ): void;
}
