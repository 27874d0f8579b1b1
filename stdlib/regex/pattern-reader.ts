// A cursor over the characters of a pattern, and the flags in force at it.
import { PatternError } from "./hir.ts";
import { encode } from "./utf8.ts";

export interface Flags {
  readonly ignoreCase: boolean;
  readonly multiLine: boolean;
  readonly dotAll: boolean;
  readonly crlf: boolean;
  readonly swapGreed: boolean;
  readonly unicode: boolean;
  readonly verbose: boolean;
}

const DEFAULT_FLAGS: Flags = {
  ignoreCase: false,
  multiLine: false,
  dotAll: false,
  crlf: false,
  swapGreed: false,
  unicode: true,
  verbose: false,
};

export class PatternReader {
  flags = DEFAULT_FLAGS;
  at = 0;
  readonly #chars: readonly number[];
  /** Called with the ranges of a class that is built, which may be many for few characters. */
  readonly touch: (ranges: number) => void;

  constructor(chars: readonly number[], touch: (ranges: number) => void) {
    this.#chars = chars;
    this.touch = touch;
  }

  get atEnd(): boolean {
    return this.at >= this.#chars.length;
  }

  /** Returns the character here as UTF-16 text, or "" at the end. */
  peek(ahead = 0): string {
    const char = this.#chars[this.at + ahead];
    return char === undefined ? "" : String.fromCodePoint(char);
  }

  /** Takes the character here. */
  next(): number {
    const char = this.#chars[this.at];
    if (char === undefined) this.fail("the pattern ends too early");
    this.at++;
    return char;
  }

  /** Takes `text` if it is here. */
  eat(text: string): boolean {
    for (let i = 0; i < text.length; i++) {
      if (this.#chars[this.at + i] !== text.charCodeAt(i)) return false;
    }
    this.at += text.length;
    return true;
  }

  /** Skips white space and comments under flag x. */
  skipSpace(): void {
    if (!this.flags.verbose) return;
    for (;;) {
      if (isSpace(this.peek())) this.at++;
      else if (this.peek() !== "#") return;
      else while (!this.atEnd && this.next() !== 10);
    }
  }

  /** Skips white space whatever the flags, as between the braces of a count. */
  skipBlanks(): void {
    while (isSpace(this.peek())) this.at++;
  }

  /** Returns the next character that is not ignored space, without taking anything. */
  peekPastSpace(ahead: number): string {
    const start = this.at;
    this.at += ahead;
    this.skipSpace();
    const found = this.peek();
    this.at = start;
    return found;
  }

  /** Returns the text from an offset up to here. */
  since(start: number): string {
    return this.#chars
      .slice(start, this.at)
      .map((char) => String.fromCodePoint(char))
      .join("");
  }

  /** @throws PatternError with the offset in bytes. */
  fail(problem: string): never {
    const offset = this.#chars.slice(0, this.at).reduce((size, char) => size + encode(char).length, 0);
    throw new PatternError(`${problem} (at byte ${offset})`, 0, { problem, at: offset });
  }
}

/** Whether a character is Pattern_White_Space. */
function isSpace(char: string): boolean {
  return char !== "" && "\t\n\v\f\r \x85\u200e\u200f\u2028\u2029".includes(char);
}
