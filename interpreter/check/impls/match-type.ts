// Matches types against patterns: the target of an impl is a pattern whose type parameters are holes.
import { prune, sameType, type ParamType, type Type } from "../types/index.ts";

/** `maybe` means that it depends on unsolved variables. */
export type Verdict = "yes" | "maybe" | "no";

/** Matches a type against a pattern, and binds the holes to the parts they match. */
export function matchType(
  pattern: Type,
  type: Type,
  holes: ReadonlySet<ParamType>,
  binding: Map<ParamType, Type>,
): Verdict {
  const left = prune(pattern);
  const right = prune(type);
  if (left === right && holes.size === 0) return "yes";
  if (left.kind === "Param" && holes.has(left)) {
    const bound = binding.get(left);
    if (bound === undefined) {
      binding.set(left, right);
      return "yes";
    }
    return compare(bound, right);
  }
  if (left.kind === "Var" || right.kind === "Var") return "maybe";
  if (left.kind === "Never" || right.kind === "Never") return "yes";
  switch (left.kind) {
    case "Param":
      return left === right ? "yes" : "no";
    case "Named":
      return right.kind === "Named" && left.symbol === right.symbol
        ? matchAll(left.args, right.args, holes, binding)
        : "no";
    case "Fun":
      if (right.kind !== "Fun") return "no";
      return matchAll([...left.params, left.result], [...right.params, right.result], holes, binding);
    case "Dyn":
      return right.kind === "Dyn" && left.trait.trait === right.trait.trait
        ? matchAll(left.trait.args, right.trait.args, holes, binding)
        : "no";
  }
}

/** Matches types against patterns, all with the same binding. */
export function matchAll(
  patterns: readonly Type[],
  types: readonly Type[],
  holes: ReadonlySet<ParamType>,
  binding: Map<ParamType, Type>,
): Verdict {
  if (patterns.length !== types.length) return "no";
  let all: Verdict = "yes";
  for (let i = 0; i < patterns.length; i++) {
    const verdict = matchType(patterns[i]!, types[i]!, holes, binding);
    if (verdict === "no") return "no";
    if (verdict === "maybe") all = "maybe";
  }
  return all;
}

/** Whether two types with variables are equal, or may become equal. */
function compare(a: Type, b: Type): Verdict {
  return sameType(a, b) ? "yes" : matchType(a, b, new Set(), new Map());
}
