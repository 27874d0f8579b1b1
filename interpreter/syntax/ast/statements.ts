// Statements: the parts of a block other than its value.
import type { TypeNode } from "./types.ts";
import type { Block, Expr } from "./expressions.ts";
import type { Pattern } from "./patterns.ts";
import type { Ident, Node } from "./node.ts";

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
  /**
   * A Name, SelfValue, or chain of fields and indexes, possibly in Paren; with `=` also a TupleLit of targets
   * and `_`.
   */
  readonly target: Expr;
  readonly value: Expr;
}

export interface ExprStmt extends Node {
  readonly kind: "ExprStmt";
  readonly value: Expr;
}
