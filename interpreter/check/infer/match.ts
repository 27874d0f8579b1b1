// `match`: its arms have one type (reference/checking#blocks-and-branches,
// reference/expressions#control-flow); their patterns are checked in patterns/.
import { notes } from "../../diagnostics/index.ts";
import type { Arm, Match, Stmt } from "../../syntax/index.ts";
import { forParts, type Body, type Expected } from "../body/index.ts";
import { bindPattern, checkExhaustive } from "../patterns/index.ts";
import { ERROR, isNever, NEVER, showType, type Type } from "../types/index.ts";
import { checkStatement } from "./statements.ts";

export function inferMatch(body: Body, node: Match, hint: Type | null): Type {
  const subject = body.infer(node.subject);
  let common: ReturnType<typeof forParts> | null = null;
  for (const arm of node.arms) {
    inArm(body, arm, subject, () => {
      if (common !== null) {
        checkArm(body, arm, common);
        return;
      }
      const type = inferArm(body, arm.body, hint);
      if (!isNever(type))
        common = forParts(
          { type, from: body.label(arm.body.span, notes.firstArmIs(showType(type))) },
          node.span,
        );
    });
  }
  checkExhaustive(body, node, subject);
  const decided = common as ReturnType<typeof forParts> | null;
  if (isNever(subject) || decided === null) return NEVER;
  return decided.parts.disagree ? ERROR : decided.type;
}

export function checkMatch(body: Body, node: Match, expected: Expected): Type {
  const subject = body.infer(node.subject);
  const each = forParts(expected, node.span);
  let ends = false;
  for (const arm of node.arms) {
    inArm(body, arm, subject, () => {
      if (!isNever(checkArm(body, arm, each))) ends = true;
    });
  }
  checkExhaustive(body, node, subject);
  return isNever(subject) || !ends ? NEVER : expected.type;
}

export function inArm(body: Body, arm: Arm, subject: Type, inside: () => void): void {
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
    body.report(
      "T1",
      stmt.span,
      { expected: wanted, actual: unit },
      { label: notes.assignmentHasNoValue, related: expected.from === null ? [] : [expected.from] },
    );
  }
  return expected.type;
}
