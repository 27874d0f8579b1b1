// A property of a body and of all functions of the program that it calls. No property holds for lambdas, for
// recursive functions, and for natives that work on anything but numbers.
import {
  eachPart,
  eachPartOfStmt,
  worksOnNumbers,
  type Expr,
  type Instance,
  type Stmt,
} from "../../ir/index.ts";
import type { ProgramText } from "../program/index.ts";

/** Whether single nodes, without their parts, have the property; calls are not asked about. */
interface Nodes {
  expr(expr: Expr): boolean;
  stmt(stmt: Stmt): boolean;
}

export class BodyProperty {
  readonly #nodes: Nodes;
  readonly #known = new WeakMap<Instance, boolean>();

  constructor(nodes: Nodes) {
    this.#nodes = nodes;
  }

  holds(program: ProgramText, body: Expr): boolean {
    let held = true;
    const visit = {
      expr: (expr: Expr): void => {
        held &&= expr.kind === "Call" ? this.#holdsFor(program, expr.instance) : this.#nodes.expr(expr);
        if (held) eachPart(expr, visit);
      },
      stmt: (stmt: Stmt): void => {
        held &&= this.#nodes.stmt(stmt);
        if (held) eachPartOfStmt(stmt, visit);
      },
      lambda: (): void => void (held = false),
    };
    visit.expr(body);
    return held;
  }

  #holdsFor(program: ProgramText, instance: Instance): boolean {
    if (instance.native !== null) return worksOnNumbers(instance);
    const known = this.#known.get(instance);
    if (known !== undefined) return known;
    // The answer for a call in its own body.
    this.#known.set(instance, false);
    const code = program.code.get(instance);
    const held = code !== undefined && this.holds(program, code.body);
    this.#known.set(instance, held);
    return held;
  }
}
