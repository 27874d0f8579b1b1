// Tokens of TOML 1.0: white space, comments, strings, and scalar values. Texts are bytes.
import { intFromBigInt, type Int } from "../../interpreter/runtime/index.ts";

/** The text is not TOML; `at` is the offset of the problem. */
export class TomlProblem extends Error {
  readonly at: number;
  constructor(at: number, problem: string) {
    super(problem);
    this.at = at;
  }
}

/** The parts of a key, and the offset of each. */
export type Key = readonly { readonly name: string; readonly at: number }[];

export type Scalar = string | boolean | { readonly int: Int } | { readonly float: number };

/** Each loop is over single characters, which the host's engine runs without recording every iteration. */
const INTEGER = /^[+-]?(?:0|[1-9]\d*)$/;
const RADIX = /^0(?:x[\dA-Fa-f]+|o[0-7]+|b[01]+)$/;
const FLOAT = /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Matches an underscore that is not between two digits. */
const LOOSE_SEPARATOR = /(?<!\d)_|_(?!\d)/;
const LOOSE_RADIX_SEPARATOR = /^0._|(?<![\dA-Fa-f])_|_(?![\dA-Fa-f])/;
/** No integer of 64 bits has more digits. */
const MOST_DIGITS = 64;
const SPECIAL = /^([+-]?)(inf|nan)$/;
const DATE = /^(\d{4})-(\d\d)-(\d\d)/;
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?$/;
const OFFSET = /(?:[Zz]|[+-](\d\d):(\d\d))$/;
const ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  t: "\t",
  n: "\n",
  f: "\f",
  r: "\r",
  '"': '"',
  "\\": "\\",
};

export class TomlScanner {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  fail(problem: string, at = this.at): never {
    throw new TomlProblem(at, problem);
  }

  get next(): string {
    return this.text.charAt(this.at);
  }

  /** Takes `wanted` if it is next. */
  eat(wanted: string): boolean {
    if (!this.text.startsWith(wanted, this.at)) return false;
    this.at += wanted.length;
    return true;
  }

  expect(wanted: string): void {
    if (!this.eat(wanted))
      this.fail(this.next === "" ? `expected \`${wanted}\`, found the end` : `expected \`${wanted}\``);
  }

  blanks(): void {
    let byte = this.text.charCodeAt(this.at);
    while (byte === 0x20 || byte === 0x09) byte = this.text.charCodeAt(++this.at);
  }

  /** Skips blanks, and a comment if there is one. */
  restOfLine(): void {
    this.blanks();
    if (!this.eat("#")) return;
    const end = this.text.indexOf("\n", this.at);
    const comment = this.text
      .slice(this.at, end < 0 ? this.text.length : end)
      .replace(/\r$/, end < 0 ? "\r" : "");
    const wrong = /[\x00-\x08\x0a-\x1f\x7f]/.exec(comment);
    if (wrong !== null) this.fail("control character in a comment", this.at + wrong.index);
    this.at += comment.length;
  }

  newline(): boolean {
    return this.eat("\n") || this.eat("\r\n");
  }

  /** Skips blanks, comments and line ends, as between the elements of an array. */
  lines(): void {
    do this.restOfLine();
    while (this.newline());
  }

  // ---- keys

  key(): Key {
    const parts = [];
    for (;;) {
      this.blanks();
      const at = this.at;
      parts.push({ name: this.#keyPart(), at });
      this.blanks();
      if (!this.eat(".")) return parts;
    }
  }

  #keyPart(): string {
    if (this.next === '"' || this.next === "'") {
      if (this.text.startsWith('"""', this.at) || this.text.startsWith("'''", this.at))
        this.fail("a multi-line string cannot be a key");
      return this.next === '"' ? this.#basic() : this.#literal();
    }
    const bare = /[A-Za-z0-9_-]*/y;
    bare.lastIndex = this.at;
    const [name] = bare.exec(this.text)!;
    if (name === "") this.fail("expected a key");
    this.at += name.length;
    return name;
  }

  // ---- scalar values

  /** Whether an array or an inline table begins here. */
  get opens(): boolean {
    return this.next === "[" || this.next === "{";
  }

  scalar(): Scalar {
    if (this.next === '"') return this.text.startsWith('"""', this.at) ? this.#longBasic() : this.#basic();
    if (this.next === "'")
      return this.text.startsWith("'''", this.at) ? this.#longLiteral() : this.#literal();
    const start = this.at;
    // A date and a time may have one space between them.
    const word = /(?:\d{4}-\d\d-\d\d [\d:.+Zz-]+|[^\s,\]}#]*)/y;
    word.lastIndex = start;
    const [text] = word.exec(this.text)!;
    if (text === "") this.fail(this.next === "" ? "expected a value, found the end" : "expected a value");
    this.at += text.length;
    if (text === "true" || text === "false") return text === "true";
    const number = (/^0[xob]/.test(text) ? LOOSE_RADIX_SEPARATOR : LOOSE_SEPARATOR).test(text)
      ? ""
      : text.replaceAll("_", "");
    if (INTEGER.test(number) || RADIX.test(number)) return { int: this.#integer(number, start) };
    const special = SPECIAL.exec(text);
    if (special !== null)
      return { float: special[2] === "nan" ? NaN : special[1] === "-" ? -Infinity : Infinity };
    if (FLOAT.test(number)) return { float: Number(number) };
    if (!isMoment(text))
      this.fail(
        /^[\d+-]/.test(text) ? "neither a number nor a date" : "expected a value; strings need quotes",
        start,
      );
    return text;
  }

  #integer(written: string, start: number): Int {
    // Only integers in another base may begin with zeros.
    const digits = written.replace(/^[+-]/, "").replace(/^(0[xob])0+(?=.)/, "$1");
    const value =
      digits.length > MOST_DIGITS + 2 ? null : BigInt(digits) * (written.startsWith("-") ? -1n : 1n);
    if (value === null || BigInt.asIntN(64, value) !== value) this.fail("integer out of range", start);
    return intFromBigInt(value);
  }

  #basic(): string {
    const start = this.at++;
    let text = "";
    for (;;) {
      text += this.#plain(/[^"\\\x00-\x08\x0a-\x1f\x7f]*/y);
      if (this.eat('"')) return text;
      if (this.eat("\\")) text += this.#escape();
      else this.#unfinished(start);
    }
  }

  #literal(): string {
    const start = this.at++;
    const text = this.#plain(/[^'\x00-\x08\x0a-\x1f\x7f]*/y);
    if (!this.eat("'")) this.#unfinished(start);
    return text;
  }

  #longBasic(): string {
    const start = this.at;
    this.at += 3;
    this.newline();
    let text = "";
    for (;;) {
      text += this.#plain(/[^"\\\r\x00-\x08\x0b-\x1f\x7f]*/y);
      if (this.eat('"""')) return text + this.#quotesAtEnd('"');
      if (this.eat('"')) text += '"';
      else if (this.eat("\r\n")) text += "\r\n";
      else if (this.eat("\\")) text += this.#skippedLines() ? "" : this.#escape();
      else this.#unfinished(start);
    }
  }

  #longLiteral(): string {
    const start = this.at;
    this.at += 3;
    this.newline();
    let text = "";
    for (;;) {
      text += this.#plain(/[^'\r\x00-\x08\x0b-\x1f\x7f]*/y);
      if (this.eat("'''")) return text + this.#quotesAtEnd("'");
      if (this.eat("'")) text += "'";
      else if (this.eat("\r\n")) text += "\r\n";
      else this.#unfinished(start);
    }
  }

  /** One or two quotes before the closing ones belong to the text. */
  #quotesAtEnd(quote: string): string {
    return this.eat(quote) ? (this.eat(quote) ? quote + quote : quote) : "";
  }

  #plain(characters: RegExp): string {
    characters.lastIndex = this.at;
    const [text] = characters.exec(this.text)!;
    this.at += text.length;
    return text;
  }

  #unfinished(start: number): never {
    if (this.at >= this.text.length || /[\r\n]/.test(this.next)) this.fail("unterminated string", start);
    this.fail("control character in a string");
  }

  /** Skips a backslash at the end of a line, with the white space and line ends after it. */
  #skippedLines(): boolean {
    const white = /[ \t]*(?:\r?\n)[ \t\r\n]*/y;
    white.lastIndex = this.at;
    const found = white.exec(this.text);
    if (found === null) return false;
    this.at += found[0].length;
    return true;
  }

  #escape(): string {
    const simple = ESCAPES[this.next];
    if (simple !== undefined) {
      this.at++;
      return simple;
    }
    const digits = /u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})/y;
    digits.lastIndex = this.at;
    const found = digits.exec(this.text);
    const code = found === null ? -1 : Number.parseInt((found[1] ?? found[2])!, 16);
    if (code < 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
      this.fail("unknown escape", this.at - 1);
    this.at += found![0].length;
    return Buffer.from(String.fromCodePoint(code)).toString("latin1");
  }
}

/** Whether a text is a date, a time or both, by RFC 3339. */
function isMoment(text: string): boolean {
  const date = DATE.exec(text);
  if (date === null) return isTime(text);
  const [year, month, day] = [Number(date[1]), Number(date[2]), Number(date[3])];
  if (
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > new Date(Date.UTC((year % 400) + 2000, month, 0)).getUTCDate()
  )
    return false;
  if (text.length === 10) return true;
  if (!/[Tt ]/.test(text[10]!)) return false;
  const rest = text.slice(11);
  const offset = OFFSET.exec(rest);
  if (offset !== null && (Number(offset[1] ?? 0) > 23 || Number(offset[2] ?? 0) > 59)) return false;
  return isTime(offset === null ? rest : rest.slice(0, offset.index));
}

function isTime(text: string): boolean {
  const time = TIME.exec(text);
  return time !== null && Number(time[1]) < 24 && Number(time[2]) < 60 && Number(time[3]) < 61;
}
