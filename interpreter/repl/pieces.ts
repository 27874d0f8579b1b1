// A text that mixes declarations and statements, as a file for `:load` may, in the pieces that inputs
// can be: each either declarations, which may refer to each other in any order, or statements.
import { continuesLine, isDeclaration, isItems, isModule } from "./declarations.ts";
import { PendingInput } from "./pending-input.ts";

/** The pieces, each behind as many empty lines as stand before it, so that it keeps its line numbers. */
export function piecesOf(text: string): string[] {
  if (isModule(text)) return [text];
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
  return pieces.filter(({ lines }) => lines.join("").trim() !== "").map(({ start, lines }) => "\n".repeat(start) + lines.join(""));
}
