// std/fmt: padding, joining, digits in other bases, fixed-point text.
import {
  asCount,
  foreseen,
  inSteps,
  intText,
  repeatText,
  worksInSteps,
  type Int,
  type NativeTable,
  type Runtime,
} from "../../interpreter/runtime/index.ts";
import { joinInSteps } from "../prelude/index.ts";
import { fixedPoint } from "./fixed-point.ts";
import { fromRadix, toRadix } from "./radix.ts";

export { fixedPoint } from "./fixed-point.ts";
export { toRadix } from "./radix.ts";

export function create(runtime: Runtime): NativeTable {
  return {
    functions: foreseen(runtime, NANOS, {
      repeat: repeatText,
      pad_left: (text: string, width: Int, fill: string) => span(gap(text, width), fill) + text,
      pad_right: (text: string, width: Int, fill: string) => text + span(gap(text, width), fill),
      center,
      join: (parts: readonly string[], separator: string) =>
        worksInSteps(runtime, parts.length)
          ? inSteps(runtime, joinInSteps(parts, separator, runtime.joined))
          : parts.join(separator),
      to_radix: toRadix,
      from_radix: fromRadix,
      pad_int: padInt,
      format_float: fixedPoint,
    }),
  };
}

/** The nanoseconds for each digit. */
const NANOS = { from_radix: 20 };

/** Returns the number of missing bytes. */
function gap(text: string, width: Int): number {
  return asCount(width) - text.length;
}

/** Returns whole copies of `fill` that cover `width` bytes. */
function span(width: number, fill: string): string {
  return fill === "" ? "" : repeatText(fill, Math.ceil(width / fill.length));
}

function center(text: string, width: Int, fill: string): string {
  const missing = gap(text, width);
  const left = Math.floor(missing / 2);
  return span(left, fill) + text + span(missing - left, fill);
}

function padInt(value: Int, width: Int): string {
  const text = intText(value);
  const zeros = span(gap(text, width), "0");
  return text.startsWith("-") ? `-${zeros}${text.slice(1)}` : zeros + text;
}
