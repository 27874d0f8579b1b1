// Parses CSV (RFC 4180) into rows, piece by piece: a field or row that is open at the end of a piece
// continues in the next one. Each byte is examined once, however long a field is. Rows end with LF, CRLF or
// CR.
import type { Steps } from "../../interpreter/runtime/index.ts";

/** A syntax error; `line` is counted from 1. */
export class CsvProblem extends Error {
  readonly line: number;
  constructor(line: number, problem: string) {
    super(problem);
    this.line = line;
  }
}

/** The context of the next byte. */
type State =
  | "mark" // perhaps a byte-order mark
  | "row" // the start of a row, if there is another one
  | "field" // the start of a field, which may be empty
  | "plain"
  | "quoted"
  | "quote" // after a quote within a quoted field
  | "return"; // after a carriage return, which a line feed may follow

const [QUOTE, LF, CR] = [34, 10, 13];
const MARK = "\xef\xbb\xbf";
/** The number of bytes between two looks at the clock. */
const STEP = 1 << 15;

export class CsvParser {
  /** Complete rows; the caller empties the list. */
  rows: string[][] = [];
  /** The line on which each of them begins. */
  lines: number[] = [];
  readonly #delimiter: number;
  #state: State = "mark";
  /** The fields of the open row are the first `#count`. */
  readonly #row: string[] = [];
  #count = 0;
  /** The part of the open field that has been read. */
  #field = "";
  /** The current line, and the lines on which the row and the open quote began. */
  #line = 1;
  #rowLine = 1;
  #quoteLine = 1;
  #afterReturn = false;

  /** `delimiter` is a byte other than a quote, LF and CR. */
  constructor(delimiter: number) {
    this.#delimiter = delimiter;
  }

  /** Parses the next piece. @throws CsvProblem */
  *feed(piece: string): Steps<void> {
    let text = piece;
    if (this.#state === "mark") {
      text = this.#field + piece;
      this.#field = "";
      if (text.length < MARK.length && MARK.startsWith(text)) {
        this.#field = text;
        return;
      }
      if (text.startsWith(MARK)) text = text.slice(MARK.length);
      this.#state = "row";
    }
    let next = STEP;
    for (let at = 0; at < text.length; ) {
      if (at >= next) {
        next = at + STEP;
        yield;
      }
      at = this.#step(text, at);
    }
  }

  /** Ends the input. @throws CsvProblem */
  *finish(): Steps<void> {
    if (this.#state === "mark" && this.#field !== "") {
      // A part of a mark is text.
      const text = this.#field;
      this.#field = "";
      this.#state = "row";
      yield* this.feed(text);
    }
    if (this.#state === "quoted") throw new CsvProblem(this.#quoteLine, "unterminated quote");
    if (this.#state === "field" || this.#state === "plain" || this.#state === "quote") this.#endRow();
    this.#state = "row";
  }

  /** Continues at `at`, and returns the offset at which it stopped. */
  #step(text: string, at: number): number {
    const code = text.charCodeAt(at);
    switch (this.#state) {
      case "mark":
      case "row":
      case "field":
        if (this.#state !== "field") this.#rowLine = this.#line;
        if (code !== QUOTE) return this.#plain(text, at);
        this.#quoteLine = this.#line;
        this.#state = "quoted";
        return at + 1;
      case "plain":
        return this.#plain(text, at);
      case "quoted":
        return this.#quoted(text, at);
      case "quote":
        if (code === QUOTE) {
          this.#field += '"';
          this.#state = "quoted";
          return at + 1;
        }
        if (code !== this.#delimiter && code !== LF && code !== CR)
          throw new CsvProblem(this.#line, "text behind a closing quote");
        this.#end(code);
        return at + 1;
      case "return":
        this.#state = "row";
        return code === LF ? at + 1 : at;
    }
  }

  #plain(text: string, start: number): number {
    const delimiter = this.#delimiter;
    const end = Math.min(text.length, start + STEP);
    let at = start;
    let code = 0;
    while (at < end) {
      code = text.charCodeAt(at);
      if (code === delimiter || code === LF || code === CR || code === QUOTE) break;
      at++;
    }
    const part = text.slice(start, at);
    this.#field = this.#field === "" ? part : this.#field + part;
    this.#state = "plain";
    if (at === end) return at;
    if (code === QUOTE) throw new CsvProblem(this.#line, "quote inside an unquoted field");
    this.#end(code);
    return at + 1;
  }

  #quoted(text: string, start: number): number {
    const end = Math.min(text.length, start + STEP);
    let at = start;
    let doubled = false;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        if (text.charCodeAt(at + 1) !== QUOTE) break;
        doubled = true;
        at++;
      } else if (code === CR || (code === LF && !this.#afterReturn)) this.#line++;
      this.#afterReturn = code === CR;
    }
    const part = text.slice(start, at);
    this.#field += doubled ? withSingleQuotes(part) : part;
    if (at >= end) return at;
    this.#afterReturn = false;
    this.#state = "quote";
    return at + 1;
  }

  /** Ends the field, and the row if `code` is a line break. */
  #end(code: number): void {
    if (code === this.#delimiter) {
      this.#row[this.#count++] = this.#field;
      this.#field = "";
      this.#state = "field";
      return;
    }
    this.#endRow();
    this.#line++;
    this.#state = code === CR ? "return" : "row";
  }

  #endRow(): void {
    this.#row[this.#count++] = this.#field;
    this.#field = "";
    // An array that grew by `push` would have room for 17 fields.
    this.rows.push(this.#row.slice(0, this.#count));
    this.lines.push(this.#rowLine);
    this.#count = 0;
  }
}

/** Works on bytes, because with many quotes `replaceAll` spends most of its time collecting garbage. */
function withSingleQuotes(part: string): string {
  const bytes = Buffer.from(part, "latin1");
  let kept = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    bytes[kept++] = byte;
    // Skips the second quote of a pair.
    if (byte === QUOTE) at++;
  }
  return bytes.toString("latin1", 0, kept);
}
