// Types as they are written.
import type { Ident, Node } from "./node.ts";

export type TypeNode = NamedType | UnitType | TupleType | FunType | DynType | OptionType | BrokenType;

/** What is no type, as has been reported. */
export interface BrokenType extends Node {
  readonly kind: "BrokenType";
}

export interface NamedType extends Node {
  readonly kind: "NamedType";
  /** `Self` included. */
  readonly name: Ident;
  readonly args: readonly TypeNode[];
  /** True when a macro template wrote the name: it means the file level, whatever is in scope. */
  readonly fileLevel: boolean;
}

export interface UnitType extends Node {
  readonly kind: "UnitType";
}

/** `(A, B)`, of as many parts as values have. */
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
