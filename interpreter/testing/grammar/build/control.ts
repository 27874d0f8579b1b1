// Builds `if`, `match` and loops.
import type { Arm, Block, Expr, Ident, If } from "../../../syntax/ast/index.ts";
import type { Builder } from "./builder.ts";
import { buildCondition } from "./conditions.ts";
import type { Cst } from "./cst.ts";
import { buildExpr } from "./expressions.ts";
import { buildPattern } from "./patterns.ts";
import { buildBlock, buildStatement } from "./statements.ts";

export function buildIf(b: Builder, cst: Cst): Expr {
  const starts = [cst.at, ...cst.list(4).map((word) => word.at)];
  const bodies = [cst.part(2), ...cst.list(6)];
  const branches = [cst.part(1), ...cst.list(5)].map((head, i) => buildConditional(b, head, bodies[i]!));
  const last = cst.optional(8);
  const end = cst.at + cst.length;
  let otherwise: Block | If | null = last === null ? null : buildBlock(b, last);
  for (let i = branches.length - 1; i >= 0; i--) {
    const span = b.spanOf(starts[i]!, end);
    const { condition, body } = branches[i]!;
    otherwise = { kind: "If", id: b.id(), span, condition, then: body, otherwise };
  }
  return otherwise as If;
}

/** Builds a condition and its block, in whose scope its names are. */
function buildConditional(b: Builder, head: Cst, block: Cst): { condition: Expr; body: Block } {
  const scope = b.hygiene.open();
  const condition = buildCondition(b, head);
  const body = buildBlock(b, block);
  b.hygiene.close(scope);
  return { condition, body };
}

export function buildMatch(b: Builder, cst: Cst): Expr {
  const subject = buildExpr(b, cst.part(1));
  const arms = cst.list(4).map((arm) => buildArm(b, arm));
  return { kind: "Match", id: b.id(), span: b.span(cst), subject, arms };
}

function buildArm(b: Builder, cst: Cst): Arm {
  const scope = b.hygiene.open();
  const pattern = buildPattern(b, cst.part(0), (token) => b.hygiene.bind(token));
  const guard = cst.optional(2);
  const arm = {
    id: b.id(),
    span: b.span(cst),
    pattern,
    guard: guard === null ? null : buildExpr(b, guard),
    body: buildStatement(b, cst.part(5)),
  };
  b.hygiene.close(scope);
  return arm;
}

/** labelled */
export function buildLabelled(b: Builder, cst: Cst): Expr {
  const label = b.label(cst.part(0));
  const loop = cst.part(3);
  switch (loop.rule) {
    case "loop":
      return buildLoop(b, loop, label, b.span(cst));
    case "while":
      return buildWhile(b, loop, label, b.span(cst));
    default:
      return buildFor(b, loop, label, b.span(cst));
  }
}

export function buildLoop(b: Builder, cst: Cst, label: Ident | null = null, span = b.span(cst)): Expr {
  return { kind: "Loop", id: b.id(), span, label, body: buildBlock(b, cst.part(1)) };
}

export function buildWhile(b: Builder, cst: Cst, label: Ident | null = null, span = b.span(cst)): Expr {
  return { kind: "While", id: b.id(), span, label, ...buildConditional(b, cst.part(1), cst.part(2)) };
}

export function buildFor(b: Builder, cst: Cst, label: Ident | null = null, span = b.span(cst)): Expr {
  const iterable = buildExpr(b, cst.part(3));
  const scope = b.hygiene.open();
  const pattern = buildPattern(b, cst.part(1), (token) => b.hygiene.bind(token));
  const body = buildBlock(b, cst.part(4));
  b.hygiene.close(scope);
  return { kind: "For", id: b.id(), span, label, pattern, iterable, body };
}
