// A script given as text, by `std run -e` and `std run -`: a whole program, or statements and declarations as the
// REPL takes them, of which the statements become `main`.
import type { Diagnostic, Label } from "../../diagnostics/index.ts";
import { withLines, type CompiledProgram } from "../../launch/index.ts";
import { piecesOf } from "../../repl/index.ts";
import { Source } from "../../source/index.ts";
import { parse } from "../../syntax/index.ts";

export interface InlineScript {
  /** The text to compile. */
  readonly text: string;
  /** The diagnostics as they concern the given text. */
  readonly shown: (diagnostics: readonly Diagnostic[]) => readonly Diagnostic[];
  /** The program with the lines of the given text. */
  readonly located: (program: CompiledProgram) => CompiledProgram;
}

const HEAD = "fun main() {";

/** @param name the name of the script in messages */
export function inlineScript(name: string, given: string): InlineScript {
  const { tree, diagnostics } = parse(new Source(name, given), { keepMacros: true });
  const hasMain = tree.items.some((item) => item.kind === "FunctionItem" && item.name.name === "main");
  if (hasMain || /^\s*fun\s+main\b/m.test(given))
    return { text: given, shown: (all) => all, located: (program) => program };
  const lines = given.split(/\r\n|\n|\r/);
  const [statements, declarations] = [lines.map(() => ""), lines.map(() => "")];
  const pieces = diagnostics.length === 0 ? [given] : piecesOf(given);
  for (const piece of pieces) {
    const target = isDeclarations(piece) ? declarations : statements;
    for (const [at, line] of piece.split(/\r\n|\n|\r/).entries()) if (line.trim() !== "") target[at] = line;
  }
  const text = [HEAD, ...statements, "}", ...declarations].join("\n");
  // Line 1 is the head; after the statements, one line closes `main`.
  const lineOf = (line: number): number => {
    const inStatements = line <= lines.length + 1;
    const at = inStatements ? line - 1 : line - lines.length - 2;
    return Math.min(Math.max(at, 1), lines.length);
  };
  const source = new Source(name, given);
  const moved = (label: Label): Label => {
    if (label.source.name !== name) return label;
    const offset = (at: number): number => {
      const line = label.source.lineAt(at);
      const column = at - label.source.lineStarts[line - 1]!;
      return Math.min(source.lineStarts[lineOf(line) - 1]! + column, given.length);
    };
    const start = offset(label.span.start);
    return { ...label, source, span: { start, end: Math.max(start, offset(label.span.end)) } };
  };
  return {
    text,
    shown: (all) =>
      all.map((each) => ({ ...each, primary: moved(each.primary), related: each.related.map(moved) })),
    located: (program) => ({
      ...program,
      positions: withLines(program.positions, (file, line) => (file === name ? lineOf(line) : line)),
    }),
  };
}

function isDeclarations(text: string): boolean {
  const { tree, diagnostics } = parse(new Source("", text), { keepMacros: true });
  return diagnostics.length === 0 && !tree.items.some(({ kind }) => kind === "GlobalItem");
}
