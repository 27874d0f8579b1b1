// Where natives may be called: their time grows with what they are given, and they use up none of the
// time slice, so that the clock is looked at more often where they are.
import {
  eachPart,
  eachPartOfStmt,
  worksOnNumbers,
  type CodeTable,
  type Expr,
  type Instance,
  type Stmt,
} from "../../ir/index.ts";

/** What an iteration uses up that calls one. Of natives of a millisecond there are at most 16 before the first look. */
const NATIVE = 1024;
/** Function values and trait objects may do anything, but mostly do little. */
const UNKNOWN = 128;

export class Natives {
  readonly #code: CodeTable;
  readonly #known = new Map<Instance, number>();

  constructor(code: CodeTable) {
    this.#code = code;
  }

  /** What an iteration uses up for natives that it may call; 0 when it calls none. */
  within(expr: Expr): number {
    let most = 0;
    if (expr.kind === "CallValue" || expr.kind === "CallDyn") most = UNKNOWN;
    else if (expr.kind === "Call") most = this.#of(expr.instance);
    const part = {
      expr: (each: Expr): void => void (most = Math.max(most, this.within(each))),
      stmt: (stmt: Stmt): void => {
        if (stmt.kind === "Defer") part.expr(stmt.lambda.body);
        eachPartOfStmt(stmt, part);
      },
      lambda: (): void => {},
    };
    eachPart(expr, part);
    return most;
  }

  #of(instance: Instance): number {
    let most = this.#known.get(instance);
    if (most === undefined) {
      // For calls in circles: whoever is outside finds them.
      this.#known.set(instance, 0);
      const code = this.#code.get(instance);
      if (code !== undefined) most = this.within(code.body);
      else most = instance.native === null || instance.native.quick || worksOnNumbers(instance) ? 0 : NATIVE;
      this.#known.set(instance, most);
    }
    return most;
  }
}
