// The tree: node types and nothing else.
//
// Every node has a kind, a span and an id that is unique and dense within its tree (0 to
// `Tree.nodeCount - 1`), so that later phases can keep what they learn in tables beside it.
// Nodes are plain data: a tree survives structured cloning, which is how the prepared standard
// library and the compile cache store it. Code that came out of a macro has the span of the call.
import type { Span } from "../source/index.ts";

export interface Node {
  readonly id: number;
  readonly span: Span;
}

/** A name with its own place, where the name is not an expression. */
export interface Ident {
  readonly name: string;
  readonly span: Span;
}

export interface Tree {
  readonly items: readonly Item[];
  readonly nodeCount: number;
}

// ---- items

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
  /** `std/time` or the quoted path as written. */
  readonly path: string;
  readonly standard: boolean;
  readonly pathSpan: Span;
  readonly alias: Ident | null;
  /** null without a selector list. */
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
  /** `_` where a pattern stands. */
  readonly name: Ident;
  /** Only in lambdas; null for a plain name. */
  readonly pattern: Pattern | null;
  /** null only in lambdas whose parameter type is left out. */
  readonly type: TypeNode | null;
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
  /** Place of a bare `self` that comes first, or null. */
  readonly self: Span | null;
  readonly params: readonly Param[];
  readonly result: TypeNode | null;
  /** null: required trait member, or a native function of a standard module. */
  readonly body: Body | null;
}

export interface Attribute extends Node {
  /** `derive`, `json`; `blocking`, `serves` in declarations of standard modules. */
  readonly name: Ident;
  readonly args: readonly Ident[];
  /** Only `@json`: its options. */
  readonly json: { readonly optional: boolean; readonly name: string | null } | null;
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
}

export interface EnumItem extends Node {
  readonly kind: "EnumItem";
  readonly attributes: readonly Attribute[];
  readonly name: Ident;
  readonly generics: readonly GenericParam[];
  readonly variants: readonly VariantDecl[];
}

export interface VariantDecl extends Node {
  readonly name: Ident;
  readonly payload: readonly { readonly name: Ident | null; readonly type: TypeNode }[];
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

/** Only in trees made for the formatter; otherwise macros are expanded before parsing. */
export interface MacroItem extends Node {
  readonly kind: "MacroItem";
  readonly name: Ident;
  /** Indexes into the token list of the source: from `macro` to the closing brace, exclusive end. */
  readonly tokens: readonly [number, number];
}

export interface MacroCall extends Node {
  readonly kind: "MacroCall";
  readonly name: Ident;
  /** Token indexes between the parentheses, exclusive end. */
  readonly tokens: readonly [number, number];
}

// ---- types

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

// ---- statements

export type Stmt = Let | LetPattern | Return | Break | Continue | Defer | Assign | ExprStmt;

export interface Let extends Node {
  readonly kind: "Let";
  readonly constant: boolean;
  readonly name: Ident;
  readonly type: TypeNode | null;
  readonly value: Expr;
}

/** `let (a, b) = e`, `let Some(x) = e else { … }` */
export interface LetPattern extends Node {
  readonly kind: "LetPattern";
  readonly constant: boolean;
  readonly pattern: Pattern;
  readonly type: TypeNode | null;
  readonly value: Expr;
  readonly otherwise: Block | null;
}

export interface Return extends Node {
  readonly kind: "Return";
  readonly value: Expr | null;
}

export interface Break extends Node {
  readonly kind: "Break";
  readonly label: Ident | null;
  readonly value: Expr | null;
}

export interface Continue extends Node {
  readonly kind: "Continue";
  readonly label: Ident | null;
}

export interface Defer extends Node {
  readonly kind: "Defer";
  readonly value: Expr;
}

export type AssignOp = "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=";

export interface Assign extends Node {
  readonly kind: "Assign";
  readonly op: AssignOp;
  /** A place: Name, SelfValue, Field or Index chain, possibly in Paren; with `=` also a TupleLit of places and `_`. */
  readonly target: Expr;
  readonly value: Expr;
}

export interface ExprStmt extends Node {
  readonly kind: "ExprStmt";
  readonly value: Expr;
}

// ---- expressions

export type Expr =
  | IntLit
  | FloatLit
  | BoolLit
  | StringLit
  | Interpolation
  | CharLit
  | Name
  | SelfValue
  | Paren
  | TupleLit
  | ListLit
  | MapLit
  | SetLit
  | StructLit
  | Block
  | If
  | Match
  | Loop
  | While
  | For
  | Lambda
  | Call
  | MethodCall
  | FieldAccess
  | Index
  | Slice
  | Spawn
  | Try
  | Unary
  | Binary
  | LetTest
  | Range
  | MacroCall
  | BrokenExpr;

/** What is no expression, as has been reported; what it was made of is still looked at. */
export interface BrokenExpr extends Node {
  readonly kind: "BrokenExpr";
  readonly parts: readonly Expr[];
}

export interface IntLit extends Node {
  readonly kind: "IntLit";
  /** Signed 64-bit. 2^63 itself only directly under a unary minus. */
  readonly value: bigint;
}

export interface FloatLit extends Node {
  readonly kind: "FloatLit";
  readonly value: number;
}

export interface BoolLit extends Node {
  readonly kind: "BoolLit";
  readonly value: boolean;
}

export interface StringLit extends Node {
  readonly kind: "StringLit";
  /** The bytes, one per unit (0 to 255). */
  readonly value: string;
  /** True for `"""` strings. */
  readonly block: boolean;
}

export interface Interpolation extends Node {
  readonly kind: "Interpolation";
  /** Byte strings and embedded expressions in order; empty strings are left out. */
  readonly parts: readonly (string | Expr)[];
}

export interface CharLit extends Node {
  readonly kind: "CharLit";
  /** Unicode scalar value. */
  readonly value: number;
}

/** `x`, also with type arguments (`f<Int>`, `Set<Int>` before `.new()`), also `Self`. */
export interface Name extends Node {
  readonly kind: "Name";
  /** Names made private by macro hygiene hold a character that no source can. */
  readonly name: string;
  readonly typeArgs: readonly TypeNode[] | null;
  /** As in NamedType. */
  readonly fileLevel: boolean;
}

export interface SelfValue extends Node {
  readonly kind: "SelfValue";
}

export interface Paren extends Node {
  readonly kind: "Paren";
  readonly inner: Expr;
}

/** `(a, b)` */
export interface TupleLit extends Node {
  readonly kind: "TupleLit";
  readonly parts: readonly Expr[];
}

export interface ListLit extends Node {
  readonly kind: "ListLit";
  readonly elements: readonly Expr[];
}

export interface MapLit extends Node {
  readonly kind: "MapLit";
  readonly entries: readonly { readonly key: Expr; readonly value: Expr }[];
}

export interface SetLit extends Node {
  readonly kind: "SetLit";
  readonly elements: readonly Expr[];
}

export interface StructLit extends Node {
  readonly kind: "StructLit";
  readonly name: Ident;
  readonly fileLevel: boolean;
  readonly typeArgs: readonly TypeNode[] | null;
  /** `value` is a Name of the same spelling for the shorthand. */
  readonly fields: readonly { readonly name: Ident; readonly value: Expr; readonly shorthand: boolean }[];
  /** `..p`: where the other fields come from. */
  readonly base: Expr | null;
}

/** Also the unit value, `{}`. */
export interface Block extends Node {
  readonly kind: "Block";
  readonly stmts: readonly Stmt[];
  /** The value of the block (reference/grammar#line-breaks rule 6); not repeated in `stmts`. */
  readonly trailing: Expr | null;
}

export interface If extends Node {
  readonly kind: "If";
  readonly condition: Expr;
  readonly then: Block;
  readonly otherwise: Block | If | null;
}

export interface Match extends Node {
  readonly kind: "Match";
  readonly subject: Expr;
  readonly arms: readonly Arm[];
}

export interface Arm extends Node {
  readonly pattern: Pattern;
  readonly guard: Expr | null;
  /** ExprStmt for an expression; else Return, Break, Continue or Assign. */
  readonly body: Stmt;
}

/** A label is named without its quote; `break` and `continue` may name it within the loop. */
export interface Loop extends Node {
  readonly kind: "Loop";
  readonly label: Ident | null;
  readonly body: Block;
}

export interface While extends Node {
  readonly kind: "While";
  readonly label: Ident | null;
  readonly condition: Expr;
  readonly body: Block;
}

export interface For extends Node {
  readonly kind: "For";
  readonly label: Ident | null;
  readonly pattern: Pattern;
  readonly iterable: Expr;
  readonly body: Block;
}

export interface Lambda extends Node {
  readonly kind: "Lambda";
  readonly params: readonly Param[];
  readonly result: TypeNode | null;
  readonly body: Body;
}

export interface Arg extends Node {
  /** Only for variants with named fields. */
  readonly name: Ident | null;
  readonly value: Expr;
}

/** A call of anything but `a.b(…)`: `f(x)`, `fs[0](x)`, `(p.handler)(x)`. */
export interface Call extends Node {
  readonly kind: "Call";
  readonly callee: Expr;
  readonly args: readonly Arg[];
}

/** `a.b(…)`: method, associated function, variant, or function of a module alias. */
export interface MethodCall extends Node {
  readonly kind: "MethodCall";
  readonly receiver: Expr;
  readonly name: Ident;
  readonly typeArgs: readonly TypeNode[] | null;
  readonly args: readonly Arg[];
}

/** `a.b` without parentheses: field, part of a tuple (`a.0`), unit variant, or a function or method as a value. */
export interface FieldAccess extends Node {
  readonly kind: "FieldAccess";
  readonly receiver: Expr;
  readonly name: Ident;
  readonly typeArgs: readonly TypeNode[] | null;
}

export interface Index extends Node {
  readonly kind: "Index";
  readonly receiver: Expr;
  readonly index: Expr;
}

/** `xs[a..b]`, a copy of a part; an end that is left out is null. */
export interface Slice extends Node {
  readonly kind: "Slice";
  readonly receiver: Expr;
  readonly from: Expr | null;
  readonly to: Expr | null;
  readonly inclusive: boolean;
}

/** `spawn f` starts a function, `spawn f(x)` a call whose parts are evaluated first. */
export interface Spawn extends Node {
  readonly kind: "Spawn";
  readonly value: Expr;
}

export interface Try extends Node {
  readonly kind: "Try";
  readonly value: Expr;
}

export interface Unary extends Node {
  readonly kind: "Unary";
  readonly op: "-" | "!" | "~";
  readonly value: Expr;
}

export type BinaryOp =
  | "+"
  | "-"
  | "*"
  | "/"
  | "%"
  | "=="
  | "!="
  | "<"
  | ">"
  | "<="
  | ">="
  | "&&"
  | "||"
  | "&"
  | "|"
  | "^"
  | "<<"
  | ">>";

export interface Binary extends Node {
  readonly kind: "Binary";
  readonly op: BinaryOp;
  readonly opSpan: Span;
  readonly left: Expr;
  readonly right: Expr;
}

/** `let Some(x) = e` in the condition of an `if` or `while`, alone or joined by `&&` to others. */
export interface LetTest extends Node {
  readonly kind: "LetTest";
  readonly pattern: Pattern;
  readonly value: Expr;
}

export interface Range extends Node {
  readonly kind: "Range";
  readonly from: Expr;
  readonly to: Expr;
  readonly inclusive: boolean;
}

// ---- patterns

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
  | BrokenPattern;

/** What is no pattern, as has been reported; what it was made of still binds its names. */
export interface BrokenPattern extends Node {
  readonly kind: "BrokenPattern";
  readonly parts: readonly Pattern[];
}

export interface WildcardPattern extends Node {
  readonly kind: "WildcardPattern";
}

export interface LiteralPattern extends Node {
  readonly kind: "LiteralPattern";
  /** Sign folded in. */
  readonly value: IntLit | FloatLit | BoolLit | StringLit | CharLit;
}

export interface RangePattern extends Node {
  readonly kind: "RangePattern";
  readonly low: IntLit | CharLit;
  readonly high: IntLit | CharLit;
  readonly inclusive: boolean;
}

/** A binding or a unit variant: the checker decides by the type of what is matched. */
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
  /** `..` says that there are more fields; without it there may be as well. */
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
