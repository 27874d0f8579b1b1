// A source text with its name and line table, independent of the language.

/** A position in a source, counted from 1. */
export interface Position {
  /** From 1. */
  readonly line: number;
  /** From 1, in characters (code points). */
  readonly column: number;
}

/** A package that a source belongs to, for messages. */
export interface SourcePackage {
  readonly name: string;
  readonly version: string;
}

/** A source text; offsets count UTF-16 code units, as in JavaScript. */
export class Source {
  /** The name shown to users: the path as given, or a label such as `<repl>`. */
  readonly name: string;
  readonly text: string;
  /** The installed package that it belongs to; null for the user's own files. */
  readonly package: SourcePackage | null;
  #lineStarts: number[] | undefined;
  /** The offsets behind the characters of two code units. */
  #pairEnds: number[] | undefined;

  constructor(name: string, text: string, of: SourcePackage | null = null) {
    this.name = name;
    this.text = text;
    this.package = of;
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
    return countUpTo(this.lineStarts, offset);
  }

  /** The line and column of an offset. Its time does not depend on the length of the line. */
  position(offset: number): Position {
    const line = this.lineAt(offset);
    const start = this.lineStarts[line - 1]!;
    this.#pairEnds ??= endsOf(/[\ud800-\udbff][\udc00-\udfff]/g, this.text);
    const pairs = countUpTo(this.#pairEnds, offset) - countUpTo(this.#pairEnds, start);
    return { line, column: offset - start - pairs + 1 };
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

/** The offsets behind the matches of a pattern. */
function endsOf(pattern: RegExp, text: string): number[] {
  const ends: number[] = [];
  while (pattern.exec(text) !== null) ends.push(pattern.lastIndex);
  return ends;
}

/** How many of the ascending numbers are at most `limit`. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
