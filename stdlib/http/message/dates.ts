// Dates of header fields (RFC 9110 5.6.7): writes one form and reads three.

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const FIXED = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/;
const OBSOLETE =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\d\d)-([A-Z][a-z]{2})-(\d\d) (\d\d):(\d\d):(\d\d) GMT$/;
const ASCTIME = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]{2}) ([ \d]\d) (\d\d):(\d\d):(\d\d) (\d{4})$/;
/** A two-digit year further in the future than this belongs to the previous century. */
const YEARS_AHEAD = 50;

/** Formats a time as `Sun, 06 Nov 1994 08:49:37 GMT`, without fractions of a second. */
export function dateText(ms: number): string {
  return new Date(Math.floor(ms / 1000) * 1000).toUTCString();
}

/** Returns milliseconds since 1970, or null if `text` is not a date. */
export function parseDate(text: string, now: number): number | null {
  const fixed = FIXED.exec(text);
  if (fixed !== null) return time(fixed[3]!, fixed[2]!, fixed[1]!, fixed.slice(4));
  const old = OBSOLETE.exec(text);
  if (old !== null) {
    const thisYear = new Date(now).getUTCFullYear();
    const year = Math.floor(thisYear / 100) * 100 + Number(old[3]);
    return time(String(year > thisYear + YEARS_AHEAD ? year - 100 : year), old[2]!, old[1]!, old.slice(4));
  }
  const asc = ASCTIME.exec(text);
  return asc === null ? null : time(asc[6]!, asc[1]!, asc[2]!, asc.slice(3));
}

/**
 *
 * Parses the date of a cookie. Servers write time, day, month and year in any order (RFC 6265 5.1.1). Always
 * UTC.
 * @returns milliseconds since 1970, or null if `text` is not a date
 */
export function parseCookieDate(text: string): number | null {
  const found: { time?: RegExpExecArray; day?: string; month?: string; year?: string } = {};
  for (const token of text.split(/[\t\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+/)) {
    const clock = /^(\d\d?):(\d\d?):(\d\d?)(?!\d)/.exec(token);
    const day = /^\d\d?(?!\d)/.exec(token);
    const month = MONTHS.find((name) => token.slice(0, 3).toLowerCase() === name.toLowerCase());
    const year = /^\d{2,4}(?!\d)/.exec(token);
    if (found.time === undefined && clock !== null) found.time = clock;
    else if (found.day === undefined && day !== null) found.day = day[0].padStart(2, "0");
    else if (found.month === undefined && month !== undefined) found.month = month;
    else if (found.year === undefined && year !== null) found.year = year[0];
  }
  if (
    found.time === undefined ||
    found.day === undefined ||
    found.month === undefined ||
    found.year === undefined
  )
    return null;
  const short = Number(found.year);
  const year = found.year.length > 2 ? short : short + (short < 70 ? 2000 : 1900);
  if (year < 1601 || Number(found.time[3]) > 59) return null;
  return time(String(year), found.month, found.day, found.time.slice(1));
}

/** `clock` holds hours, minutes and seconds. */
function time(year: string, month: string, day: string, clock: readonly string[]): number | null {
  const index = MONTHS.indexOf(month);
  const [hours, minutes, seconds] = clock.map(Number) as [number, number, number];
  if (index < 0 || hours > 23 || minutes > 59 || seconds > 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), index, Number(day));
  date.setUTCHours(hours, minutes, seconds);
  return date.getUTCDate() === Number(day) || seconds === 60 ? date.getTime() : null;
}
