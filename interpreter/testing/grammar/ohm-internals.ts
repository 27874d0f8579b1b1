// The undocumented interfaces of ohm-js that are used here, at the version in package.json.
import type { Grammar, MatchResult } from "ohm-js";

/** A node of the concrete tree (Ohm's src/nodes.js). A terminal has no children, an iteration no rule name. */
export interface OhmNode {
  readonly ruleName?: string;
  readonly children?: readonly OhmNode[];
  /** Relative to the start of the closest enclosing rule. */
  readonly childOffsets?: readonly number[];
  readonly matchLength: number;
}

/**
 * The tree of a match, as Ohm stores it. The documented access, semantics, creates a wrapper, an interval and
 * an argument list for every node, and takes as long as the match itself.
 */
export function treeOf(match: MatchResult): OhmNode {
  return (match as unknown as { readonly _cst: OhmNode })._cst;
}

/** The offset at which the match failed. */
export function failurePosition(match: MatchResult): number {
  return (match as unknown as { getRightmostFailurePosition(): number }).getRightmostFailurePosition();
}

/** The body of a rule, with the members used here. */
interface Expression {
  readonly expr?: Expression;
  readonly terms?: readonly Expression[];
  readonly factors?: readonly Expression[];
  readonly args?: readonly Expression[];
  getArity: () => number;
  isSyntactic?: () => boolean;
}

/**
 * At every step of a match, Ohm computes the arity of an expression and whether its rule skips spaces.
 * Neither ever changes, and no rule of this grammar skips spaces: replacing both methods with constants
 * doubles the speed of a match.
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
