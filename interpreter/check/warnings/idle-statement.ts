// W11: a statement without effect, whose value is not used (reference/expressions#bindings-and-literals),
// with a hint for the probable mistake.
import { notes } from "../../diagnostics/index.ts";
import type { Expr } from "../../syntax/index.ts";
import type { Body, EnclosingFunction } from "../body/index.ts";
import { standardModules } from "../standard/index.ts";
import {
  isError,
  isNever,
  isPrimitive,
  isSymbol,
  mentions,
  prune,
  writableType,
  type Type,
} from "../types/index.ts";

/** What a statement ends: a body, or the branch of an `if` without `else`; or that it is deferred. */
export type Ended = "body" | "branch" | "deferred";

/** Reports an expression without effect whose value is not used. */
export function warnIdle(body: Body, node: Expr, type: Type, ended: Ended | null): void {
  if (isNever(type) || isFromMacro(body, node)) return;
  if (node.kind === "MethodCall") {
    if (returnsNewValue(body, node)) warnDropped(body, node, type);
    return;
  }
  if (!isIdle(body, node)) return;
  const { frame } = body;
  body.finally.push(() => {
    if (mentions(type, isError)) return;
    const hint =
      meant(body, node, type, ended === "body" ? frame : null) ??
      (ended === "branch" ? notes.ifWithoutElse : undefined);
    body.warn("W11", node.span, {}, hint === undefined ? {} : { hint });
  });
}

/** The modules whose methods either change the receiver or only return a new value. */
const MODULES_OF_VALUES: ReadonlySet<string> = new Set([
  standardModules.lists,
  standardModules.maps,
  standardModules.numbers,
  standardModules.shuffling,
  standardModules.string,
  standardModules.texts,
]);
/** Those that change the receiver and return a value; all others that change it return none. */
const CHANGING: ReadonlySet<string> = new Set(["get_or_insert", "get_or_insert_with", "pop", "pop_last"]);

/** Whether a method of the prelude is called only for its value. */
function returnsNewValue({ state }: Body, node: Expr & { kind: "MethodCall" }): boolean {
  const use = state.facts.uses[node.id];
  if (use?.kind !== "Call") return false;
  const fn = use.callee.function;
  return MODULES_OF_VALUES.has(fn.module.id) && !CHANGING.has(fn.name);
}

function warnDropped(body: Body, node: Expr & { kind: "MethodCall" }, type: Type): void {
  body.finally.push(() => {
    if (mentions(type, isError) || isSymbol(type, body.context.primitives.Unit)) return;
    body.warn("W11", node.span, {}, { hint: notes.methodReturnsNewValue(node.name.name) });
  });
}

/**
 * Whether an expression has no effect: no call, no `?`, no panic. Chains of operators may be thousands long.
 */
function isIdle(body: Body, node: Expr): boolean {
  switch (node.kind) {
    case "IntLit":
    case "FloatLit":
    case "BoolLit":
    case "StringLit":
    case "CharLit":
    case "SelfValue":
    case "Lambda":
      return true;
    case "Name":
      return !isWrong(body, node);
    case "Interpolation":
      return node.parts.every((part) => typeof part === "string" || isIdle(body, part));
    case "Paren":
      return isIdle(body, node.inner);
    case "TupleLit":
      return node.parts.every((part) => isIdle(body, part));
    case "ListLit":
    case "SetLit":
      return node.elements.every((element) => isIdle(body, element));
    case "MapLit":
      return node.entries.every(({ key, value }) => isIdle(body, key) && isIdle(body, value));
    case "StructLit":
      return (
        node.fields.every(({ value }) => isIdle(body, value)) &&
        (node.base === null || isIdle(body, node.base))
      );
    case "FieldAccess":
      return !isWrong(body, node) && isIdle(body, node.receiver);
    case "Unary":
      return isIdle(body, node.value);
    case "Binary": {
      let left: Expr = node;
      while (left.kind === "Binary") {
        if (mayPanic(body, left) || !isIdle(body, left.right)) return false;
        left = left.left;
      }
      return isIdle(body, left);
    }
    case "Block":
    case "If":
    case "Match":
    case "Loop":
    case "While":
    case "For":
    case "Call":
    case "MethodCall":
    case "Index":
    case "Slice":
    case "Spawn":
    case "Try":
    case "LetTest":
    case "Range":
    case "MacroCall":
    case "BrokenExpr":
      return false;
  }
}

/** Whether an error was reported; the name of a module or type before a dot has no type. */
function isWrong({ state }: Body, { id }: Expr): boolean {
  const type = state.facts.types[id];
  return type !== undefined && isError(type);
}

/** Whether it is a division of Ints by a value that may be zero, which panics. */
function mayPanic({ state }: Body, node: Expr & { kind: "Binary" }): boolean {
  if (node.op !== "/" && node.op !== "%") return false;
  const type = state.facts.types[node.right.id];
  if (type !== undefined && isPrimitive(type, "Float")) return false;
  return node.right.kind !== "IntLit" || node.right.value === 0n;
}

/** Whether code has the location of a macro call: the value of a macro may be unused. */
function isFromMacro({ state }: Body, { span }: Expr): boolean {
  return /^\w+!\(/.test(state.unit.source.text.slice(span.start, span.end));
}

/** The hint for the probable mistake; `frame` is that of the body that the statement ends. */
function meant(body: Body, node: Expr, type: Type, frame: EnclosingFunction | null): string | undefined {
  const { text } = body.state.unit.source;
  const written = text.slice(node.span.start, node.span.end);
  if (node.kind === "Lambda") return notes.lambdaMustBeCalled;
  if (node.kind === "SetLit") return notes.bracesWithCommasAreSet;
  if (prune(type).kind === "Fun") return notes.toCallItWrite(written);
  if (node.kind === "Unary" && continues(text, node.span.start)) return notes.lineStartsExpression(node.op);
  if (
    frame?.kind === "function" &&
    frame.declaresResult === false &&
    !isSymbol(type, body.context.primitives.Unit)
  ) {
    return notes.toGiveItBackDeclare(writableType(type));
  }
  if (node.kind === "Binary" && node.op === "==" && isPlace(node.left)) return notes.assignWithOneEquals;
  return undefined;
}

function isPlace(node: Expr): boolean {
  return node.kind === "Name" || node.kind === "FieldAccess" || node.kind === "Index";
}

/** Whether only a line break separates the expression from code above it. */
function continues(text: string, start: number): boolean {
  const before = text.slice(0, start).trimEnd();
  return /[\n\r]/.test(text.slice(before.length, start)) && !/[{};]$/.test(before);
}
