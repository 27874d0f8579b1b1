// The representation of each language type in JavaScript, which generated code and native modules rely on.
//
// Every value of a type has one form. `undefined` is the form of no value: it always means that something is
// missing, such as an element past the end of a list, the value of an absent key, a global before its
// initialisation, or a member that a JSON text does not have. So code that may find nothing compares with
// `undefined` without knowing the type, and a native never returns `undefined` for a value of a type `T`.
//
//   Int            number while its magnitude is at most 2^53-1 (never -0), else a Wide (wide.ts):
//                  one canonical form for each value
//   Float          number
//   Bool           boolean
//   Unit           UNIT as an argument and in variables. The return value of a function without result is
//                  ignored, so such functions, natives included, may return anything
//   Char           number, the code point
//   String         a JavaScript string of bytes: every unit is 0..255, text is UTF-8
//   List<T>        a plain Array without holes
//   Option<T>      None is null; Some(v) is v itself, unless v is null or a Some: then new Some(v)
//   Result<T, E>   Err(e) is new Err(e); Ok(v) is v itself, unless v is an Err or Ok: then new Ok(v)
//   struct         an instance of one class per struct; field x is the property _x; the constructor
//                  takes the fields in order of declaration
//   enum           an object whose `tag` is the variant's index, then p0, p1, …; a unit variant is
//                  one object. Natives make theirs of one class per variant
//   Map, Set       ScriptMap, ScriptSet (map.ts, set.ts)
//   fun            a JavaScript function
//   dyn Trait      new of a subclass of Dyn for the trait and the type of the value, with its methods
//   Any            new AnyValue(value, type descriptor)
//
// A function that may wait returns its value or a Promise of it; a script function returns a `Waiting`
// (waiting.ts), which passes for one. No script value is a Promise or a thenable, so `instanceof Promise`
// distinguishes the two. Script names get one underscore in front wherever they become JavaScript names; no
// other name begins with one.

import { isAscii } from "./char-text.ts";

/** The one value of type `Unit`. Not an object, since lists, options and results hold it unboxed. */
export const UNIT = 0;
export type Unit = typeof UNIT;

/** The result of a function that may wait. */
export type MaybePromise<T> = T | Promise<T>;

/** Some of an option; needed only if the bare value would be ambiguous. */
export class Some<T> {
  readonly value: T;
  constructor(value: T) {
    this.value = value;
  }
}

/** `Option<T>` and `T?` of scripts: create it with `some`, read it with `payload`; None is null. */
export type Option<T> = T | Some<T> | null;

/** `Some(value)`. */
export function some<T>(value: T): Option<T> {
  return value === null || value instanceof Some ? new Some(value) : value;
}

/** The payload of an option that is not null. */
export function payload<T>(option: Option<T>): T {
  return option instanceof Some ? option.value : (option as T);
}

/** A tuple, with its parts as `_0`, `_1` and so on. Tuples of scripts have a class for each type. */
export type Tuple<T extends readonly unknown[]> = {
  readonly [K in Exclude<keyof T, keyof []> & string as `_${K}`]: T[K];
};

/** `(a, b)`. */
export function tuple<T extends readonly unknown[]>(...parts: T): Tuple<T> {
  return Object.fromEntries(parts.map((part, i) => [`_${i}`, part])) as Tuple<T>;
}

/** `Err(error)` of a result. */
export class Err<E> {
  readonly error: E;
  constructor(error: E) {
    this.error = error;
  }
}

/** Ok of a result; needed only if the bare value would be ambiguous. */
export class Ok<T> {
  readonly value: T;
  constructor(value: T) {
    this.value = value;
  }
}

/**
 * `Result<T, E>` of scripts: create it with `ok` or `new Err`, read it with `instanceof Err` and `okPayload`.
 */
export type Result<T, E> = T | Ok<T> | Err<E>;

/** `Ok(value)`. */
export function ok<T>(value: T): Result<T, never> {
  return value instanceof Err || value instanceof Ok ? new Ok(value) : value;
}

/** The payload of a result that is not an Err. */
export function okPayload<T>(result: Result<T, unknown>): T {
  return result instanceof Ok ? result.value : (result as T);
}

/** The struct `Error` of std/error. */
export class ErrorValue {
  _kind: string;
  _message: string;
  _code: string;
  constructor(kind: string, message: string, code = "") {
    this._kind = kind;
    this._message = message;
    this._code = code;
  }
}

/**
 * Returns `Err(Error { kind, message, code })`. In modules that convert values these are text, otherwise byte
 * strings.
 */
export function fail(kind: string, message: string, code = ""): Err<ErrorValue> {
  return new Err(new ErrorValue(kind, message, code));
}

/** A value behind `dyn Trait`. */
export class Dyn {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** A variant of an enum: its class or, for a unit variant, the single object. */
export type VariantClass = new (...payload: never[]) => EnumValue;
/** The common part of all variants. */
export interface EnumValue {
  readonly tag: number;
}

/** The UTF-8 bytes of a text, as a byte string. */
export function toBytes(text: string): string {
  return isAscii(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

/** The text of a byte string; ill-formed UTF-8 becomes U+FFFD. */
export function fromBytes(bytes: string): string {
  return isAscii(bytes) ? bytes : Buffer.from(bytes, "latin1").toString("utf8");
}

/** The text of a byte string, or null if it is not UTF-8. */
export function wellFormedText(bytes: string): string | null {
  const text = fromBytes(bytes);
  return text.includes("\ufffd") && toBytes(text) !== bytes ? null : text;
}
