// A source text with its name and line table, independent of the language.

/** A position in a source, counted from 1. */
export interface Position {
  /** From 1. */
  readonly line: number;
  /** From 1, in characters (code points). */
  readonly column: number;
}

/** A source text; offsets count UTF-16 code units, as in JavaScript. */
export class Source {
  /** The name shown to users: the path as given, or a label such as `<repl>`. */
  readonly name: string;
  readonly text: string;
  #lineStarts: number[] | undefined;
  /**
   * The last result: positions are mostly requested in ascending order, and one line may be the whole text.
   */
  #last = { offset: 0, line: 1, column: 1 };

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }

  /** The offsets of the starts of lines; LF, CRLF and CR alone end a line (reference/lexical#source-text). */
  get lineStarts(): readonly number[] {
    if (this.#lineStarts === undefined) {
      const starts = [0];
      const breaks = /\r\n|\n|\r/g;
      while (breaks.exec(this.text) !== null) starts.push(breaks.lastIndex);
      this.#lineStarts = starts;
    }
    return this.#lineStarts;
  }

  /** The line (from 1) of an offset. */
  lineAt(offset: number): number {
    const starts = this.lineStarts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** The line and column of an offset; fast for ascending offsets. */
  position(offset: number): Position {
    const line = this.lineAt(offset);
    const known = this.#last.line === line && this.#last.offset <= offset;
    let column = known ? this.#last.column : 1;
    for (const _ of this.text.slice(known ? this.#last.offset : this.lineStarts[line - 1], offset)) column++;
    if (!isLowSurrogate(this.text.charCodeAt(offset))) this.#last = { offset, line, column };
    return { line, column };
  }

  /** The text of a line (from 1) without its line break. */
  lineText(line: number): string {
    const start = this.lineStarts[line - 1]!;
    let end = this.lineStarts[line] ?? this.text.length;
    while (end > start && isLineBreak(this.text.charCodeAt(end - 1))) end--;
    return this.text.slice(start, end);
  }
}

function isLineBreak(unit: number): boolean {
  return unit === 10 || unit === 13;
}

function isLowSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
