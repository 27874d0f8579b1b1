// Builds blocks.
import type { Block, Stmt } from "../ast.ts";
import type { Builder } from "./builder.ts";
import type { Cst } from "./cst.ts";
import { buildStatement } from "./statements.ts";

export function buildBlock(b: Builder, cst: Cst): Block {
  const scope = b.hygiene.open();
  const stmts: Stmt[] = cst.list(2).map((statement) => buildStatement(b, statement));
  b.hygiene.close(scope);
  const last = stmts.at(-1);
  let trailing = null;
  if (last?.kind === "ExprStmt" && !discarded(b, cst)) {
    trailing = last.value;
    stmts.pop();
  }
  return { kind: "Block", id: b.id(), span: b.span(cst), stmts, trailing };
}

/** A `;` after the last expression discards its value (reference/grammar#line-breaks rule 6). */
function discarded(b: Builder, cst: Cst): boolean {
  const separator = cst.list(3).at(-1)!;
  for (let i = separator.at; i < separator.at + separator.length; i++) {
    if (b.tokens[i]!.kind === ";") return true;
  }
  return false;
}
