// Sets of tokens that several rules expect.
import { classes, kinds, type Kind } from "../tokens.ts";

/** The kinds of a class. */
function kindsOf([first, last]: readonly [Kind, Kind]): readonly Kind[] {
  return kinds.slice(kinds.indexOf(first), kinds.indexOf(last) + 1);
}

export const BINARY = kindsOf(classes.binary);
export const ASSIGNMENT = kindsOf(classes.assignment);
export const STATEMENT_WORD = kindsOf(classes.statementWord);

export const OPERAND: readonly Kind[] = [
  "-",
  "!",
  "~",
  "ident",
  "int",
  "float",
  "char",
  "string",
  "blockString",
  "true",
  "false",
  "stringStart",
  "self",
  "(",
  "[",
  "if",
  "match",
  "{",
  "fun",
  "Self",
  "loop",
  "while",
  "for",
  "label",
  "spawn",
  "macroCall",
];
export const OPERAND_OF_HEAD: readonly Kind[] = [...OPERAND, "let"];

/** Whether an operand can start with this token. */
export function startsOperand(kind: Kind | undefined): boolean {
  return kind !== undefined && OPERANDS.has(kind);
}
const OPERANDS: ReadonlySet<Kind> = new Set(OPERAND);
