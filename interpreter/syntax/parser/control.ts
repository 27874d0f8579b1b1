// Reads `if`, `match` and loops.
import type { Arm, Block, Expr, Ident, If, Pattern } from "../ast/index.ts";
import type { Kind } from "../tokens.ts";
import { readCondition } from "./conditions.ts";
import type { Parser } from "./parser.ts";
import { readPattern } from "./patterns.ts";
import { recoverMember } from "./recovery.ts";
import { readArmBody } from "./statements.ts";

export function readIf(p: Parser): If {
  const branches: { start: number; condition: Expr; body: Block }[] = [];
  let otherwise: Block | If | null = null;
  for (;;) {
    const start = p.at;
    p.advance();
    branches.push({ start, ...readConditional(p) });
    if (!p.is("else")) break;
    p.advance();
    if (p.kind === "if") continue;
    p.note("if");
    otherwise = p.block();
    break;
  }
  for (let i = branches.length - 1; i >= 0; i--) {
    const { start, condition, body } = branches[i]!;
    otherwise = { kind: "If", id: p.id(), span: p.spanFrom(start), condition, then: body, otherwise };
  }
  return otherwise as If;
}

/** A condition and its block, in whose scope its names are. */
function readConditional(p: Parser): { condition: Expr; body: Block } {
  const scope = p.hygiene.open();
  const condition = readCondition(p);
  const body = p.block();
  p.hygiene.close(scope);
  return { condition, body };
}

export function readMatch(p: Parser): Expr {
  const start = p.at;
  p.advance();
  const subject = p.expr("head");
  const brace = p.at;
  p.expect("{");
  p.separators();
  const arms: Arm[] = [];
  while (!p.is("}")) {
    const from = p.at;
    arms.push(recoverMember(p, brace, "body", readArmAndEnd) ?? brokenArm(p, from));
  }
  p.advance();
  return { kind: "Match", id: p.id(), span: p.spanFrom(start), subject, arms };
}

const FIELD_END: readonly Kind[] = [",", "newline", "}"];

/** Reads a separator with those after it; nothing before the closing brace. */
export function fieldEnd(p: Parser): void {
  if (p.kind === "," || p.kind === "newline") {
    p.advance();
    p.separators();
  } else if (p.kind !== "}") p.fail(FIELD_END);
}

function readArmAndEnd(p: Parser): Arm {
  const arm = readArm(p);
  fieldEnd(p);
  return arm;
}

/** An arm with a mistake: what it matches and what its value is are unknown. */
function brokenArm(p: Parser, from: number): Arm {
  const span = p.spanOf(from);
  const value: Expr = { kind: "BrokenExpr", id: p.id(), span, parts: [] };
  const pattern: Pattern = { kind: "BrokenPattern", id: p.id(), span, parts: [] };
  return { id: p.id(), span, pattern, guard: null, body: { kind: "ExprStmt", id: p.id(), span, value } };
}

function readArm(p: Parser): Arm {
  const start = p.at;
  const scope = p.hygiene.open();
  const mark = p.undeclared;
  const pattern = readPattern(p);
  p.declare(mark);
  const guard = p.eat("if") ? p.expr("head") : null;
  p.expect("->");
  p.skipNewline();
  const body = readArmBody(p);
  p.hygiene.close(scope);
  return { id: p.id(), span: p.spanFrom(start), pattern, guard, body };
}

const LOOPS: readonly Kind[] = ["loop", "while", "for"];

export function readLabelled(p: Parser): Expr {
  const start = p.at;
  p.advance();
  const label = p.label(start);
  p.expect(":");
  p.skipNewline();
  switch (p.kind) {
    case "loop":
      return readLoop(p, start, label);
    case "while":
      return readWhile(p, start, label);
    case "for":
      return readFor(p, start, label);
    default:
      return p.fail(LOOPS);
  }
}

export function readLoop(p: Parser, start: number, label: Ident | null): Expr {
  p.advance();
  const body = p.block();
  return { kind: "Loop", id: p.id(), span: p.spanFrom(start), label, body };
}

export function readWhile(p: Parser, start: number, label: Ident | null): Expr {
  p.advance();
  const { condition, body } = readConditional(p);
  return { kind: "While", id: p.id(), span: p.spanFrom(start), label, condition, body };
}

export function readFor(p: Parser, start: number, label: Ident | null): Expr {
  p.advance();
  const mark = p.undeclared;
  const pattern = readPattern(p);
  p.expect("in");
  const iterable = p.expr("head");
  const scope = p.hygiene.open();
  p.declare(mark);
  const body = p.block();
  p.hygiene.close(scope);
  return { kind: "For", id: p.id(), span: p.spanFrom(start), label, pattern, iterable, body };
}
