// How the rules of one kind of node reach those of its parts: through the body, which is given them. So no
// file of infer/ needs the file that knows all of them.
import type { Expr } from "../../syntax/index.ts";
import type { Type } from "../types/index.ts";
import type { Body, Expected } from "./body.ts";

/** The rules of expressions. */
export interface Infer {
  /**
   * The type of an expression. The hint is a type that would be welcome: it types what has no type of its own
   * (`[]`, `None`, lambda parameters) and solves parameters that occur only in results, but asks for nothing.
   */
  infer(body: Body, node: Expr, hint: Type | null): Type;
  /** Checks that the value of an expression has the expected type; reports where it does not. */
  check(body: Body, node: Expr, expected: Expected): void;
}
