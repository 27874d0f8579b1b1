// Parses text into fields by a pattern (std/time); resolve.ts combines the fields.
import { FIRST_SECOND, LAST_SECOND } from "./civil.ts";
import { MONTHS, WEEKDAYS } from "./format.ts";
import { itemsOf, WHITE_SPACE } from "./pattern.ts";
import type { Fixed, Item, Numeric } from "./pattern.ts";
import { resolve, resolveDay } from "./resolve.ts";
import type { Field, Fields } from "./resolve.ts";
import { TimeFailure } from "./time-failure.ts";

/**
 * Returns the Unix seconds of `text`; it and `pattern` are text, not bytes. The offset in the text is applied;
 * without one, the text is in UTC. @throws TimeFailure
 */
export function parseTimestamp(text: string, pattern: string): number {
  return parseMoment(text, pattern).seconds;
}

/** Parses like `parseTimestamp`; also returns the nanoseconds of the second. */
export function parseMoment(
  text: string,
  pattern: string,
): { readonly seconds: number; readonly nanos: number } {
  const scanner = new Scanner(text);
  const local = scanner.scan(itemsOf(pattern));
  const seconds = scanner.absolute ? local : local - scanner.offset;
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND) throw outOfRange();
  return { seconds, nanos: scanner.nanos };
}

/** Returns the days from the epoch to the date in `text`. @throws TimeFailure */
export function parseDays(text: string, pattern: string): number {
  return resolveDay(new Scanner(text).fields(itemsOf(pattern)));
}

interface NumberRule {
  readonly field: Field;
  readonly width: number;
  readonly low: number;
  readonly high: number;
  readonly signed?: boolean;
}

const rule = (field: Field, width: number, low: number, high: number, signed = false): NumberRule => ({
  field,
  width,
  low,
  high,
  signed,
});
const INT32 = 2 ** 31;

const NUMBERS: Readonly<Record<Numeric, NumberRule>> = {
  year: rule("year", 4, -INT32, INT32 - 1, true),
  century: rule("century", 2, 0, 99),
  yearOfCentury: rule("yearOfCentury", 2, 0, 99),
  isoYear: rule("isoYear", 4, -INT32, INT32 - 1, true),
  isoYearOfCentury: rule("isoYearOfCentury", 2, 0, 99),
  quarter: rule("quarter", 1, 1, 4),
  month: rule("month", 2, 1, 12),
  day: rule("day", 2, 1, 31),
  ordinal: rule("ordinal", 3, 1, 366),
  sundayWeek: rule("sundayWeek", 2, 0, 53),
  mondayWeek: rule("mondayWeek", 2, 0, 53),
  isoWeek: rule("isoWeek", 2, 1, 53),
  sundayWeekday: rule("weekday", 1, 0, 6),
  mondayWeekday: rule("weekday", 1, 1, 7),
  hour: rule("hour12", 2, 0, 23),
  hour12: rule("hour12", 2, 1, 12),
  minute: rule("minute", 2, 0, 59),
  second: rule("second", 2, 0, 60),
  nanosecond: rule("nanosecond", 9, 0, 999_999_999),
  timestamp: rule("timestamp", Infinity, 0, 2 ** 63),
};

class Scanner {
  readonly #text: string;
  #at = 0;
  readonly #fields: Fields = new Map();

  /** The seconds that the zone of the text is ahead of UTC. */
  offset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether the text has a timestamp, to which no offset applies. */
  get absolute(): boolean {
    return this.#fields.has("timestamp");
  }

  get nanos(): number {
    return this.#fields.get("nanosecond") ?? 0;
  }

  scan(items: Iterable<Item>): number {
    return resolve(this.fields(items));
  }

  fields(items: Iterable<Item>): Fields {
    for (const item of items) this.#item(item);
    if (this.#at < this.#text.length) throw new TimeFailure("trailing input");
    return this.#fields;
  }

  #item(item: Item): void {
    switch (item.kind) {
      case "literal":
        if (this.#left < item.text.length) throw new TimeFailure("premature end of input");
        if (!this.#text.startsWith(item.text, this.#at)) throw invalid();
        this.#at += item.text.length;
        return;
      case "space":
        return this.#skipSpace();
      case "numeric":
        return this.#numeric(item.field);
      case "fixed":
        return this.#fixed(item.field);
      case "invalid":
        throw new TimeFailure("bad or unsupported format string");
    }
  }

  get #left(): number {
    return this.#text.length - this.#at;
  }

  #skipSpace(): void {
    WHITE_SPACE.lastIndex = this.#at;
    if (WHITE_SPACE.test(this.#text)) this.#at = WHITE_SPACE.lastIndex;
  }

  /** Sets a field; every directive for it must give the same value. */
  #set(field: Field, value: number): void {
    const given = this.#fields.get(field);
    if (given !== undefined && given !== value) throw impossible();
    this.#fields.set(field, value);
  }

  #numeric(numeric: Numeric): void {
    const { width, signed } = NUMBERS[numeric];
    this.#skipSpace();
    const sign = signed === true ? this.#text[this.#at] : undefined;
    const hasSign = sign === "-" || sign === "+";
    if (hasSign) this.#at++;
    const magnitude = this.#digits(1, hasSign ? Infinity : width);
    this.#give(numeric, sign === "-" ? -magnitude : magnitude);
  }

  #give(numeric: Numeric, value: number): void {
    const { field, low, high } = NUMBERS[numeric];
    if (value < low || value > high) throw outOfRange();
    if (numeric === "hour") this.#set("afternoon", value >= 12 ? 1 : 0);
    this.#set(field, numeric === "mondayWeekday" ? value % 7 : field === "hour12" ? value % 12 : value);
  }

  // The parts of `%+`, which is one fixed form: all digits, no blanks.

  #standardYear(): void {
    const sign = this.#text[this.#at];
    const hasSign = sign === "-" || sign === "+";
    if (hasSign) this.#at++;
    const year = this.#digits(4, hasSign ? Infinity : 4);
    this.#give("year", sign === "-" ? -year : year);
  }

  #standardNumber(numeric: Numeric): void {
    this.#give(numeric, this.#digits(2, 2));
  }

  #standardOffset(): void {
    if (/^z/i.test(this.#text.charAt(this.#at))) {
      this.#at++;
      return;
    }
    const sign = this.#sign();
    const hours = this.#digits(2, 2);
    this.#character(":");
    const minutes = this.#digits(2, 2);
    if (minutes > 59) throw outOfRange();
    this.offset = sign * (hours * 3600 + minutes * 60);
  }

  #character(wanted: string): void {
    if (this.#left === 0) throw new TimeFailure("premature end of input");
    if (this.#text[this.#at] !== wanted) throw invalid();
    this.#at++;
  }

  #digits(least: number, most: number): number {
    if (this.#left < least) throw new TimeFailure("premature end of input");
    const first = this.#at;
    while (this.#at - first < most && isDigit(this.#text.charCodeAt(this.#at))) this.#at++;
    if (this.#at - first < least) throw invalid();
    const value = Number(this.#text.slice(first, this.#at));
    if (value >= 2 ** 63) throw outOfRange();
    return value;
  }

  #fixed(fixed: Fixed): void {
    switch (fixed) {
      case "shortMonth":
        return this.#set("month", this.#name(MONTHS, false) + 1);
      case "longMonth":
        return this.#set("month", this.#name(MONTHS, true) + 1);
      case "shortWeekday":
        return this.#set("weekday", this.#name(WEEKDAYS, false));
      case "longWeekday":
        return this.#set("weekday", this.#name(WEEKDAYS, true));
      case "upperAmPm":
      case "lowerAmPm":
        return this.#amPm();
      case "zoneName":
        while (this.#left > 0 && !this.#atSpace()) this.#at++;
        return;
      case "fraction":
        return this.#fraction();
      case "fraction3":
        return this.#fractionOf(3);
      case "fraction6":
        return this.#fractionOf(6);
      case "fraction9":
        return this.#fractionOf(9);
      case "digits3":
        return this.#nanosecond(3);
      case "digits6":
        return this.#nanosecond(6);
      case "digits9":
        return this.#nanosecond(9);
      case "offset":
      case "offsetColon":
        return this.#offset();
      case "offsetSeconds":
        return this.#offset({ seconds: true });
      case "offsetHours":
        return this.#offset({ minutesOptional: true });
      case "offsetPermissive":
        return this.#offset({ zulu: true, minutesOptional: true });
      case "standardYear":
        return this.#standardYear();
      case "standardMonth":
        return this.#standardNumber("month");
      case "standardDay":
        return this.#standardNumber("day");
      case "standardHour":
        return this.#standardNumber("hour");
      case "standardMinute":
        return this.#standardNumber("minute");
      case "standardSecond":
        return this.#standardNumber("second");
      case "standardOffset":
        return this.#standardOffset();
    }
  }

  #atSpace(): boolean {
    WHITE_SPACE.lastIndex = this.#at;
    return WHITE_SPACE.test(this.#text);
  }

  /**
   * Parses a name by its first three letters and returns its index. If `long` is allowed, the rest of the
   * name is taken as well.
   */
  #name(names: readonly string[], long: boolean): number {
    if (this.#left < 3) throw new TimeFailure("premature end of input");
    const text = this.#text.slice(this.#at, this.#at + 9).toLowerCase();
    const index = names.findIndex((name) => text.startsWith(name.slice(0, 3).toLowerCase()));
    if (index < 0) throw invalid();
    const name = names[index]!.toLowerCase();
    this.#at += long && text.startsWith(name) ? name.length : 3;
    return index;
  }

  #amPm(): void {
    if (this.#left < 2) throw new TimeFailure("premature end of input");
    const text = this.#text.slice(this.#at, this.#at + 2).toLowerCase();
    if (text !== "am" && text !== "pm") throw invalid();
    this.#at += 2;
    this.#set("afternoon", text === "pm" ? 1 : 0);
  }

  /** Parses an optional fraction; digits after the ninth are ignored. */
  #fraction(): void {
    if (this.#text[this.#at] !== ".") return;
    const first = ++this.#at;
    const value = this.#digits(1, 9);
    const scale = 10 ** (9 - (this.#at - first));
    while (isDigit(this.#text.charCodeAt(this.#at))) this.#at++;
    this.#set("nanosecond", value * scale);
  }

  /** Parses a fraction of exactly `count` digits after a dot. */
  #fractionOf(count: 3 | 6 | 9): void {
    this.#character(".");
    this.#nanosecond(count);
  }

  /** Parses exactly `count` digits of a second. */
  #nanosecond(count: 3 | 6 | 9): void {
    this.#set("nanosecond", this.#digits(count, count) * 10 ** (9 - count));
  }

  /** Parses a required offset, which does not affect the fields. Its colons may be missing. */
  #offset({ zulu = false, minutesOptional = false, seconds = false } = {}): void {
    this.#skipSpace();
    if (zulu && /^z/i.test(this.#text.charAt(this.#at))) {
      this.#at++;
      return;
    }
    const sign = this.#sign();
    this.offset = sign * this.#digits(2, 2) * 3600;
    const afterHours = this.#at;
    while (this.#text[this.#at] === ":" || this.#atSpace()) this.#at++;
    if (minutesOptional && !isDigit(this.#text.charCodeAt(this.#at))) {
      this.#at = afterHours;
      return;
    }
    const minutes = this.#digits(2, 2);
    if (minutes > 59) throw outOfRange();
    this.offset += sign * minutes * 60;
    const rest = seconds ? /^:?([0-9]{2})/.exec(this.#text.slice(this.#at, this.#at + 3)) : null;
    if (rest === null) return;
    if (Number(rest[1]) > 59) throw outOfRange();
    this.offset += sign * Number(rest[1]);
    this.#at += rest[0].length;
  }

  #sign(): 1 | -1 {
    if (this.#left === 0) throw new TimeFailure("premature end of input");
    const sign = this.#text[this.#at]!;
    if (!"+-\u2212".includes(sign)) throw invalid();
    this.#at++;
    return sign === "+" ? 1 : -1;
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

const invalid = (): TimeFailure => new TimeFailure("input contains invalid characters");
const outOfRange = (): TimeFailure => new TimeFailure("input is out of range");
const impossible = (): TimeFailure => new TimeFailure("no possible date and time matching input");
