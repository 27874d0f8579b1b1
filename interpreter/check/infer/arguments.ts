// Checks the arguments of calls against parameters.
import { has, own } from "../../own/index.ts";
import { insteadOfCount, notes } from "../../diagnostics/index.ts";
import type { Extra } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Arg, Expr, Lambda } from "../../syntax/index.ts";
import { solveSome, type Body } from "../body/index.ts";
import { isStandard, std } from "../standard/index.ts";
import {
  ERROR,
  hasVars,
  isError,
  mentions,
  prune,
  showType,
  type FunctionSymbol,
  type Type,
} from "../types/index.ts";
import type { InstantiatedFunction } from "./methods.ts";
import { leastArguments } from "./argument-order.ts";
import { declarationHint, noArgumentsHint, typeArgumentHint } from "../hints/index.ts";
import { hasMisreadComparison } from "./misread-comparison.ts";
import { reportSwapped } from "./swapped-arguments.ts";

/** The arguments and the callee of a call. */
interface Arguments {
  /** The name of the callee in messages. */
  readonly name: string;
  readonly params: readonly Type[];
  readonly args: readonly Arg[];
  readonly span: Span;
  /** The called function; null for a function value or a variant. */
  readonly instance?: InstantiatedFunction | null;
  /** See `ArgumentOrder`; null if the arguments are the parameters in order. */
  readonly order?: readonly number[] | null;
}

/**
 * Checks arguments against parameter types. Lambdas with untyped parameters are checked last, when the other
 * arguments and the bounds have determined their types (reference/checking#inference).
 */
export function checkArgs(body: Body, given: Arguments): void {
  const { name, params, args, span, instance = null, order = null } = own(given);
  if (order !== null && instance !== null) {
    checkEach(body, args, instance, (arg) => order.indexOf(arg));
    return;
  }
  // The names of a payload that could not be parsed are unknown.
  const doubtful = params.some((param) => isError(prune(param)));
  const named = args.find((arg) => arg.name !== null)?.name;
  if (named !== undefined && named !== null && !doubtful)
    body.report(
      "T2",
      named.span,
      { type: name.replaceAll("`", ""), what: notes.namedArgument, name: named.name },
      { hint: notes.onlyVariantsWithNamedFields },
    );
  if (args.length !== params.length) {
    const type = typeArgumentHint(body, args, params);
    if (type === undefined) failedCall(body, args);
    // Too few for its parameters, but not for its defaults: one of these is misplaced, which T32 reports.
    const misplaced =
      instance !== null && args.length < params.length && args.length >= leastArguments(instance.fn);
    if (!misplaced && !hasMisreadComparison(body, args))
      body.report(
        "T3",
        span,
        {
          name,
          expected: params.length,
          actual: args.length,
          ...(instance !== null && { least: leastArguments(instance.fn) }),
        },
        instance === null
          ? noArgumentsHint(params, args, name)
          : ((type !== undefined && instance.fn.typeParams.length > 0
              ? { hint: notes.typeArgumentsInAngles(instance.fn.name, type) }
              : undefined) ??
              withFunction(instance.fn, args) ??
              withCount(instance.fn, args) ??
              ofList(instance.fn, args) ??
              withOthers(instance.fn, args) ??
              declarationHint(instance.fn)),
      );
    for (const param of params) body.poison(param);
    if (instance !== null) {
      body.poison(instance.result);
      solveSome(body, instance.obligations);
    }
    return;
  }
  if (reportSwapped(body, params, args)) {
    if (instance !== null)
      for (const obligation of solveSome(body, instance.obligations)) body.obligations.push(obligation);
    return;
  }
  checkEach(body, args, instance ?? { params }, (arg) => arg);
}

/** Checks each argument against its parameter, by the index of the argument. */
function checkEach(
  body: Body,
  args: readonly Arg[],
  callee: InstantiatedFunction | Pick<InstantiatedFunction, "params">,
  paramOf: (arg: number) => number,
): void {
  const instance = has(callee, "fn") ? callee : null;
  const check = (i: number): void => {
    const param = paramOf(i);
    checkArg(body, args[i]!, callee.params[param]!, param, instance);
  };
  const late: number[] = [];
  args.forEach((arg, i) => {
    if (isOpenLambda(arg.value)) late.push(i);
    else check(i);
  });
  let open = instance === null ? [] : solveSome(body, instance.obligations);
  if (late.length > 0) {
    for (const i of late) check(i);
    open = solveSome(body, open);
  }
  for (const obligation of open) body.obligations.push(obligation);
}

function checkArg(
  body: Body,
  arg: Arg,
  type: Type,
  index: number,
  instance: InstantiatedFunction | null,
): void {
  const declared = instance?.fn.node.params[index];
  const from =
    instance === null || declared === undefined || instance.fn.module.standard
      ? null
      : {
          source: instance.fn.module.source,
          span: declared.span,
          text: notes.parameterIsDeclaredHere(declared.name.name),
          declares: true,
        };
  const asJson = instance === null ? undefined : jsonRole(instance, type);
  body.check(arg.value, { type, from, ...(asJson !== undefined && { asJson }) });
}

/** How a literal may become JSON as the argument of a parameter `T: ToJson` (reference/expressions#literals-as-json). */
function jsonRole(instance: InstantiatedFunction, type: Type): "alone" | "shared" | undefined {
  const unknown = prune(type);
  if (unknown.kind !== "Var" || instance.obligations.length === 0) return undefined;
  const isJson = instance.obligations.some(
    ({ self, trait }) => prune(self) === unknown && isStandard(trait.trait, std.json.ToJson),
  );
  if (!isJson) return undefined;
  const others = instance.params.filter((param) => mentions(param, (part) => part === unknown));
  return others.length === 1 ? "alone" : "shared";
}

/** Checks the arguments of a call with a reported error. */
export function failedCall(body: Body, args: readonly Arg[]): Type {
  for (const { value } of args) if (!isOpenLambda(value)) body.poison(body.infer(value, ERROR));
  return ERROR;
}

/** Solves parameters that occur in the result by the hint, if it fits. */
export function solveByHint(body: Body, result: Type, hint: Type | null): void {
  if (hint === null || !hasVars(result)) return;
  const wanted = prune(hint);
  // The arguments solve a single `T` better if a coercion may follow.
  if (wanted.kind === "Var" || wanted.kind === "Never") return;
  body.unifier.attempt(result, wanted);
}

/** The standard functions that take a function, by the similar ones that do not. */
const BY_FUNCTION: Readonly<Record<string, string>> = {
  sort: "sort_by(…)",
  sorted: "sorted_by(…)",
  min: "sorted_by(fun(a, b) = …).first()",
  max: "sorted_by(fun(a, b) = …).last()",
  sum: "map(…).sum()",
  dedup: "group_by(…)",
  to_set: "map(…).to_set()",
  new: "by(…)",
};

/** The hint for `xs.sort(fun(a, b) = …)`. */
function withFunction(fn: FunctionSymbol, args: readonly Arg[]): Extra | undefined {
  const isHeap = fn.owner?.kind !== "Impl" || showType(fn.owner.target).startsWith("Heap");
  const other = args.length === 1 && args[0]!.value.kind === "Lambda" && Object.hasOwn(BY_FUNCTION, fn.name);
  return fn.module.standard && other && (fn.name !== "new" || isHeap)
    ? {
        hint: notes.withFunction(`${fn.name === "new" ? "Heap." : "."}${BY_FUNCTION[fn.name]!}`),
      }
    : undefined;
}

/** The hint for a method that takes another number of arguments in other languages, as `s.trim("x")`. */
function withCount({ module, owner, name }: FunctionSymbol, args: readonly Arg[]): Extra | undefined {
  if (!module.standard || owner?.kind !== "Impl") return undefined;
  const [type] = /^\w+/.exec(showType(owner.target)) ?? [];
  const hint = type === undefined ? undefined : insteadOfCount(type, name, args.length);
  return hint === undefined ? undefined : { hint };
}

/** The methods of lists with one more parameter, by those with one less. */
const ONE_MORE: Readonly<Record<string, string>> = {
  pop: "remove_at(i)",
  pop_first: "remove_at(i)",
  push: "extend([…])",
  first: "take(n)",
  last: "reversed().take(n)",
};

/** The hint for `xs.pop(0)` and `xs.push(1, 2)`. */
function ofList(fn: FunctionSymbol, args: readonly Arg[]): Extra | undefined {
  if (fn.module.standard && fn.name === "fold" && args.length === 1) return { hint: notes.startComesFirst };
  if (fn.module.standard && fn.name === "enumerate" && args.length === 1)
    return { hint: notes.indexesFromZero };
  const isList =
    fn.module.standard && fn.owner?.kind === "Impl" && showType(fn.owner.target).startsWith("List<");
  if (isList && fn.name === "insert" && args.length === 1) return { hint: notes.anotherTakes(".push(…)", 1) };
  return isList && args.length > fn.params.length && Object.hasOwn(ONE_MORE, fn.name)
    ? { hint: notes.anotherTakes(`.${ONE_MORE[fn.name]!}`, args.length) }
    : undefined;
}

/**
 * The hint for `m.get(key, default)`, `channel(16)` and `sleep(5)`: `get_or`, `channel_buffered` and
 * `sleep_millis` take as many arguments.
 */
function withOthers(
  { name, owner, module, params }: FunctionSymbol,
  args: readonly Arg[],
): Extra | undefined {
  if (owner?.kind === "Trait" || (owner !== null && args.length < params.length)) return undefined;
  const others = owner === null ? module.functions : owner.methods;
  for (const [other, fn] of others)
    if (other.startsWith(`${name}_`) && fn.params.length === args.length)
      return { hint: notes.anotherTakes(`${owner === null ? "" : "."}${other}(…)`, args.length) };
  return undefined;
}

/** Whether it is a lambda with an untyped parameter. */
function isOpenLambda(node: Expr): boolean {
  let inner = node;
  while (inner.kind === "Paren") inner = inner.inner;
  return inner.kind === "Lambda" && (inner as Lambda).params.some((param) => param.type === null);
}
