// std/core: the natives of the prelude. Functions that the compiler inlines are here as well, for use as
// function values.
import {
  charText,
  ELEMENT_BYTES,
  Failed,
  floatText,
  floatToInt,
  highHalf,
  inSteps,
  intText,
  intToFloat,
  makeInt,
  Panic,
  compareInt,
  lowHalf,
  piecewise,
  type EnumValue,
  type Int,
  type NativeTable,
  type Runtime,
  type Steps,
} from "../../interpreter/runtime/index.ts";

export function create(runtime: Runtime): NativeTable {
  const { stdin, stdout } = runtime;
  return {
    functions: {
      panic,
      __panic: panic,
      __fail(text: string): never {
        throw new Failed(text);
      },
      __str_byte_at: byteAt,
      __str_substring: substring,
      __str_part: (text: string, from: Int, to: Int, more: Int) =>
        text.slice(...bounds(text.length, from, to, more)),
      __list_part(list: unknown[], from: Int, to: Int, more: Int): unknown[] {
        const [start, end] = bounds(list.length, from, to, more);
        runtime.reserve((end - start) * ELEMENT_BYTES);
        return list.slice(start, end);
      },
      __str_from_byte: (byte: Int) => String.fromCharCode(lowHalf(byte) & 255),
      __io_print_str: (text: string) => stdout.write(text),
      __io_println_str: (text: string) => stdout.write(`${text}\n`),
      __io_read_line() {
        const line = stdin.readLine();
        return line instanceof Promise ? line.then((it) => it ?? "") : (line ?? "");
      },
      __tag: (value: EnumValue) => value.tag,

      "Int.to_float": intToFloat,
      "Int.to_string": intText,
      "Float.to_int": floatToInt,
      "Float.to_string": floatText,
      "Char.to_string": charText,
      "Char.hash": (char: number) => char,
      "String.len": (text: string) => text.length,
      "String.hash": (text: string) =>
        text.length > LONG_TEXT ? inSteps(runtime, hashInSteps(text)) : hashString(text, 0, 0),
      "List.len": (list: unknown[]) => list.length,
      "List.push": (list: unknown[], value: unknown) => void list.push(value),
      "List.pop": pop,
    },
  };
}

function panic(message: string): never {
  throw new Panic(message);
}

/** Returns 0 to 255, or -1 outside the string. */
function byteAt(text: string, index: Int): number {
  return typeof index === "number" && index >= 0 && index < text.length ? text.charCodeAt(index) : -1;
}

/** Clamps the bounds to the string; the result is empty unless `from` is below `to`. */
function substring(text: string, from: Int, to: Int): string {
  const start = clamp(from, text.length);
  const end = clamp(to, text.length);
  return start < end ? text.slice(start, end) : "";
}

/** Returns the start and end of a slice. @throws Panic if it is reversed or exceeds `length`. */
function bounds(length: number, from: Int, to: Int, more: Int): [number, number] {
  if (typeof from === "number" && typeof to === "number") {
    const end = to + Number(more);
    if (from >= 0 && end <= length && from <= end) return [from, end];
  }
  const operator = more === 0 ? ".." : "..=";
  throw new Panic(`slice out of bounds: ${intText(from)}${operator}${intText(to)}, length ${length}`);
}

function clamp(index: Int, length: number): number {
  if (compareInt(index, 0) < 0) return 0;
  return compareInt(index, length) > 0 ? length : Number(index);
}

/** The bytes that take about a millisecond to hash. */
const LONG_TEXT = 131_072;

/** Continues a hash: `h * 31 + byte` for each byte, wrapping at 64 bits, computed in two unsigned halves. */
function hashString(text: string, fromHigh: number, fromLow: number): Int {
  let high = fromHigh;
  let low = fromLow;
  for (let i = 0; i < text.length; i++) {
    const sum = low * 31 + text.charCodeAt(i);
    low = sum >>> 0;
    high = (high * 31 + (sum - low) / 4294967296) >>> 0;
  }
  return makeInt(high | 0, low | 0);
}

function* hashInSteps(text: string): Steps<Int> {
  let hash: Int = 0;
  yield* piecewise(text, (piece) => (hash = hashString(piece, highHalf(hash) >>> 0, lowHalf(hash) >>> 0)));
  return hash;
}

function pop(list: unknown[]): unknown {
  if (list.length === 0) throw new Panic("pop from empty list");
  return list.pop();
}
