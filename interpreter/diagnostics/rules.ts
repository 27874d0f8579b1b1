// Which diagnostics are not shown, and why: all filters, their rules by name, and the record of what they
// dropped. Phases are synchronous, so the record of the work in progress is a module variable.
import type { Source } from "../source/index.ts";
import type { Code } from "./codes.ts";
import type { Diagnostic } from "./diagnostic.ts";

/** Each rule and its reason, as `std check --why` prints it. */
export const rules = {
  line: "its line has another syntax error",
  many: "its declaration has 20 syntax errors already",
  guess: "a bracket before it has no partner, so its meaning is a guess",
  "open quote": "its line has an open quote, after which nothing is certain",
  unreadable: "its line has characters or words that could not be read",
  lost: "a part that could not be read may declare the name",
  unread: "a part that could not be read may use it, or change what it does",
  consequence: "it follows from another diagnostic",
  package: "it is a warning in an installed package",
  same: "it is shown at this place already",
  joined: "it is a place of a mistake that is shown once",
} as const;

export type Rule = keyof typeof rules;

/** A diagnostic that is not shown. */
export interface Dropped {
  readonly rule: Rule;
  readonly diagnostic: Diagnostic;
}

let record: Dropped[] | null = null;

/** Does work, and returns what filters dropped meanwhile, too. */
export function recordingDropped<T>(work: () => T): {
  readonly result: T;
  readonly dropped: readonly Dropped[];
} {
  const outer = record;
  const dropped: Dropped[] = [];
  record = dropped;
  try {
    return { result: work(), dropped };
  } finally {
    record = outer;
  }
}

/** Does work that may be given up and done again in another way: what filters drop is not recorded. */
export function trying<T>(work: () => T): T {
  const outer = record;
  record = null;
  try {
    return work();
  } finally {
    record = outer;
  }
}

export function recordsDropped(): boolean {
  return record !== null;
}

export function drop(rule: Rule, diagnostic: Diagnostic): void {
  record?.push({ rule, diagnostic });
}

/** The diagnostics to which no rule applies. */
function kept(
  diagnostics: readonly Diagnostic[],
  ruleFor: (diagnostic: Diagnostic) => Rule | null,
): readonly Diagnostic[] {
  return diagnostics.filter((diagnostic) => {
    const rule = ruleFor(diagnostic);
    if (rule !== null) drop(rule, diagnostic);
    return rule === null;
  });
}

function lineOf({ primary: { source, span } }: Diagnostic): number {
  return source.lineAt(span.start);
}

/** On a line with an open quote, the extent of the string is a guess: only the open quote is reported. */
export function withoutHalves(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const open = new Set(diagnostics.filter(({ code }) => code === "L2").map(lineOf));
  return kept(diagnostics, (one) => (one.code !== "L2" && open.has(lineOf(one)) ? "open quote" : null));
}

/** Warnings about names that are not used: the parts of a file with errors may use them. */
const UNUSED: ReadonlySet<Code> = new Set<Code>(["W1", "W2", "W9"]);

/**
 * Drops what is doubtful: diagnostics on unreadable lines, unused names in files with errors, statements without
 * effect on lines with errors.
 */
export function withoutDoubts(
  diagnostics: readonly Diagnostic[],
  unreadable: ReadonlyMap<Source, ReadonlySet<number> | undefined>,
): readonly Diagnostic[] {
  const certain = kept(diagnostics, (one) =>
    unreadable.get(one.primary.source)?.has(lineOf(one)) === true ? "unreadable" : null,
  );
  const errors = certain.filter(({ severity }) => severity === "error");
  const wrong = new Set(errors.map(({ primary }) => primary.source));
  const placeOf = (one: Diagnostic): string => `${lineOf(one)} ${one.primary.source.name}`;
  const lines = new Set(errors.map(placeOf));
  return kept(certain, (one) => {
    if (UNUSED.has(one.code)) return wrong.has(one.primary.source) ? "unread" : null;
    return one.code === "W11" && lines.has(placeOf(one)) ? "consequence" : null;
  });
}
