// The TypeScript types that follow from a declaration in the language, for the types that most functions
// have. Of what is not among them TypeScript knows only that it is a function.
import type { ByteSink, ByteSource, Err, ErrorValue } from "./runtime/host.ts";

type Spaces = " " | "\t" | "\n" | "\r";
type Trim<S extends string> = S extends `${Spaces}${infer R}`
  ? Trim<R>
  : S extends `${infer R}${Spaces}`
    ? Trim<R>
    : S;

/** A type that stands for what is not known here. */
declare const UNKNOWN: unique symbol;
type Unknown = typeof UNKNOWN;

/** Which side gets a value: of a stream the host has one form, and takes several. */
type Side = "host" | "script";

// biome-ignore format: a table of types
/** What stands for a type of the language in TypeScript. An Int past 2^53 - 1 is a bigint all the same. */
export type HostType<S extends string, To extends Side = "host"> =
  S extends `${Spaces}${string}` | `${string}${Spaces}` ? HostType<Trim<S>, To>
  : S extends "Int" | "Float" ? number
  : S extends "String" | "Char" ? string
  : S extends "Bool" ? boolean
  : S extends "()" | "Unit" ? void
  : S extends "Error" ? { readonly kind: string; readonly message: string }
  : S extends "JsonValue" ? unknown
  : S extends "dyn Reader" ? To extends "host" ? ReadableStream<Uint8Array> : ByteSource
  : S extends "dyn Writer" ? To extends "host" ? WritableStream<Uint8Array | string> : ByteSink
  : S extends `${infer T}?` ? Wrapped<HostType<T, To>, HostType<T, To> | null>
  : S extends `List<${infer T}>` ? Wrapped<HostType<T, To>, HostType<T, To>[]>
  : S extends `Option<${infer T}>` ? Wrapped<HostType<T, To>, HostType<T, To> | null>
  : S extends `Set<${infer T}>` ? Wrapped<HostType<T, To>, Set<HostType<T, To>>>
  : S extends `Map<${infer P}>` ? Pair<Split<P>, "map", To>
  : S extends `Result<${infer P}>` ? Pair<Split<P>, "result", To>
  : Unknown;

type Wrapped<Inner, Whole> = Inner extends Unknown ? Unknown : Whole;
type Pair<Parts, Kind, To extends Side> = Parts extends readonly [
  infer A extends string,
  infer B extends string,
]
  ? Unknown extends HostType<A, To> | HostType<B, To>
    ? Unknown
    : Kind extends "map"
      ? Map<HostType<A, To>, HostType<B, To>>
      : HostType<A, To> | Err<HostType<B, To> | ErrorValue>
  : Unknown;

/** Whether `<` is open at the end. */
type IsOpen<S extends string> = S extends `${infer Head}<${infer Tail}`
  ? Head extends `${string}>${string}`
    ? true
    : Tail extends `${infer Inner}>${infer After}`
      ? Inner extends `${string}<${string}`
        ? true
        : IsOpen<After>
      : true
  : false;

/** At the commas between types. */
type Split<S extends string, Before extends string = ""> = S extends `${infer A},${infer B}`
  ? IsOpen<`${Before}${A}`> extends true
    ? Split<B, `${Before}${A},`>
    : [`${Before}${A}`, ...Split<B>]
  : Trim<`${Before}${S}`> extends ""
    ? []
    : [`${Before}${S}`];

type ParamTypes<Parts extends readonly string[]> = Parts extends readonly [
  infer Head extends string,
  ...infer Rest extends readonly string[],
]
  ? Head extends `${string}:${infer T}`
    ? [HostType<T>, ...ParamTypes<Rest>]
    : [Unknown, ...ParamTypes<Rest>]
  : [];

type AnyFunction = (...args: never[]) => unknown;
type ResultText<S extends string> = Trim<S> extends `->${infer R}` ? R : Trim<S> extends "" ? "()" : "?";

type FunctionOf<Params extends readonly unknown[], Result, Blocking> = Unknown extends Params[number] | Result
  ? AnyFunction
  : Blocking extends true
    ? (...args: [...Params]) => Result | Promise<Result>
    : (...args: [...Params]) => Result;

/** A line that declares a function without body, as an entry of the table; nothing for other lines. */
type LineEntry<L extends string, Blocking = false> =
  Trim<L> extends `@blocking${infer Rest}`
    ? LineEntry<Rest, true>
    : Trim<L> extends `fun ${infer Name}(${infer P})${infer Rest}`
      ? Rest extends `${string}{${string}` | `${string}=${string}`
        ? unknown
        : Name extends `${infer Bare}<${string}`
          ? { readonly [K in Bare]: AnyFunction }
          : P extends `${string}(${string}`
            ? { readonly [K in Name]: AnyFunction }
            : {
                readonly [K in Name]: FunctionOf<
                  ParamTypes<Split<P>>,
                  HostType<ResultText<Rest>, "script">,
                  Blocking
                >;
              }
      : unknown;

type Entries<S extends string, Found = unknown> = S extends `${infer L}\n${infer R}`
  ? Entries<R, Found & LineEntry<L>>
  : Found & LineEntry<S>;

/**
 * The functions that a declaration asks for: by its lines where it is a literal. Methods (`Type.name`) and
 * functions over several lines are not looked into.
 */
export type DeclaredFunctions<D> = D extends string
  ? string extends D
    ? Readonly<Record<string, AnyFunction>>
    : D extends `${string}impl ${string}` | `${string}trait ${string}`
      ? Readonly<Record<string, AnyFunction>>
      : Entries<D>
  : Readonly<Record<string, AnyFunction>>;
