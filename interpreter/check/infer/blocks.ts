// Blocks (reference/checking#blocks-and-branches).
//
// Diverging code has the type never: a block if one of its statements diverges, a branch if all its arms do,
// a `loop` if nothing breaks out of it.
import { insteadOf, notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Block, Expr, Stmt } from "../../syntax/index.ts";
import type { Body, Expected } from "../body/index.ts";
import { ERROR, isError, isNever, mentions, NEVER, prune, showType, type Type } from "../types/index.ts";
import { patternLocals } from "../patterns/index.ts";
import type { Ended } from "../warnings/index.ts";
import {
  fieldsHint,
  isTypePrefix,
  literalHint,
  misreadHint,
  missingValueHint,
  unitResultHint,
} from "../hints/index.ts";
import { reportMismatch } from "./mismatch.ts";
import { declareUnknown } from "./targets.ts";
import { discard } from "./discarded.ts";
import { checkStatement } from "./statements.ts";

/**
 * Checks the statements of a block in its scope, and then calls `trailing` with whether they reach the end.
 */
export function inBlock(body: Body, node: Block, trailing: (reached: boolean) => Type): Type {
  return body.scoped(() => {
    let leaves = false;
    let warned = false;
    const unreachable = (span: Span): void => {
      if (leaves && !warned) body.warn("W4", span, {}, { label: notes.neverRuns });
      warned ||= leaves;
    };
    // The end of a statement of another language.
    let misread: number | null = null;
    let until = 0;
    for (const stmt of node.stmts) {
      if (misread !== null && (stmt.span.start < until || continuesLine(body, misread, stmt.span))) {
        misread = stmt.span.end;
        if (stmt.kind === "Assign" && stmt.target.kind === "Name")
          declareUnknown(body, stmt.target.name, stmt.target.span);
        // `var n int = 3`
        if (
          stmt.kind === "ExprStmt" &&
          stmt.value.kind === "Name" &&
          body.local(stmt.value.name) === undefined
        )
          declareUnknown(body, stmt.value.name, stmt.value.span);
        if (stmt.kind === "Let") declareUnknown(body, stmt.name.name, stmt.name.span);
        if (stmt.kind === "LetPattern")
          for (const local of patternLocals(body, stmt.pattern, ERROR, "match", false)) {
            local.used = true;
            body.declare(local);
          }
        continue;
      }
      unreachable(stmt.span);
      if (checkStatement(body, stmt)) leaves = true;
      misread = endsMisread(body, stmt) ? stmt.span.end : null;
      if (misread !== null) until = endOfBlock(body, misread);
    }
    if (node.trailing !== null) {
      const { span } = node.trailing;
      if (misread !== null && (span.start < until || continuesLine(body, misread, span))) return ERROR;
      unreachable(node.trailing.span);
    }
    const type = trailing(!leaves);
    return leaves ? NEVER : type;
  });
}

/**
 * `var x = 1`, `await f()` and `try { … }` are two statements each in the grammar. After the word of another
 * language is reported, errors on the rest of its line would be consequences of the same mistake.
 */
function endsMisread(body: Body, stmt: Stmt): boolean {
  const value =
    stmt.kind === "ExprStmt" || stmt.kind === "Let" || stmt.kind === "LetPattern"
      ? stmt.value
      : stmt.kind === "Return"
        ? stmt.value
        : null;
  // `xs.each { … }`, `xs.each do |x| … end`
  if (value?.kind === "FieldAccess" && body.state.facts.types[value.id] === ERROR)
    return /^[ \t]*(?:\{|do\b)/.test(body.state.unit.source.text.slice(value.span.end, value.span.end + 20));
  // `List<int> xs = …`
  if (value?.kind === "BrokenExpr" && value.parts.length === 0) return true;
  // `[]int{1, 2}`, `map[string]int{}`
  if (value !== null && isTypePrefix(body, value))
    return mentions(body.state.facts.types[value.id]!, isError);
  if (
    value?.kind === "Index" &&
    value.receiver.kind === "Name" &&
    literalHint(body, value.receiver) !== undefined
  )
    return body.state.facts.types[value.id] === ERROR;
  if (value?.kind !== "Name" || body.state.facts.types[value.id] !== ERROR) return false;
  if (fieldsHint(body, value) !== undefined) return true;
  // `vec![…]`
  if (/^![[({]/.test(body.state.unit.source.text.slice(value.span.end, value.span.end + 2))) return true;
  return insteadOf(value.name) !== undefined || misreadHint(body, value) !== undefined;
}

/** The end of `do |x| … end`, as its lines are indented. */
function endOfBlock({ state }: Body, from: number): number {
  const { text } = state.unit.source;
  if (!/^[ \t]*do\b[^\n]*\n/.test(text.slice(from, from + 200))) return 0;
  const indent = /[^\n]*$/.exec(text.slice(0, from))![0].match(/^[ \t]*/)![0];
  const end = text.indexOf(`\n${indent}end`, from);
  return end < 0 ? 0 : end + indent.length + "\nend".length;
}

function continuesLine({ state }: Body, from: number, { start }: Span): boolean {
  return !/[\n\r]/.test(state.unit.source.text.slice(from, start));
}

export function inferBlock(body: Body, node: Block, hint: Type | null): Type {
  return inBlock(body, node, () =>
    node.trailing === null ? body.context.unit : body.infer(node.trailing, hint),
  );
}

/** Checks a block whose value is not used. */
export function discardBlock(body: Body, node: Block, ended: Ended | null = null): Type {
  const type = inBlock(body, node, () =>
    node.trailing === null ? body.context.unit : discard(body, node.trailing, ended),
  );
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
    body.check(
      trailing,
      expected.result === true ? { hint: unitResultHint(body, expected), ...expected } : expected,
    );
    return isNever(body.state.facts.types[trailing.id]!) ? NEVER : expected.type;
  });
}

/** Whether an expression is a statement, whose value is Unit. */
function endsEmpty(node: Expr): boolean {
  return node.kind === "While" || node.kind === "For" || (node.kind === "If" && node.otherwise === null);
}

function wantsUnit(body: Body, type: Type): boolean {
  const actual = prune(type);
  return (
    actual.kind === "Var" ||
    actual.kind === "Never" ||
    (actual.kind === "Named" && actual.symbol === body.context.primitives.Unit)
  );
}

/** Checks a block whose end is reached without a value: its value is Unit. */
export function endsWithout(body: Body, node: Block | Expr, expected: Expected): void {
  const { unit } = body.context;
  const outcome = body.unifier.unify(expected.type, unit);
  if (outcome === "same") return;
  const wanted = prune(expected.type);
  if (expected.result === true) {
    const end = { start: Math.max(node.span.start, node.span.end - 1), end: node.span.end };
    const place = expected.from?.span ?? end;
    body.report(
      "T19",
      place,
      { result: showType(wanted) },
      {
        related: place === end ? [] : [body.label(end, notes.endIsReachedHere)],
        ...missingValueHint(body, node, wanted),
      },
    );
    body.poison(wanted);
  } else
    reportMismatch(body, node as Expr, {
      actual: unit,
      expected: wanted,
      outcome: "different",
      from: expected.from,
    });
}
