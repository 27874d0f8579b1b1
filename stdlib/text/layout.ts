// Layout of text in columns of a terminal. Texts are byte strings.
import {
  fromBytes,
  MAX_STRING,
  Panic,
  repeatText,
  toBytes,
  type Steps,
} from "../../interpreter/runtime/index.ts";
import { textWidth } from "../prelude/index.ts";

/** The pieces between two checks of the clock. */
const STEP = 1_000;

/** Breaks lines so that none takes more than `columns` columns. */
export function* wrapped(text: string, columns: number): Steps<string> {
  const lines: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end < 0 ? text.length : end);
    yield* wrapLine(line.endsWith("\r") ? line.slice(0, -1) : line, columns, lines);
    at = end < 0 ? text.length + 1 : end + 1;
  }
  return lines.join("\n");
}

function* wrapLine(text: string, columns: number, lines: string[]): Steps<void> {
  if (lines.length % STEP === 0) yield;
  const words = spacedWords(text);
  let line = "";
  let width = 0;
  for (const [i, spaced] of words.entries()) {
    if (i % STEP === STEP - 1) yield;
    const word = spaced.trimStart();
    const [gap, size] = [spaced.length - word.length, textWidth(word)];
    const isFirst = width === 0;
    if (width + gap + size <= columns) {
      line += spaced;
      width += gap + size;
      continue;
    }
    const indent = isFirst && gap < columns ? spaced.slice(0, gap) : "";
    if (!isFirst) lines.push(line);
    [line, width] = [indent + word, indent.length + size];
    if (width > columns) {
      const pieces = yield* divided(word, columns, indent.length);
      const last = pieces.pop()!;
      for (const [at, piece] of pieces.entries()) lines.push(at === 0 ? indent + piece : piece);
      line = pieces.length === 0 ? indent + last : last;
      width = textWidth(last) + (pieces.length === 0 ? indent.length : 0);
    }
  }
  lines.push(line);
}

/** Each word with the spaces before it. One pattern for both would try each space of a long row. */
function spacedWords(text: string): string[] {
  const words: string[] = [];
  let gap = "";
  for (const part of text.match(/[ \t]+|[^ \t]+/g) ?? []) {
    if (part.startsWith(" ") || part.startsWith("\t")) gap = part;
    else {
      words.push(gap + part);
      gap = "";
    }
  }
  return words;
}

function withoutSpacesAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === " ") end--;
  return text.slice(0, end);
}

let segmenter: Intl.Segmenter | undefined;

/** The bytes of a long word that are divided at a time. */
const PIECE = 4_096;

/** Divides a word between its graphemes; `used` columns of the first line are taken. */
function* divided(word: string, columns: number, used: number): Steps<string[]> {
  const pieces: string[] = [];
  let piece = "";
  let left = columns - used;
  for (const [i, part] of graphemesOf(word)) {
    if (i % STEP === STEP - 1) yield;
    const size = textWidth(part);
    if (size > left && piece !== "") {
      pieces.push(piece);
      piece = "";
      left = columns;
    }
    piece += part;
    left -= size;
  }
  pieces.push(piece);
  return pieces;
}

function* graphemesOf(word: string): Generator<readonly [number, string]> {
  segmenter ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  let count = 0;
  for (let at = 0; at < word.length; ) {
    let end = Math.min(at + PIECE, word.length);
    while (end < word.length && (word.charCodeAt(end) & 0xc0) === 0x80) end++;
    const part = word.slice(at, end);
    const text = fromBytes(part);
    // Bytes that are not UTF-8 stay as they are.
    if (toBytes(text) === part)
      for (const { segment } of segmenter.segment(text)) yield [count++, toBytes(segment)];
    else for (const byte of part) yield [count++, byte];
    at = end;
  }
}

/** Lays out rows in columns. @throws Panic `string too large` */
export function* tableOf(rows: readonly (readonly string[])[]): Steps<string> {
  const widths: number[] = [];
  const cells: (readonly { readonly text: string; readonly width: number }[])[] = [];
  for (const row of rows) {
    if (cells.length % STEP === 0) yield;
    const made = row.map((cell) => {
      const text = cell.replace(/\r?\n|\r/g, " ");
      return { text, width: textWidth(text) };
    });
    for (const [i, { width }] of made.entries()) widths[i] = Math.max(widths[i] ?? 0, width);
    cells.push(made);
  }
  const lines: string[] = [];
  let size = 0;
  for (const row of cells) {
    if (lines.length % STEP === 0) yield;
    const line = withoutSpacesAtEnd(
      row
        .map(({ text, width }, i) =>
          i === row.length - 1 ? text : text + repeatText(" ", widths[i]! - width + 2),
        )
        .join(""),
    );
    size += line.length + 1;
    if (size > MAX_STRING) throw new Panic("string too large");
    lines.push(line);
  }
  return lines.join("\n");
}
