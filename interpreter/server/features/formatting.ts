// Formatting: the edits that make the canonical style of a text, as few as possible. A text that does not parse
// is left alone.
import { format } from "../../format/index.ts";
import { Source, type Span } from "../../source/index.ts";
import { tokenize } from "../../syntax/index.ts";
import { minimalEdits, type TextEdit } from "../text/edits.ts";

export function formatting(source: Source): TextEdit[] {
  const { text } = format(source);
  return text === undefined ? [] : minimalEdits(source.text, text);
}

/** The edits that touch the lines of a range. */
export function rangeFormatting(source: Source, range: Span): TextEdit[] {
  const first = source.lineAt(range.start);
  const last = source.lineAt(range.end);
  return formatting(source).filter(
    ({ span }) => source.lineAt(span.start) >= first && source.lineAt(span.end) <= last,
  );
}

/**
 * After `}` or a line break: the indentation of the line, by the brackets that are open before it. It works in
 * texts that do not parse.
 */
export function onTypeFormatting(source: Source, offset: number, typed: string): TextEdit[] {
  const line = source.lineAt(offset);
  const start = source.lineStarts[line - 1]!;
  const text = source.lineText(line);
  const content = text.trimStart();
  if (typed === "}" && !content.startsWith("}")) return [];
  const indent = " ".repeat(4 * depthBefore(source, start, content));
  const present = text.slice(0, text.length - content.length);
  return present === indent || (content === "" && typed !== "\n")
    ? []
    : [{ span: { start, end: start + present.length }, text: indent }];
}

/** The brackets that are open at the start of a line, without those that it closes first. */
function depthBefore(source: Source, start: number, content: string): number {
  const open: number[] = [];
  for (const { kind, start: at } of tokenize(new Source("", source.text.slice(0, start))).tokens) {
    // Of several brackets that open in a line, one indents.
    if (kind === "{" || kind === "(" || kind === "[") open.push(source.lineAt(at));
    else if (kind === "}" || kind === ")" || kind === "]") open.pop();
  }
  for (const char of content) {
    if (char !== "}" && char !== ")" && char !== "]") break;
    open.pop();
  }
  return new Set(open).size;
}
