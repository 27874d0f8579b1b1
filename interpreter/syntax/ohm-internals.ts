// All that we take from ohm-js beyond its documented interface, at the version in package.json; ohm-internals.test.ts
// fails when an upgrade takes it away.
import * as ohm from "ohm-js";
import type { Grammar, MatchResult } from "ohm-js";

/** A node of the concrete tree (Ohm's src/nodes.js). A terminal has no children, an iteration no rule name. */
export interface OhmNode {
  readonly ruleName?: string;
  readonly children?: readonly OhmNode[];
  /** Relative to the start of the closest rule above. */
  readonly childOffsets?: readonly number[];
  readonly matchLength: number;
}

/**
 * The tree of a match as Ohm holds it. Its own way to it (semantics: a wrapper, an interval and an argument list
 * for every node) takes as long again as the match itself.
 */
export function treeOf(match: MatchResult): OhmNode {
  return (match as unknown as { readonly _cst: OhmNode })._cst;
}

/** What would have fit where a match failed. */
export interface OhmFailure {
  readonly type: string;
  getText(): string;
}

interface FailedMatch {
  getRightmostFailurePosition(): number;
  getRightmostFailures(): readonly OhmFailure[];
}

/** Offset of what did not fit. */
export function failurePosition(match: MatchResult): number {
  return (match as unknown as FailedMatch).getRightmostFailurePosition();
}

export function rightmostFailures(match: MatchResult): readonly OhmFailure[] {
  return (match as unknown as FailedMatch).getRightmostFailures();
}

/** A form of a grammar that is read in a tenth of the time of its text. */
export function recipeOf(grammar: Grammar): string {
  return (grammar as unknown as { toRecipe: () => string }).toRecipe();
}

export function fromRecipe(recipe: string): Grammar {
  return (ohm as unknown as { makeRecipe: (recipe: string) => Grammar }).makeRecipe(recipe);
}

/** A rule's body, as far as it matters here. */
interface Expression {
  readonly expr?: Expression;
  readonly terms?: readonly Expression[];
  readonly factors?: readonly Expression[];
  readonly args?: readonly Expression[];
  getArity: () => number;
  isSyntactic?: () => boolean;
}

/**
 * Ohm works out at every step of a match how many parts an expression has and whether its rule skips
 * spaces. Neither ever changes, and no rule here skips: fixing both doubles the speed of a match.
 */
export function withFixedFacts(grammar: Grammar): Grammar {
  const visit = (expression: Expression): void => {
    const arity = expression.getArity();
    expression.getArity = () => arity;
    if (expression.isSyntactic !== undefined) expression.isSyntactic = () => false;
    const { expr, terms = [], factors = [], args = [] } = expression;
    for (const inner of [...(expr === undefined ? [] : [expr]), ...terms, ...factors, ...args]) visit(inner);
  };
  const { rules } = grammar as unknown as {
    readonly rules: Readonly<Record<string, { readonly body: Expression }>>;
  };
  for (const name of Object.keys(rules)) visit(rules[name]!.body);
  return grammar;
}
