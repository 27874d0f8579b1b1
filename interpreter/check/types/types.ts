// The types of the checker and the compiler: plain immutable data, except for unification variables, which
// never leave the checker (facts contain only solved types).
import type { Span } from "../../source/index.ts";
import type { EnumSymbol, PrimitiveSymbol, StructSymbol, TraitSymbol } from "./symbols.ts";

export type Type = NamedType | FunType | DynType | ParamType | NeverType | VarType;

export type TypeSymbol = PrimitiveSymbol | StructSymbol | EnumSymbol;

/** `Int`, `List<T>`, a struct or an enum with all its type arguments. */
export interface NamedType {
  readonly kind: "Named";
  readonly symbol: TypeSymbol;
  readonly args: readonly Type[];
  /** Whether it is known to consist only of named types, so that a walk over it is unnecessary. */
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

/** The use of an alias, only for messages: the type is the same. */
export interface AliasUse {
  readonly name: string;
  readonly args: readonly Type[];
}

/** The alias under which a type was written. */
export function aliasOf(type: Type): AliasUse | undefined {
  return Object.hasOwn(type, "alias") ? (type as NamedType).alias : undefined;
}

/** A type parameter inside its own declaration, identified by the object. */
export interface ParamType {
  readonly kind: "Param";
  readonly name: string;
  /** Set after all signatures are known. `Self` of a trait is a parameter bounded by the trait. */
  bounds: readonly TraitRef[];
  /** Whether one of its bounds is not a trait, which has been reported. */
  doubtful?: boolean;
}

/**
 * The type of diverging code (reference/checking#blocks-and-branches); it fits everything, and is part of no
 * other type. The type of code with a reported error is also of this kind, so that it causes no further
 * errors.
 */
export interface NeverType {
  readonly kind: "Never";
}

export interface VarType {
  readonly kind: "Var";
  readonly id: number;
  solution: Type | null;
  /** The type if nothing determines it; null for an error. See `Fallback`. */
  fallback: Fallback | null;
  /** What to annotate if nothing determines it. */
  /** Where it is from; `what` is empty if it is in no text of the user. */
  origin: { readonly span: Span; readonly what: string; readonly hint?: string };
}

/**
 * `half`: the missing half of `Ok` or `Err` (reference/checking#inference rule 5); `unit`: the type of only
 * diverging code (reference/checking#blocks-and-branches); `int`: the element of a channel
 * (reference/concurrency#concurrency), which is also Int if an element type is needed before anything
 * determines it.
 */
export type Fallback = "half" | "unit" | "int";

export interface TraitRef {
  readonly trait: TraitSymbol;
  readonly args: readonly Type[];
}

/** Type parameters to their types. */
export type Substitution = ReadonlyMap<ParamType, Type>;
