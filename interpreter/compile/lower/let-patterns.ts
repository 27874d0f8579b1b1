// `let` with a pattern, and parameters with patterns (reference/patterns#let).
import { has } from "../../own/index.ts";
import type * as ast from "../../syntax/index.ts";
import { isIrrefutable, type Expr, type Local, type Stmt } from "../ir/index.ts";
import type { LoweringBody } from "./lowering-body.ts";
import { lowerPattern } from "./patterns.ts";
import { lowerBlock } from "./statements.ts";

export function lowerLetPattern(body: LoweringBody, node: ast.LetPattern): Stmt {
  const stmts: Stmt[] = [];
  if (node.otherwise === null)
    bindTo(body, node.pattern, valueOf(body, node.pattern, node.value, stmts), stmts);
  else {
    const value = body.expr(node.value);
    const otherwise = lowerBlock(body, node.otherwise, body.unit);
    stmts.push({ kind: "Destructure", pattern: lowerPattern(body, node.pattern), value, otherwise });
  }
  const use = body.facts.uses[node.id];
  // At a prompt, it declares variables of the file.
  if (use?.kind === "Globals") {
    for (const { local, global } of use.globals)
      stmts.push({ kind: "SetGlobal", global: body.program.global(global), value: read(body.local(local)) });
  }
  return stmts.length === 1
    ? stmts[0]!
    : { kind: "Do", value: { kind: "Block", stmts, value: null, type: body.unit } };
}

/** Destructures the value of a parameter. */
export function lowerParamPattern(body: LoweringBody, pattern: ast.Pattern, param: Local): Stmt {
  return { kind: "Destructure", pattern: lowerPattern(body, pattern), value: read(param), otherwise: null };
}

type Parts = Expr | readonly Parts[];

/**
 * The value, evaluated into `stmts`; for a tuple literal only its parts, since it would be destructured
 * immediately.
 */
function valueOf(body: LoweringBody, pattern: ast.Pattern, node: ast.Expr, stmts: Stmt[]): Parts {
  let inner = node;
  while (inner.kind === "Paren") inner = inner.inner;
  let target = pattern;
  while (target.kind === "ParenPattern") target = target.inner;
  if (inner.kind === "TupleLit" && target.kind === "TuplePattern") {
    const { parts } = target;
    return inner.parts.map((part, i) => valueOf(body, parts[i]!, part, stmts));
  }
  const value = body.expr(inner);
  if (value.kind === "Const") return value;
  const local = body.temporary(value.type);
  stmts.push({ kind: "Let", local, value });
  return read(local);
}

function bindTo(body: LoweringBody, node: ast.Pattern, value: Parts, stmts: Stmt[]): void {
  if (node.kind === "ParenPattern") return bindTo(body, node.inner, value, stmts);
  if (!has(value, "kind")) {
    if (node.kind !== "TuplePattern") throw new Error("a tuple without its pattern");
    return node.parts.forEach((part, i) => bindTo(body, part, value[i]!, stmts));
  }
  const pattern = lowerPattern(body, node);
  if (pattern.kind === "Bind") stmts.push({ kind: "Let", local: pattern.local, value });
  else if (!isIrrefutable(pattern) || pattern.kind !== "Any")
    stmts.push({ kind: "Destructure", pattern, value, otherwise: null });
}

function read(local: Local): Expr {
  return { kind: "Local", local, type: local.type };
}
