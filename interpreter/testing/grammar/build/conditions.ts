// Builds conditions of `if` and `while`: tests joined with `&&`, each of which may be a `let`
// (reference/expressions#let-in-conditions).
import { notes } from "../../../diagnostics/index.ts";
import type { Expr, LetTest } from "../../../syntax/ast/index.ts";
import type { Builder } from "./builder.ts";
import type { Cst } from "./cst.ts";
import { buildExpr, buildFlat } from "./expressions.ts";
import { buildPattern } from "./patterns.ts";

/** head; its names are bound in the current scope. */
export function buildCondition(b: Builder, cst: Cst): Expr {
  const condition = buildExpr(b, cst);
  let rest = condition;
  for (; rest.kind === "Binary" && rest.op === "&&"; rest = rest.left)
    if (rest.right.kind === "LetTest") b.lets.delete(rest.right);
  if (rest.kind === "LetTest") b.lets.delete(rest);
  return condition;
}

/** letTest; the names of the pattern are not in scope in the value. */
export function buildLetTest(b: Builder, cst: Cst): LetTest {
  const value = buildFlat(b, cst.part(3), cst.list(4), cst.list(5), cst.list(7));
  const pattern = buildPattern(b, cst.part(1), (token) => b.hygiene.bind(token));
  const test: LetTest = { kind: "LetTest", id: b.id(), span: b.span(cst), pattern, value };
  b.lets.add(test);
  return test;
}

export function reportMisplacedLets(b: Builder): void {
  for (const { span } of b.lets) {
    b.report(
      "P1",
      { start: span.start, end: span.start + "let".length },
      { expected: notes.expression, found: "`let`" },
      {
        hint: notes.letInCondition,
        // One error per condition.
        cause: `let in line ${b.source.lineAt(span.start)}`,
      },
    );
  }
  b.lets.clear();
}
