// The precedence of binary operators (reference/grammar#statements-and-expressions).
import { own } from "../../own/index.ts";
import type { Expr } from "../ast/index.ts";
import { CHAINLESS, OPERATORS, RANGE_POWER } from "../operators.ts";
import type { Kind, Token } from "../tokens.ts";

/** Ranges are not among the binary operators of the tree; a `<` may be the start of type arguments. */
const power: Partial<Readonly<Record<Kind, number>>> = own({
  ...Object.fromEntries(Object.entries(OPERATORS).map(([op, { power }]) => [op, power])),
  "<T": OPERATORS["<"].power,
  "..": RANGE_POWER,
  "..=": RANGE_POWER,
});

export function isBinary(kind: Kind | undefined): boolean {
  return kind !== undefined && power[kind] !== undefined;
}

export interface Grouping {
  join(left: Expr, operator: Token, right: Expr): Expr;
  /** Called for a second operator of such a level. */
  chained(left: Expr, operator: Token, right: Expr): Expr;
}

/** `operators[i]` is between `operands[i]` and `operands[i + 1]`. */
export function group(operands: readonly Expr[], operators: readonly Token[], grouping: Grouping): Expr {
  let next = 0;
  const climb = (lowest: number): Expr => {
    let left = operands[next]!;
    let last = 0;
    while (next < operators.length) {
      const operator = operators[next]!;
      const level = power[operator.kind]!;
      if (level < lowest) break;
      next++;
      const right = climb(level + 1);
      const chained = level === last && CHAINLESS.has(level);
      left = chained ? grouping.chained(left, operator, right) : grouping.join(left, operator, right);
      last = level;
    }
    return left;
  };
  return climb(1);
}
