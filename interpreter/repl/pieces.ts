// Splits a text that mixes declarations and statements, such as a file for `:load`, into inputs: each
// consists either of declarations, which may refer to each other in any order, or of statements.
import { Source } from "../source/index.ts";
import { parse, type Item } from "../syntax/index.ts";
import { continuesLine, isDeclaration, isItems, isModule } from "./declarations.ts";
import { PendingInput } from "./pending-input.ts";

/** The pieces, each preceded by as many empty lines as lines precede it, to keep line numbers. */
export function piecesOf(text: string): string[] {
  if (isModule(text)) return [text];
  return byLines(text);
}

/** Splits declarations with variables between them: the variables are initialised in order. */
export function mixedItems(text: string): string[] {
  const { tree, diagnostics } = parse(new Source("", text), { keepMacros: true });
  const isVariable = ({ kind }: Item): boolean => kind === "GlobalItem";
  if (diagnostics.length > 0 || !tree.items.some(isVariable) || tree.items.every(isVariable)) return [text];
  const pieces: string[] = [];
  let declares: boolean | null = null;
  for (const item of tree.items) {
    const before = text.slice(0, item.span.start).replace(/[^\r\n]/g, " ");
    const own = text.slice(item.span.start, item.span.end);
    if (declares === !isVariable(item))
      pieces[pieces.length - 1] += before.slice(pieces.at(-1)!.length) + own;
    else pieces.push(before + own);
    declares = !isVariable(item);
  }
  return pieces;
}

function byLines(text: string): string[] {
  const pieces: { start: number; lines: string[]; declares: boolean }[] = [];
  const pending = new PendingInput();
  const lines = text.split(/\r\n|\n|\r/);
  let start = 0;
  lines.forEach((line, at) => {
    const goesOn = pending.add(line);
    if (at < lines.length - 1 && (goesOn || continuesLine(lines[at + 1]!))) return;
    const chunk = pending.text;
    const declares = isDeclaration(chunk) && isItems(chunk);
    const last = pieces.at(-1);
    if (last !== undefined && (chunk.trim() === "" || last.declares === declares)) last.lines.push(chunk);
    else pieces.push({ start, lines: [chunk], declares });
    pending.clear();
    start = at + 1;
  });
  return pieces
    .filter(({ lines }) => lines.join("").trim() !== "")
    .map(({ start, lines }) => "\n".repeat(start) + lines.join(""));
}
