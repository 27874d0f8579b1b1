// Blocks, branches, loops and `?` (language 5.3, 6.3, 10.1, beyond 1).
//
// Code that never gets past a point has the type never: so a block is of that type when one of its
// statements is, a branch when all its arms are, a `loop` when nothing breaks out of it.
import type { Arm, Block, Expr, For, If, Loop, Match, Stmt, Try, While } from "../../syntax/index.ts";
import { insteadOf } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Body, Expected, LoopFrame } from "../body/index.ts";
import { bindPattern, checkExhaustive } from "../patterns/index.ts";
import { iterate } from "./iteration.ts";
import { reportMismatch } from "./mismatch.ts";
import { fieldsHint, misreadHint } from "./member-hints.ts";
import { declareUnknown } from "./places.ts";
import { ERROR, isNever, NEVER, prune, showType, type Type } from "../types/index.ts";
import { checkStatement, discard } from "./statements.ts";

// ---- blocks

/** Statements in order; whether the end is reached. The inside of `trailing` runs in the block's scope. */
function inBlock(body: Body, node: Block, trailing: (reached: boolean) => Type): Type {
  return body.scoped(() => {
    let leaves = false;
    let warned = false;
    const unreachable = (span: Span): void => {
      if (leaves && !warned) body.warn("W4", span, {}, { label: "never runs" });
      warned ||= leaves;
    };
    // Up to where a statement of another language reaches.
    let misread: number | null = null;
    for (const stmt of node.stmts) {
      if (misread !== null && continuesLine(body, misread, stmt.span)) {
        misread = stmt.span.end;
        if (stmt.kind === "Assign" && stmt.target.kind === "Name") declareUnknown(body, stmt.target.name, stmt.target.span);
        continue;
      }
      unreachable(stmt.span);
      if (checkStatement(body, stmt)) leaves = true;
      misread = endsMisread(body, stmt) ? stmt.span.end : null;
    }
    if (node.trailing !== null) {
      if (misread !== null && continuesLine(body, misread, node.trailing.span)) return ERROR;
      unreachable(node.trailing.span);
    }
    const type = trailing(!leaves);
    return leaves ? NEVER : type;
  });
}

/**
 * `var x = 1`, `await f()` and `try { … }` are two statements each by the grammar. Once the word of
 * another language is reported, the rest of its line would only be reported for the same mistake.
 */
function endsMisread(body: Body, stmt: Stmt): boolean {
  const value = stmt.kind === "ExprStmt" || stmt.kind === "Let" ? stmt.value : stmt.kind === "Return" ? stmt.value : null;
  if (value?.kind !== "Name" || body.state.facts.types[value.id] !== ERROR) return false;
  if (fieldsHint(body, value) !== undefined) return true;
  return insteadOf(value.name) !== undefined || misreadHint(body, value) !== undefined;
}

function continuesLine({ state }: Body, from: number, { start }: Span): boolean {
  return !/[\n\r]/.test(state.unit.source.text.slice(from, start));
}

export function inferBlock(body: Body, node: Block, hint: Type | null): Type {
  return inBlock(body, node, () => (node.trailing === null ? body.context.unit : body.infer(node.trailing, hint)));
}

/** A block whose value nobody wants; `whole`: it is a body. */
export function discardBlock(body: Body, node: Block, whole = false): Type {
  const type = inBlock(body, node, () => (node.trailing === null ? body.context.unit : discard(body, node.trailing, whole)));
  return body.type(node, isNever(type) ? NEVER : body.context.unit);
}

export function checkBlock(body: Body, node: Block, expected: Expected): Type {
  return inBlock(body, node, (reached) => {
    const { trailing } = node;
    if (trailing === null) {
      if (reached) endsWithout(body, node, expected);
      return expected.type;
    }
    if (expected.result === true && endsEmpty(trailing) && !wantsUnit(body, expected.type)) {
      const type = body.infer(trailing);
      if (!isNever(type) && reached) endsWithout(body, trailing, expected);
      return isNever(type) ? NEVER : expected.type;
    }
    if (!reached) {
      body.infer(trailing, expected.type);
      return NEVER;
    }
    body.check(trailing, expected);
    return isNever(body.state.facts.types[trailing.id]!) ? NEVER : expected.type;
  });
}

/** Statements in the clothes of an expression: their value is Unit. */
function endsEmpty(node: Expr): boolean {
  return node.kind === "While" || node.kind === "For" || (node.kind === "If" && node.otherwise === null);
}

function wantsUnit(body: Body, type: Type): boolean {
  const actual = prune(type);
  return actual.kind === "Var" || actual.kind === "Never" || (actual.kind === "Named" && actual.symbol === body.context.primitives.Unit);
}

/** The end of a block is reached, so its value is Unit. */
function endsWithout(body: Body, node: Block | Expr, expected: Expected): void {
  const { unit } = body.context;
  const outcome = body.unifier.unify(expected.type, unit);
  if (outcome === "same") return;
  const wanted = prune(expected.type);
  if (expected.result === true) {
    const end = { start: Math.max(node.span.start, node.span.end - 1), end: node.span.end };
    const place = expected.from?.span ?? end;
    body.report("T19", place, { result: showType(wanted) }, { related: place === end ? [] : [body.label(end, "the end is reached here")] });
    body.poison(wanted);
  } else reportMismatch(body, node as Expr, unit, wanted, "different", expected.from);
}

// ---- if

function condition(body: Body, node: Expr): boolean {
  body.check(node, { type: body.context.bool, from: null });
  return isNever(body.state.facts.types[node.id]!);
}

export function inferIf(body: Body, node: If, hint: Type | null): Type {
  const leaves = condition(body, node.condition);
  if (node.otherwise === null) {
    discardBlock(body, node.then);
    return leaves ? NEVER : body.context.unit;
  }
  const first = body.infer(node.then, hint);
  if (isNever(first)) return body.infer(node.otherwise, hint);
  body.check(node.otherwise, { type: first, from: body.label(branchPlace(node.then), `the first branch is \`${showType(first)}\``) });
  return leaves ? NEVER : first;
}

export function checkIf(body: Body, node: If, expected: Expected): Type {
  const leaves = condition(body, node.condition);
  if (node.otherwise === null) {
    discardBlock(body, node.then);
    if (!leaves) endsWithout(body, node, expected);
    return leaves ? NEVER : expected.type;
  }
  body.check(node.then, expected);
  body.check(node.otherwise, expected);
  const { types } = body.state.facts;
  return leaves || (isNever(types[node.then.id]!) && isNever(types[node.otherwise.id]!)) ? NEVER : expected.type;
}

/** Where the value of a branch stands. */
function branchPlace(node: Block): Span {
  return node.trailing?.span ?? node.span;
}

// ---- match

export function inferMatch(body: Body, node: Match, hint: Type | null): Type {
  const subject = body.infer(node.subject);
  let common: Expected | null = null;
  for (const arm of node.arms) {
    inArm(body, arm, subject, () => {
      if (common !== null) {
        checkArm(body, arm, common);
        return;
      }
      const type = inferArm(body, arm.body, hint);
      if (!isNever(type)) common = { type, from: body.label(arm.body.span, `the first arm is \`${showType(type)}\``) };
    });
  }
  checkExhaustive(body, node, subject);
  return isNever(subject) || common === null ? NEVER : (common as Expected).type;
}

export function checkMatch(body: Body, node: Match, expected: Expected): Type {
  const subject = body.infer(node.subject);
  let ends = false;
  for (const arm of node.arms) {
    inArm(body, arm, subject, () => {
      if (!isNever(checkArm(body, arm, expected))) ends = true;
    });
  }
  checkExhaustive(body, node, subject);
  return isNever(subject) || !ends ? NEVER : expected.type;
}

function inArm(body: Body, arm: Arm, subject: Type, inside: () => void): void {
  body.scoped(() => {
    bindPattern(body, arm.pattern, subject, "match");
    if (arm.guard !== null) body.check(arm.guard, { type: body.context.bool, from: null });
    inside();
  });
}

function inferArm(body: Body, stmt: Stmt, hint: Type | null): Type {
  if (stmt.kind === "ExprStmt") return body.infer(stmt.value, hint);
  return checkStatement(body, stmt) ? NEVER : body.context.unit;
}

function checkArm(body: Body, arm: Arm, expected: Expected): Type {
  const stmt = arm.body;
  if (stmt.kind === "ExprStmt") {
    body.check(stmt.value, expected);
    return body.state.facts.types[stmt.value.id]!;
  }
  if (checkStatement(body, stmt)) return NEVER;
  if (body.unifier.unify(expected.type, body.context.unit) !== "same") {
    const [wanted, unit] = [showType(expected.type), showType(body.context.unit)];
    body.report("T1", stmt.span, { expected: wanted, actual: unit }, { label: "an assignment has no value", related: expected.from === null ? [] : [expected.from] });
  }
  return expected.type;
}

// ---- loops

function inLoop(body: Body, frame: LoopFrame, block: Block): LoopFrame {
  body.frame.loops.push(frame);
  discardBlock(body, block);
  body.frame.loops.pop();
  return frame;
}

export function inferLoop(body: Body, node: Loop, _hint: Type | null): Type {
  const type = body.fresh(node.span, "the value of this loop", "unit");
  return loopType(body, inLoop(body, { kind: "loop", type, from: null, broken: "never" }, node.body));
}

export function checkLoop(body: Body, node: Loop, expected: Expected): Type {
  const frame = inLoop(body, { kind: "loop", type: expected.type, from: expected.from, broken: "never" }, node.body);
  if (frame.broken === "plain") endsWithout(body, node, expected);
  return loopType(body, frame);
}

function loopType(body: Body, frame: LoopFrame): Type {
  switch (frame.broken) {
    case "never":
      return NEVER;
    case "plain":
      return body.context.unit;
    case "value":
      return frame.type;
  }
}

export function inferWhile(body: Body, node: While): Type {
  condition(body, node.condition);
  inLoop(body, { kind: "while", type: body.context.unit, from: null, broken: "never" }, node.body);
  return body.context.unit;
}

export function inferFor(body: Body, node: For): Type {
  const element = iterate(body, node);
  body.scoped(() => {
    bindPattern(body, node.pattern, element, "for");
    inLoop(body, { kind: "for", type: body.context.unit, from: null, broken: "never" }, node.body);
  });
  return body.context.unit;
}

// ---- ?

export function inferTry(body: Body, node: Try, hint: Type | null): Type {
  const { context, frame, unifier } = body;
  const { option, result } = context.enums;
  frame.returned = true;
  const outer = prune(frame.result);
  // A value that is to be wrapped as `dyn` is one of another type before.
  const inner = hint === null || prune(hint).kind === "Dyn" ? body.fresh(node.span, "the value of `?`", "half", "give it a type: `let x: Type = …`") : hint;
  const outerEnum = outer.kind === "Named" ? outer.symbol : null;
  const welcome = outer.kind === "Named" && outerEnum === result ? context.result(inner, outer.args[1]!) : outerEnum === option ? context.option(inner) : null;
  if (isDoubled(body, node)) {
    body.poison(body.infer((node.value as Try).value));
    body.report("T13", { start: node.span.end - 2, end: node.span.end }, { problem: "is written once: there is no operator `??`" }, { hint: "for `x ?? y` write `x.unwrap_or(y)`" });
    return ERROR;
  }
  const operand = body.known(body.infer(node.value, welcome));
  if (operand.kind === "Never") return operand;
  const kind = operand.kind === "Named" && (operand.symbol === option || operand.symbol === result) ? operand.symbol : null;
  if (kind === null || operand.kind !== "Named") {
    body.report("T13", node.span, { problem: `needs a Result or an Option, but this is \`${showType(operand)}\`` });
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
  const wanted = kind === option
    ? context.option(body.fresh(node.span, "the result", "half"))
    : context.result(body.fresh(node.span, "the result", "half"), operand.args[1]!);
  if (unifier.attempt(frame.result, wanted)) return payload;
  const problem = outerEnum === kind && kind === result && outer.kind === "Named"
    ? `would return the error type \`${showType(operand.args[1]!)}\`, but the function's is \`${showType(outer.args[1]!)}\``
    : `needs a function that returns ${kind === option ? "an Option" : "a Result"}, but this one returns \`${showType(outer)}\``;
  body.report("T13", node.span, { problem }, {
    hint: kind === option ? "give a value for `None` with `unwrap_or`, or use `match`" : "look at the error with `match r { Ok(v) -> …, Err(e) -> … }`",
    ...(frame.resultFrom === null ? {} : { related: [frame.resultFrom] }),
  });
  return payload;
}

/** `x ??`, which reads as `(x?)?`. */
function isDoubled({ state }: Body, { span, value }: Try): boolean {
  return value.kind === "Try" && state.unit.source.text.slice(span.end - 2, span.end) === "??";
}
