// Proves that a loop ends soon, so that it need not check the time slice. The rule:
//
//   - it counts from a constant to a constant, or iterates over the elements of a list literal;
//   - the number of its iterations times the most steps of one iteration is at most `FEW`. A step is an
//     operation whose time does not depend on the size of its operands;
//   - a call takes the steps of its function, if that is known, not recursive and has only loops of this
//     kind. Natives declared `@quick` take one step. Other natives, function values and trait objects may
//     take any number.
import {
  eachPart,
  eachPartOfStmt,
  factsOf,
  isPrimitive,
  type CodeTable,
  type Expr,
  type Instance,
  type Loop,
  type OpName,
  type Stmt,
} from "../../ir/index.ts";

/** Takes some microseconds. */
const FEW = 10_000;

export class Bounded {
  readonly #code: CodeTable;
  readonly #isRecursive: (instance: Instance) => boolean;
  readonly #known = new Map<Instance, number>();

  constructor(code: CodeTable, isRecursive: (instance: Instance) => boolean) {
    this.#code = code;
    this.#isRecursive = isRecursive;
  }

  isShort(loop: Loop): boolean {
    return this.#ofLoop(loop) <= FEW;
  }

  /** The most steps of one iteration, or Infinity. */
  iterationCost(loop: Loop): number {
    const body = this.#of(loop.body);
    if (loop.kind === "While")
      return [loop.condition, ...(loop.steps ?? []).map((step) => step.value)].reduce(
        (sum, test) => (test === null ? sum : sum + this.#of(test)),
        body,
      );
    return loop.kind === "ForNext" ? body + this.#of(loop.next) : body;
  }

  /** The most steps of evaluating an expression; Infinity if unknown. */
  #of(expr: Expr): number {
    let steps = 1;
    eachPart(expr, {
      expr: (part) => void (steps += this.#of(part)),
      stmt: (stmt) => void (steps += this.#ofStmt(stmt)),
      lambda: () => {},
    });
    switch (expr.kind) {
      case "While":
      case "ForNext":
      case "ForRange":
      case "ForList":
        return this.#ofLoop(expr);
      case "Call":
        return steps + this.#ofInstance(expr.instance);
      case "CallValue":
      case "CallDyn":
        return Infinity;
      case "Op":
        return isQuick(expr.op, expr.args) ? steps : Infinity;
      case "Match":
        // Strings are compared.
        return isPrimitive(expr.subject.type, "String") ? Infinity : steps;
      case "Chain":
        return expr.steps.some(({ pattern, value }) => pattern !== null && isPrimitive(value.type, "String"))
          ? Infinity
          : steps;
      default:
        return steps;
    }
  }

  #ofStmt(stmt: Stmt): number {
    let steps = 1;
    eachPartOfStmt(stmt, {
      expr: (part) => void (steps += this.#of(part)),
      stmt: (part) => void (steps += this.#ofStmt(part)),
      lambda: () => {},
    });
    // Deferred code runs at the end.
    return stmt.kind === "Defer" ? steps + this.#of(stmt.lambda.body) : steps;
  }

  #ofLoop(loop: Loop): number {
    const iterations = iterationsOf(loop);
    return iterations === Infinity ? Infinity : iterations * (1 + this.#of(loop.body));
  }

  #ofInstance(instance: Instance): number {
    let steps = this.#known.get(instance);
    if (steps === undefined) {
      if (instance.native !== null) steps = instance.native.quick ? 1 : Infinity;
      else {
        const code = this.#code.get(instance);
        steps = code === undefined || this.#isRecursive(instance) ? Infinity : this.#of(code.body);
      }
      this.#known.set(instance, steps);
    }
    return steps;
  }
}

function iterationsOf(loop: Loop): number {
  if (loop.kind === "ForList") return loop.list.kind === "List" ? loop.list.elements.length : Infinity;
  if (loop.kind !== "ForRange") return Infinity;
  const { from, to } = loop;
  if (from.kind !== "Const" || to.kind !== "Const") return Infinity;
  return Math.max(0, Number(to.value) - Number(from.value) + 1);
}

/** Whether it works on values of fixed size only. */
function isQuick(op: OpName, args: readonly Expr[]): boolean {
  const { time } = factsOf(op);
  return time === "constant" || (time === "texts" && !isPrimitive(args[0]!.type, "String"));
}
