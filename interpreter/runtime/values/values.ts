// How each language type looks in JavaScript. Generated code and native modules agree on this page.
//
// One value of a type has one form, and `undefined` is the form of none: it always means that something is
// missing, be it an element past the end of a list, the value of an absent key, a global before its turn,
// or a member that a text does not have. So code that may find nothing compares with `undefined` and needs
// to know no type. A native that gives a value of type `T` never gives `undefined` for it.
//
//   Int            number while its magnitude is at most 2^53-1 (never -0), else a Wide (wide.ts):
//                  one canonical form for each value
//   Float          number
//   Bool           boolean
//   Unit           UNIT, wherever it is an argument or is kept. What a call of a function without result
//                  returns is never looked at, so such functions, natives too, need not return anything
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
// A function that may wait returns its value or a Promise of it; in a script function's place stands a
// `Waiting` (waiting.ts), which passes for one. No script value is a Promise or a thenable, so
// `instanceof Promise` tells the two apart. Script names get one underscore in front
// wherever they become JavaScript names; nothing else starts with one.

/** The one value of type `Unit`. No object, as it stands in lists, options and results by itself. */
export const UNIT = 0;
export type Unit = typeof UNIT;

/** What a function that may wait returns. */
export type MaybePromise<T> = T | Promise<T>;

/** Some of an option: only where the bare value would be ambiguous. */
export class Some<T> {
  readonly value: T;
  constructor(value: T) {
    this.value = value;
  }
}

/** `Option<T>` and `T?` of scripts: make it with `some`, read it with `payload`. */
export type Option<T> = T | Some<T> | null;

/** `Some(value)`. */
export function some<T>(value: T): Option<T> {
  return value === null || value instanceof Some ? new Some(value) : value;
}

/** The payload of an option that is not null. */
export function payload<T>(option: Option<T>): T {
  return option instanceof Some ? option.value : (option as T);
}

/** A tuple, with its parts as `_0`, `_1` and so on: those of scripts have a class for each type. */
export type Tuple<T extends readonly unknown[]> = {
  readonly [K in Exclude<keyof T, keyof []> & string as `_${K}`]: T[K];
};

/** `(a, b)` */
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

/** Ok of a result: only where the bare value would be ambiguous. */
export class Ok<T> {
  readonly value: T;
  constructor(value: T) {
    this.value = value;
  }
}

/** `Result<T, E>` of scripts: make it with `ok` or `Err`, read it with `instanceof Err` and `okPayload`. */
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
  constructor(kind: string, message: string) {
    this._kind = kind;
    this._message = message;
  }
}

/** What native modules return for a failure: `Err(Error { kind, message })`, both as byte strings. */
export function fail(kind: string, message: string): Err<ErrorValue> {
  return new Err(new ErrorValue(kind, message));
}

/** A value behind `dyn Trait`. */
export class Dyn {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** A variant of an enum: either its class or, for a unit variant, the one object. */
export type VariantClass = new (...payload: never[]) => EnumValue;
/** What all variants have in common. */
export interface EnumValue {
  readonly tag: number;
}

/** Text of the host as a string of its UTF-8 bytes. */
export function toBytes(text: string): string {
  return /^[\x00-\x7f]*$/.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

/** A string of bytes as text for the host's own use: ill-formed UTF-8 becomes U+FFFD. */
export function fromBytes(bytes: string): string {
  return /^[\x00-\x7f]*$/.test(bytes) ? bytes : Buffer.from(bytes, "latin1").toString("utf8");
}
