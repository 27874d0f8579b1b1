// Reads conditions of `if` and `while`: tests joined with `&&`, each of which may be a `let`
// (reference/expressions#let-in-conditions).
import { notes } from "../../diagnostics/index.ts";
import type { Expr, LetTest } from "../ast/index.ts";
import type { Parser } from "./parser.ts";
import { readPattern } from "./patterns.ts";

/** The condition before a block; its names are bound in the current scope. */
export function readCondition(p: Parser): Expr {
  const mark = p.lets.length;
  const condition = p.expr("head");
  if (p.lets.length > mark) {
    const allowed = new Set<Expr>();
    let rest = condition;
    for (; rest.kind === "Binary" && rest.op === "&&"; rest = rest.left) allowed.add(rest.right);
    allowed.add(rest);
    const misplaced = p.lets.splice(mark).filter((test) => !allowed.has(test));
    p.lets.push(...misplaced);
  }
  return condition;
}

/** The names of the pattern are not in scope in the value. */
export function readLetTest(p: Parser): LetTest {
  const start = p.at;
  const mark = p.undeclared;
  p.advance();
  const pattern = readPattern(p);
  p.expect("=");
  const value = p.expr("test");
  p.declare(mark);
  const test: LetTest = { kind: "LetTest", id: p.id(), span: p.spanFrom(start), pattern, value };
  p.lets.push(test);
  return test;
}

export function reportMisplacedLets(p: Parser): void {
  for (const { span } of p.lets) {
    p.report(
      "P1",
      { start: span.start, end: span.start + "let".length },
      { expected: notes.expression, found: "`let`" },
      {
        hint: notes.letInCondition,
        // One error per condition.
        cause: `let in line ${p.file.source.lineAt(span.start)}`,
      },
    );
  }
  p.lets.length = 0;
}
