// Converters of types without parts (numbers, strings, errors), and the error for a value that is not of its
// type.
import {
  ErrorValue,
  UNIT,
  fromBytes,
  intFromBigInt,
  intToBigInt,
  isInt,
  toBytes,
  type Int,
} from "../values/index.ts";
import { portableCode } from "../../host/index.ts";
import { HostError } from "../panics/index.ts";

/** Converts the values of one type in both directions. */
export interface Converter {
  toHost(value: unknown): unknown;
  /** @throws HostError for a value that is not of the type */
  toScript(value: unknown): unknown;
}

const INT_MIN = -(2n ** 63n);
const INT_MAX = 2n ** 63n - 1n;

/** The types without parts. */
export type ScalarKind = "int" | "float" | "bool" | "char" | "string" | "unit" | "error";

/** The converter of a type without parts. */
export function scalarConverter(kind: ScalarKind, text: boolean): Converter {
  switch (kind) {
    case "int":
      return text
        ? {
            toHost: (value) => (typeof value === "number" ? value : intToBigInt(value as Int)),
            toScript: intOf,
          }
        : { toHost: same, toScript: rawIntOf };
    case "float":
      return checked((value) => typeof value === "number", "a Float");
    case "bool":
      return checked((value) => typeof value === "boolean", "a Bool");
    case "char":
      return text
        ? { toHost: (value) => String.fromCodePoint(value as number), toScript: charOf }
        : checked(isCodePoint, "a Char");
    case "string":
      return text
        ? { toHost: (value) => fromBytes(value as string), toScript: textOf }
        : checked(isByteString, "a String of bytes (see toBytes)");
    case "unit":
      return text
        ? { toHost: () => undefined, toScript: () => UNIT }
        : checked((value) => value === UNIT, "UNIT");
    case "error":
      return {
        toHost: (value) => (text ? errorFor(value as ErrorValue) : value),
        toScript: (value) => errorOf(value, text),
      };
  }
}

function same(value: unknown): unknown {
  return value;
}

/** The converter of a type whose values are the same on both sides. */
export function checked(test: (value: unknown) => boolean, wanted: string): Converter {
  return {
    toHost: same,
    toScript(value) {
      if (!test(value)) throw misfit(value, wanted);
      return value;
    },
  };
}

function intOf(value: unknown): Int {
  if (typeof value === "bigint" && value >= INT_MIN && value <= INT_MAX) return intFromBigInt(value);
  return typeof value === "number" && Number.isSafeInteger(value) ? value + 0 : rawIntOf(value);
}

function rawIntOf(value: unknown): Int {
  if (isCanonicalInt(value)) return value;
  throw misfit(value, "an Int");
}

/** Whether a value is an Int in canonical form: a number while that is exact, never -0. */
export function isCanonicalInt(value: unknown): value is Int {
  if (typeof value === "number") return Number.isSafeInteger(value) && !Object.is(value, -0);
  return isInt(value) && typeof intFromBigInt(intToBigInt(value)) !== "number";
}

function charOf(value: unknown): number {
  const code = typeof value === "string" ? value.codePointAt(0) : undefined;
  if (code === undefined || !isCodePoint(code) || String.fromCodePoint(code) !== value)
    throw misfit(value, "a Char");
  return code;
}

function textOf(value: unknown): string {
  if (typeof value !== "string") throw misfit(value, "a String");
  return bytesOf(value);
}

/** @throws HostError for a text of more bytes than a String can have */
export function bytesOf(text: string): string {
  try {
    return toBytes(text);
  } catch {
    throw new HostError(`a text of ${text.length} characters, which is too long for a String`);
  }
}

function errorFor({ _kind, _message, _code }: ErrorValue): { kind: string; message: string; code?: string } {
  const error = { kind: fromBytes(_kind), message: fromBytes(_message) };
  return _code === "" ? error : { ...error, code: fromBytes(_code) };
}

function errorOf(value: unknown, text: boolean): ErrorValue {
  // Where strings are text, the arguments of `fail` were text.
  if (value instanceof ErrorValue) {
    const test = text ? isText : isByteString;
    if (!test(value._kind) || !test(value._message) || !test(value._code))
      throw new HostError("an Error whose kind, message or code is not text");
    return text ? new ErrorValue(bytesOf(value._kind), bytesOf(value._message), bytesOf(value._code)) : value;
  }
  const { kind, message, code } = (typeof value === "object" && value !== null ? value : {}) as {
    kind?: unknown;
    message?: unknown;
    code?: unknown;
  };
  if (!text || typeof message !== "string" || !(typeof kind === "string" || value instanceof Error))
    throw misfit(value, "an Error (see fail)");
  return new ErrorValue(
    bytesOf(typeof kind === "string" ? kind : "host"),
    bytesOf(message),
    bytesOf(codeOf(code)),
  );
}

/** The code of an error of a host: that of a script, or the portable name of one of Node. */
export function codeOf(code: unknown): string {
  if (typeof code !== "string") return "";
  return /^[a-z][a-z0-9_]*$/.test(code) ? code : portableCode(code);
}

/** Whether a value is a Char as compiled code represents it. */
export function isCodePoint(value: unknown): boolean {
  return (
    typeof value === "number" &&
    Number.isInteger(value) &&
    value >= 0 &&
    value <= 0x10ffff &&
    !(value >= 0xd800 && value < 0xe000)
  );
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

/** Whether a value is a String as compiled code represents it. */
export function isByteString(value: unknown): boolean {
  return typeof value === "string" && !/[^\0-\xff]/.test(value);
}

/** The error for a value that is not of its type. */
export function misfit(value: unknown, wanted: string): HostError {
  return new HostError(`${describe(value)}, which is not ${wanted}`);
}

/** The name of an object's class, for messages. */
export function className(value: object): string {
  try {
    const name: unknown = value.constructor?.name;
    return typeof name === "string" ? name : "object";
  } catch {
    return "object";
  }
}

/** A value of the host, for messages. */
export function describe(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === "object" && value !== null) return `a JavaScript ${className(value)}`;
  return typeof value === "function" ? "a JavaScript function" : String(value);
}
