// Calls with named arguments, and those that leave out arguments which have default values
// (reference/functions#functions).
import { nearest, notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Arg } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import type { Use } from "../types/index.ts";
import type { InstantiatedFunction } from "./methods.ts";

/**
 * The index of the argument for each parameter, or -1 for its default; null if the arguments are the parameters
 * in order, or too many or too few of them.
 */
export function argumentOrder(
  body: Body,
  { fn }: InstantiatedFunction,
  args: readonly Arg[],
  span: Span,
): readonly number[] | null | "reported" {
  const { params } = fn.node;
  const firstNamed = args.findIndex((arg) => arg.name !== null);
  if (firstNamed < 0) {
    if (args.length >= params.length || fn.defaults.slice(args.length).includes(null)) return null;
    return params.map((_, i) => (i < args.length ? i : -1));
  }
  if (firstNamed > params.length) return null;
  const order: number[] = params.map((_, i) => (i < firstNamed ? i : -1));
  let reported = false;
  args.slice(firstNamed).forEach((_, i) => {
    if (reported) return;
    reported = !place(body, fn, args, { order, at: firstNamed + i });
  });
  if (reported) return "reported";
  const missing = params.filter((_, i) => order[i] === -1 && fn.defaults[i] === null);
  if (missing.length === 0) return order;
  const lacking = missing.map(({ name, span: written }) => {
    const text = fn.module.source.text.slice(written.start, written.end);
    return `\`${text.startsWith(name.name) ? text : name.name}\``;
  });
  body.report(
    "T17",
    span,
    { names: missing.map(({ name }) => name.name), type: fn.name, arguments: true },
    { hint: notes.addArguments(lacking.join(", ")) },
  );
  return "reported";
}

/** The meaning of a call with its arguments in that order. */
export function withOrder(use: Use, order: readonly number[] | null): Use {
  const isCall = use.kind === "Call" || use.kind === "BoundCall" || use.kind === "DynCall";
  return order !== null && isCall ? { ...use, order } : use;
}

/** The number of parameters without default values. */
export function leastArguments({ defaults }: InstantiatedFunction["fn"]): number {
  const first = defaults.findIndex((value) => value !== null);
  return first < 0 ? defaults.length : first;
}

/** Enters a named argument in the order; false after reporting an error. */
function place(
  body: Body,
  { name: callee, node }: InstantiatedFunction["fn"],
  args: readonly Arg[],
  { order, at }: { readonly order: number[]; readonly at: number },
): boolean {
  const names = node.params.map((param) => param.name.name);
  const { name, span } = args[at]!;
  if (name === null) {
    const free = names[order.indexOf(-1)];
    body.report(
      "P1",
      span,
      { expected: notes.nameAnd, found: notes.argumentWithoutName },
      { hint: free === undefined ? notes.positionalFirst : notes.nameThisArgument(free) },
    );
    return false;
  }
  const param = names.indexOf(name.name);
  if (param < 0) {
    const similar = name.name.length === 1 ? undefined : nearest(name.name, names);
    const hint =
      similar === undefined
        ? notes.parametersAre(callee, names.map((one) => `\`${one}\``).join(", "))
        : notes.didYouMean(similar);
    body.report("T2", name.span, { type: callee, what: "parameter", name: name.name }, { hint });
    return false;
  }
  if (order[param] !== -1) {
    // A name that occurs twice has been reported.
    if (args[order[param]!]!.name === null) body.report("P4", name.span, { name: name.name, argument: true });
    return false;
  }
  order[param] = at;
  return true;
}
