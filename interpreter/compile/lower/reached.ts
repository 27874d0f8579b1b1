// Statements `Reached` before each statement of a traced function.
import type * as ast from "../../syntax/index.ts";
import { factsOf, type Expr, type OpName, type Stmt } from "../ir/index.ts";
import type { LoweringBody } from "./lowering-body.ts";
import type { Tracing } from "./tracing.ts";

/** An expression in place of a block. */
export function reachedExpr(body: LoweringBody, node: ast.Expr): Expr {
  if (body.tracing === null || node.kind === "Block") return body.expr(node);
  const value = body.expr(node);
  return {
    kind: "Block",
    stmts: [{ kind: "Reached", at: node.span.start, also: [] }],
    value,
    type: value.type,
  };
}

/** The statements of a block, each after the one that notes it. */
export class TracedStmts {
  readonly all: Stmt[] = [];
  readonly #tracing: Tracing | null;
  /** The offsets that share a counter with the last one noted. */
  #also: number[] = [];
  /** Whether the next statement needs its own counter. */
  #isOpen = true;

  constructor({ tracing }: LoweringBody) {
    this.#tracing = tracing;
  }

  add(node: ast.Node, stmt: Stmt): void {
    this.reach(node);
    this.all.push(stmt);
    this.#isOpen = this.#tracing !== "counts" || !goesOn(stmt);
  }

  reach({ span: { start } }: ast.Node): void {
    if (this.#tracing === null) return;
    if (this.#isOpen) {
      this.#also = [];
      this.all.push({ kind: "Reached", at: start, also: this.#also });
    } else this.#also.push(start);
  }
}

const FAILING: ReadonlySet<OpName> = new Set<OpName>([
  "Int.div",
  "Int.rem",
  "Int.shl",
  "Int.shr",
  "List.at",
  "String.byteAt",
  "Float.toInt",
]);
const DEEPEST = 8;

/** Whether the next statement is reached as often as this one. */
function goesOn(stmt: Stmt): boolean {
  switch (stmt.kind) {
    case "Let":
    case "SetLocal":
    case "SetGlobal":
    case "Do":
      return isPlain(stmt.value, DEEPEST);
    case "SetField":
      return isPlain(stmt.object, DEEPEST) && isPlain(stmt.value, DEEPEST);
    default:
      return false;
  }
}

/** Whether an expression neither fails nor branches. */
function isPlain(expr: Expr, depth: number): boolean {
  switch (expr.kind) {
    case "Const":
    case "Unit":
    case "Local":
      return true;
    case "Field":
      return depth > 0 && isPlain(expr.object, depth - 1);
    case "Op": {
      const { time, allocates } = factsOf(expr.op);
      if (allocates || time !== "constant" || FAILING.has(expr.op)) return false;
      return depth > 0 && expr.args.every((arg) => isPlain(arg, depth - 1));
    }
    default:
      return false;
  }
}
