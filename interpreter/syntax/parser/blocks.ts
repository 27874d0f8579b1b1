// Reads blocks, and the sets that look like them.
import type { Block, Expr, Stmt } from "../ast/index.ts";
import type { Parser } from "./parser.ts";
import { recoverEntry, recoverStatement } from "./recovery.ts";
import { finishSimple, isStatementWord, readStatement } from "./statements.ts";
import { STATEMENT_WORD } from "./token-sets.ts";

/** A block that is being read. */
interface Open {
  /** The index of its `{`. */
  readonly brace: number;
  readonly stmts: Stmt[];
  /** The first token of the statements that no separator divides from the next one. */
  line: number;
}

export function readBlock(p: Parser): Block {
  const brace = p.at;
  p.expect("{");
  const scope = p.hygiene.open();
  const semicolon = p.separators();
  const block = readStatements(p, { brace, stmts: [], line: p.at }, semicolon);
  p.hygiene.close(scope);
  return block;
}

/** Reads further statements up to `}`. */
function readStatements(p: Parser, open: Open, semicolon: boolean): Block {
  const { brace, stmts } = open;
  while (!p.is("}")) {
    recoverStatement(p, open, readStatement);
    semicolon = endStatement(p, open);
  }
  p.advance();
  const last = stmts.at(-1);
  let trailing: Expr | null = null;
  // A `;` after the last expression discards its value (reference/grammar#line-breaks rule 6).
  if (last?.kind === "ExprStmt" && !semicolon) {
    trailing = last.value;
    stmts.pop();
  }
  return { kind: "Block", id: p.id(), span: p.spanFrom(brace), stmts, trailing };
}

/** Skips separators; returns whether a `;` was among them. */
function endStatement(p: Parser, open: Open): boolean {
  const { at } = p;
  const semicolon = p.separators();
  if (p.at > at) open.line = p.at;
  return semicolon;
}

/** A set if a comma follows the first expression, else a block. */
export function readSetOrBlock(p: Parser): Expr {
  const brace = p.at;
  p.advance();
  const scope = p.hygiene.open();
  const isPlain = p.kind !== "newline" || p.kindAt(p.at + 1) !== ";";
  const semicolon = p.separators();
  const open: Open = { brace, stmts: [], line: p.at };
  let elements: Expr[] | null = null;
  let isRight = true;
  if (isPlain && !semicolon && !p.is("}") && !isStatementWord(p.kind)) {
    p.note(STATEMENT_WORD);
    recoverStatement(p, open, () => {
      const first = p.at;
      const value = p.expr();
      if (!p.eat(",")) return finishSimple(p, first, value);
      elements = [value];
      isRight = readElements(p, brace, elements);
      return { kind: "ExprStmt", id: p.id(), span: p.spanFrom(first), value };
    });
  }
  if (elements === null) {
    const block = readStatements(p, open, open.stmts.length === 0 ? semicolon : endStatement(p, open));
    p.hygiene.close(scope);
    return block;
  }
  p.hygiene.close(scope);
  p.file.uses.collectionLiterals = true;
  if (!isRight) return { kind: "BrokenExpr", id: p.id(), span: p.spanFrom(brace), parts: elements };
  return { kind: "SetLit", id: p.id(), span: p.spanFrom(brace), elements };
}

/** Reads the elements of a set after the first comma, and the closing brace; returns whether all are right. */
function readElements(p: Parser, brace: number, elements: Expr[]): boolean {
  if (p.eat("}")) return true;
  let isRight = true;
  for (;;) {
    const start = p.at;
    const before = elements.length;
    try {
      if (!p.sees("}", "newline")) {
        elements.push(p.expr());
        if (p.comma()) continue;
      }
      p.skipNewline();
      p.expect("}");
      return isRight;
    } catch (error) {
      recoverEntry(p, error, { open: brace + 1, start, closer: "}" });
      elements.length = before;
      isRight = false;
      p.comma();
    }
  }
}
