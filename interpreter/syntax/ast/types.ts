// Written types.
import type { Ident, Node } from "./node.ts";

export type TypeNode = NamedType | UnitType | TupleType | FunType | DynType | OptionType | BrokenType;

/** An invalid type, already reported. */
export interface BrokenType extends Node {
  readonly kind: "BrokenType";
}

export interface NamedType extends Node {
  readonly kind: "NamedType";
  /** A name or `Self`. */
  readonly name: Ident;
  readonly args: readonly TypeNode[];
  /**
   * Whether a macro template contains the name, which then refers to the file level, not to the scope of the
   * call.
   */
  readonly fileLevel: boolean;
}

export interface UnitType extends Node {
  readonly kind: "UnitType";
}

/** `(A, B)` */
export interface TupleType extends Node {
  readonly kind: "TupleType";
  readonly parts: readonly TypeNode[];
}

export interface FunType extends Node {
  readonly kind: "FunType";
  readonly params: readonly TypeNode[];
  readonly result: TypeNode;
}

export interface DynType extends Node {
  readonly kind: "DynType";
  readonly trait: NamedType;
}

/** `T?` */
export interface OptionType extends Node {
  readonly kind: "OptionType";
  readonly inner: TypeNode;
}
