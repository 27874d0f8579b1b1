// Items: the declarations at file level, and the members of types, traits and impls.
import type { Span } from "../../source/index.ts";
import type { NamedType, TypeNode } from "./types.ts";
import type { Block, BoolLit, CharLit, Expr, FloatLit, IntLit, StringLit } from "./expressions.ts";
import type { Pattern } from "./patterns.ts";
import type { Ident, Node } from "./node.ts";

export type Item =
  | Import
  | ConstItem
  | GlobalItem
  | FunctionItem
  | StructItem
  | EnumItem
  | TraitItem
  | ImplItem
  | AliasItem
  | MacroItem
  | MacroCall;

export interface Import extends Node {
  readonly kind: "Import";
  /** `std/time`, or the quoted path as written. */
  readonly path: string;
  readonly standard: boolean;
  readonly pathSpan: Span;
  readonly alias: Ident | null;
  /** Null without a selector list. */
  readonly selectors: readonly Selector[] | null;
}

export interface Selector extends Node {
  readonly name: Ident;
  readonly alias: Ident | null;
}

export interface ConstItem extends Node {
  readonly kind: "ConstItem";
  readonly name: Ident;
  readonly type: TypeNode | null;
  readonly value: Expr;
}

export interface GlobalItem extends Node {
  readonly kind: "GlobalItem";
  readonly name: Ident;
  readonly type: TypeNode | null;
  readonly value: Expr | null;
}

export interface GenericParam extends Node {
  readonly name: Ident;
  readonly bounds: readonly NamedType[];
}

export interface Param extends Node {
  readonly attributes: readonly Attribute[];
  /** `_` for a pattern. */
  readonly name: Ident;
  /** Null for a plain name; only lambdas have patterns. */
  readonly pattern: Pattern | null;
  /** Null if a lambda omits it. */
  readonly type: TypeNode | null;
  /** The value that a call may omit: `2` of `b: Int = 2`. */
  readonly default: Expr | null;
}

export type Body = Block | ExprBody;

export interface ExprBody extends Node {
  readonly kind: "ExprBody";
  readonly value: Expr;
}

export interface FunctionItem extends Node {
  readonly kind: "FunctionItem";
  readonly attributes: readonly Attribute[];
  readonly name: Ident;
  readonly generics: readonly GenericParam[];
  /** The span of a `self` as first parameter, or null. */
  readonly self: Span | null;
  readonly params: readonly Param[];
  readonly result: TypeNode | null;
  /** Null for a required member of a trait and for a native function of a standard module. */
  readonly body: Body | null;
}

export interface Attribute extends Node {
  /** `derive`, `json`; in declarations of standard modules also `blocking`, `serves` and others. */
  readonly name: Ident;
  readonly args: readonly AttributeArg[];
}

/** `optional`, `name: "user_name"` */
export interface AttributeArg {
  readonly name: Ident;
  readonly value: AttributeValue | null;
}

/** Numbers include their sign. */
export type AttributeValue =
  | IntLit
  | FloatLit
  | StringLit
  | CharLit
  | BoolLit
  | AttributeName
  | AttributeList;

/** A name, `None` included. */
export interface AttributeName extends Node {
  readonly kind: "AttributeName";
  readonly name: string;
}

export interface AttributeList extends Node {
  readonly kind: "AttributeList";
  readonly elements: readonly AttributeValue[];
}

export interface StructItem extends Node {
  readonly kind: "StructItem";
  readonly attributes: readonly Attribute[];
  readonly name: Ident;
  readonly generics: readonly GenericParam[];
  readonly fields: readonly FieldDecl[];
}

export interface FieldDecl extends Node {
  readonly attributes: readonly Attribute[];
  readonly name: Ident;
  readonly type: TypeNode;
  /** The value that a literal may omit: `20` of `limit: Int = 20`. */
  readonly default: Expr | null;
}

export interface EnumItem extends Node {
  readonly kind: "EnumItem";
  readonly attributes: readonly Attribute[];
  readonly name: Ident;
  readonly generics: readonly GenericParam[];
  readonly variants: readonly VariantDecl[];
}

export interface VariantDecl extends Node {
  readonly attributes: readonly Attribute[];
  readonly name: Ident;
  readonly payload: readonly PayloadDecl[];
}

/** A part of the payload of a variant; all parts have names, or none has. */
export interface PayloadDecl {
  readonly attributes: readonly Attribute[];
  readonly name: Ident | null;
  readonly type: TypeNode;
}

export interface TraitItem extends Node {
  readonly kind: "TraitItem";
  readonly name: Ident;
  readonly generics: readonly GenericParam[];
  readonly members: readonly FunctionItem[];
}

export interface ImplItem extends Node {
  readonly kind: "ImplItem";
  readonly generics: readonly GenericParam[];
  readonly trait: NamedType | null;
  readonly target: NamedType;
  readonly methods: readonly FunctionItem[];
}

/** `type Name<T> = …` */
export interface AliasItem extends Node {
  readonly kind: "AliasItem";
  readonly name: Ident;
  readonly generics: readonly GenericParam[];
  readonly type: TypeNode;
}

/** Only in trees for the formatter; otherwise macros are expanded before parsing. */
export interface MacroItem extends Node {
  readonly kind: "MacroItem";
  readonly name: Ident;
  /** The token indexes from `macro` to the closing brace, with exclusive end. */
  readonly tokens: readonly [number, number];
}

export interface MacroCall extends Node {
  readonly kind: "MacroCall";
  readonly name: Ident;
  /** The token indexes between the parentheses, with exclusive end. */
  readonly tokens: readonly [number, number];
}
