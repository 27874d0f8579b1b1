// Moments in the format of RFC 3339, and conversion of dates with times to moments.
import { asCount, type Int } from "../../interpreter/runtime/index.ts";
import {
  civilOf,
  DAY_SECONDS,
  daysInMonth,
  daysOf,
  FIRST_SECOND,
  floorDiv,
  floorMod,
  LAST_SECOND,
} from "./civil.ts";
import { TimeFailure } from "./time-failure.ts";

/** Seconds, and nanoseconds of the second. */
export interface Moment {
  readonly seconds: number;
  readonly nanos: number;
}

const FORM = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const DATE_AND_TIME = "0000-00-00T00:00:00";
/** Everything up to a missing end: a fraction, and the offset, with 0 for each digit. */
const WITHOUT_END = /^0000-00-00T00:00:00(?:\.0*)?(?:[+-]0{0,2}(?:(?<=00):0?)?)?$/;

/** Whether the text is the beginning of one in this form. */
function isCutOff(text: string): boolean {
  const shape = text.replaceAll(/\d/g, "0").replace(/(?<=^.{10})[t ]/, "T");
  return DATE_AND_TIME.startsWith(shape) || WITHOUT_END.test(shape);
}

/** @throws TimeFailure */
export function parseRfc3339(text: string): Moment {
  const found = FORM.exec(text);
  if (found === null)
    throw new TimeFailure(isCutOff(text) ? "premature end of input" : "input contains invalid characters");
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [offsetHours, offsetMinutes] = [Number(found[9] ?? 0), Number(found[10] ?? 0)];
  if (
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > daysInMonth(year, month) ||
    hour > 23 ||
    minute > 59 ||
    second > 60 ||
    offsetHours > 23 ||
    offsetMinutes > 59
  ) {
    throw new TimeFailure("input is out of range");
  }
  const offset = (found[8] === "-" ? -1 : 1) * (offsetHours * 3600 + offsetMinutes * 60);
  const leap = second === 60;
  const seconds =
    daysOf({ year, month, day }) * DAY_SECONDS + hour * 3600 + minute * 60 + (leap ? 59 : second) - offset;
  return { seconds, nanos: leap ? 999_999_999 : Number((found[7] ?? "").slice(0, 9).padEnd(9, "0")) };
}

/**
 * Formats a moment, with `digits` of the fraction of a second. Years that the format cannot represent have a
 * sign.
 */
export function rfc3339({ seconds, nanos }: Moment, digits: 0 | 3 | 9): string {
  const { year, month, day } = civilOf(floorDiv(seconds, DAY_SECONDS));
  const second = floorMod(seconds, DAY_SECONDS);
  const two = (part: number): string => `${part}`.padStart(2, "0");
  const years =
    year >= 0 && year <= 9999
      ? `${year}`.padStart(4, "0")
      : `${year < 0 ? "-" : "+"}${`${Math.abs(year)}`.padStart(6, "0")}`;
  const fraction = digits === 0 ? "" : `.${`${nanos}`.padStart(9, "0").slice(0, digits)}`;
  return `${years}-${two(month)}-${two(day)}T${two(floorDiv(second, 3600))}:${two(floorDiv(second, 60) % 60)}:${two(second % 60)}${fraction}Z`;
}

/** The seconds of a mean month. */
const MONTH_SECONDS = 2_629_746n;

/** Returns the seconds of the first day of a month, counted from the year 0; about so beyond the calendar. */
export function firstOfMonth(months: bigint): bigint {
  const count = Number(months);
  if (Math.abs(count) > 1e8) return months * MONTH_SECONDS;
  return BigInt(daysOf({ year: floorDiv(count, 12), month: floorMod(count, 12) + 1, day: 1 }) * DAY_SECONDS);
}

/** A larger value of any part leads out of the calendar. */
const MOST = 1e14;

/**
 * Converts a date and time to seconds. Parts out of their range carry over: month 13 is January of the next
 * year. Beyond the calendar, returns its nearest end.
 */
export function secondsOf(parts: readonly Int[]): number {
  const [year, month, day, hour, minute, second] = parts.map((part) =>
    Math.min(Math.max(asCount(part), -MOST), MOST),
  ) as [number, number, number, number, number, number];
  const months = year * 12 + (month - 1);
  const first = daysOf({ year: floorDiv(months, 12), month: floorMod(months, 12) + 1, day: 1 });
  const seconds = (first + day - 1) * DAY_SECONDS + hour * 3600 + minute * 60 + second;
  return Math.min(Math.max(seconds, FIRST_SECOND), LAST_SECOND);
}
