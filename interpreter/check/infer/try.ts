// The operator `?` (reference/errors#results).
import type { Try } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { ERROR, prune, showType, type Type } from "../types/index.ts";

export function inferTry(body: Body, node: Try, hint: Type | null): Type {
  const { context, frame, unifier } = body;
  const { option, result } = context.enums;
  frame.returned = true;
  const outer = prune(frame.result);
  // A value that is to be wrapped as `dyn` is one of another type before.
  const inner =
    hint === null || prune(hint).kind === "Dyn"
      ? body.fresh(node.span, "the value of `?`", "half", "give it a type: `let x: Type = …`")
      : hint;
  const outerEnum = outer.kind === "Named" ? outer.symbol : null;
  const welcome =
    outer.kind === "Named" && outerEnum === result
      ? context.result(inner, outer.args[1]!)
      : outerEnum === option
        ? context.option(inner)
        : null;
  if (isDoubled(body, node)) {
    body.poison(body.infer((node.value as Try).value));
    body.report(
      "T13",
      { start: node.span.end - 2, end: node.span.end },
      { problem: "is written once: there is no operator `??`" },
      { hint: "for `x ?? y` write `x.unwrap_or(y)`" },
    );
    return ERROR;
  }
  const operand = body.known(body.infer(node.value, welcome));
  if (operand.kind === "Never") return operand;
  const kind =
    operand.kind === "Named" && (operand.symbol === option || operand.symbol === result)
      ? operand.symbol
      : null;
  if (kind === null || operand.kind !== "Named") {
    body.report("T13", node.span, {
      problem: `needs a Result or an Option, but this is \`${showType(operand)}\``,
    });
    body.poison(operand);
    return ERROR;
  }
  const payload = operand.args[0]!;
  if (frame.kind === "initialiser") {
    body.report("T13", node.span, { problem: "is only possible inside a function" });
    return payload;
  }
  if (frame.kind === "input") {
    body.use(node, { kind: "Leave" });
    return payload;
  }
  const wanted =
    kind === option
      ? context.option(body.fresh(node.span, "the result", "half"))
      : context.result(body.fresh(node.span, "the result", "half"), operand.args[1]!);
  if (unifier.attempt(frame.result, wanted)) return payload;
  const problem =
    outerEnum === kind && kind === result && outer.kind === "Named"
      ? `would return the error type \`${showType(operand.args[1]!)}\`, but the function's is \`${showType(outer.args[1]!)}\``
      : `needs a function that returns ${kind === option ? "an Option" : "a Result"}, but this one returns \`${showType(outer)}\``;
  body.report(
    "T13",
    node.span,
    { problem },
    {
      hint:
        kind === option
          ? "give a value for `None` with `unwrap_or`, or use `match`"
          : "look at the error with `match r { Ok(v) -> …, Err(e) -> … }`",
      ...(frame.resultFrom === null ? {} : { related: [frame.resultFrom] }),
    },
  );
  return payload;
}

/** `x ??`, which reads as `(x?)?`. */
function isDoubled({ state }: Body, { span, value }: Try): boolean {
  return value.kind === "Try" && state.unit.source.text.slice(span.end - 2, span.end) === "??";
}
