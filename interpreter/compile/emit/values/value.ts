// What an expression became: its JavaScript text and what is known about the value.
import { constantOf, exact, type Range } from "../../analysis/ranges/index.ts";

/** An Int as two signed halves of 32 bits: names or literals, each of which may stand in many places. */
export interface Halves {
  readonly hi: string;
  readonly lo: string;
}

export interface Value {
  readonly text: string;
  /** Needs no parentheses wherever it stands. */
  readonly atom: boolean;
  /** May stand twice in one expression: a name or literal. */
  readonly repeatable: boolean;
  /** Gives the same value when it is evaluated after statements that follow. */
  readonly fixed: boolean;
  /** Evaluating it does nothing else. */
  readonly pure: boolean;
  /** Bounds of an Int that is certainly a JavaScript number. */
  readonly range: Range | null;
  /** Bounds of an Int, also past 2^53. */
  readonly bounds: Range | null;
  /** An Int that may well be no JavaScript number. */
  readonly wide?: true;
  /** Names or literals of its two halves, where it is made of them. */
  readonly halves?: Halves;
  /** The statement that evaluates it for its effects, where that reads better than the expression. */
  readonly effect?: string;
}

/** A literal or a name that is never set again. */
export function fixed(text: string, bounds: Range | null = null): Value {
  return { text, atom: true, repeatable: true, fixed: true, pure: true, range: exact(bounds), bounds };
}

/** A variable that may be set by later statements. */
export function variable(text: string, bounds: Range | null = null): Value {
  return { text, atom: true, repeatable: true, fixed: false, pure: true, range: exact(bounds), bounds };
}

/** An operation in need of parentheses. */
export function compound(text: string, bounds: Range | null = null): Value {
  return { text, atom: false, repeatable: false, fixed: false, pure: false, range: exact(bounds), bounds };
}

/** A call or member access. */
export function atom(text: string, bounds: Range | null = null): Value {
  return { text, atom: true, repeatable: false, fixed: false, pure: false, range: exact(bounds), bounds };
}

/**
 * The number that a literal or name is known to be. Other expressions may always give one number, too,
 * such as calls; but those must still be evaluated.
 */
export function numberOf(value: Value): number | null {
  return value.repeatable ? constantOf(value.range) : null;
}

/** As an operand. */
export function operand(value: Value): string {
  return value.atom ? value.text : `(${value.text})`;
}

/** The value with what is known about it. */
export function bounded(value: Value, bounds: Range | null): Value {
  return { ...value, range: exact(bounds), bounds };
}
