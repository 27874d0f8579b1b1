// Formats timestamps (std/time).
import {
  civilOf,
  DAY_SECONDS,
  floorDiv,
  floorMod,
  isoWeekOf,
  ordinalOf,
  weekdayOf,
  weekOf,
} from "./civil.ts";
import { itemsOf } from "./pattern.ts";
import type { Fixed, Numeric, Padding } from "./pattern.ts";

export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;
export const WEEKDAYS = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

/** The state of a zone at a moment: seconds ahead of UTC, and the abbreviation of its time. */
export interface ZoneTime {
  readonly offset: number;
  readonly name: string;
}

const UTC: ZoneTime = { offset: 0, name: "UTC" };

/**
 * Formats a timestamp; `pattern` is text, not bytes. Returns `""` if the pattern has an invalid directive.
 */
export function formatTimestamp(timestamp: number, pattern: string, zone = UTC): string {
  const seconds = timestamp + zone.offset;
  let text = "";
  for (const item of itemsOf(pattern)) {
    switch (item.kind) {
      case "literal":
      case "space":
        text += item.text;
        break;
      case "numeric":
        text += numericText(item.field, item.field === "timestamp" ? timestamp : seconds, item.padding);
        break;
      case "fixed": {
        const part = fixedText(item.field, seconds, zone);
        if (part === null) return "";
        text += part;
        break;
      }
      case "invalid":
        return "";
    }
  }
  return text;
}

/** Returns value and width; `signed` numbers always show their sign. */
function numericPart(
  field: Numeric,
  seconds: number,
): readonly [value: number, width: number, signed?: boolean] {
  const days = floorDiv(seconds, DAY_SECONDS);
  const second = floorMod(seconds, DAY_SECONDS);
  const hour = floorDiv(second, 3600);
  switch (field) {
    case "year":
      return yearPart(civilOf(days).year);
    case "century":
      return [floorDiv(civilOf(days).year, 100), 2];
    case "yearOfCentury":
      return [floorMod(civilOf(days).year, 100), 2];
    case "isoYear":
      return yearPart(isoWeekOf(days).year);
    case "isoYearOfCentury":
      return [floorMod(isoWeekOf(days).year, 100), 2];
    case "quarter":
      return [floorDiv(civilOf(days).month + 2, 3), 1];
    case "month":
      return [civilOf(days).month, 2];
    case "day":
      return [civilOf(days).day, 2];
    case "ordinal":
      return [ordinalOf(days), 3];
    case "sundayWeek":
      return [weekOf(days, 0), 2];
    case "mondayWeek":
      return [weekOf(days, 1), 2];
    case "isoWeek":
      return [isoWeekOf(days).week, 2];
    case "sundayWeekday":
      return [weekdayOf(days), 1];
    case "mondayWeekday":
      return [weekdayOf(days) === 0 ? 7 : weekdayOf(days), 1];
    case "hour":
      return [hour, 2];
    case "hour12":
      return [hour % 12 === 0 ? 12 : hour % 12, 2];
    case "minute":
      return [floorDiv(second, 60) % 60, 2];
    case "second":
      return [second % 60, 2];
    case "nanosecond":
      return [0, 9];
    case "timestamp":
      return [seconds, 9];
  }
}

function yearPart(year: number): readonly [number, number, boolean] {
  return year >= 0 && year <= 9999 ? [year, 4, false] : [year, 5, true];
}

function numericText(field: Numeric, seconds: number, padding: Padding): string {
  const [value, width, signed = false] = numericPart(field, seconds);
  const sign = value < 0 ? "-" : signed ? "+" : "";
  const digits = `${Math.abs(value)}`;
  switch (padding) {
    case "none":
      return sign + digits;
    case "zero":
      return sign + digits.padStart(width - sign.length, "0");
    case "space":
      return (sign + digits).padStart(width);
  }
}

/** Returns null for a field that is only for parsing. */
function fixedText(field: Fixed, seconds: number, zone: ZoneTime): string | null {
  const days = floorDiv(seconds, DAY_SECONDS);
  const month = MONTHS[civilOf(days).month - 1]!;
  const weekday = WEEKDAYS[weekdayOf(days)]!;
  const afternoon = floorMod(seconds, DAY_SECONDS) >= DAY_SECONDS / 2;
  switch (field) {
    case "shortMonth":
      return month.slice(0, 3);
    case "longMonth":
      return month;
    case "shortWeekday":
      return weekday.slice(0, 3);
    case "longWeekday":
      return weekday;
    case "upperAmPm":
      return afternoon ? "PM" : "AM";
    case "lowerAmPm":
      return afternoon ? "pm" : "am";
    case "zoneName":
      return zone.name;
    case "fraction":
      return "";
    case "fraction3":
      return ".000";
    case "fraction6":
      return ".000000";
    case "fraction9":
      return ".000000000";
    case "digits3":
      return "000";
    case "digits6":
      return "000000";
    case "digits9":
      return "000000000";
    case "offset":
      return offsetText(zone.offset, 2, "");
    case "offsetColon":
    case "standardOffset":
      return offsetText(zone.offset, 2, ":");
    case "offsetSeconds":
      return offsetText(zone.offset, 3, ":");
    case "offsetHours":
      return offsetText(zone.offset, 1, "");
    case "offsetPermissive":
      return null;
    case "standardYear":
      return numericText("year", seconds, "zero");
    case "standardMonth":
      return numericText("month", seconds, "zero");
    case "standardDay":
      return numericText("day", seconds, "zero");
    case "standardHour":
      return numericText("hour", seconds, "zero");
    case "standardMinute":
      return numericText("minute", seconds, "zero");
    case "standardSecond":
      return numericText("second", seconds, "zero");
  }
}

/** Formats an offset as `+02:00`, with the first `parts` of hours, minutes and seconds. */
export function offsetText(offset: number, parts: 1 | 2 | 3, separator: string): string {
  const size = Math.abs(offset);
  const numbers = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60].slice(0, parts);
  return (offset < 0 ? "-" : "+") + numbers.map((number) => `${number}`.padStart(2, "0")).join(separator);
}
