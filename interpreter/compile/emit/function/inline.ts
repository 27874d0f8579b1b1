// Which expressions become one JavaScript expression. All others need statements before them, and operands to
// their left are kept in variables to preserve the order (reference/expressions#order-of-evaluation).
import type { Mode, Suspension } from "../../analysis/suspend/index.ts";
import { eachPart, type Expr } from "../../ir/index.ts";

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

  /** Whether all direct parts are inline and none is a statement. */
  #hasInlineParts(expr: Expr): boolean {
    let inline = true;
    eachPart(expr, {
      expr: (part) => void (inline &&= this.isInline(part)),
      stmt: () => void (inline = false),
      lambda: () => {},
    });
    return inline;
  }

  /** Whether a call is inline: a call that may wait is a statement, unless its promise is passed on. */
  #returnsHere(call: Expr): boolean {
    return this.#mode !== "resumable" || !this.#suspension.waits(call);
  }

  #decide(expr: Expr): boolean {
    switch (expr.kind) {
      case "Lambda":
        return this.#mode === "resumable" || expr.lambda.captures.every((capture) => !capture.outer.assigned);
      case "Call":
      case "CallValue":
      case "CallDyn":
        return this.#returnsHere(expr) && this.#hasInlineParts(expr);
      case "Block":
        return expr.value !== null && this.#hasInlineParts(expr);
      case "If":
        return expr.otherwise !== null && this.#hasInlineParts(expr);
      case "Const":
      case "Unit":
      case "None":
      case "Local":
      case "Global":
      case "FunctionValue":
      case "Descriptor":
      case "Op":
      case "NewStruct":
      case "NewVariant":
      case "List":
      case "And":
      case "Or":
      case "Wrap":
      case "Dyn":
      case "Field":
      case "Text":
        return this.#hasInlineParts(expr);
      case "Try":
      case "Chain":
      case "Match":
      case "While":
      case "ForRange":
      case "ForList":
      case "ForNext":
        return false;
    }
  }
}
