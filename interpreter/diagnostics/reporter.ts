// Collects the diagnostics of a phase, and notes those that a rule drops (rules.ts).
import { own } from "../own/index.ts";
import type { Source, Span } from "../source/index.ts";
import { codes, type Code, type Params } from "./codes.ts";
import { fixesOf } from "./applied-hints.ts";
import { drop, recordsDropped, type Rule } from "./rules.ts";
import type { Diagnostic, Fix, Importable, Label } from "./diagnostic.ts";
import type { Severity } from "./severity.ts";

export interface Extra {
  /** The text at the marked location. */
  readonly label?: string;
  /** The next step, as a sentence without period. */
  readonly hint?: string;
  /** Other relevant locations: an earlier declaration, an opening bracket. */
  readonly related?: readonly Label[];
  /** See `Diagnostic`. */
  readonly cause?: string;
  readonly follows?: string;
  readonly importable?: Importable;
  readonly swallowsRest?: boolean;
  /** Instead of the severity of the code. */
  readonly severity?: Severity;
  /** Instead of what the hint names. */
  readonly fixes?: readonly Fix[];
}

/** The diagnostics that one phase has reported so far. */
export class Reporter {
  readonly #list: Diagnostic[] = [];
  readonly #seen = new Set<string>();

  get count(): number {
    return this.#list.length;
  }

  /** Those after the first `count`, in the order of their reports. */
  since(count: number): readonly Diagnostic[] {
    return this.#list.slice(count);
  }

  get hasErrors(): boolean {
    return this.#list.some((diagnostic) => diagnostic.severity === "error");
  }

  /** Reports a code at a location; `params` are the parameters of its message. */
  report<C extends Code>(code: C, source: Source, span: Span, params: Params<C>, extra: Extra = {}): void {
    const diagnostic = diagnosticOf(code, source, span, params, extra);
    const key = `${code} ${span.start} ${span.end} ${source.name} ${diagnostic.message}`;
    if (this.#seen.has(key)) return drop("same", diagnostic);
    this.#seen.add(key);
    if (source.package !== null && diagnostic.severity === "warning") drop("package", diagnostic);
    else this.#list.push(diagnostic);
  }

  /** Records that a diagnostic is not shown. */
  drop<C extends Code>(rule: Rule, code: C, source: Source, span: Span, params: Params<C>): void {
    if (recordsDropped()) drop(rule, diagnosticOf(code, source, span, params));
  }

  /** Adds the diagnostics of another phase. */
  add(diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) this.#list.push(diagnostic);
  }

  /** Returns all of them, sorted, and forgets them: they may be reported again afterwards. */
  take(): Diagnostic[] {
    const sorted = this.sorted();
    this.#list.length = 0;
    this.#seen.clear();
    return sorted;
  }

  /** Sorted by source, in order of first report, then by location. */
  sorted(): Diagnostic[] {
    const rank = new Map<Source, number>();
    for (const { primary } of this.#list) {
      if (!rank.has(primary.source)) rank.set(primary.source, rank.size);
    }
    return this.#list.toSorted(
      (a, b) =>
        rank.get(a.primary.source)! - rank.get(b.primary.source)! ||
        a.primary.span.start - b.primary.span.start ||
        a.primary.span.end - b.primary.span.end,
    );
  }
}

function diagnosticOf<C extends Code>(
  code: C,
  source: Source,
  span: Span,
  params: Params<C>,
  given: Extra = {},
): Diagnostic {
  const extra = own(given);
  const fixes = extra.fixes ?? (extra.hint === undefined ? undefined : fixesOf(extra.hint, source, span));
  return {
    code,
    severity: extra.severity ?? codes[code].severity,
    message: (codes[code].message as (params: Params<C>) => string)(params),
    primary: { source, span, text: extra.label ?? "" },
    related: extra.related ?? [],
    ...(extra.hint === undefined ? {} : { hint: extra.hint }),
    ...(fixes === undefined ? {} : { fixes }),
    ...(extra.cause === undefined ? {} : { cause: extra.cause }),
    ...(extra.follows === undefined ? {} : { follows: extra.follows }),
    ...(extra.importable === undefined ? {} : { importable: extra.importable }),
    ...(extra.swallowsRest === true && { swallowsRest: true }),
  };
}
