// A fast path for patterns of zero-padded numbers with ASCII text between them, such as `%Y-%m-%d %H:%M:%S`,
// without fields. Anything else is left to format.ts and parse.ts, which support all patterns.
import { civilOf, DAY_SECONDS, daysInMonth, daysOf, floorDiv } from "./civil.ts";
import { itemsOf } from "./pattern.ts";

/** Year to second, by number. */
const FIELDS: Readonly<Record<string, number>> = {
  year: 0,
  month: 1,
  day: 2,
  hour: 3,
  minute: 4,
  second: 5,
  standardYear: 0,
  standardMonth: 1,
  standardDay: 2,
  standardHour: 3,
  standardMinute: 4,
  standardSecond: 5,
};

/** The number of a field, or text. */
type Piece = number | string;

export class SimplePattern {
  readonly #pieces: readonly Piece[];
  /** Whether it has each field once, and text between any two. */
  readonly #canParse: boolean;

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
    const fields = pieces.filter((piece) => typeof piece === "number");
    const apart = pieces.every(
      (piece, at) => typeof piece !== "number" || typeof pieces[at + 1] !== "number",
    );
    const between = pieces.every((piece) => typeof piece === "number" || !/^[0-9]/.test(piece));
    this.#canParse = apart && between && fields.length === 6 && new Set(fields).size === 6;
  }

  /** Returns null for years that are not written with four digits. */
  format(seconds: number): string | null {
    const days = floorDiv(seconds, DAY_SECONDS);
    const rest = seconds - days * DAY_SECONDS;
    const { year, month, day } = civilOf(days);
    if (year < 0 || year > 9999) return null;
    let text = "";
    for (const piece of this.#pieces) {
      switch (piece) {
        case 0:
          text += TWO[Math.floor(year / 100)]! + TWO[year % 100]!;
          break;
        case 1:
          text += TWO[month]!;
          break;
        case 2:
          text += TWO[day]!;
          break;
        case 3:
          text += TWO[Math.floor(rest / 3600)]!;
          break;
        case 4:
          text += TWO[Math.floor(rest / 60) % 60]!;
          break;
        case 5:
          text += TWO[rest % 60]!;
          break;
        default:
          text += piece;
      }
    }
    return text;
  }

  /** Returns seconds since 1970, or null if the text does not have exactly the form that `format` writes. */
  parse(text: string): number | null {
    if (!this.#canParse) return null;
    const parts = [0, 0, 0, 0, 0, 0];
    let at = 0;
    for (const piece of this.#pieces) {
      if (typeof piece === "string") {
        if (!text.startsWith(piece, at)) return null;
        at += piece.length;
        continue;
      }
      let value = 0;
      for (const end = at + (piece === 0 ? 4 : 2); at < end; at++) {
        const digit = text.charCodeAt(at) - 48;
        if (!(digit >= 0 && digit <= 9)) return null;
        value = value * 10 + digit;
      }
      parts[piece] = value;
    }
    const [year, month, day, hour, minute, second] = parts as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    if (
      at !== text.length ||
      month < 1 ||
      month > 12 ||
      day < 1 ||
      day > daysInMonth(year, month) ||
      hour > 23 ||
      minute > 59 ||
      second > 59
    )
      return null;
    return daysOf({ year, month, day }) * DAY_SECONDS + hour * 3600 + minute * 60 + second;
  }
}

const TWO = Array.from({ length: 100 }, (_, number) => `${number}`.padStart(2, "0"));

/** Most programs use a few short patterns. */
const MOST_KNOWN = 50;
const LONGEST = 200;
const known = new Map<string, SimplePattern | null>();

/** Returns null for all other patterns; `pattern` is bytes. */
export function simplePattern(pattern: string): SimplePattern | null {
  if (pattern.length > LONGEST) return null;
  let found = known.get(pattern);
  if (found === undefined) {
    if (known.size === MOST_KNOWN) known.clear();
    known.set(pattern, (found = /^[\x00-\x7f]*$/.test(pattern) ? read(pattern) : null));
  }
  return found;
}

function read(pattern: string): SimplePattern | null {
  const pieces: Piece[] = [];
  for (const item of itemsOf(pattern)) {
    const field = item.kind === "numeric" || item.kind === "fixed" ? FIELDS[item.field] : undefined;
    if (item.kind === "literal" || item.kind === "space") {
      // Adjacent texts are joined.
      if (typeof pieces.at(-1) === "string") pieces.push(`${pieces.pop() as string}${item.text}`);
      else pieces.push(item.text);
    } else if (
      field !== undefined &&
      (item.kind === "fixed" || (item.kind === "numeric" && item.padding === "zero"))
    )
      pieces.push(field);
    else return null;
  }
  return new SimplePattern(pieces);
}
