// The natives of std/core and std/error, on values of the evaluator.
import { charText, floatText } from "../../runtime/host.ts";
import type { Evaluation } from "./evaluation.ts";
import { catchPanic, panic } from "./functions.ts";
import type { OwnNative } from "./natives.ts";
import type { EnumValue, FunctionValue } from "./values.ts";
import { wrap } from "./values.ts";

const [LARGEST, SMALLEST] = [2n ** 63n - 1n, -(2n ** 63n)];

export const coreNatives: Readonly<Record<string, OwnNative>> = {
  "std/error:__catch": (evaluation: Evaluation, f: FunctionValue) => catchPanic(evaluation, f),
  "std/core:panic": (_: Evaluation, message: string) => panic(message),
  "std/core:__panic": (_: Evaluation, message: string) => panic(message),
  "std/core:__str_byte_at": (_: Evaluation, text: string, at: bigint) =>
    at >= 0n && at < BigInt(text.length) ? BigInt(text.charCodeAt(Number(at))) : -1n,
  "std/core:__str_substring": (_: Evaluation, text: string, from: bigint, to: bigint) =>
    text.slice(clamp(from, text), Math.max(clamp(from, text), clamp(to, text))),
  "std/core:__list_part": (_: Evaluation, list: unknown[], from: bigint, to: bigint, more: bigint) =>
    partOf(list, from, to, more === 1n),
  "std/core:__str_part": (_: Evaluation, text: string, from: bigint, to: bigint, more: bigint) =>
    partOf(text, from, to, more === 1n),
  "std/core:__str_from_byte": (_: Evaluation, byte: bigint) =>
    String.fromCharCode(Number(BigInt.asUintN(8, byte))),
  "std/core:__io_print_str": (evaluation: Evaluation, text: string) => evaluation.write(text),
  "std/core:__io_println_str": (evaluation: Evaluation, text: string) => evaluation.write(`${text}\n`),
  "std/core:__tag": (_: Evaluation, value: EnumValue) => BigInt(value.index),
  "std/core:Int.to_float": (_: Evaluation, value: bigint) => Number(value),
  "std/core:Int.to_string": (_: Evaluation, value: bigint) => String(value),
  "std/core:Float.to_int": (_: Evaluation, value: number) => truncated(value),
  "std/core:Float.to_string": (_: Evaluation, value: number) => floatText(value),
  "std/core:Char.to_string": (_: Evaluation, value: number) => charText(value),
  "std/core:Char.hash": (_: Evaluation, value: number) => BigInt(value),
  "std/core:String.len": (_: Evaluation, text: string) => BigInt(text.length),
  "std/core:String.hash": (_: Evaluation, text: string) => hashOfText(text),
  "std/core:List.len": (_: Evaluation, list: unknown[]) => BigInt(list.length),
  "std/core:List.push": (_: Evaluation, list: unknown[], value: unknown) => void list.push(value),
  "std/core:List.pop": (_: Evaluation, list: unknown[]) =>
    list.length === 0 ? panic("pop from empty list") : list.pop(),
};

export function partOf(
  whole: unknown[] | string,
  from: bigint,
  to: bigint,
  inclusive: boolean,
): unknown[] | string {
  const end = inclusive ? to + 1n : to;
  if (from < 0n || end > BigInt(whole.length) || from > end)
    panic(`slice out of bounds: ${from}${inclusive ? "..=" : ".."}${to}, length ${whole.length}`);
  return whole.slice(Number(from), Number(end));
}

function clamp(at: bigint, text: string): number {
  return at < 0n ? 0 : at > BigInt(text.length) ? text.length : Number(at);
}

function truncated(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  if (!Number.isFinite(value)) return value > 0 ? LARGEST : SMALLEST;
  const whole = BigInt(Math.trunc(value));
  return whole > LARGEST ? LARGEST : whole < SMALLEST ? SMALLEST : whole;
}

export function hashOfText(text: string): bigint {
  return Buffer.from(text, "latin1").reduce((hash, byte) => wrap(hash * 31n + BigInt(byte)), 0n);
}
