// Expressions, including blocks, branches, loops and `match`.
import type { BinaryOp } from "../operators.ts";
import type { Span } from "../../source/index.ts";
import type { Body, MacroCall, Param } from "./items.ts";
import type { TypeNode } from "./types.ts";
import type { Stmt } from "./statements.ts";
import type { Pattern } from "./patterns.ts";
import type { Ident, Node } from "./node.ts";

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

/** An invalid expression, already reported; its parts are still checked. */
export interface BrokenExpr extends Node {
  readonly kind: "BrokenExpr";
  readonly parts: readonly Expr[];
}

export interface IntLit extends Node {
  readonly kind: "IntLit";
  /** Signed, of 64 bits; 2^63 occurs only directly under a unary minus. */
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
  /** The bytes, one per code unit, each 0 to 255. */
  readonly value: string;
  /** Whether it is a `"""` string. */
  readonly block: boolean;
}

export interface Interpolation extends Node {
  readonly kind: "Interpolation";
  /** Byte strings and embedded expressions in order, without empty strings. */
  readonly parts: readonly (string | Expr)[];
}

export interface CharLit extends Node {
  readonly kind: "CharLit";
  /** A Unicode scalar value. */
  readonly value: number;
}

/** `x`, with or without type arguments (`f<Int>`, `Set<Int>` before `.new()`), or `Self`. */
export interface Name extends Node {
  readonly kind: "Name";
  /** Names that macro hygiene makes private contain a character that no source can. */
  readonly name: string;
  readonly typeArgs: readonly TypeNode[] | null;
  /** See `NamedType`. */
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
  /** For the shorthand, `value` is a Name with the same spelling. */
  readonly fields: readonly { readonly name: Ident; readonly value: Expr; readonly shorthand: boolean }[];
  /** `p` of `..p`, which supplies the other fields. */
  readonly base: Expr | null;
}

/** A block, or the unit value `{}`. */
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
  /** An ExprStmt for an expression; otherwise a Return, Break, Continue or Assign. */
  readonly body: Stmt;
}

/** The label has no quote; `break` and `continue` may name it within the loop. */
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

/** A call other than `a.b(…)`: `f(x)`, `fs[0](x)`, `(p.handler)(x)`. */
export interface Call extends Node {
  readonly kind: "Call";
  readonly callee: Expr;
  readonly args: readonly Arg[];
}

/** `a.b(…)`: a method, an associated function, a variant, or a function of a module. */
export interface MethodCall extends Node {
  readonly kind: "MethodCall";
  readonly receiver: Expr;
  readonly name: Ident;
  readonly typeArgs: readonly TypeNode[] | null;
  readonly args: readonly Arg[];
}

/**
 * `a.b` without parentheses: a field, a tuple part (`a.0`), a unit variant, or a function or method as a
 * value.
 */
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

/** `xs[a..b]`, a copy of a part; an omitted bound is null. */
export interface Slice extends Node {
  readonly kind: "Slice";
  readonly receiver: Expr;
  readonly from: Expr | null;
  readonly to: Expr | null;
  readonly inclusive: boolean;
}

/** `spawn f` starts a goroutine with a function, `spawn f(x)` with a call whose parts are evaluated first. */
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

export interface Binary extends Node {
  readonly kind: "Binary";
  readonly op: BinaryOp;
  readonly opSpan: Span;
  readonly left: Expr;
  readonly right: Expr;
}

/** `let Some(x) = e` in the condition of an `if` or `while`, alone or joined to others with `&&`. */
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
