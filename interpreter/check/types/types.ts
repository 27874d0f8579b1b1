// Types as the checker and the compiler see them: plain immutable data, save unification
// variables, which never leave the checker (facts hold solved types only).
import type { Span } from "../../source/index.ts";
import type { EnumSymbol, PrimitiveSymbol, StructSymbol, TraitSymbol } from "./symbols.ts";

export type Type = NamedType | FunType | DynType | ParamType | NeverType | VarType;

export type TypeSymbol = PrimitiveSymbol | StructSymbol | EnumSymbol;

/** `Int`, `List<T>`, a struct or an enum with all its type arguments. */
export interface NamedType {
  readonly kind: "Named";
  readonly symbol: TypeSymbol;
  readonly args: readonly Type[];
  /** Known to consist of named types alone, so that there is nothing in it to look for or replace. */
  readonly ground?: boolean;
  readonly alias?: AliasUse;
}

export interface FunType {
  readonly kind: "Fun";
  readonly params: readonly Type[];
  readonly result: Type;
  readonly alias?: AliasUse;
}

export interface DynType {
  readonly kind: "Dyn";
  readonly trait: TraitRef;
  readonly alias?: AliasUse;
}

/** What an alias was called where it was written, for messages alone: it is the same type. */
export interface AliasUse {
  readonly name: string;
  readonly args: readonly Type[];
}

/** A type parameter inside its own declaration. Identity is the object. */
export interface ParamType {
  readonly kind: "Param";
  readonly name: string;
  /** Filled once all signatures are known. `Self` of a trait is a parameter bounded by it. */
  bounds: readonly TraitRef[];
  /** One of its bounds is no trait, which has been reported. */
  doubtful?: boolean;
}

/**
 * Diverging code (reference/checking#blocks-and-branches); fits everything, part of no other type. The type of code with a
 * reported error is of this kind, too: so it fits everything and causes no further reports.
 */
export interface NeverType {
  readonly kind: "Never";
}

export interface VarType {
  readonly kind: "Var";
  readonly id: number;
  solution: Type | null;
  /** What it is when nothing ever decides; null: an error. See `Fallback`. */
  fallback: Fallback | null;
  /** What to annotate when nothing decides it. */
  readonly origin: { readonly span: Span; readonly what: string; readonly hint?: string };
}

/**
 * `half`: the missing half of `Ok` or `Err` (reference/checking#inference rule 5); `unit`: only diverging code
 * stands there (reference/checking#blocks-and-branches); `int`: element of a channel (reference/concurrency#concurrency), which is also Int where an
 * element type is needed before anything has fixed it.
 */
export type Fallback = "half" | "unit" | "int";

export interface TraitRef {
  readonly trait: TraitSymbol;
  readonly args: readonly Type[];
}

/** Type parameters to what stands for them. */
export type Substitution = ReadonlyMap<ParamType, Type>;
