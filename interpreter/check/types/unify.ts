// Unification: makes two types equal by solving variables, or returns why that is impossible.
//
// Variables are solved in place. A trail records the solved ones, so that an attempt (a soft expectation) can
// be undone.
import { spend } from "../../limits/index.ts";
import { mentions, prune, sameGround, SeenPairs } from "./type-operations.ts";
import type { Fallback, Type, VarType } from "./types.ts";

export type Outcome = "same" | "different" | "infinite";

export class Unifier {
  #trail:
    | { readonly variable: VarType; readonly fallback: Fallback | null; readonly other: VarType | null }[]
    | null = null;

  /** Solves variables so that both types are equal. After a failure, some variables may be solved. */
  unify(a: Type, b: Type, seen = new SeenPairs()): Outcome {
    spend();
    const left = prune(a);
    const right = prune(b);
    if (left === right || seen.has(left, right)) return "same";
    if (left.kind === "Var") return this.#solve(left, right);
    if (right.kind === "Var") return this.#solve(right, left);
    if (left.kind === "Never" || right.kind === "Never") return "same";
    switch (left.kind) {
      case "Param":
        return "different";
      case "Named":
        if (right.kind !== "Named" || left.symbol !== right.symbol) return "different";
        if (left.args.length === 0) return "same";
        if (left.ground === true && right.ground === true)
          return sameGround(left, right) ? "same" : "different";
        return this.#noted(left, right, this.#unifyAll(left.args, right.args, seen), seen);
      case "Fun": {
        if (right.kind !== "Fun") return "different";
        const params = this.#unifyAll(left.params, right.params, seen);
        return this.#noted(
          left,
          right,
          params === "same" ? this.unify(left.result, right.result, seen) : params,
          seen,
        );
      }
      case "Dyn":
        if (right.kind !== "Dyn" || left.trait.trait !== right.trait.trait) return "different";
        return this.#unifyAll(left.trait.args, right.trait.args, seen);
    }
  }

  /** Like `unify`, but undone after a failure. */
  attempt(a: Type, b: Type): boolean {
    const outer = this.#trail;
    const trail: NonNullable<typeof outer> = [];
    this.#trail = trail;
    const done = this.unify(a, b) === "same";
    this.#trail = outer;
    if (done) {
      if (outer !== null) for (const step of trail) outer.push(step);
    } else {
      for (const { variable, fallback, other } of trail.reverse()) {
        variable.solution = null;
        if (other !== null) other.fallback = fallback;
      }
    }
    return done;
  }

  #noted(left: Type, right: Type, outcome: Outcome, seen: SeenPairs): Outcome {
    seen.after(left, right, outcome === "same");
    return outcome;
  }

  #unifyAll(a: readonly Type[], b: readonly Type[], seen: SeenPairs): Outcome {
    if (a.length !== b.length) return "different";
    for (let i = 0; i < a.length; i++) {
      const outcome = this.unify(a[i]!, b[i]!, seen);
      if (outcome !== "same") return outcome;
    }
    return "same";
  }

  #solve(variable: VarType, type: Type): Outcome {
    if (type.kind === "Var") {
      this.#trail?.push({ variable, fallback: type.fallback, other: type });
      type.fallback = combine(variable.fallback, type.fallback);
      if (type.origin.what === "") type.origin = variable.origin;
    } else {
      if (occurs(variable, type)) return "infinite";
      this.#trail?.push({ variable, fallback: null, other: null });
    }
    variable.solution = type;
    return "same";
  }
}

/** The fallback of two joined variables: the stricter one; that of a channel element has priority. */
function combine(a: Fallback | null, b: Fallback | null): Fallback | null {
  if (a === b) return a;
  if (a === "int" || b === "int") return "int";
  if (a === null || b === null) return a === "unit" || b === "unit" ? "unit" : null;
  return "unit";
}

function occurs(variable: VarType, type: Type): boolean {
  return mentions(type, (part) => part === variable);
}
