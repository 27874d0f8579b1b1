import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Err, type ErrorValue, INT_MAX, INT_MIN, toBytes } from "../../interpreter/runtime/index.ts";
import type { Runtime } from "../../interpreter/runtime/index.ts";
import { FIRST_SECOND, LAST_SECOND } from "./civil.ts";
import { formatTimestamp } from "./format.ts";
import { create } from "./index.ts";
import { parseTimestamp } from "./parse.ts";
import { simplePattern } from "./simple-pattern.ts";

type Native = (...args: unknown[]) => unknown;
const natives = create({ host: { now: () => 1999.5 } } as unknown as Runtime).functions as unknown as Record<
  string,
  Native
>;
const format = (ts: unknown, pattern: string) => natives.format_timestamp!(ts, pattern) as string;

function parse(text: string, pattern: string): unknown {
  const result = natives.parse_timestamp!(text, pattern);
  if (!(result instanceof Err)) return result;
  const error = result.error as ErrorValue;
  expect(error._kind).toBe("time");
  return error._message;
}

const LEAP_DAY = 951782400;

describe("calendar", () => {
  it("agrees with the host where it has dates", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -8.64e12, max: 8.21e12 }).map((ts) => Math.max(ts, FIRST_SECOND)),
        (ts) => {
          const date = new Date(ts * 1000);
          if (Number.isNaN(date.getTime())) return;
          expect(natives.__civil!(ts)).toEqual([
            date.getUTCFullYear(),
            date.getUTCMonth() + 1,
            date.getUTCDate(),
            date.getUTCHours(),
            date.getUTCMinutes(),
            date.getUTCSeconds(),
          ]);
          expect(natives.weekday!(ts)).toBe(date.getUTCDay());
        },
      ),
    );
  });

  it("panics beyond its limits", () => {
    for (const ts of [FIRST_SECOND - 1, LAST_SECOND + 1, INT_MAX, INT_MIN]) {
      const message = `timestamp out of range: ${ts}`;
      expect(() => natives.__civil!(ts)).toThrow(message);
      expect(() => natives.weekday!(ts)).toThrow(message);
      expect(() => format(ts, "%s")).toThrow(message);
    }
    expect(natives.__civil!(FIRST_SECOND)).toEqual([-262143, 1, 1, 0, 0, 0]);
    expect(natives.__civil!(LAST_SECOND)).toEqual([262142, 12, 31, 23, 59, 59]);
  });

  it("pads behind the sign", () => {
    expect(natives.__padded!(-50, 4)).toBe("-0050");
    expect(natives.__padded!(7, 2)).toBe("07");
    expect(natives.__padded!(INT_MIN, 4)).toBe("-9223372036854775808");
  });

  it("rounds the clock down", () => {
    expect(natives.now!()).toBe(1);
    expect(natives.now_millis!()).toBe(1999);
  });
});

describe("format", () => {
  it.each([
    ["%A, %-d %B %Y, day %j", "Tuesday, 29 February 2000, day 060"],
    ["%Y %C %y %m %b %h %B %q", "2000 20 00 02 Feb Feb February 1"],
    ["%d %e %j %a %A %w %u", "29 29 060 Tue Tuesday 2 2"],
    ["%U %W %G %g %V", "09 09 2000 00 09"],
    ["%D|%x|%F|%v", "02/29/00|02/29/00|2000-02-29|29-Feb-2000"],
    ["%H|%k|%I|%l|%p|%P|%M|%S", "00| 0|12|12|AM|am|00|00"],
    ["%f|%.f|%.3f|%.6f|%.9f|%3f|%6f|%9f", "000000000||.000|.000000|.000000000|000|000000|000000000"],
    ["%T|%X|%R|%r", "00:00:00|00:00:00|00:00|12:00:00 AM"],
    ["%s %z %:z %::z %:::z %Z", "951782400 +0000 +00:00 +00:00:00 +00 UTC"],
    ["%c", "Tue Feb 29 00:00:00 2000"],
    ["%+", "2000-02-29T00:00:00+00:00"],
    ["%%%n%t", "%\n\t"],
    ["%-m %_m %0e %-H %_H %-f %_f", "2  2 29 0  0 0         0"],
    ["plain é ü", "plain é ü"],
    ["", ""],
  ])("%s", (pattern, text) => {
    expect(format(LEAP_DAY, toBytes(pattern))).toBe(toBytes(text));
  });

  it.each([
    "%",
    "a%",
    "%E",
    "%Q",
    "%-",
    "%-%",
    "%-F",
    "%-a",
    "%_n",
    "%#z",
    "%.2f",
    "%.",
    "%5f",
    "%:",
    "%::::z",
    "%é",
    "%-_d",
    "%#d",
    "%4f",
    "%-.f",
  ])("refuses %s as a whole", (pattern) => {
    expect(format(LEAP_DAY, toBytes(`x${pattern}`))).toBe("");
  });

  it("refuses patterns that are not UTF-8", () => {
    expect(format(0, "%Y\xff")).toBe("");
    expect(parse("1970", "\xff%Y")).toBe("parse: bad or unsupported format string");
  });

  it("shows the sign of years outside 0 to 9999", () => {
    const year = (y: number) => Date.UTC(2000, 6, 1) / 1000 + (y - 2000) * 31556952;
    expect(format(year(-50), "%Y|%-Y|%_Y|%C|%y")).toBe("-0050|-50|  -50|-1|50");
    expect(format(year(12000), "%Y|%-Y")).toBe("+12000|+12000");
    expect(format(year(50), "%Y|%_Y|%-Y")).toBe("0050|  50|50");
  });

  it("counts weeks around the new year", () => {
    const at = (y: number, m: number, d: number) => Date.UTC(y, m - 1, d) / 1000;
    expect(format(at(2023, 1, 1), "%U %W %G %V")).toBe("01 00 2022 52");
    expect(format(at(2024, 12, 30), "%U %W %G %V %j")).toBe("52 53 2025 01 365");
    expect(format(at(2021, 1, 3), "%U %W %G %V")).toBe("01 00 2020 53");
  });
});

describe("parse", () => {
  it.each([
    ["29/02/2000 12:30", "%d/%m/%Y %H:%M", 951827400],
    ["2000-02-29T00:00:00Z", "%+", LEAP_DAY],
    ["2000-02-29 00:00:00.5+05:00", "%F %T%.f%z", LEAP_DAY - 5 * 3600],
    ["  2000-  2-29   0 :00", "%Y-%m-%d %H :%M", LEAP_DAY],
    ["tuesday feb 29 2000 12:00 am", "%A %B %d %Y %I:%M %p", LEAP_DAY],
    ["TUE February 29 2000 12:00 AM", "%a %B %d %Y %I:%M %P", LEAP_DAY],
    ["2000 060 0:0", "%Y %j %H:%M", LEAP_DAY],
    ["2000 09 2 0:0", "%Y %U %w %H:%M", LEAP_DAY],
    ["2000 09 Tue 0:0", "%Y %W %a %H:%M", LEAP_DAY],
    ["2000 W09 2 0:0", "%G W%V %u %H:%M", LEAP_DAY],
    ["00-02-29 00:00", "%y-%m-%d %H:%M", LEAP_DAY],
    ["20 00-02-29 00:00", "%C %y-%m-%d %H:%M", LEAP_DAY],
    ["951782400", "%s", LEAP_DAY],
    ["951782400 Tue 2000", "%s %a %Y", LEAP_DAY],
    ["2000-02-28 23:59:60", "%F %T", LEAP_DAY - 1],
    ["2000-02-29 00:00 whatever x", "%F %R %Z x", LEAP_DAY],
    ["+2000-02-29 00:00", "%F %R", LEAP_DAY],
    ["69-01-01 00:00", "%y-%m-%d %R", Date.UTC(2069, 0, 1) / 1000],
    ["70-01-01 00:00", "%y-%m-%d %R", 0],
    ["2000-02-29 00:00:00.125", "%F %T%.3f", LEAP_DAY],
    ["2000-02-29 00:00:00.000125", "%F %T%.6f", LEAP_DAY],
    ["2000-02-29 00:00:00.123456789", "%F %T%.9f", LEAP_DAY],
    ["2000-02-29 00:00:00", "%F %T%.f", LEAP_DAY],
    ["2000-02-29 00:00:00.1234567891", "%F %T%.f", LEAP_DAY],
    ["2000-02-29T00:00:00.5+01:00", "%+", LEAP_DAY - 3600],
    ["+2000-02-29T00:00:00z", "%+", LEAP_DAY],
    ["2000-02-29 00:00 +01", "%F %R %:::z", LEAP_DAY - 3600],
    ["2000-02-29 00:00 +01 x", "%F %R %:::z x", LEAP_DAY - 3600],
    ["2000-02-29 00:00 +01:30:15", "%F %R %::z", LEAP_DAY - 5415],
  ])("%j by %j", (text, pattern, seconds) => {
    expect(parse(text, pattern)).toBe(seconds);
  });

  it.each([
    ["2000-02-29", "%Y-%m-%d", "input is not enough for unique date and time"],
    ["12:00", "%H:%M", "input is not enough for unique date and time"],
    ["2000-02-29 12:00", "%F %I:%M", "input is not enough for unique date and time"],
    ["2000x02", "%Y-%m", "input contains invalid characters"],
    ["abc", "%Y", "input contains invalid characters"],
    ["", "%Y", "premature end of input"],
    ["2000-", "%Y-%m", "premature end of input"],
    ["Fe", "%b", "premature end of input"],
    ["xyz", "%b", "input contains invalid characters"],
    ["2000-02-29 00:00 x", "%F %R", "trailing input"],
    ["2000-13-01 00:00", "%F %R", "input is out of range"],
    ["2000-04-31 00:00", "%F %R", "input is out of range"],
    ["2000-02-01 24:00", "%F %R", "input is out of range"],
    ["2000-02-01 00:60", "%F %R", "input is out of range"],
    ["2001-02-29 00:00", "%F %R", "input is out of range"],
    ["99999999999999999999", "%s", "input is out of range"],
    ["Mon 2000-02-29 00:00", "%a %F %R", "no possible date and time matching input"],
    ["951782401 2000-02-29 00:00:00", "%s %F %T", "no possible date and time matching input"],
    ["1 2", "%m %m", "no possible date and time matching input"],
    ["2000-02-29 00:00", "%F %Q", "bad or unsupported format string"],
    ["x", "%F %Q", "input contains invalid characters"],
    ["2000-02-29 00:00", "%F %R%z", "premature end of input"],
    ["2000-02-29 00:00 0100", "%F %R %z", "input contains invalid characters"],
    ["2000-02-29 00:00:00.12", "%F %T%.3f", "premature end of input"],
    ["2000-02-29 00:00:00.12x", "%F %T%.3f", "input contains invalid characters"],
    ["2000-02-29 00:00:00.1234", "%F %T%.3f", "trailing input"],
    ["2000-02-29 00:00:00", "%F %T%.3f", "premature end of input"],
    ["2000-02-29 00:00:00 125", "%F %T%.3f", "input contains invalid characters"],
    ["2000-02-29 00:00:00.1234567", "%F %T%.6f", "trailing input"],
    ["2000-2-29T00:00:00Z", "%+", "input contains invalid characters"],
    ["2000-02-29T0:00:00Z", "%+", "input contains invalid characters"],
    ["2000-02-29T00:00:0Z", "%+", "input contains invalid characters"],
    ["200-02-29T00:00:00Z", "%+", "input contains invalid characters"],
    ["20000-02-29T00:00:00Z", "%+", "input contains invalid characters"],
    ["2000-02-29T00:00:00+1:00", "%+", "input contains invalid characters"],
    ["2000-02-29T00:00:00+0100", "%+", "input contains invalid characters"],
    ["2000-02-29T00:00:00", "%+", "premature end of input"],
    ["2000- 2-29T00:00:00Z", "%+", "input contains invalid characters"],
  ])("fails at %j by %j", (text, pattern, problem) => {
    expect(parse(text, pattern)).toBe(`parse: ${problem}`);
  });

  it("reads back what format writes", () => {
    const patterns = [
      "%F %T",
      "%c",
      "%+",
      "%G-W%V-%u %T",
      "%Y %j %X",
      "%A %d %B %Y %I:%M:%S %p %z",
      "%s",
      "%Y %U %a %T",
      "%C %y %m %d %T",
      "%F %T%.3f%::z",
      "%F %T%.9f%:::z",
      "%F %T %6f%:z",
    ];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253402300799 }), fc.constantFrom(...patterns), (ts, pattern) => {
        expect(parse(format(ts, pattern), pattern)).toBe(ts);
      }),
    );
  });

  it("never throws", () => {
    const piece = fc.constantFrom(
      "%Y",
      "%m",
      "%d",
      "%s",
      "%",
      "-",
      "_",
      "%#",
      " ",
      "%j",
      "%U",
      "%w",
      "%.f",
      "%z",
      "99",
      "0",
      "x",
      "+",
      "\xff",
      "é",
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, text, fc.integer(), (a, b, ts) => {
        parse(a, b);
        format(ts, b);
      }),
    );
  });
});

it("simple patterns are formatted and parsed as all others", () => {
  const patterns = [
    "%Y-%m-%d %H:%M:%S",
    "%F %T",
    "%d.%m.%Y, %H:%M:%S",
    "at %S:%M:%H %d/%m/%Y!",
    "%Y-%m-%dT%H:%M:%SZ",
    "%Y%m%d%H%M%S",
    "%H:%M",
  ];
  const moments = [
    0, 1, -1, 951782400, 951868799, 1767225599, -62167219200, 253402300799, 253402300800, -62167219201, 86399,
    1_000_000_007,
  ];
  for (const pattern of patterns) {
    const simple = simplePattern(pattern)!;
    for (const seconds of moments) {
      const text = formatTimestamp(seconds, pattern);
      expect(simple.format(seconds) ?? text, `${pattern} ${seconds}`).toBe(text);
      const parsed = simple.parse(text);
      if (parsed !== null) expect(parsed, text).toBe(parseTimestamp(text, pattern));
    }
  }
  expect(simplePattern("%Y-%m-%d %H:%M:%S")!.parse("2026-02-28 10:20:30")).toBe(1772274030);
  for (const text of [
    "2026-02-29 10:20:30",
    "2026-2-28 10:20:30",
    "2026-02-28  10:20:30",
    "2026-02-28 10:20:60",
    "2026-02-28 24:00:00",
    "2026-02-28 10:20:30 ",
    "+026-02-28 10:20:30",
    "",
  ]) {
    expect(simplePattern("%Y-%m-%d %H:%M:%S")!.parse(text), text).toBe(null);
  }
  for (const pattern of ["%e %b", "%-d", "%Q", "%I:%M %p", "%Z", "é%Y"])
    expect(simplePattern(pattern), pattern).toBe(null);
});
