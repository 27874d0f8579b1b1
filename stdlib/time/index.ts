// Natives of std/time.
import { isUtf8 } from "node:buffer";
import { fail, fromBytes, intText, toBytes } from "../../interpreter/runtime/index.ts";
import type { Int, NativeTable, Runtime } from "../../interpreter/runtime/index.ts";
import { sleep } from "../sync/index.ts";
import { civilOf, DAY_SECONDS, FIRST_SECOND, floorDiv, floorMod, LAST_SECOND, weekdayOf } from "./civil.ts";
import { formatTimestamp } from "./format.ts";
import { parseTimestamp } from "./parse.ts";
import { TimeFailure } from "./time-failure.ts";

export function create(runtime: Runtime): NativeTable {
  const { host } = runtime;
  return {
    functions: {
      now: (): Int => Math.floor(host.now() / 1000),
      now_millis: (): Int => Math.floor(host.now()),
      __padded: (n: Int, width: number): string => padded(intText(n), width),
      __civil: civilParts,
      weekday: (ts: Int): Int => weekdayOf(floorDiv(inRange(ts), DAY_SECONDS)),
      format_timestamp: (ts: Int, pattern: string): string =>
        isText(pattern) ? toBytes(formatTimestamp(inRange(ts), fromBytes(pattern))) : "",
      parse_timestamp(text: string, pattern: string) {
        if (!isText(pattern)) return fail("time", "parse: bad or unsupported format string");
        try {
          return parseTimestamp(fromBytes(text), fromBytes(pattern));
        } catch (failure) {
          if (failure instanceof TimeFailure) return fail("time", `parse: ${failure.problem}`);
          throw failure;
        }
      },
      sleep_millis: (ms: Int) => sleep(runtime.scheduler, ms),
    },
  };
}

/** Timestamps beyond the calendar count as the epoch. */
function inRange(ts: Int): number {
  return typeof ts === "number" && ts >= FIRST_SECOND && ts <= LAST_SECOND ? ts : 0;
}

function civilParts(ts: Int): number[] {
  const seconds = inRange(ts);
  const { year, month, day } = civilOf(floorDiv(seconds, DAY_SECONDS));
  const second = floorMod(seconds, DAY_SECONDS);
  return [year, month, day, floorDiv(second, 3600), floorDiv(second, 60) % 60, second % 60];
}

/** The sign stays in front of the zeros. */
function padded(digits: string, width: number): string {
  return digits.startsWith("-") ? `-${digits.slice(1).padStart(width, "0")}` : digits.padStart(width, "0");
}

function isText(bytes: string): boolean {
  return isUtf8(Buffer.from(bytes, "latin1"));
}
