// Calls. What certainly returns a promise is awaited; what may or may not is looked at first, so
// that a call that turned out not to wait costs no promise.
import type { Expr } from "../ir.ts";
import type { FunctionEmitter } from "./function-emitter.ts";
import { splitArgument } from "./halves.ts";
import { propertyName } from "./names.ts";
import { atom, compound, operand, type Value } from "./value.ts";

type CallExpr = Expr & { kind: "Call" | "CallValue" | "CallDyn" };

export function callText(emitter: FunctionEmitter, expr: CallExpr, forward: boolean): Value {
  const { suspension } = emitter.program;
  const mark = emitter.mark(expr.at);
  const words = !forward && suspension.waits(expr) ? suspension.nesting(emitter.instance, expr) : 0;
  const text = mark + bareCall(emitter, expr, words);
  if (forward || !suspension.waits(expr)) return atom(text);
  if (emitter.mode !== "async") throw new Error("a waiting call in a function that does not wait");
  const always = expr.kind === "Call" && suspension.modeOf(expr.instance) === "async";
  if (words > 0) return counted(emitter, expr, text, words, always);
  if (always) {
    return compound(`${emitter.mark(expr.at)}await ${text}`);
  }
  const t = emitter.temp();
  const wait = `${emitter.mark(expr.at)}await ${t}`;
  const value = compound(`(${t} = ${text}) instanceof Promise ? ${wait} : ${t}`);
  return { ...value, effect: `if ((${t} = ${text}) instanceof Promise) ${wait};` };
}

/** The stack is counted from the moment the arguments are there until the callee first waits or ends. */
function counted(emitter: FunctionEmitter, expr: CallExpr, text: string, words: number, always: boolean): Value {
  const t = emitter.temp();
  const wait = `${emitter.mark(expr.at)}await ${t}`;
  return atom(`(${t} = ${text}, depth -= ${words}, ${always ? wait : `${t} instanceof Promise ? ${wait} : ${t}`})`);
}

function countArgument(emitter: FunctionEmitter, words: number): string {
  emitter.program.countsStack = true;
  emitter.door("spareStack");
  emitter.door("Panic");
  return `(depth += ${words}) > depthLimit && deepen(${words})`;
}

/** For callees that nobody knows, the additional argument is undefined. */
function counting(emitter: FunctionEmitter, args: readonly string[], words: number): readonly string[] {
  return words > 0 ? [...args, `void (${countArgument(emitter, words)})`] : args;
}

/** Parameters in halves take two arguments. */
function argumentTexts(emitter: FunctionEmitter, expr: Expr & { kind: "Call" }): string[] {
  const { ranges } = emitter.program;
  const isSplit = expr.instance.params.map((param) => ranges.isSplit(param));
  if (expr.args.every((arg) => emitter.isInline(arg))) {
    return expr.args.map((arg, at) => (isSplit[at] === true ? splitArgument(emitter, arg) : emitter.text(arg)));
  }
  return emitter.values(expr.args).map((value, at) => (isSplit[at] === true ? splitArgument(emitter, value) : value.text));
}

function bareCall(emitter: FunctionEmitter, expr: CallExpr, words: number): string {
  switch (expr.kind) {
    case "Call": {
      const args = argumentTexts(emitter, expr);
      const { native } = expr.instance;
      if (native?.blocking === true) args.push(`${emitter.program.marks.site(emitter.fn, expr.at)}`);
      // One argument more than the function has, evaluated after all others.
      if (words > 0) args.push(countArgument(emitter, words));
      return `${emitter.program.functionName(expr.instance)}(${args.join(", ")})`;
    }
    case "CallValue": {
      const [callee, ...args] = emitter.values([expr.callee, ...expr.args]) as [Value, ...Value[]];
      // A property would be called as a method and pay for a receiver that nobody reads.
      return `${operand(callee)}(${counting(emitter, args.map((value) => value.text), words).join(", ")})`;
    }
    case "CallDyn": {
      const [receiver, ...args] = emitter.values([expr.receiver, ...expr.args]) as [Value, ...Value[]];
      return `${operand(receiver)}.${propertyName(expr.method)}(${counting(emitter, args.map((value) => value.text), words).join(", ")})`;
    }
  }
}
