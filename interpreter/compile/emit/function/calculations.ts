// Code that only calculates: it contains no loop, is never left early, and calls only such code.
import { factsOf, type Expr, type Stmt } from "../../ir/index.ts";
import { BodyProperty } from "./body-property.ts";

const EXPRESSIONS: ReadonlySet<Expr["kind"]> = new Set<Expr["kind"]>([
  "Const",
  "Unit",
  "Local",
  "Global",
  "And",
  "Or",
  "Field",
  "Block",
  "If",
]);
const STATEMENTS: ReadonlySet<Stmt["kind"]> = new Set<Stmt["kind"]>([
  "Let",
  "SetLocal",
  "SetGlobal",
  "SetField",
  "SetIndex",
  "Do",
  "Reached",
]);

export const calculates = new BodyProperty({
  expr(expr) {
    if (expr.kind !== "Op") return EXPRESSIONS.has(expr.kind);
    const { allocates, time } = factsOf(expr.op);
    return !allocates && time === "constant";
  },
  stmt: ({ kind }) => STATEMENTS.has(kind),
});
