// Where natives may be called. Their time grows with their arguments and they consume no fuel of the time
// slice, so the code around them checks the clock more often.
import {
  eachPart,
  eachPartOfStmt,
  isFun,
  worksOnNumbers,
  type CodeTable,
  type Expr,
  type Instance,
  type Stmt,
} from "../../ir/index.ts";
import type { Flows } from "./flows.ts";

/**
 * The fuel of an iteration that calls a native. Of natives that take a millisecond, at most 16 run before the
 * first check.
 */
const NATIVE = 1024;
/** The same for function values and trait objects that may call natives, but mostly do little. */
const UNKNOWN = 128;

export class Natives {
  readonly #code: CodeTable;
  readonly #flows: Flows;
  /** The calls of function values and trait objects that may reach natives; null: all of them. */
  readonly #reached: ReadonlySet<number> | null;
  readonly #known = new Map<Instance, number>();

  /** `isOpen`: function values may come from elsewhere. */
  constructor(code: CodeTable, instances: readonly Instance[], flows: Flows, isOpen: boolean) {
    this.#code = code;
    this.#flows = flows;
    // Functions that natives return are natives.
    const given = instances.some(({ native, result }) => native !== null && isFun(result));
    this.#reached =
      isOpen || given ? null : flows.graph.from(instances.filter(isLong).map((each) => flows.bodyOf(each)));
  }

  /** The fuel that an iteration takes for natives that it may call; 0 if it calls none. */
  within(expr: Expr): number {
    let most = 0;
    if (expr.kind === "CallValue" || expr.kind === "CallDyn") most = this.#ofUnknown(expr);
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

  #ofUnknown(call: Expr): number {
    const node = this.#flows.decider(call);
    return node === undefined || this.#reached?.has(node) !== false ? UNKNOWN : 0;
  }

  #of(instance: Instance): number {
    let most = this.#known.get(instance);
    if (most === undefined) {
      // For recursive calls: the search that started outside the cycle finds their natives.
      this.#known.set(instance, 0);
      const code = this.#code.get(instance);
      if (code !== undefined) most = this.within(code.body);
      else most = isLong(instance) ? NATIVE : 0;
      this.#known.set(instance, most);
    }
    return most;
  }
}

/** Whether the time of a native may grow with its arguments. */
function isLong(instance: Instance): boolean {
  return instance.native !== null && !instance.native.quick && !worksOnNumbers(instance);
}
