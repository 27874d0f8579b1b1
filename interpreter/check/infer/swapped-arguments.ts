// Two swapped arguments: one mistake, not two mismatches.
import { notes } from "../../diagnostics/index.ts";
import type { Arg, Expr } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { prune, showType, type Type, type TypeSymbol } from "../types/index.ts";

/**
 * Reports a pair of swapped arguments, if there is one; both must be literals or variables, whose types are
 * obvious.
 */
export function reportSwapped(body: Body, params: readonly Type[], args: readonly Arg[]): boolean {
  let first = -1;
  let second = -1;
  for (let i = 0; args.length > 1 && i < args.length; i++) {
    const actual = typeOf(body, args[i]!.value);
    const wanted = plain(params[i]!);
    if (actual === null || wanted === null || actual === wanted) continue;
    if (second >= 0) return false;
    if (first < 0) first = i;
    else second = i;
  }
  if (
    second < 0 ||
    typeOf(body, args[first]!.value) !== plain(params[second]!) ||
    typeOf(body, args[second]!.value) !== plain(params[first]!)
  )
    return false;
  for (const { value } of args) body.infer(value);
  const [one, other] = [args[first]!, args[second]!];
  const type = showType(params[first]!);
  body.report(
    "T1",
    one.span,
    { expected: type, actual: showType(params[second]!) },
    {
      label: notes.thisIs(showType(params[second]!)),
      hint: notes.argumentsAndAreSwapped(first + 1, second + 1),
      related: [body.label(other.span, notes.thisIsPayload(type))],
    },
  );
  return true;
}

function plain(type: Type): TypeSymbol | null {
  const actual = prune(type);
  return actual.kind === "Named" && actual.args.length === 0 ? actual.symbol : null;
}

function typeOf(body: Body, node: Expr): TypeSymbol | null {
  switch (node.kind) {
    case "IntLit":
    case "FloatLit":
    case "BoolLit":
    case "StringLit":
    case "CharLit":
      return body.context.literal(node.kind).symbol;
    case "Interpolation":
      return body.context.string.symbol;
    case "Name": {
      const local = node.fileLevel ? undefined : body.local(node.name);
      return local === undefined ? null : plain(local.type);
    }
    default:
      return null;
  }
}
