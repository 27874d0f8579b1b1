// Changes of texts: those that an editor announces, and the smallest ones from one text to another.
import { Source, type Span } from "../../source/index.ts";
import { offsetAt, type Area, type Encoding } from "./positions.ts";

/** A text that replaces a part of another. */
export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/** A change as an editor announces it: of a part, or of everything. */
export interface Change {
  readonly range?: Area;
  readonly text: string;
}

/** The text after changes, each of which refers to the text that the one before it left. */
export function changed(text: string, changes: readonly Change[], encoding: Encoding): string {
  let result = text;
  for (const { range, text: inserted } of changes) {
    if (range === undefined) result = inserted;
    else {
      const source = new Source("", result);
      const start = offsetAt(source, range.start, encoding);
      const end = Math.max(start, offsetAt(source, range.end, encoding));
      result = result.slice(0, start) + inserted + result.slice(end);
    }
  }
  return result;
}

/** The text after edits that do not overlap and all refer to it. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let at = 0;
  for (const { span, text: inserted } of edits.toSorted((a, b) => a.span.start - b.span.start)) {
    result += text.slice(at, span.start) + inserted;
    at = span.end;
  }
  return result + text.slice(at);
}

/** Above so many lines that differ, everything between the first and the last of them is one edit. */
const MOST_LINES = 2_000;

/** The edits, line by line, that make one text of another. Line breaks of the old text are kept. */
export function minimalEdits(from: string, to: string): TextEdit[] {
  const before = linesOf(from);
  const usesPairs = from.includes("\r\n");
  const after = linesOf(usesPairs ? to.replace(/\r?\n/g, "\r\n") : to);
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail++;
  const starts = [0];
  for (const line of before) starts.push(starts.at(-1)! + line.length);
  const middle = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)] as const;
  const hunks =
    middle[0].length + middle[1].length > MOST_LINES
      ? [{ start: 0, end: middle[0].length, lines: middle[1] }]
      : hunksOf(middle[0], middle[1]);
  return hunks.flatMap(({ start, end, lines }) =>
    narrowed(from, { start: starts[head + start]!, end: starts[head + end]! }, lines.join("")),
  );
}

/** An edit without what is the same at its start and its end. */
function narrowed(from: string, { start, end }: Span, text: string): TextEdit[] {
  let head = 0;
  while (start + head < end && head < text.length && from[start + head] === text[head]) head++;
  let tail = 0;
  while (
    tail < end - start - head &&
    tail < text.length - head &&
    from[end - 1 - tail] === text[text.length - 1 - tail]
  )
    tail++;
  // A pair of units or of line breaks stays together.
  if (head > 0 && /[\ud800-\udbff\r]/.test(from[start + head - 1]!)) head--;
  if (tail > 0 && /[\udc00-\udfff\n]/.test(from[end - tail]!)) tail--;
  const edit = {
    span: { start: start + head, end: end - tail },
    text: text.slice(head, text.length - tail),
  };
  return edit.span.start === edit.span.end && edit.text === "" ? [] : [edit];
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** What differs between lists of lines, by their longest common part. */
function hunksOf(before: readonly string[], after: readonly string[]): Hunk[] {
  const width = after.length + 1;
  const longest = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      longest[i * width + j] =
        before[i] === after[j]
          ? longest[(i + 1) * width + j + 1]! + 1
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
  const hunks: Hunk[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      i++;
      j++;
      continue;
    }
    const [start, from] = [i, j];
    while (i < before.length || j < after.length) {
      if (i < before.length && j < after.length && before[i] === after[j]) break;
      if (
        j >= after.length ||
        (i < before.length && longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!)
      )
        i++;
      else j++;
    }
    hunks.push(...byLine(before, { start, end: i, lines: after.slice(from, j) }));
  }
  return hunks;
}

/** Lines that differ in their white space only are changed one by one. */
function byLine(before: readonly string[], hunk: Hunk): Hunk[] {
  const { start, end, lines } = hunk;
  const bare = (line: string | undefined): string | undefined => line?.replaceAll(/\s+/g, "");
  const isSame =
    lines.length === end - start && lines.every((line, i) => bare(line) === bare(before[start + i]));
  return isSame ? lines.map((line, i) => ({ start: start + i, end: start + i + 1, lines: [line] })) : [hunk];
}
