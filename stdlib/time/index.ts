// Natives of std/time.
import { machine } from "../../interpreter/host/index.ts";
import {
  foreseen,
  fail,
  fromBytes,
  intFromBigInt,
  intText,
  intToBigInt,
  Panic,
  toBytes,
} from "../../interpreter/runtime/index.ts";
import type { ErrorValue, Int, NativeTable, Result, Runtime } from "../../interpreter/runtime/index.ts";
import { denial, codeOf } from "../error/index.ts";
import { sleep, sleepUnless, type Cancel } from "../sync/index.ts";
import { civilOf, DAY_SECONDS, FIRST_SECOND, floorDiv, floorMod, LAST_SECOND, weekdayOf } from "./civil.ts";
import { formatTimestamp } from "./format.ts";
import { durationText, nanosMinus, nanosPlus, nanosTimes, parseDuration } from "./duration.ts";
import { firstOfMonth, parseRfc3339, rfc3339, secondsOf, type Moment } from "./moments.ts";
import { parseDays, parseMoment, parseTimestamp } from "./parse.ts";
import { simplePattern } from "./simple-pattern.ts";
import { TimeFailure } from "./time-failure.ts";
import { findZone, momentOf, type Zone } from "./zone.ts";

const BILLION = 1_000_000_000n;

/** The struct `Zone`; its name is stored as bytes. */
class ZoneHandle {
  _name: string;
  readonly zone: Zone;
  constructor(name: string, zone: Zone | null = null) {
    this._name = name;
    this.zone = zone ?? findZone(name) ?? findZone("UTC")!;
  }
}

export function create(runtime: Runtime): NativeTable {
  const { host } = runtime;
  // Creating a zone costs more than all its uses.
  const zones = new Map<string, ZoneHandle>();

  function zone(name: string): Result<ZoneHandle, ErrorValue> {
    const known = zones.get(name);
    if (known !== undefined) return known;
    const found = findZone(name);
    if (found === null) return fail("time", `unknown zone: ${name}`);
    const handle = new ZoneHandle(name, found);
    zones.set(name, handle);
    return handle;
  }

  return {
    functions: foreseen(runtime, NANOS, {
      now_nanos: () => intFromBigInt(BigInt(Math.floor(host.now())) * 1_000_000n),
      monotonic_nanos: () => intFromBigInt(host.system.clock.monotonicNanos()),
      monotonic_millis: () => intFromBigInt(host.system.clock.monotonicNanos() / 1_000_000n),
      zone,
      local_zone: () => {
        const denied = denial(host.capabilities, "env");
        return denied === null
          ? zone(toBytes(host.system.clock.localZone()))
          : fail("time", denied, codeOf(denied));
      },
      "Zone.offset_at": (handle: ZoneHandle, ts: Int) => handle.zone.offsetAt(inRange(ts)),
      "Zone.name_at": (handle: ZoneHandle, ts: Int) => toBytes(handle.zone.at(inRange(ts)).name),
      "Zone.format": (handle: ZoneHandle, ts: Int, pattern: string) =>
        isText(pattern)
          ? toBytes(formatTimestamp(inRange(ts), fromBytes(pattern), handle.zone.at(inRange(ts))))
          : "",
      __moment_in: (handle: ZoneHandle, parts: readonly Int[]) => momentOf(handle.zone, secondsOf(parts)),
      __seconds_of: secondsOf,
      __civil_in: (handle: ZoneHandle, ts: Int) => {
        const seconds = inRange(ts);
        return civilParts(seconds + handle.zone.offsetAt(seconds));
      },
      __nanos_plus: nanosPlus,
      __nanos_minus: nanosMinus,
      __nanos_times: nanosTimes,
      __days_after: (ts: Int, days: Int): Int =>
        exactly(intToBigInt(ts) + intToBigInt(days) * BigInt(DAY_SECONDS)),
      __first_of_month: (year: Int, month: Int, after: Int): Int =>
        exactly(firstOfMonth(intToBigInt(year) * 12n + intToBigInt(month) - 1n + intToBigInt(after))),
      __parse_days: (text: string, pattern: string) =>
        isText(pattern)
          ? attempt(() => parseDays(fromBytes(text), fromBytes(pattern)))
          : fail("time", "parse: bad or unsupported format string"),
      __parse_moment: (text: string, pattern: string) =>
        isText(pattern)
          ? attempt(() => parseMoment(fromBytes(text), fromBytes(pattern)).seconds)
          : fail("time", "parse: bad or unsupported format string"),
      parse_rfc3339: (text: string) => attempt(() => parseRfc3339(text).seconds),
      parse_rfc3339_millis: (text: string) => attempt(() => millisOf(parseRfc3339(text))),
      parse_rfc3339_nanos: (text: string) =>
        attempt(() => intFromBigInt(fitting(nanosOf(parseRfc3339(text))))),
      format_rfc3339: (ts: Int) => rfc3339({ seconds: inRange(ts), nanos: 0 }, 0),
      format_rfc3339_millis: (millis: Int) => rfc3339(momentIn(millis, 1000n), 3),
      format_rfc3339_nanos: (nanos: Int) => rfc3339(momentIn(nanos, BILLION), 9),
      __duration_text: durationText,
      __parse_duration: parseDuration,
      now: (): Int => Math.floor(host.now() / 1000),
      now_millis: (): Int => Math.floor(host.now()),
      __padded: (n: Int, width: number): string => padded(intText(n), width),
      __civil: (ts: Int) => civilParts(inRange(ts)),
      weekday: (ts: Int): Int => weekdayOf(floorDiv(inRange(ts), DAY_SECONDS)),
      format_timestamp: (ts: Int, pattern: string): string =>
        simplePattern(pattern)?.format(inRange(ts)) ??
        (isText(pattern) ? toBytes(formatTimestamp(inRange(ts), fromBytes(pattern))) : ""),
      parse_timestamp(text: string, pattern: string) {
        const seconds = simplePattern(pattern)?.parse(text) ?? null;
        if (seconds !== null) return seconds;
        if (!isText(pattern)) return fail("time", "parse: bad or unsupported format string");
        return attempt(() => parseTimestamp(fromBytes(text), fromBytes(pattern)));
      },
      sleep: (ms: Int, cancel: Cancel, site: number) => sleepUnless(runtime.scheduler, ms, cancel, site),
      sleep_millis: (ms: Int) => sleep(runtime.scheduler, ms),
    }),
    structs: { Zone: ZoneHandle },
  };
}

/** The nanoseconds for each byte of a text or pattern. */
const NANOS = {
  "Zone.format": 100,
  __parse_days: 50,
  __parse_moment: 50,
  __parse_duration: 50,
  parse_rfc3339: 20,
  parse_rfc3339_millis: 20,
  parse_rfc3339_nanos: 20,
  format_timestamp: 100,
  parse_timestamp: 50,
};

function attempt<T>(parse: () => T): T | ReturnType<typeof fail> {
  try {
    return parse();
  } catch (failure) {
    if (failure instanceof TimeFailure) return fail("time", `parse: ${failure.problem}`);
    throw failure;
  }
}

function nanosOf({ seconds, nanos }: Moment): bigint {
  return BigInt(seconds) * BILLION + BigInt(nanos);
}

/** Returns milliseconds, rounded down. */
function millisOf({ seconds, nanos }: Moment): number {
  return seconds * 1000 + Math.floor(nanos / 1_000_000);
}

/** Nanoseconds fit 64 bits from 1677 to 2262. */
function fitting(nanos: bigint): bigint {
  if (BigInt.asIntN(64, nanos) !== nanos) throw new TimeFailure("input is out of range");
  return nanos;
}

/** Converts a count of units to a moment; a second has `unit` of them. */
function momentIn(count: Int, unit: bigint): Moment {
  const all = intToBigInt(count);
  const rest = ((all % unit) + unit) % unit;
  return {
    seconds: inRange(intFromBigInt((all - rest) / unit), count),
    nanos: Number(rest * (BILLION / unit)),
  };
}

/** @throws Panic for a timestamp beyond the calendar; `given` is what the caller passed instead of it. */
function inRange(ts: Int, given = ts): number {
  if (typeof ts === "number" && ts >= FIRST_SECOND && ts <= LAST_SECOND) return ts;
  throw new Panic(`timestamp out of range: ${intText(given)}`);
}

/** @throws Panic for a timestamp beyond the calendar. */
function exactly(ts: bigint): number {
  if (ts >= FIRST_SECOND && ts <= LAST_SECOND) return Number(ts);
  throw new Panic(`timestamp out of range: ${ts}`);
}

function civilParts(seconds: number): number[] {
  const { year, month, day } = civilOf(floorDiv(seconds, DAY_SECONDS));
  const second = floorMod(seconds, DAY_SECONDS);
  return [year, month, day, floorDiv(second, 3600), floorDiv(second, 60) % 60, second % 60];
}

/** The sign stays before the zeros. */
function padded(digits: string, width: number): string {
  return digits.startsWith("-") ? `-${digits.slice(1).padStart(width, "0")}` : digits.padStart(width, "0");
}

function isText(bytes: string): boolean {
  return machine().javascript.isUtf8(Buffer.from(bytes, "latin1"));
}
