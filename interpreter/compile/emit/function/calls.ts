// Calls. A call that may return a promise instead of its value becomes a statement (frames/code-text.ts),
// unless the promise is passed on.
import { eachPart, eachPartOfStmt, type Expr, type Loop, type Parts } from "../../ir/index.ts";
import { splitArgument } from "../integers/index.ts";
import { atom, operand, propertyName, type Value } from "../values/index.ts";
import type { CallExpr, Emitter } from "../emitter/index.ts";

export function isCall(expr: Expr): expr is CallExpr {
  return expr.kind === "Call" || expr.kind === "CallValue" || expr.kind === "CallDyn";
}

/**
 * Whether a loop contains no call of a function or native and no loop; operators on numbers may still call
 * the runtime.
 */
export function callsNothing(loop: Loop): boolean {
  let found = false;
  const parts: Parts = {
    expr(expr) {
      found ||= CALLING.has(expr.kind);
      if (!found) eachPart(expr, parts);
    },
    stmt: (stmt) => eachPartOfStmt(stmt, parts),
    lambda: () => void (found = true),
  };
  eachPart(loop, parts);
  return !found;
}

const CALLING: ReadonlySet<Expr["kind"]> = new Set<Expr["kind"]>([
  "Call",
  "CallValue",
  "CallDyn",
  "Text",
  "While",
  "ForRange",
  "ForList",
  "ForNext",
]);

export function callText(emitter: Emitter, expr: CallExpr): Value {
  const call = emitter.mark(expr.at) + bareCall(emitter, expr);
  return atom(
    emitter.program.asserting && !emitter.program.suspension.waits(expr) ? `assertSync(${call})` : call,
  );
}

/** A parameter in halves takes two arguments. */
function argumentTexts(emitter: Emitter, expr: Expr & { kind: "Call" }): string[] {
  const { ranges } = emitter.program;
  const isSplit = expr.instance.params.map((param) => ranges.isSplit(param));
  if (expr.args.every((arg) => emitter.isInline(arg))) {
    return expr.args.map((arg, at) =>
      isSplit[at] === true ? splitArgument(emitter, arg) : emitter.text(arg),
    );
  }
  return emitter
    .values(expr.args)
    .map((value, at) => (isSplit[at] === true ? splitArgument(emitter, value) : value.text));
}

function bareCall(emitter: Emitter, expr: CallExpr): string {
  switch (expr.kind) {
    case "Call": {
      const args = argumentTexts(emitter, expr);
      const { native } = expr.instance;
      if (native?.blocking === true) args.push(`${emitter.program.marks.site(emitter.fn, expr.at)}`);
      return `${emitter.program.functionName(expr.instance)}(${args.join(", ")})`;
    }
    case "CallValue": {
      const [callee, ...args] = emitter.values([expr.callee, ...expr.args]) as [Value, ...Value[]];
      // Calling a property would pass a receiver, which takes time and is never read.
      return `${operand(callee)}(${args.map((value) => value.text).join(", ")})`;
    }
    case "CallDyn": {
      const [receiver, ...args] = emitter.values([expr.receiver, ...expr.args]) as [Value, ...Value[]];
      return `${operand(receiver)}.${propertyName(expr.method)}(${args.map((value) => value.text).join(", ")})`;
    }
  }
}
