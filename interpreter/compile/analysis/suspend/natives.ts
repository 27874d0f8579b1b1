// Where natives may be called: their time grows with what they are given, and they use up none of the
// time slice, so that the clock is looked at more often where they are.
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

/** What an iteration uses up that calls one. Of natives of a millisecond there are at most 16 before the first look. */
const NATIVE = 1024;
/** Function values and trait objects that may call natives mostly do little. */
const UNKNOWN = 128;

export class Natives {
  readonly #code: CodeTable;
  readonly #flows: Flows;
  /** Where function values and trait objects may be called that may call natives; null: anywhere. */
  readonly #reached: ReadonlySet<number> | null;
  readonly #known = new Map<Instance, number>();

  /** `isOpen`: function values may come from elsewhere. */
  constructor(code: CodeTable, instances: readonly Instance[], flows: Flows, isOpen: boolean) {
    this.#code = code;
    this.#flows = flows;
    // Functions that natives give are natives.
    const given = instances.some(({ native, result }) => native !== null && isFun(result));
    this.#reached =
      isOpen || given ? null : flows.graph.from(instances.filter(isLong).map((each) => flows.bodyOf(each)));
  }

  /** What an iteration uses up for natives that it may call; 0 when it calls none. */
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
      // For calls in cycles: the search that started outside the cycle finds them.
      this.#known.set(instance, 0);
      const code = this.#code.get(instance);
      if (code !== undefined) most = this.within(code.body);
      else most = isLong(instance) ? NATIVE : 0;
      this.#known.set(instance, most);
    }
    return most;
  }
}

/** A native whose time may grow with what it is given. */
function isLong(instance: Instance): boolean {
  return instance.native !== null && !instance.native.quick && !worksOnNumbers(instance);
}
