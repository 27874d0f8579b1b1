// Organise imports: unused ones are removed, the rest is sorted. A text that does not check as far as names go is
// only sorted: what is used cannot be known.
import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Source } from "../../source/index.ts";
import type { Import, Tree } from "../../syntax/index.ts";
import { tokenize } from "../../syntax/index.ts";
import type { TextEdit } from "../text/edits.ts";

/** The edits that put the imports of a file in order. `warnings` are those about the file. */
export function organisedImports(
  source: Source,
  tree: Tree,
  warnings: readonly Diagnostic[],
  isBroken: boolean,
): TextEdit[] {
  const imports = tree.items.filter((item): item is Import => item.kind === "Import");
  const [first, last] = [imports[0], imports.at(-1)];
  if (first === undefined || isBroken) return [];
  const span = { start: first.span.start, end: last!.span.end };
  // Other items or comments between imports stay where they are: then nothing is sorted.
  const isTogether =
    !tokenize(source).comments.some((comment) => comment.start > span.start && comment.end < span.end) &&
    tree.items.every(
      (item) => item.kind === "Import" || item.span.start >= span.end || item.span.end <= span.start,
    );
  const unused = unusedNames(source, warnings);
  const lines = imports.map((item) => written(source, item, unused));
  if (!isTogether) return removals(source, imports, lines);
  const kept = [...new Set(lines.filter((line) => line !== null))];
  const rank = (line: string): string => `${/^import\s+"/.test(line) ? 1 : 0}${line}`;
  const standard = kept
    .filter((line) => !/^import\s+"/.test(line))
    .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const files = kept
    .filter((line) => /^import\s+"/.test(line))
    .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const text = [...standard, ...files].join("\n");
  if (text === source.text.slice(span.start, span.end)) return [];
  if (text !== "") return [{ span, text }];
  const behind = /^\s*/.exec(source.text.slice(span.end))![0].length;
  return [{ span: { start: span.start, end: span.end + behind }, text: "" }];
}

/** Where warnings about unused imports are. */
function unusedNames(
  source: Source,
  warnings: readonly Diagnostic[],
): readonly { start: number; end: number }[] {
  return warnings
    .filter(({ code, primary }) => (code === "W9" || code === "W1") && primary.source.name === source.name)
    .map(({ primary }) => primary.span);
}

/** An import without what is not used; null if nothing remains. */
function written(
  source: Source,
  item: Import,
  unused: readonly { start: number; end: number }[],
): string | null {
  const { text } = source;
  const whole = text.slice(item.span.start, item.span.end);
  const { selectors } = item;
  if (selectors === null || selectors.length === 0)
    return unused.some((one) => item.span.start <= one.start && one.end <= item.span.end)
      ? null
      : normal(whole);
  const kept = selectors.filter(
    ({ span }) => !unused.some((one) => span.start <= one.start && one.end <= span.end),
  );
  if (kept.length === 0) return null;
  const names = kept
    .map(({ span }) => text.slice(span.start, span.end))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(", ");
  const head = text.slice(item.span.start, text.indexOf("{", item.pathSpan.end)).trim();
  return `${head} { ${names} }`;
}

function normal(text: string): string {
  return text.trim();
}

function removals(source: Source, imports: readonly Import[], lines: readonly (string | null)[]): TextEdit[] {
  return imports.flatMap(({ span }, i): TextEdit[] => {
    const line = lines[i]!;
    if (line !== null) return line === source.text.slice(span.start, span.end) ? [] : [{ span, text: line }];
    const lineEnd = /^[ \t]*(?:\r\n|\n)?/.exec(source.text.slice(span.end))![0].length;
    return [{ span: { start: span.start, end: span.end + lineEnd }, text: "" }];
  });
}
