// The value of an expression: its JavaScript text and what is known about it.
import { constantOf, exact, type Range } from "../../analysis/ranges/index.ts";

/** An Int as two signed halves of 32 bits: names or literals, which can be repeated. */
export interface Halves {
  readonly hi: string;
  readonly lo: string;
}

export interface Value {
  readonly text: string;
  /** Whether it never needs parentheses. */
  readonly atom: boolean;
  /** Whether it can be repeated in an expression: a name or literal. */
  readonly repeatable: boolean;
  /** Whether it has the same value when it is evaluated after later statements. */
  readonly fixed: boolean;
  /** Whether evaluating it has no effects. */
  readonly pure: boolean;
  /** Bounds of an Int that is certainly a JavaScript number. */
  readonly range: Range | null;
  /** Bounds of an Int, even beyond 2^53. */
  readonly bounds: Range | null;
  /** Whether an Int is likely not to be a JavaScript number. */
  readonly wide?: true;
  /** The names or literals of its halves, if it consists of them. */
  readonly halves?: Halves;
  /** A statement that evaluates it for its effects, if that is shorter than the expression. */
  readonly effect?: string;
}

/** A literal, or a name that is never assigned again. */
export function fixed(text: string, bounds: Range | null = null): Value {
  return { text, atom: true, repeatable: true, fixed: true, pure: true, range: exact(bounds), bounds };
}

/** A variable that later statements may assign. */
export function variable(text: string, bounds: Range | null = null): Value {
  return { text, atom: true, repeatable: true, fixed: false, pure: true, range: exact(bounds), bounds };
}

/** An operation that needs parentheses. */
export function compound(text: string, bounds: Range | null = null): Value {
  return { text, atom: false, repeatable: false, fixed: false, pure: false, range: exact(bounds), bounds };
}

/** A call or member access. */
export function atom(text: string, bounds: Range | null = null): Value {
  return { text, atom: true, repeatable: false, fixed: false, pure: false, range: exact(bounds), bounds };
}

/**
 * The number that a literal or name is known to have. Other expressions, such as calls, may always yield the
 * same number as well, but must still be evaluated.
 */
export function numberOf(value: Value): number | null {
  return value.repeatable ? constantOf(value.range) : null;
}

/** The text as an operand. */
export function operand(value: Value): string {
  return value.atom ? value.text : `(${value.text})`;
}

/** The value with these bounds. */
export function bounded(value: Value, bounds: Range | null): Value {
  return { ...value, range: exact(bounds), bounds };
}
