// Statements. Each check returns whether the statement diverges.
import { get } from "../../own/index.ts";
import { nearest, notes } from "../../diagnostics/index.ts";
import type { Assign, Break, Continue, Expr, Let, LetPattern, Return, Stmt } from "../../syntax/index.ts";
import type { Body, EnclosingFunction, LoopFrame } from "../body/index.ts";
import {
  callWithoutResult,
  inClosure,
  noteAssignment,
  warnShadowedImport,
  watchUse,
} from "../warnings/index.ts";
import { discard } from "./discarded.ts";
import { resultsOfLambda } from "./function-body.ts";
import { isUnitResult } from "../hints/index.ts";
import { followsResult } from "./missing-result.ts";
import { checkCompound } from "./operators.ts";
import { targetType } from "./targets.ts";
import { resolveType } from "../declare/index.ts";
import { mustNotFail, patternLocals, shouldFail } from "../patterns/index.ts";
import {
  isError,
  isNever,
  isPrimitive,
  isSymbol,
  prune,
  withoutSolvedVars,
  showType,
  writableType,
  type Type,
} from "../types/index.ts";

export function checkStatement(body: Body, stmt: Stmt): boolean {
  switch (stmt.kind) {
    case "Let":
      return checkLet(body, stmt);
    case "LetPattern":
      return checkLetPattern(body, stmt);
    case "Return":
      return checkReturn(body, stmt);
    case "Break":
      return checkBreak(body, stmt);
    case "Continue":
      loopOf(body, stmt, "continue");
      return true;
    case "Defer":
      checkDeferred(body, stmt.value);
      return false;
    case "Assign":
      return checkAssign(body, stmt);
    case "ExprStmt":
      return isNever(discard(body, stmt.value));
  }
}

/** The type of the value of a `let`: the written one, else that of the value. */
function letType(body: Body, node: Let | LetPattern): Type {
  if (node.type === null) return body.infer(node.value);
  const type = resolveType(body.context, node.type, body.types);
  body.check(node.value, { type, from: body.label(node.type.span, notes.becauseOfThisAnnotation) });
  return type;
}

/** Checks `let (a, b) = e` and `let Some(x) = e else { … }` (reference/patterns#let). */
function checkLetPattern(body: Body, node: LetPattern): boolean {
  const { pattern, otherwise } = node;
  const type = letType(body, node);
  const leaves = isNever(body.state.facts.types[node.value.id]!);
  if (otherwise === null) mustNotFail(body, pattern, type, notes.letNeedsElse);
  else {
    const block = body.infer(otherwise);
    if (!isNever(block) && !isError(block))
      body.report(
        "T31",
        { start: otherwise.span.end - 1, end: otherwise.span.end },
        {},
        { label: notes.thisEndIsReached, hint: notes.waysToLeave },
      );
    shouldFail(body, pattern, type, notes.leaveElseOut);
  }
  const locals = patternLocals(
    body,
    pattern,
    isNever(type) ? body.context.unit : withoutSolvedVars(type),
    otherwise === null ? "let" : "match",
    node.constant,
  );
  if (!isAtFileLevel(body)) for (const local of locals) body.declare(local);
  else {
    const globals = [...locals]
      .filter(({ name }) => isFileName(name))
      .map((local) => {
        local.used = true;
        return {
          local,
          global: body.declareGlobal({ name: local.name, span: local.span }, local.type, node),
        };
      });
    body.use(node, { kind: "Globals", globals });
  }
  return leaves;
}

function checkLet(body: Body, node: Let): boolean {
  const type = letType(body, node);
  const leaves = isNever(body.state.facts.types[node.value.id]!);
  const { name, span } = node.name;
  if (isFileLevel(body, node)) {
    const global = body.declareGlobal(
      node.name,
      isNever(type) ? body.context.unit : withoutSolvedVars(type),
      node,
    );
    body.use(node, { kind: "Global", global });
    return leaves;
  }
  const local = body.newLocal(
    name,
    isNever(type) ? body.context.unit : withoutSolvedVars(type),
    span,
    node.constant,
  );
  if (node.type === null) {
    local.misfits = 0;
    const follows = get(followsResult(body, node.value), "follows");
    if (follows !== undefined) local.follows = follows;
    const noValue = callWithoutResult(body, node.value);
    if (noValue !== undefined) local.noValue = noValue;
  }
  body.state.facts.locals[node.id] = local;
  watchUse(body, local, { hidden: body.local(name) });
  warnShadowedImport(body, local);
  body.declare(local);
  return leaves;
}

/** Whether it is a variable of an input of a session whose name is not private to a macro. */
function isFileLevel(body: Body, { name: { name } }: Let): boolean {
  return isAtFileLevel(body) && isFileName(name);
}

function isAtFileLevel({ frame, isOutermost }: Body): boolean {
  return frame.kind === "input" && isOutermost;
}

function isFileName(name: string): boolean {
  return name !== "_" && /^\w+$/.test(name);
}

function checkReturn(body: Body, node: Return): boolean {
  const { frame } = body;
  if (frame.kind === "initialiser" || frame.kind === "input") {
    body.report(
      "T14",
      node.span,
      { word: "return", problem: "outside" },
      frame.kind === "input" ? { hint: notes.valueOfInputIsIts } : {},
    );
    if (node.value !== null) body.infer(node.value);
    return true;
  }
  frame.returned = true;
  if (node.value !== null) {
    const undeclared = (actual: Type): string => notes.writeResultType(writableType(actual));
    const inLambda = frame.kind === "lambda" && isPrimitive(prune(frame.result), "Unit");
    body.check(node.value, {
      type: frame.result,
      from: frame.resultFrom,
      ...(frame.declaresResult === false ? { hint: undeclared } : {}),
      ...(inLambda ? { hint: () => notes.returnLeavesLambda } : resultsOfLambda(body, frame)),
    });
    return true;
  }
  if (body.unifier.unify(frame.result, body.context.unit) !== "same") {
    body.report(
      "T19",
      node.span,
      { result: showType(frame.result) },
      {
        ...(frame.resultFrom !== null && { related: [frame.resultFrom] }),
        ...(isUnitResult(body, frame.result) && { hint: notes.returnOk }),
      },
    );
  }
  return true;
}

/** The loop of a `break` or `continue`; null after reporting an error. */
function loopOf(body: Body, { label, span }: Break | Continue, word: "break" | "continue"): LoopFrame | null {
  const { loops } = body.frame;
  if (label === null) {
    const loop = loops.at(-1);
    if (loop === undefined)
      body.report(
        "T14",
        span,
        { word, problem: "outside" },
        body.frame.kind === "lambda" ? { hint: notes.lambdaIsNoLoop } : {},
      );
    return loop ?? null;
  }
  const loop = loops.findLast((each) => each.label?.name === label.name);
  if (loop?.label != null) {
    body.usedLabels.add(loop.label);
    return loop;
  }
  const outer = body.labels.findLast((each) => each.name === label.name);
  if (outer !== undefined) {
    body.usedLabels.add(outer);
    body.report(
      "T14",
      label.span,
      { word, problem: "across", label: label.name },
      {
        hint: notes.copiesVariables,
        related: [body.label(outer.span, notes.labelOfOuterFunction)],
      },
    );
    return null;
  }
  const names = loops.flatMap((each) => each.label?.name ?? []);
  const similar = nearest(label.name, names) ?? (names.length === 1 ? names[0] : undefined);
  const hint =
    similar !== undefined
      ? notes.didYouMeanLabel(similar)
      : loops.length > 0
        ? notes.putItBeforeLoopThat(label.name)
        : undefined;
  body.report(
    "T14",
    label.span,
    { word, problem: "unknown", label: label.name },
    hint === undefined ? {} : { hint },
  );
  return null;
}

function checkBreak(body: Body, node: Break): boolean {
  const loop = loopOf(body, node, "break");
  if (loop === null) {
    if (node.value !== null) body.infer(node.value);
    return true;
  }
  if (node.value === null) {
    if (loop.broken === "value") reportPlainBreak(body, node, loop.type);
    else loop.broken = "plain";
    return true;
  }
  if (loop.kind !== "loop") {
    // Report `break outer` once.
    const { value } = node;
    const isLabel =
      value.kind === "Name" &&
      body.local(value.name) === undefined &&
      body.labels.some(({ name }) => name === value.name);
    if (!isLabel)
      body.report("T14", node.span, { word: "break", problem: "value" }, { hint: notes.assignBeforeBreak });
    body.infer(node.value);
    return true;
  }
  if (loop.broken === "plain") {
    const type = body.infer(node.value);
    if (!isSymbol(type, body.context.primitives.Unit)) reportPlainBreak(body, node, type);
    return true;
  }
  loop.broken = "value";
  body.check(node.value, { type: loop.type, from: loop.from });
  return true;
}

/** Reports a loop in which only some `break`s have a value. */
function reportPlainBreak(body: Body, node: Break, type: Type): void {
  if (isSymbol(type, body.context.primitives.Unit)) return;
  body.report(
    "T1",
    node.span,
    { expected: showType(type), actual: "()" },
    { label: notes.breaksAllOrNoneHaveValues },
  );
}

/**
 * Checks a deferred expression, which is a separate body: `return`, `?` and `break` apply to it
 * (reference/expressions#defer).
 */
function checkDeferred(body: Body, value: Expr): void {
  const outer = body.frame;
  const frame: EnclosingFunction = {
    kind: "defer",
    result: body.fresh(value.span, notes.deferredExpression, "unit"),
    resultFrom: null,
    loops: [],
    returned: false,
  };
  body.frame = frame;
  inClosure(body, "deferred", value, () => {
    // The result of a deferred call cannot be used, as in `defer file.close()`.
    discard(body, value, "deferred");
  });
  body.frame = outer;
}

function checkAssign(body: Body, node: Assign): boolean {
  const target = targetType(body, node.target);
  noteAssignment(body, node.target);
  if (node.op !== "=") {
    checkCompound(body, node, target);
    return false;
  }
  body.check(node.value, {
    type: target,
    from: body.label(node.target.span, notes.thisHasType(showType(target))),
  });
  return isNever(prune(body.state.facts.types[node.value.id]!));
}
