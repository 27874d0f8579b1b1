// The operator `?` (reference/errors#results).
import { notes } from "../../diagnostics/index.ts";
import type { Expr, Try } from "../../syntax/index.ts";
import { oblige, type Body } from "../body/index.ts";
import { matchAll } from "../impls/index.ts";
import { followsResult, resultCause } from "./missing-result.ts";
import { ERROR, prune, showType, type NamedType, type Type } from "../types/index.ts";
import { errorConversionHint } from "../hints/index.ts";

export function inferTry(body: Body, node: Try, hint: Type | null): Type {
  const { context, frame, unifier } = body;
  const { option, result } = context.enums;
  frame.returned = true;
  frame.tried = true;
  const outer = prune(frame.result);
  // A value that is to be wrapped as `dyn` has another type before.
  const inner =
    hint === null || prune(hint).kind === "Dyn"
      ? body.fresh(node.span, notes.valueOf, "half", notes.giveType)
      : hint;
  const outerEnum = outer.kind === "Named" ? outer.symbol : null;
  // An error that may be converted is not expected to be that of the function.
  const error = outer.kind === "Named" && outerEnum === result ? prune(outer.args[1]!) : null;
  const welcome =
    error !== null
      ? context.result(
          inner,
          isConvertedTo(body, error) ? body.fresh(node.span, notes.result, "half") : error,
        )
      : outerEnum === option
        ? context.option(inner)
        : null;
  if (isDoubled(body, node)) {
    followed.add(node.value);
    for (const inner of triesBelow(node.value)) mistaken.set(inner, causeOf(node.value));
  }
  const operand = body.known(body.infer(node.value, welcome));
  if (operand.kind === "Never") return operand;
  const isTried = (type: Type): type is NamedType =>
    type.kind === "Named" && (type.symbol === option || type.symbol === result);
  const kind = isTried(operand) ? operand.symbol : null;
  const isNested = isTried(operand) && isTried(prune(operand.args[0]!));
  if (followed.has(node) && !isNested) {
    body.poison(operand);
    body.report(
      "T13",
      { start: node.span.end - 1, end: node.span.end + 1 },
      { problem: notes.questionMarkOnce },
      { hint: notes.unwrapOrForDefault, cause: causeOf(node) },
    );
    return ERROR;
  }
  if (kind === null || operand.kind !== "Named") {
    body.report(
      "T13",
      node.span,
      { problem: notes.needsResultOrOption(showType(operand)) },
      {
        hint: notes.removeQuestionMark,
        ...causeOfCalled(body, node.value),
        ...followsResult(body, node.value),
      },
    );
    body.poison(operand);
    return ERROR;
  }
  const payload = operand.args[0]!;
  if (frame.kind === "initialiser") {
    body.report("T13", node.span, { problem: notes.isOnlyPossibleInsideFunction });
    return payload;
  }
  if (frame.kind === "input") {
    body.use(node, { kind: "Leave" });
    // The value of `Err("text")?` or `None?`, which always leaves, is not used.
    const value = prune(payload);
    const isNone = node.value.kind === "Name" && node.value.name === "None";
    if (value.kind === "Var" && (value.fallback === "half" || isNone)) value.fallback = "unit";
    return payload;
  }
  const wanted =
    kind === option
      ? context.option(body.fresh(node.span, notes.result, "half"))
      : context.result(body.fresh(node.span, notes.result, "half"), operand.args[1]!);
  if (unifier.attempt(frame.result, wanted)) return payload;
  if (kind === result && error !== null && converts(body, node, operand.args[1]!, error)) return payload;
  const problem =
    outerEnum === kind && kind === result && outer.kind === "Named"
      ? notes.wouldReturnOtherError(showType(operand.args[1]!), showType(outer.args[1]!))
      : notes.needsFunctionThatReturns(
          kind === option ? "an Option" : "a Result",
          frame.kind === "lambda" ? "lambda" : "one",
          showType(outer),
        );
  body.report(
    "T13",
    node.span,
    { problem },
    {
      hint:
        kind === option
          ? notes.giveValueForNone
          : frame.kind === "function" && frame.declaresResult === false
            ? notes.declareResultOrMatch(showType(operand.args[1]!))
            : frame.kind === "lambda"
              ? notes.matchInLambda
              : (errorConversionHint(context, operand.args[1]!, outer) ?? notes.matchResult),
      // The result type is the mistake, however many values need it.
      ...(frame.resultFrom !== null && {
        related: [frame.resultFrom],
        cause: `${problem} at ${frame.resultFrom.span.start}`,
      }),
      ...resultCause(body),
      ...(mistaken.has(node) && { follows: mistaken.get(node)! }),
    },
  );
  return followed.has(node) ? ERROR : payload;
}

/** Whether a type has a conversion from any error. */
function isConvertedTo({ context }: Body, error: Type): boolean {
  const { fromError } = context.prelude;
  return (
    (error.kind === "Named" && context.impls.hasImpl(fromError, error.symbol)) ||
    (error.kind === "Param" && error.bounds.some(({ trait }) => trait === fromError))
  );
}

/** Whether the error of a function is made from another by `FromError`; notes the call. */
function converts(body: Body, node: Try, from: Type, to: Type): boolean {
  const { context } = body;
  const { fromError } = context.prelude;
  const trait = { trait: fromError, args: [from] };
  const isPossible =
    to.kind === "Named"
      ? context.impls
          .applicable(trait, to)
          .some(
            ({ impl }) =>
              matchAll(
                [impl.target, ...impl.trait!.args],
                [to, from],
                new Set(impl.typeParams),
                new Map(),
              ) !== "no",
          )
      : to.kind === "Param" &&
        to.bounds.some(
          (bound) => bound.trait === fromError && matchAll(bound.args, [from], new Set(), new Map()) !== "no",
        );
  if (!isPossible) return false;
  oblige(body, { self: to, trait, span: node.span });
  const method = fromError.members.get("from_error")!;
  body.use(node, { kind: "BoundCall", callee: { trait, method, self: to, typeArgs: [] } });
  return true;
}

/** The cause of a `?` after a call whose function returns no option or result: one for all its calls. */
function causeOfCalled({ state }: Body, { id }: Expr): { cause?: string } {
  const use = state.facts.uses[id];
  if (use?.kind !== "Call") return {};
  const { module, name } = use.callee.function;
  return { cause: `? after ${name} of ${module.id}` };
}

/** The operands `x?` of `x??`. */
const followed = new WeakSet<Expr>();

/** The `?` in the operand of `s?.name ?? x`, each with the cause of the report about `??`. */
const mistaken = new WeakMap<Expr, string>();

function causeOf({ span }: Expr): string {
  return `??@${span.end}`;
}

/** The `?` in the chain of suffixes before the last of them. */
function* triesBelow(last: Expr): Iterable<Expr> {
  let below = last;
  for (;;) {
    if (below !== last && below.kind === "Try") yield below;
    if (below.kind === "Try") below = below.value;
    else if (below.kind === "FieldAccess" || below.kind === "MethodCall") below = below.receiver;
    else return;
  }
}

/** Whether it is `x??`, which is `(x?)?`, or meant as the operator `??` of other languages. */
function isDoubled({ state }: Body, { span, value }: Try): boolean {
  return value.kind === "Try" && state.unit.source.text.slice(span.end - 2, span.end) === "??";
}
