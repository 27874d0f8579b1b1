// Patterns of `match`, `let` and `for`.
import type { BoolLit, CharLit, FloatLit, IntLit, StringLit } from "./expressions.ts";
import type { Ident, Node } from "./node.ts";

export type Pattern =
  | WildcardPattern
  | LiteralPattern
  | RangePattern
  | NamePattern
  | CtorPattern
  | StructPattern
  | OrPattern
  | ParenPattern
  | TuplePattern
  | ListPattern
  | BrokenPattern;

/** An invalid pattern, already reported; its parts still bind their names. */
export interface BrokenPattern extends Node {
  readonly kind: "BrokenPattern";
  readonly parts: readonly Pattern[];
}

export interface WildcardPattern extends Node {
  readonly kind: "WildcardPattern";
}

export interface LiteralPattern extends Node {
  readonly kind: "LiteralPattern";
  /** Includes the sign. */
  readonly value: IntLit | FloatLit | BoolLit | StringLit | CharLit;
}

export interface RangePattern extends Node {
  readonly kind: "RangePattern";
  readonly low: IntLit | CharLit;
  readonly high: IntLit | CharLit;
  readonly inclusive: boolean;
}

/** A binding or a unit variant: the checker decides by the type of the matched value. */
export interface NamePattern extends Node {
  readonly kind: "NamePattern";
  readonly name: string;
}

export interface CtorPattern extends Node {
  readonly kind: "CtorPattern";
  readonly name: Ident;
  readonly args: readonly Pattern[];
}

/** A struct, or a variant with named fields. */
export interface StructPattern extends Node {
  readonly kind: "StructPattern";
  readonly name: Ident;
  readonly fields: readonly {
    readonly name: Ident;
    readonly pattern: Pattern;
    readonly shorthand: boolean;
  }[];
  /** Whether the pattern ends with `..`; further fields are allowed in any case. */
  readonly rest: boolean;
}

export interface OrPattern extends Node {
  readonly kind: "OrPattern";
  readonly alternatives: readonly Pattern[];
}

export interface ParenPattern extends Node {
  readonly kind: "ParenPattern";
  readonly inner: Pattern;
}

/** `(a, _)` */
export interface TuplePattern extends Node {
  readonly kind: "TuplePattern";
  readonly parts: readonly Pattern[];
}

/** `[]`, `[a, b]`, `[first, ..rest]`, `[a, ..mid, z]` */
export interface ListPattern extends Node {
  readonly kind: "ListPattern";
  /** The elements before the rest; without a rest, all. */
  readonly before: readonly Pattern[];
  /** Null if the list has exactly the elements of `before`. */
  readonly rest: ListRest | null;
  readonly after: readonly Pattern[];
}

/** `..` or `..rest` */
export interface ListRest extends Node {
  /** A NamePattern for the list of the remaining elements, or a WildcardPattern. */
  readonly pattern: NamePattern | WildcardPattern;
}
