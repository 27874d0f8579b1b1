// Which expressions become one JavaScript expression. All others need statements before them, and
// what stands to their left must be put into variables first to keep the order (language 6.1).
import type { Expr } from "../ir.ts";
import type { Mode, Suspension } from "../suspend/suspension.ts";

export class InlineForms {
  readonly #suspension: Suspension;
  readonly #mode: Mode;
  readonly #known = new Map<Expr, boolean>();

  constructor(suspension: Suspension, mode: Mode) {
    this.#suspension = suspension;
    this.#mode = mode;
  }

  isInline(expr: Expr): boolean {
    let known = this.#known.get(expr);
    if (known === undefined) this.#known.set(expr, (known = this.#decide(expr)));
    return known;
  }

  #all(exprs: readonly Expr[]): boolean {
    return exprs.every((each) => this.isInline(each));
  }

  /** A call that may wait is a statement of its own, unless its promise is passed on. */
  #returnsHere(call: Expr): boolean {
    return this.#mode !== "framed" || !this.#suspension.waits(call);
  }

  #decide(expr: Expr): boolean {
    switch (expr.kind) {
      case "Const":
      case "Unit":
      case "None":
      case "Local":
      case "Global":
      case "FunctionValue":
      case "Descriptor":
        return true;
      case "Lambda":
        return this.#mode === "framed" || expr.lambda.captures.every((capture) => !capture.outer.assigned);
      case "Op":
        return this.#all(expr.args);
      case "Call":
        return this.#returnsHere(expr) && this.#all(expr.args);
      case "CallValue":
        return this.#returnsHere(expr) && this.isInline(expr.callee) && this.#all(expr.args);
      case "CallDyn":
        return this.#returnsHere(expr) && this.isInline(expr.receiver) && this.#all(expr.args);
      case "NewStruct":
        return this.#all(expr.fields);
      case "NewVariant":
        return this.#all(expr.payload);
      case "List":
        return this.#all(expr.elements);
      case "And":
      case "Or":
        return this.isInline(expr.left) && this.isInline(expr.right);
      case "Wrap":
      case "Dyn":
        return this.isInline(expr.value);
      case "Field":
        return this.isInline(expr.object);
      case "Text":
        return expr.parts.every((part) => typeof part === "string" || this.isInline(part));
      case "Block":
        return expr.stmts.length === 0 && expr.value !== null && this.isInline(expr.value);
      case "If":
        return (
          expr.otherwise !== null && this.isInline(expr.condition) && this.isInline(expr.then) &&
          this.isInline(expr.otherwise)
        );
      case "Try":
      case "Match":
      case "While":
      case "ForRange":
      case "ForList":
      case "ForNext":
        return false;
    }
  }
}
