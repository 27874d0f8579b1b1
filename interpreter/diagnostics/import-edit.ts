// The edits that add an import to a file. They work on the text, so that files with syntax errors have them, too.
import type { Source } from "../source/index.ts";
import type { Edit } from "./diagnostic.ts";

/** An import, with its selectors on one line or several. */
const IMPORT = /^import[ \t]+[^\n{]*(?:\{[^}]*\})?[^\n]*$/gm;

/** Adds an import below the last one, or above the first item; nothing if the file has it already. */
export function importEdits(source: Source, path: string): Edit[] {
  const { text } = source;
  const all = [...text.matchAll(IMPORT)];
  const added = `import ${path}`;
  if (all.some(([line]) => plain(line) === added)) return [];
  const last = all.at(-1);
  return last === undefined
    ? [insertion(source, startOfFirstItem(text), `${added}\n\n`)]
    : [insertion(source, last.index + last[0].length, `\n${added}`)];
}

/** An import with single blanks, without its comment. */
function plain(line: string): string {
  return line
    .replace(/\/\/.*$/, "")
    .replace(/\s+/g, " ")
    .trim();
}

function insertion(source: Source, at: number, text: string): Edit {
  return { source, span: { start: at, end: at }, text };
}

/** The start of the first item, or of the comment directly above it. */
function startOfFirstItem(text: string): number {
  // Lines of comments, blank lines and the line for the shell; a block comment may precede the item in its line.
  const head = /^(?:#![^\n]*\n)?(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*/.exec(text)![0];
  const start = text.lastIndexOf("\n", head.length - 1) + 1;
  if (text.slice(start, head.length).trim() !== "") return head.length;
  let at = start;
  for (let above = lineAbove(text, at); above !== null; above = lineAbove(text, at)) {
    if (!/^[ \t]*\/\//.test(above)) break;
    at -= above.length + 1;
  }
  return at;
}

function lineAbove(text: string, start: number): string | null {
  return start === 0 ? null : text.slice(text.lastIndexOf("\n", start - 2) + 1, start - 1);
}
