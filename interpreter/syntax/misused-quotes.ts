// Guesses what misused quotes enclose, so that the text after them is not read as code: strings over several
// lines, text in single quotes, and the quotes of other languages and of word processors.
import { keywords } from "./tokens.ts";

/** How far the end of a string over several lines is searched for. */
const MAX_LOST = 20_000;

/**
 * The offset at which a string over several lines is closed, or -1: the first quote of the next line with quotes, if the
 * number of quotes on that line is odd. If it is even, a quote is missing, and these belong to other strings.
 */
export function closingQuote(rest: string): number {
  const text = rest.slice(0, MAX_LOST);
  const first = text.search(/(?<!\\)"/);
  if (first < 0) return -1;
  const line = /[^\r\n]*/.exec(text.slice(first))![0];
  return (line.match(/(?<!\\)"/g)!.length & 1) === 1 ? first : -1;
}

/** Opening and closing quotes of other languages and of word processors: they enclose a string. */
export const strayQuotes: Readonly<Record<string, string>> = { "`": "`", "“": "”" };

/** Whether the next single quote of `rest` closes one before it, and starts neither a character nor a label. */
export function isQuoted(rest: string): boolean {
  const [, between, next] = /^([^']*)'(.?)/.exec(rest.replace(/\/\/.*$/, "")) ?? [];
  return between !== undefined && between.trim() !== "" && !/[A-Za-z_\\]/.test(next!);
}

/**
 * Whether `rest`, after the `'name` of a jump, continues a text in single quotes: only words, then a quote. In an
 * operand, a quote follows an operator, a bracket, a comma or a keyword.
 */
export function isText(rest: string): boolean {
  const last = /^[ \t]+(?:\w+[ \t]+)*(\w+)[ \t]*'/.exec(rest)?.[1];
  return last !== undefined && !keywords.has(last);
}
