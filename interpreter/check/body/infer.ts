// The interface through which the rules of one kind of node use those of its parts: the body has them. So no
// file of infer/ imports the file with all of them.
import type { Expr } from "../../syntax/index.ts";
import type { Type } from "../types/index.ts";
import type { Body, Expected } from "./body.ts";

/** The rules of expressions. */
export interface Infer {
  /**
   * Infers the type of an expression. The hint is a preferred type: it determines types that the expression
   * does not (`[]`, `None`, lambda parameters), and solves parameters that occur only in results. A mismatch
   * with it is not an error.
   */
  infer(body: Body, node: Expr, hint: Type | null): Type;
  /** Checks that the value of an expression has the expected type, and reports a mismatch. */
  check(body: Body, node: Expr, expected: Expected): void;
}
