// What an expression became: its JavaScript text and what is known about the value.

/** Bounds of an Int that is certainly a JavaScript number. */
export interface Range {
  readonly low: number;
  readonly high: number;
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
  readonly range: Range | null;
  /** The statement that evaluates it for its effects, where that reads better than the expression. */
  readonly effect?: string;
}

export const MAX_EXACT = 9007199254740991;

/** A literal or a name that is never set again. */
export function fixed(text: string, range: Range | null = null): Value {
  return { text, atom: true, repeatable: true, fixed: true, pure: true, range };
}

/** A variable that may be set by later statements. */
export function variable(text: string, range: Range | null = null): Value {
  return { text, atom: true, repeatable: true, fixed: false, pure: true, range };
}

/** An operation in need of parentheses. */
export function compound(text: string, range: Range | null = null): Value {
  return { text, atom: false, repeatable: false, fixed: false, pure: false, range };
}

/** A call or member access. */
export function atom(text: string, range: Range | null = null): Value {
  return { text, atom: true, repeatable: false, fixed: false, pure: false, range };
}

/** As an operand. */
export function operand(value: Value): string {
  return value.atom ? value.text : `(${value.text})`;
}

export function inside(low: number, high: number): Range | null {
  return low >= -MAX_EXACT && high <= MAX_EXACT ? { low, high } : null;
}
