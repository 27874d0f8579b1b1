// Source text to tokens, by hand.
//
// Line breaks: a run of them is one `newline` token, or none if the line continues by
// reference/grammar#line-breaks rule 2 (`joinsLineBefore`, `joinsLineAfter`). The grammar has the other rules
// of that section.
//
// Strings: `"a${x}b"` is stringStart "a", the tokens of x, stringEnd "b". The end of an embedded expression
// is found by braces and literals only (interpolation.ts); then its text is tokenized like any other.
//
// `>>` is two tokens, because it can close two lists of type arguments.
import type { Diagnostics } from "../diagnostics/index.ts";
import type { Source } from "../source/index.ts";
import { splitClosingAngles } from "./closing-angles.ts";
import { decodeEscape, toByteString } from "./escapes.ts";
import { embeddedEnd } from "./interpolation.ts";
import { closingQuote, isQuoted, isText, strayQuotes } from "./misused-quotes.ts";
import { readNumber } from "./numbers.ts";
import { describeCharacter, hintForCharacter, notes } from "../diagnostics/index.ts";
import { joinsLineAfter, joinsLineBefore, keywords, symbols, type Kind, type Token } from "./tokens.ts";

export interface Comment {
  readonly start: number;
  readonly end: number;
}

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
/** The text of a string up to a quote, an escape, a `$` or a line break. */
const PLAIN = /[^"\\$\r\n]*/y;

export function lex(source: Source, diagnostics: Diagnostics): Lexed {
  const lexer = new Lexer(source, diagnostics);
  lexer.read(lexer.firstLine(), source.text.length);
  return { tokens: splitClosingAngles(lexer.tokens), comments: lexer.comments };
}

class Lexer implements Lexed {
  readonly tokens: Token[] = [];
  readonly comments: Comment[] = [];
  readonly #source: Source;
  readonly #text: string;
  readonly #diagnostics: Diagnostics;
  #depth = 0;
  /** The offset of the next closing stray quote of each kind; -1 if there is none. */
  readonly #quotes = new Map<string, number>();

  constructor(source: Source, diagnostics: Diagnostics) {
    this.#source = source;
    this.#text = source.text;
    this.#diagnostics = diagnostics;
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
      else if (code === 34) at = this.#quoted(at, limit);
      else if (code === 39) at = this.#character(at, limit);
      else if (code === 47 && this.#text[at + 1] === "/" && at + 1 < limit) at = this.#lineComment(at, limit);
      else if (code === 47 && this.#text[at + 1] === "*" && at + 1 < limit)
        at = this.#blockComment(at, limit);
      else at = this.#symbol(at, limit);
    }
  }

  #push(kind: Kind, start: number, end: number, text: string, value: number | bigint | null = null): void {
    if (joinsLineBefore.has(kind) && this.tokens.at(-1)?.kind === "newline") this.tokens.pop();
    this.tokens.push({ kind, start, end, text, value, mark: 0 });
  }

  #newline(at: number): number {
    const last = this.tokens.at(-1);
    if (last !== undefined && last.kind !== "newline" && !joinsLineAfter.has(last.kind)) {
      this.tokens.push({ kind: "newline", start: at, end: at + 1, text: "\n", value: null, mark: 0 });
    }
    return at + 1;
  }

  #name(start: number, limit: number): number {
    NAME.lastIndex = start;
    NAME.test(this.#text);
    const end = Math.min(NAME.lastIndex, limit);
    const text = this.#text.slice(start, end);
    const kind = keywords.has(text) ? (text as Kind) : "ident";
    const last = this.tokens.at(-1);
    if ((kind === "ident" || kind === "Self") && last?.kind === "ident" && last.text === "dyn") {
      this.tokens[this.tokens.length - 1] = { ...last, kind: "dyn" };
    }
    if (text === "c" && this.#text[end] === '"' && end < limit) {
      this.#diagnostics.report("P9", this.#source, { start, end: end + 1 }, {});
      return end;
    }
    this.#push(kind, start, end, text);
    return end;
  }

  #number(start: number, limit: number): number {
    if (this.tokens.at(-1)?.kind === ".") return this.#part(start, limit);
    const { end, kind, value, problem } = readNumber(this.#text, start, limit);
    const text = this.#text.slice(start, end);
    if (problem !== null) this.#diagnostics.report("L4", this.#source, { start, end }, { text, problem });
    this.#push(kind, start, end, text, value);
    return end;
  }

  /** Reads the number of a tuple part: `t.0.1` has two parts, not the number 0.1. */
  #part(start: number, limit: number): number {
    PART.lastIndex = start;
    PART.test(this.#text);
    const end = Math.min(PART.lastIndex, limit);
    const text = this.#text.slice(start, end);
    this.#push("int", start, end, text, BigInt(text));
    return end;
  }

  #symbol(start: number, limit: number): number {
    const text = this.#text;
    for (const symbol of symbolsByFirst.get(text[start]!) ?? []) {
      if (start + symbol.length <= limit && text.startsWith(symbol, start)) {
        const end = start + symbol.length;
        const joined = symbol === ">" && end < limit && text[end] === ">";
        this.#push(joined ? ">>" : symbol, start, end, symbol);
        return end;
      }
    }
    return this.#stray(start, limit);
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
    this.#diagnostics.report(
      "L1",
      this.#source,
      { start, end: Math.min(end, limit) },
      { character: describeCharacter(character) },
      hint === undefined ? {} : { hint },
    );
    if (character === "#") return this.#endOfLine(start, limit);
    const closer = strayQuotes[character];
    if (closer !== undefined) {
      const close = this.#nextQuote(closer, start + 1);
      if (close >= 0 && close < limit) {
        this.#push("string", start, close + 1, "");
        return close + 1;
      }
    }
    if (/\p{L}/u.test(character)) {
      const word = /[\p{L}\p{N}_]*/uy;
      word.lastIndex = start;
      word.test(this.#text);
      end = word.lastIndex;
      this.#push("ident", start, Math.min(end, limit), "_");
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

  #endOfLine(at: number, limit: number): number {
    const lineBreak = /[\r\n]/g;
    lineBreak.lastIndex = at;
    return lineBreak.test(this.#text) ? Math.min(lineBreak.lastIndex - 1, limit) : limit;
  }

  #lineComment(start: number, limit: number): number {
    const end = this.#endOfLine(start, limit);
    this.comments.push({ start, end });
    return end;
  }

  #blockComment(start: number, limit: number): number {
    const close = this.#text.indexOf("*/", start + 2);
    if (close < 0 || close + 2 > limit) {
      this.#diagnostics.report(
        "L2",
        this.#source,
        { start, end: start + 2 },
        { what: notes.blockComment },
        { swallowsRest: true },
      );
      return limit;
    }
    this.comments.push({ start, end: close + 2 });
    return close + 2;
  }

  /**
   * Reads a label, `'outer`, unless it starts a character or a text in single quotes; returns the offset
   * after it.
   */
  #label(start: number, limit: number): number | undefined {
    NAME.lastIndex = start + 1;
    if (!NAME.test(this.#text) || NAME.lastIndex > limit || this.#text[NAME.lastIndex] === "'")
      return undefined;
    const end = NAME.lastIndex;
    const rest = this.#text.slice(end, Math.min(this.#endOfLine(end, limit), limit));
    const last = this.tokens.at(-1)?.kind;
    const names =
      /^[ \t]*:[ \t]*(?:loop|while|for)\b/.test(rest) ||
      (/^[ \t]+(?:loop|while|for)\b/.test(rest) && !isQuoted(rest));
    const jumps = last === "break" || last === "continue";
    if (jumps ? isText(rest) : !names && (!/^[ \t]*:/.test(rest) || isQuoted(rest))) return undefined;
    this.#push("label", start, end, this.#text.slice(start, end));
    return end;
  }

  #character(start: number, limit: number): number {
    const text = this.#text;
    const label = this.#label(start, limit);
    if (label !== undefined) return label;
    const invalid = (end: number, problem: string, hint?: string): number => {
      this.#diagnostics.report(
        "L5",
        this.#source,
        { start, end },
        { problem },
        {
          ...(hint !== undefined && { hint }),
          ...(/^'\d+[:\s]/.test(text.slice(start, start + 24)) && {
            hint: notes.labelIsName,
            cause: `label ${/^'\d+/.exec(text.slice(start, start + 24))![0]}`,
          }),
        },
      );
      this.#push("char", start, end, text.slice(start, end), 0xfffd);
      return end;
    };
    const first = text[start + 1];
    if (first === "'") return invalid(start + 2, notes.itIsEmpty);
    if (first === undefined || start + 1 >= limit || first === "\n" || first === "\r") {
      return invalid(start + 1, notes.closingQuoteIsMissing);
    }
    let value: number;
    let end: number;
    if (first === "\\") {
      const escape = decodeEscape(text, start + 1, limit);
      if (escape.problem !== null) this.#escapeError(start + 1, escape.end, escape.problem);
      value = escape.value;
      end = escape.end;
    } else {
      value = text.codePointAt(start + 1)!;
      end = start + 1 + (value > 0xffff ? 2 : 1);
    }
    if (text[end] === "'" && end < limit) {
      this.#push("char", start, end + 1, text.slice(start, end + 1), value);
      return end + 1;
    }
    const line = this.#endOfLine(end, limit);
    const close = text.indexOf("'", end);
    if (/[<&]\s*$/.test(text.slice(Math.max(0, start - 2), start)) && /\w/.test(first))
      return invalid(end, notes.closingQuoteIsMissing, notes.noLifetimes);
    if (close < 0 || close >= line) return invalid(end, notes.closingQuoteIsMissing);
    return invalid(close + 1, notes.moreThanOneCharacter, notes.stringsAreWrittenInDouble);
  }

  #escapeError(start: number, end: number, problem: "escape" | "unicode"): void {
    const text = this.#text.slice(start, end);
    const hint = /^\\[ux]/.test(text)
      ? {}
      : { hint: text === "\\(" ? notes.valuesAreEmbedded : notes.backslashIsWritten };
    this.#diagnostics.report(
      "L3",
      this.#source,
      { start, end },
      { unicode: problem === "unicode", text },
      hint,
    );
  }

  #quoted(start: number, limit: number): number {
    if (this.#text.startsWith('""', start + 1) && start + 3 <= limit) return this.#blockString(start, limit);
    return this.#string(start, limit);
  }

  #blockString(start: number, limit: number): number {
    const close = this.#text.indexOf('"""', start + 3);
    const found = close >= 0 && close + 3 <= limit;
    if (!found) {
      this.#diagnostics.report(
        "L2",
        this.#source,
        { start, end: start + 3 },
        { what: notes.blockString },
        { swallowsRest: true },
      );
    }
    const raw = this.#text.slice(start + 3, found ? close : limit);
    const end = found ? close + 3 : limit;
    this.#push("blockString", start, end, toByteString(raw.replace(/\r\n?/g, "\n")));
    return end;
  }

  /** Reads a string from its opening quote; pushes one `string`, or start, middle and end pieces. */
  #string(start: number, limit: number): number {
    const text = this.#text;
    const parts: string[] = [];
    let kind: "stringStart" | "stringMiddle" = "stringStart";
    let pieceStart = start;
    let embedded = false;
    let at = start + 1;
    const piece = (): string => toByteString(parts.splice(0).join(""));
    for (;;) {
      PLAIN.lastIndex = at;
      PLAIN.test(text);
      const plainEnd = Math.min(PLAIN.lastIndex, limit);
      if (plainEnd > at) parts.push(text.slice(at, plainEnd));
      at = plainEnd;
      const character = at < limit ? text[at] : undefined;
      if (character === '"') {
        this.#push(embedded ? "stringEnd" : "string", pieceStart, at + 1, piece());
        return at + 1;
      }
      if (character === undefined || character === "\n" || character === "\r") {
        return this.#unterminated({ start, pieceStart, end: at, limit, embedded, value: piece() });
      }
      if (character === "\\") {
        const escape = decodeEscape(text, at, limit);
        if (escape.problem !== null) this.#escapeError(at, escape.end, escape.problem);
        parts.push(String.fromCodePoint(escape.value));
        at = escape.end;
      } else if (text[at + 1] !== "{" || at + 1 >= limit) {
        parts.push("$");
        at++;
      } else {
        this.#push(kind, pieceStart, at + 2, piece());
        embedded = true;
        kind = "stringMiddle";
        const close = this.#embedded(at, limit);
        if (close === undefined) {
          const end = this.#beforeClosers(at + 2, this.#endOfLine(at, limit));
          this.#push("stringEnd", end, end, "");
          return end;
        }
        pieceStart = close;
        at = close + 1;
      }
    }
  }

  /** Reads the tokens of `${ … }` from the dollar sign; returns the offset of the closing brace. */
  #embedded(at: number, limit: number): number | undefined {
    const close = embeddedEnd(this.#text, at + 2, limit);
    if (close === undefined) {
      this.#diagnostics.report(
        "P7",
        this.#source,
        { start: at, end: at + 2 },
        { problem: notes.unterminatedInterpolation },
        { hint: notes.closeBraceOnLine },
      );
      this.#push("ident", at + 2, at + 2, "_");
      return undefined;
    }
    if (this.#depth === MAX_STRING_DEPTH) {
      this.#diagnostics.report("P10", this.#source, { start: at, end: at + 2 }, {});
      this.#push("ident", at + 2, close, "_");
      return close;
    }
    const before = this.tokens.length;
    this.#depth++;
    this.read(at + 2, close);
    this.#depth--;
    if (this.tokens.length === before) {
      this.#diagnostics.report(
        "P7",
        this.#source,
        { start: at, end: close + 1 },
        { problem: notes.emptyInterpolation },
        { hint: notes.expressionBetweenBraces },
      );
      this.#push("ident", at + 2, close, "_");
    }
    return close;
  }

  #beforeClosers(start: number, end: number): number {
    while (end > start && /[)\]},;\s]/.test(this.#text[end - 1]!)) end--;
    return end;
  }

  /**
   * Ends the string at the end of a string of several lines, or before the closing brackets at the end of its
   * line, which keep their meaning.
   */
  #unterminated({ start, pieceStart, end, limit, embedded, value }: Unterminated): number {
    const later = closingQuote(this.#text.slice(end, limit));
    this.#diagnostics.report(
      "L2",
      this.#source,
      { start, end: start + 1 },
      { what: "string" },
      { label: notes.thisQuoteIsNotClosed, ...(later >= 0 && { hint: notes.stringsOfSeveralLines }) },
    );
    const close = later >= 0 ? end + later + 1 : this.#beforeClosers(pieceStart + 1, end);
    this.#push(embedded ? "stringEnd" : "string", pieceStart, close, value);
    return close;
  }
}

/** A string without a closing quote on its line. */
interface Unterminated {
  readonly start: number;
  readonly pieceStart: number;
  readonly end: number;
  readonly limit: number;
  readonly embedded: boolean;
  readonly value: string;
}

function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}
