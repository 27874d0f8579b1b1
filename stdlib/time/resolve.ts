// Combines the fields of a parsed text (std/time): a date from year, month and day, or ordinal, or week, a
// time of day, or both from a timestamp. All fields must agree.
import {
  civilOf,
  DAY_SECONDS,
  daysInMonth,
  daysOf,
  FIRST_SECOND,
  FIRST_YEAR,
  floorDiv,
  floorMod,
  isLeap,
  isoWeekOf,
  LAST_SECOND,
  LAST_YEAR,
  ordinalOf,
  weekdayOf,
  weekOf,
} from "./civil.ts";
import { TimeFailure } from "./time-failure.ts";

/** `hour12` counts from 0, `weekday` from Sunday as 0; `afternoon` is 0 or 1. */
export type Field =
  | "year"
  | "century"
  | "yearOfCentury"
  | "isoYear"
  | "isoYearOfCentury"
  | "quarter"
  | "month"
  | "day"
  | "ordinal"
  | "sundayWeek"
  | "mondayWeek"
  | "isoWeek"
  | "weekday"
  | "afternoon"
  | "hour12"
  | "minute"
  | "second"
  | "nanosecond"
  | "timestamp";
export type Fields = Map<Field, number>;

/** Returns Unix seconds. @throws TimeFailure */
export function resolve(fields: Fields): number {
  const date = attempt(() => resolveDate(fields));
  const time = attempt(() => resolveTime(fields));
  const timestamp = fields.get("timestamp");
  if (!(date instanceof TimeFailure) && !(time instanceof TimeFailure)) {
    const seconds = date * DAY_SECONDS + time;
    const leap = fields.get("second") === 60;
    if (timestamp !== undefined && timestamp !== seconds && !(leap && timestamp === seconds + 1))
      throw impossible();
    return seconds;
  }
  const failures = [date, time].filter((part) => part instanceof TimeFailure);
  const worst =
    failures.find((failure) => failure.problem === "input is out of range") ??
    failures.find((failure) => failure.problem === "no possible date and time matching input");
  if (timestamp === undefined) throw failures[0]!;
  if (worst !== undefined) throw worst;
  return resolveTimestamp(fields, timestamp);
}

/** Returns days since the epoch; a time of day is not needed. @throws TimeFailure */
export function resolveDay(fields: Fields): number {
  return fields.has("timestamp") ? floorDiv(resolve(fields), DAY_SECONDS) : resolveDate(fields);
}

function attempt(make: () => number): number | TimeFailure {
  try {
    return make();
  } catch (failure) {
    if (failure instanceof TimeFailure) return failure;
    throw failure;
  }
}

/** The timestamp supplies missing fields; those that are present must agree with it. */
function resolveTimestamp(fields: Fields, timestamp: number): number {
  if (timestamp < FIRST_SECOND || timestamp > LAST_SECOND) throw outOfRange();
  const full: Fields = new Map(fields);
  let seconds = timestamp;
  if (full.get("second") === 60) {
    // A leap second is treated as the second before; the timestamp may be of either.
    if (floorMod(seconds, 60) === 0) seconds--;
    else if (floorMod(seconds, 60) !== 59) throw impossible();
  } else {
    agree(full, "second", floorMod(seconds, 60));
  }
  const days = floorDiv(seconds, DAY_SECONDS);
  const hour = floorDiv(floorMod(seconds, DAY_SECONDS), 3600);
  agree(full, "year", civilOf(days).year);
  agree(full, "ordinal", ordinalOf(days));
  agree(full, "afternoon", hour >= 12 ? 1 : 0);
  agree(full, "hour12", hour % 12);
  agree(full, "minute", floorMod(floorDiv(seconds, 60), 60));
  return resolveDate(full) * DAY_SECONDS + resolveTime(full);
}

function agree(fields: Fields, field: Field, value: number): void {
  const given = fields.get(field);
  if (given !== undefined && given !== value) throw impossible();
  fields.set(field, value);
}

/** Returns seconds since midnight. */
function resolveTime(fields: Fields): number {
  const afternoon = fields.get("afternoon");
  const hour12 = fields.get("hour12");
  const minute = fields.get("minute");
  const second = fields.get("second");
  if (afternoon === undefined || hour12 === undefined || minute === undefined) throw notEnough();
  if (second === undefined && fields.has("nanosecond")) throw notEnough();
  return (afternoon * 12 + hour12) * 3600 + minute * 60 + Math.min(second ?? 0, 59);
}

/** Returns days since the epoch. */
function resolveDate(fields: Fields): number {
  const year = resolveYear(fields.get("year"), fields.get("century"), fields.get("yearOfCentury"));
  const isoYear = resolveYear(fields.get("isoYear"), undefined, fields.get("isoYearOfCentury"));
  const days = candidate(fields, year, isoYear);
  for (const [field, value] of dateFields(days)) {
    const given = fields.get(field);
    if (given !== undefined && given !== value) throw impossible();
  }
  return days;
}

function candidate(fields: Fields, year: number | null, isoYear: number | null): number {
  const weekday = fields.get("weekday");
  if (year !== null) {
    const month = fields.get("month");
    const day = fields.get("day");
    const ordinal = fields.get("ordinal");
    if (month !== undefined && day !== undefined) return fromMonth(year, month, day);
    if (ordinal !== undefined) return fromOrdinal(year, ordinal);
    const sundayWeek = fields.get("sundayWeek");
    if (sundayWeek !== undefined && weekday !== undefined) return fromWeek(year, sundayWeek, weekday, 0);
    const mondayWeek = fields.get("mondayWeek");
    if (mondayWeek !== undefined && weekday !== undefined) return fromWeek(year, mondayWeek, weekday, 1);
  }
  const isoWeek = fields.get("isoWeek");
  if (isoYear === null || isoWeek === undefined || weekday === undefined) throw notEnough();
  return fromIsoWeek(isoYear, isoWeek, weekday);
}

/**
 * Combines a full year, or a century and the year in it, or the latter alone: 70 to 99 means 19xx. Returns
 * null if there is none.
 */
function resolveYear(
  year: number | undefined,
  century: number | undefined,
  rest: number | undefined,
): number | null {
  if (year !== undefined) {
    if (century === undefined && rest === undefined) return year;
    const agrees =
      (century ?? floorDiv(year, 100)) === floorDiv(year, 100) && (rest ?? year % 100) === year % 100;
    if (year < 0 || !agrees) throw impossible();
    return year;
  }
  if (rest !== undefined)
    return century !== undefined ? century * 100 + rest : rest + (rest < 70 ? 2000 : 1900);
  if (century !== undefined) throw notEnough();
  return null;
}

function fromMonth(year: number, month: number, day: number): number {
  checkYear(year);
  if (day > daysInMonth(year, month)) throw outOfRange();
  return daysOf({ year, month, day });
}

function fromOrdinal(year: number, ordinal: number): number {
  checkYear(year);
  if (ordinal > (isLeap(year) ? 366 : 365)) throw outOfRange();
  return daysOf({ year, month: 1, day: 1 }) + ordinal - 1;
}

function fromWeek(year: number, week: number, weekday: number, start: 0 | 1): number {
  checkYear(year);
  const firstDay = daysOf({ year, month: 1, day: 1 });
  const firstWeek = 1 + floorMod(start - weekdayOf(firstDay), 7);
  const ordinal = firstWeek + (week - 1) * 7 + floorMod(weekday - start, 7);
  if (ordinal <= 0 || ordinal > (isLeap(year) ? 366 : 365)) throw impossible();
  return firstDay + ordinal - 1;
}

function fromIsoWeek(year: number, week: number, weekday: number): number {
  checkYear(year);
  // The fourth of January is always in week 1.
  const fourth = daysOf({ year, month: 1, day: 4 });
  const monday = fourth - floorMod(weekdayOf(fourth) - 1, 7) + (week - 1) * 7;
  if (isoWeekOf(monday).year !== year) throw outOfRange();
  return monday + floorMod(weekday - 1, 7);
}

function checkYear(year: number): void {
  if (year < FIRST_YEAR || year > LAST_YEAR) throw outOfRange();
}

/** Years before 0 have no century: a field for it never agrees. */
function dateFields(days: number): [Field, number][] {
  const { year, month, day } = civilOf(days);
  const iso = isoWeekOf(days);
  return [
    ["year", year],
    ["century", year < 0 ? NaN : floorDiv(year, 100)],
    ["yearOfCentury", year < 0 ? NaN : year % 100],
    ["isoYear", iso.year],
    ["isoYearOfCentury", iso.year < 0 ? NaN : iso.year % 100],
    ["quarter", floorDiv(month + 2, 3)],
    ["month", month],
    ["day", day],
    ["ordinal", ordinalOf(days)],
    ["sundayWeek", weekOf(days, 0)],
    ["mondayWeek", weekOf(days, 1)],
    ["isoWeek", iso.week],
    ["weekday", weekdayOf(days)],
  ];
}

const notEnough = (): TimeFailure => new TimeFailure("input is not enough for unique date and time");
const outOfRange = (): TimeFailure => new TimeFailure("input is out of range");
const impossible = (): TimeFailure => new TimeFailure("no possible date and time matching input");
