// Diagnostics as text: message, location, source lines with marks, help
// (reference/checking#errors-and-warnings). Columns are in characters; marks are aligned by the width of
// characters on a terminal.
import type { Source } from "../source/index.ts";
import type { Diagnostic, Label } from "./diagnostic.ts";

/** How diagnostics are rendered. */
export interface RenderOptions {
  /** Whether to use escape sequences of terminals; by default, the text is plain. */
  readonly color?: boolean;
}

type Style = "error" | "warning" | "related" | "frame" | "help" | "strong";

const ESCAPES: Readonly<Record<Style, string>> = {
  error: "1;31",
  warning: "1;33",
  related: "1;36",
  frame: "34",
  help: "1;32",
  strong: "1",
};

/** Longer source lines are cut around the marked range. */
const MAX_WIDTH = 160;
const TAB_WIDTH = 4;

/** Renders a diagnostic with its source lines: several lines, the last with a line break. */
export function render(diagnostic: Diagnostic, options: RenderOptions = {}): string {
  const paint = (style: Style, text: string): string =>
    options.color === true && text !== "" ? `\x1b[${ESCAPES[style]}m${text}\x1b[0m` : text;
  const { primary, severity } = diagnostic;
  const marks = [
    { label: primary, primary: true },
    ...diagnostic.related.map((label) => ({ label, primary: false })),
  ];
  const frames = bySource(marks);
  const digits = Math.max(...marks.map(({ label }) => String(label.source.lineAt(label.span.start)).length));
  const gutter = " ".repeat(digits + 1);
  const bar = paint("frame", "│");
  const lines = [
    `${paint(severity, severity)}${paint("strong", `: ${diagnostic.message}`)} [${diagnostic.code}]`,
  ];
  for (const [source, labels] of frames) {
    const at = source.position(labels[0]!.label.span.start);
    const of = source.package === null ? "" : ` (${source.package.name} ${source.package.version})`;
    const place = `${source.name}:${at.line}:${at.column}${of}`;
    lines.push(`${gutter}${paint("frame", "┌─")} ${place}`, `${gutter}${bar}`);
    let previous: number | undefined;
    for (const { label, primary: main } of labels.toSorted(
      (a, b) => a.label.span.start - b.label.span.start,
    )) {
      const line = source.lineAt(label.span.start);
      if (line !== previous) {
        if (previous !== undefined && line > previous + 1) lines.push(`${gutter}${paint("frame", "·")}`);
      }
      const shown = excerpt(label, line);
      if (line !== previous || shown.cut) {
        lines.push(`${paint("frame", String(line).padStart(digits))} ${bar} ${shown.text}`);
      }
      previous = line;
      const mark = (main ? "^" : "-").repeat(shown.width) + (label.text === "" ? "" : ` ${label.text}`);
      lines.push(`${gutter}${bar} ${" ".repeat(shown.indent)}${paint(main ? severity : "related", mark)}`);
    }
  }
  if (diagnostic.hint !== undefined) {
    lines.push(`${gutter}${bar}`);
    const [first = "", ...rest] = diagnostic.hint.split("\n");
    lines.push(
      `${gutter}${paint("help", "help")}: ${first}`,
      ...rest.map((text) => `${gutter}      ${text}`),
    );
  }
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

interface Mark {
  readonly label: Label;
  readonly primary: boolean;
}

/** Grouped by source, that of the primary label first. */
function bySource(marks: readonly Mark[]): Map<Source, Mark[]> {
  const groups = new Map<Source, Mark[]>();
  for (const mark of marks) {
    const group = groups.get(mark.label.source);
    if (group === undefined) groups.set(mark.label.source, [mark]);
    else group.push(mark);
  }
  return groups;
}

interface Excerpt {
  readonly text: string;
  readonly indent: number;
  readonly width: number;
  readonly cut: boolean;
}

function excerpt({ source, span }: Label, line: number): Excerpt {
  const start = source.lineStarts[line - 1]!;
  const full = source.lineText(line);
  const from = Math.min(span.start - start, full.length);
  const to = Math.max(from, Math.min(span.end - start, full.length));
  const cut = full.length > MAX_WIDTH;
  const left = cut ? Math.max(0, Math.min(from - MAX_WIDTH / 4, full.length - MAX_WIDTH)) : 0;
  const right = Math.min(full.length, left + MAX_WIDTH);
  const head = left > 0 ? "…" : "";
  const tail = right < full.length ? "…" : "";
  const before = display(full.slice(left, from), head.length);
  const marked = display(full.slice(from, Math.min(to, right)), before.column);
  const after = display(full.slice(Math.max(from, Math.min(to, right)), right), marked.column);
  return {
    text: head + before.text + marked.text + after.text + tail,
    indent: before.column,
    width: Math.max(1, marked.column - before.column),
    cut,
  };
}

/** The text with tabs as spaces and control characters, also those that reorder text, as U+FFFD, and the column after it. */
function display(text: string, column: number): { text: string; column: number } {
  let out = "";
  for (const character of text) {
    if (character === "\t") {
      const spaces = TAB_WIDTH - (column % TAB_WIDTH);
      out += " ".repeat(spaces);
      column += spaces;
    } else if (/\p{Cc}|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/u.test(character)) {
      out += "\ufffd";
      column += 1;
    } else {
      out += character;
      column += widthOf(character);
    }
  }
  return { text: out, column };
}

const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
/** The blocks of wide characters by the East Asian width property. */
const WIDE_BLOCKS: readonly string[] = [
  "\\u1100-\\u115f",
  "\\u2e80-\\u303e",
  "\\u3041-\\u33ff",
  "\\u3400-\\u4dbf",
  "\\u4e00-\\u9fff",
  "\\ua000-\\ua4cf",
  "\\ua960-\\ua97f",
  "\\uac00-\\ud7a3",
  "\\uf900-\\ufaff",
  "\\ufe30-\\ufe6f",
  "\\uff00-\\uff60",
  "\\uffe0-\\uffe6",
  "\\u{16fe0}-\\u{18cff}",
  "\\u{1b000}-\\u{1b2ff}",
  "\\u{1f1e6}-\\u{1f1ff}",
  "\\u{20000}-\\u{3fffd}",
];
const WIDE = new RegExp(`^[${WIDE_BLOCKS.join("")}]$|^\\p{Emoji_Presentation}$`, "u");

function widthOf(character: string): number {
  if (character <= "\u007e") return 1;
  if (INVISIBLE.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
