// Prints statements and blocks.
import type { Block, Ident, Stmt } from "../syntax/index.ts";
import { concat, type Doc } from "./doc.ts";
import { entry, inlineBlock, printExpr, printIf } from "./expressions.ts";
import type { Printer } from "./printer.ts";
import type { SequenceItem } from "./sequence.ts";
import { printPattern, printType } from "./types.ts";

export function printStatement(p: Printer, stmt: Stmt): Doc {
  switch (stmt.kind) {
    case "Let": {
      const type = stmt.type === null ? "" : `: ${printType(stmt.type)}`;
      return concat(
        `${stmt.constant ? "const" : "let"} ${stmt.name.name}${type} = `,
        printExpr(p, stmt.value),
      );
    }
    case "LetPattern": {
      const type = stmt.type === null ? "" : `: ${printType(stmt.type)}`;
      const head = `${stmt.constant ? "const" : "let"} ${printPattern(p, stmt.pattern)}${type} = `;
      if (stmt.otherwise === null) return concat(head, printExpr(p, stmt.value));
      return concat(
        head,
        printExpr(p, stmt.value),
        " else ",
        printBlock(p, stmt.otherwise, { isDiscarded: true }),
      );
    }
    case "Return":
      return stmt.value === null ? "return" : concat("return ", printExpr(p, stmt.value));
    case "Break":
      return stmt.value === null
        ? `break${printLabel(stmt.label)}`
        : concat(`break${printLabel(stmt.label)} `, printExpr(p, stmt.value));
    case "Continue":
      return `continue${printLabel(stmt.label)}`;
    case "Defer":
      return concat("defer ", printExpr(p, stmt.value));
    case "Assign":
      return concat(printExpr(p, stmt.target), ` ${stmt.op} `, printExpr(p, stmt.value));
    case "ExprStmt":
      return stmt.value.kind === "If" ? printIf(p, stmt.value, true) : printExpr(p, stmt.value);
  }
}

function printLabel(label: Ident | null): string {
  return label === null ? "" : ` '${label.name}`;
}

export interface BlockStyle {
  /**
   * Whether the value of the block is unused, so that its last expression needs no `;`
   * (reference/checking#dyn-coercion).
   */
  readonly isDiscarded?: boolean;
}

/** Prints `{}`, or one statement per line. */
export function printBlock(p: Printer, block: Block, { isDiscarded = false }: BlockStyle = {}): Doc {
  if (p.inline) return inlineBlock(p, block);
  const entries = block.stmts.map((stmt, i): SequenceItem => {
    // Without the `;`, the last expression would be the value of the block.
    const semicolon = stmt.kind === "ExprStmt" && i === block.stmts.length - 1 && block.trailing === null;
    const span = semicolon
      ? { start: stmt.span.start, end: p.source.text.indexOf(";", stmt.span.end) + 1 }
      : stmt.span;
    const end = semicolon && !isDiscarded ? ";" : "";
    return { span, print: () => concat(printStatement(p, stmt), end) };
  });
  if (block.trailing !== null) entries.push(entry(p, block.trailing));
  return p.braced(entries, block.span.end - 1, { after: "", blank: "kept" });
}
