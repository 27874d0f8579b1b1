// The TypeScript types that follow from a declaration in the language, for the types that most functions use.
// Functions with other types are typed as any function.
import type { ByteSink, ByteSource, Err, ErrorValue } from "./runtime/host.ts";

type Spaces = " " | "\t" | "\n" | "\r";
type Trim<S extends string> = S extends `${Spaces}${infer R}`
  ? Trim<R>
  : S extends `${infer R}${Spaces}`
    ? Trim<R>
    : S;

/** Stands for a type that is not known here. */
declare const UNKNOWN: unique symbol;
type Unknown = typeof UNKNOWN;

/** The side that receives a value: the host gets a stream in one form, and gives one in several. */
type Side = "host" | "script";

// biome-ignore format: a table of types
/**
 * The TypeScript type of a value of the type `S` of the language, by the table of
 * docs/embedding.md#modules-of-your-own. An Int beyond 2^53 - 1 is a bigint, although its type is `number`.
 */
export type HostType<S extends string, To extends Side = "host"> =
  S extends `${Spaces}${string}` | `${string}${Spaces}` ? HostType<Trim<S>, To>
  : S extends "Int" | "Float" ? number
  : S extends "String" | "Char" ? string
  : S extends "Bool" ? boolean
  : S extends "()" | "Unit" ? void
  : S extends "Error" ? { readonly kind: string; readonly message: string; readonly code?: string }
  : S extends "JsonValue" ? unknown
  : S extends `fun(${infer After}` ? FunctionType<Close<Arrows<After>>, To>
  : S extends "dyn Reader" ? To extends "host" ? ReadableStream<Uint8Array> : ByteSource
  : S extends "dyn Writer" ? To extends "host" ? WritableStream<Uint8Array | string> : ByteSink
  : S extends `${infer T}?` ? Wrapped<HostType<T, To>, HostType<T, To> | null>
  : S extends `List<${infer T}>` ? Wrapped<HostType<T, To>, HostType<T, To>[]>
  : S extends `Option<${infer T}>` ? Wrapped<HostType<T, To>, HostType<T, To> | null>
  : S extends `Set<${infer T}>` ? Wrapped<HostType<T, To>, Set<HostType<T, To>>>
  : S extends `Map<${infer P}>` ? Pair<Split<P>, "map", To>
  : S extends `Result<${infer P}>` ? Pair<Split<P>, "result", To>
  : S extends `(${infer P})` ? TupleType<Split<P>, To>
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

/** A tuple, or a type in parentheses. */
type TupleType<Parts extends readonly string[], To extends Side> = Parts extends readonly [
  infer A extends string,
]
  ? HostType<A, To>
  : Known<{ -readonly [I in keyof Parts]: HostType<Parts[I], To> }>;

type Known<Parts extends readonly unknown[]> = Unknown extends Parts[number] ? Unknown : Parts;

/**
 * A function type, after its `fun(`. Functions of a script return promises, and the host may pass them back;
 * its own may not. Arguments come from the other side than the result.
 */
type FunctionType<Parts, To extends Side> = Parts extends readonly [
  infer P extends string,
  infer R extends string,
]
  ? FunctionOver<TupleParts<Split<P>, To extends "host" ? "script" : "host">, HostType<ResultText<R>, To>, To>
  : Unknown;

type TupleParts<Parts extends readonly string[], To extends Side> = {
  -readonly [I in keyof Parts]: HostType<Parts[I], To>;
};

type FunctionOver<Params extends readonly unknown[], Result, To extends Side> = Unknown extends
  | Params[number]
  | Result
  ? Unknown
  : (...args: [...Params]) => To extends "host" ? Promise<Result> : Result | Promise<Result>;

/** Arrows as one character, so that each `>` closes a `<`. */
type Arrows<S extends string> = S extends `${infer A}->${infer B}` ? `${A}→${Arrows<B>}` : S;

/** How often `C` occurs in `S`, as a tuple of that length. */
type Count<
  S extends string,
  C extends string,
  Found extends 0[] = [],
> = S extends `${string}${C}${infer Rest}` ? Count<Rest, C, [...Found, 0]> : Found;

/** What precedes and follows the `)` that closes a parenthesis before `S`; null if there is none. */
type Close<S extends string, Before extends string = ""> = S extends `${infer A})${infer B}`
  ? Count<`${Before}${A}`, "("> extends Count<`${Before}${A}`, ")">
    ? [`${Before}${A}`, B]
    : Close<B, `${Before}${A})`>
  : null;

/** Whether a `<` or `(` is still open at the end of `S`. */
type IsOpen<S extends string> =
  Count<S, "<"> extends Count<S, ">"> ? (Count<S, "("> extends Count<S, ")"> ? false : true) : true;

/** The types in `S`, split at the commas between them. */
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
    ? [HostType<WithoutDefault<T>>, ...ParamTypes<Rest>]
    : [Unknown, ...ParamTypes<Rest>]
  : [];

type WithoutDefault<T extends string> = T extends `${infer Type}=${string}` ? Type : T;

type AnyFunction = (...args: never[]) => unknown;
type ResultText<S extends string> = Trim<S> extends `→${infer R}` ? R : Trim<S> extends "" ? "()" : "?";

type FunctionOf<Params extends readonly unknown[], Result, Blocking> = Unknown extends Params[number] | Result
  ? AnyFunction
  : Blocking extends true
    ? (...args: [...Params]) => Result | Promise<Result>
    : (...args: [...Params]) => Result;

/** A line without its comment. */
type Code<L extends string> = L extends `${infer Before}//${string}` ? Trim<Before> : Trim<L>;

/** Whether the next function is `@blocking`, after a line that may hold attributes only. */
type IsBlocking<C extends string, Before> = C extends ""
  ? Before
  : C extends `${string}fun ${string}`
    ? false
    : C extends `${string}@blocking${string}`
      ? true
      : C extends `@${string}`
        ? Before
        : false;

/** The entry that code of a line adds to the table of functions if it declares one without body. */
type LineEntry<C extends string, Blocking = false> = C extends `@${infer Attributes}fun ${infer Rest}`
  ? LineEntry<`fun ${Rest}`, `@${Attributes}` extends `${string}@blocking${string}` ? true : Blocking>
  : C extends `fun ${infer Name}(${infer After}`
    ? NamedEntry<Name, Close<Arrows<After>>, Blocking>
    : unknown;

type NamedEntry<Name extends string, Parts, Blocking> = Parts extends readonly [
  infer P extends string,
  infer Rest extends string,
]
  ? Rest extends `${string}{${string}` | `${string}=${string}`
    ? unknown
    : Name extends `${infer Bare}<${string}`
      ? { readonly [K in Bare]: AnyFunction }
      : {
          readonly [K in Name]: FunctionOf<
            ParamTypes<Split<P>>,
            HostType<ResultText<Rest>, "script">,
            Blocking
          >;
        }
  : // Its head goes on in the next lines, and it may have a body.
    { readonly [K in Name]?: AnyFunction };

type Entries<S extends string, Found = unknown, Blocking = false> = S extends `${infer L}\n${infer R}`
  ? Entries<R, Found & LineEntry<Code<L>, Blocking>, IsBlocking<Code<L>, Blocking>>
  : Found & LineEntry<Code<S>, Blocking>;

/**
 * The functions that a declaration requires, typed if the declaration is a literal. Functions whose head
 * spans several lines are untyped; so are all functions if the declaration has an `impl` or a `trait`.
 */
export type DeclaredFunctions<D> = D extends string
  ? string extends D
    ? Readonly<Record<string, AnyFunction>>
    : D extends `${string}impl ${string}` | `${string}trait ${string}`
      ? Readonly<Record<string, AnyFunction>>
      : Entries<D>
  : Readonly<Record<string, AnyFunction>>;
