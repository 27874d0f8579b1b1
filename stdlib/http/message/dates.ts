// Dates of header fields (RFC 9110 5.6.7): one form is written, three are read.

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const FIXED = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/;
const OBSOLETE = /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\d\d)-([A-Z][a-z]{2})-(\d\d) (\d\d):(\d\d):(\d\d) GMT$/;
const ASCTIME = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]{2}) ([ \d]\d) (\d\d):(\d\d):(\d\d) (\d{4})$/;
/** A two-digit year further ahead than this belongs to the century before. */
const YEARS_AHEAD = 50;

/** `Sun, 06 Nov 1994 08:49:37 GMT`; fractions of a second are cut off. */
export function dateText(ms: number): string {
  return new Date(Math.floor(ms / 1000) * 1000).toUTCString();
}

/** Milliseconds since 1970, or null for what is no date. */
export function parseDate(text: string, now: number): number | null {
  const fixed = FIXED.exec(text);
  if (fixed !== null) return time(fixed[3]!, fixed[2]!, fixed[1]!, fixed[4]!, fixed[5]!, fixed[6]!);
  const old = OBSOLETE.exec(text);
  if (old !== null) {
    const thisYear = new Date(now).getUTCFullYear();
    const year = Math.floor(thisYear / 100) * 100 + Number(old[3]);
    return time(String(year > thisYear + YEARS_AHEAD ? year - 100 : year), old[2]!, old[1]!, old[4]!, old[5]!, old[6]!);
  }
  const asc = ASCTIME.exec(text);
  return asc === null ? null : time(asc[6]!, asc[1]!, asc[2]!, asc[3]!, asc[4]!, asc[5]!);
}

function time(year: string, month: string, day: string, hours: string, minutes: string, seconds: string): number | null {
  const index = MONTHS.indexOf(month);
  if (index < 0 || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), index, Number(day));
  date.setUTCHours(Number(hours), Number(minutes), Number(seconds));
  return date.getUTCDate() === Number(day) || Number(seconds) === 60 ? date.getTime() : null;
}
