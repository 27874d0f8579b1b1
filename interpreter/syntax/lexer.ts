// Source text to tokens, by hand.
//
// Line breaks: a run of them is one `newline` token, or none if the line continues by
// reference/grammar#line-breaks rule 2 (`joinsLineBefore`, `joinsLineAfter`). The grammar has the other rules
// of that section.
//
// Literals have files of their own: `strings.ts`, `characters.ts` (with labels), `numbers.ts`.
//
// `>>` is two tokens, because it can close two lists of type arguments.
import { describeCharacter, hintForCharacter, notes, type Reporter } from "../diagnostics/index.ts";
import type { Source } from "../source/index.ts";
import { readCharacter } from "./characters.ts";
import { splitClosingAngles } from "./closing-angles.ts";
import { mergeEnd, mergeMarker, reportControls } from "./deceptive-text.ts";
import { LexerOutput, type Comment } from "./lexer-output.ts";
import { strayQuotes } from "./misused-quotes.ts";
import { readNumber } from "./numbers.ts";
import { readString } from "./strings.ts";
import { keywords, symbols, type Kind, type Token } from "./tokens.ts";

export interface Lexed {
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
}

/** The deepest nesting of strings in strings, which bounds the lexer's recursion. */
const MAX_STRING_DEPTH = 200;

const symbolsByFirst = new Map<string, Kind[]>();
for (const symbol of symbols) {
  const first = symbolsByFirst.get(symbol[0]!);
  if (first === undefined) symbolsByFirst.set(symbol[0]!, [symbol]);
  else first.push(symbol);
}

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
/** The number of a tuple part; longer runs of digits are never valid parts. */
const PART = /\d{1,20}/y;

export function lex(source: Source, diagnostics: Reporter): Lexed {
  const out = new LexerOutput(source, diagnostics);
  const lexer = new Lexer(out);
  lexer.read(lexer.firstLine(), source.text.length);
  reportControls(out);
  return { tokens: splitClosingAngles(out.tokens), comments: out.comments };
}

/** Reads a text on request, from an offset at the start of a line. */
export class PartialLexer {
  readonly #out: LexerOutput;
  readonly #lexer: Lexer;
  #at: number;

  constructor(source: Source, diagnostics: Reporter, start: number) {
    this.#out = new LexerOutput(source, diagnostics);
    this.#lexer = new Lexer(this.#out);
    this.#at = start === 0 ? this.#lexer.firstLine() : start;
  }

  /** The tokens up to an offset. */
  readTo(end: number): readonly Token[] {
    this.#lexer.read(this.#at, end);
    this.#at = end;
    return this.#out.tokens;
  }

  /** All tokens that were read. */
  tokens(): readonly Token[] {
    return splitClosingAngles(this.#out.tokens);
  }
}

class Lexer {
  readonly #out: LexerOutput;
  readonly #text: string;
  #depth = 0;
  #hasMarker = false;
  /** The offset of the next closing stray quote of each kind; -1 if there is none. */
  readonly #quotes = new Map<string, number>();

  constructor(out: LexerOutput) {
    this.#out = out;
    this.#text = out.text;
  }

  /** Returns the offset after a first line that starts with `#!`, which is a comment, or 0. */
  firstLine(): number {
    if (!this.#text.startsWith("#!")) return 0;
    return this.#lineComment(0, this.#text.length);
  }

  /** Reads tokens from `at` up to `limit`: the file, or the text of an embedded expression. */
  read(at: number, limit: number): void {
    while (at < limit) {
      const code = this.#text.charCodeAt(at);
      if (code === 32 || code === 9) at++;
      else if (code === 10 || code === 13) at = this.#newline(at);
      else if (isNameStart(code)) at = this.#name(at, limit);
      else if (code >= 48 && code <= 57) at = this.#number(at, limit);
      else if (code === 34) at = readString(this.#out, at, limit, this.#embed);
      else if (code === 39) at = readCharacter(this.#out, at, limit);
      else if (code === 47 && this.#text[at + 1] === "/" && at + 1 < limit) at = this.#lineComment(at, limit);
      else if (code === 47 && this.#text[at + 1] === "*" && at + 1 < limit)
        at = this.#blockComment(at, limit);
      else at = this.#symbol(at, limit);
    }
  }

  #newline(at: number): number {
    this.#out.pushNewline(at);
    return at + 1;
  }

  #name(start: number, limit: number): number {
    NAME.lastIndex = start;
    NAME.test(this.#text);
    const end = Math.min(NAME.lastIndex, limit);
    const text = this.#text.slice(start, end);
    const kind = keywords.has(text) ? (text as Kind) : "ident";
    const last = this.#out.tokens.at(-1);
    if ((kind === "ident" || kind === "Self") && last?.kind === "ident" && last.text === "dyn") {
      this.#out.tokens[this.#out.tokens.length - 1] = { ...last, kind: "dyn" };
    }
    if (text === "c" && this.#text[end] === '"' && end < limit) {
      this.#out.report("P9", start, end + 1, {});
      return end;
    }
    this.#out.push(kind, start, end, text);
    return end;
  }

  #number(start: number, limit: number): number {
    if (this.#out.tokens.at(-1)?.kind === ".") return this.#part(start, limit);
    const { end, kind, value, problem } = readNumber(this.#text, start, limit);
    const text = this.#text.slice(start, end);
    if (problem !== null) this.#out.report("L4", start, end, { text, problem });
    this.#out.push(kind, start, end, text, value);
    return end;
  }

  /** Reads the number of a tuple part: `t.0.1` has two parts, not the number 0.1. */
  #part(start: number, limit: number): number {
    PART.lastIndex = start;
    PART.test(this.#text);
    const end = Math.min(PART.lastIndex, limit);
    const text = this.#text.slice(start, end);
    this.#out.push("int", start, end, text, BigInt(text));
    return end;
  }

  #symbol(start: number, limit: number): number {
    const text = this.#text;
    const marker = mergeMarker(text, start);
    if (marker !== undefined) return this.#merge(start, marker);
    for (const symbol of symbolsByFirst.get(text[start]!) ?? []) {
      if (start + symbol.length <= limit && text.startsWith(symbol, start)) {
        const end = start + symbol.length;
        const joined = symbol === ">" && end < limit && text[end] === ">";
        this.#out.push(joined ? ">>" : symbol, start, end, symbol);
        return end;
      }
    }
    return this.#stray(start, limit);
  }

  /** Skips a marker of a merge, and all but the first side; the first marker of a file is reported. */
  #merge(start: number, { sign, end }: { readonly sign: string; readonly end: number }): number {
    if (!this.#hasMarker) {
      this.#hasMarker = true;
      this.#out.report("L7", start, end, {}, { hint: notes.chooseSide });
    }
    return sign === "=" || sign === "|" ? mergeEnd(this.#text, end) : end;
  }

  /**
   * Reads a run of one character that starts no token. The text after `#` is read as a comment to avoid
   * further errors.
   */
  #stray(start: number, limit: number): number {
    const character = String.fromCodePoint(this.#text.codePointAt(start)!);
    let end = start + character.length;
    while (this.#text.startsWith(character, end)) end += character.length;
    const hint = hintForCharacter(character, this.#text.slice(end, end + 10));
    this.#out.report(
      "L1",
      start,
      Math.min(end, limit),
      { character: describeCharacter(character) },
      hint === undefined ? {} : { hint },
    );
    if (character === "#") return this.#out.endOfLine(start, limit);
    const closer = strayQuotes[character];
    if (closer !== undefined) {
      const close = this.#nextQuote(closer, start + 1);
      if (close >= 0 && close < limit) {
        this.#out.push("string", start, close + 1, "");
        return close + 1;
      }
    }
    if (/\p{L}/u.test(character)) {
      const word = /[\p{L}\p{N}_]*/uy;
      word.lastIndex = start;
      word.test(this.#text);
      end = word.lastIndex;
      this.#out.push("ident", start, Math.min(end, limit), "_");
    }
    return Math.min(end, limit);
  }

  /**
   * The offset of the first such quote from `from` on, or -1. `from` only increases, so all text is searched
   * once.
   */
  #nextQuote(quote: string, from: number): number {
    let next = this.#quotes.get(quote);
    if (next === undefined || (next >= 0 && next < from)) {
      next = this.#text.indexOf(quote, from);
      this.#quotes.set(quote, next);
    }
    return next;
  }

  #lineComment(start: number, limit: number): number {
    const end = this.#out.endOfLine(start, limit);
    this.#out.comments.push({ start, end });
    return end;
  }

  #blockComment(start: number, limit: number): number {
    const close = this.#text.indexOf("*/", start + 2);
    if (close < 0 || close + 2 > limit) {
      this.#out.report("L2", start, start + 2, { what: notes.blockComment }, { swallowsRest: true });
      return limit;
    }
    this.#out.comments.push({ start, end: close + 2 });
    return close + 2;
  }

  /** Reads the tokens of an embedded expression; false if it is nested too deeply. */
  readonly #embed = (start: number, end: number): boolean => {
    if (this.#depth === MAX_STRING_DEPTH) return false;
    this.#depth++;
    this.read(start, end);
    this.#depth--;
    return true;
  };
}

function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}
