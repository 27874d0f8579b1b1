// The difference of two values by their texts: lists, maps, structs and texts of several lines become lines,
// maps and sets in the order of their keys, so that only what differs shows.
import { lineDiff } from "../output/line-diff.ts";

/** The most lines of a difference. */
const MOST_LINES = 40;
/** A longer line is cut around its first difference. */
const LONGEST_LINE = 160;
/** A value that is not longer stays on its line. */
const NARROW = 40;

/** Lines that begin with `- ` for what was found, `+ ` for what was expected. */
export function valueDiff(got: string, expected: string): string[] {
  const [first, second] = [linesOf(got, true), linesOf(expected, true)].map((lines) => lines.join("\n"));
  // Lists of texts such as `a: 1` look like maps, but their order counts.
  const found =
    first === second
      ? lineDiff(linesOf(got, false).join("\n"), linesOf(expected, false).join("\n"))
      : lineDiff(first!, second!);
  const lines = cutPairs(visible(found));
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES - 1), `… ${lines.length - MOST_LINES + 1} more lines`];
}

type Part = string | Group;

interface Group {
  readonly head: string;
  readonly open: string;
  readonly close: string;
  readonly parts: readonly Part[][];
}

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/**
 * The text of a value on several lines; a text that is no such value keeps its own lines. `sorts`: maps and sets in
 * the order of their keys.
 */
function linesOf(text: string, sorts: boolean): string[] {
  const parsed = new ValueText(text).whole();
  if (parsed === null) return text.split("\n");
  const lines: string[] = [];
  write(parsed, { indent: "", end: "", sorts }, lines);
  return lines;
}

class ValueText {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Null if the brackets do not match, or the text is no list, map or struct. */
  whole(): readonly Part[] | null {
    const parts = this.#parts("");
    return parts === null || this.#at < this.#text.length || parts.length !== 1 || !parts[0]!.some(isGroup)
      ? null
      : parts[0]!;
  }

  /** The parts up to a closing bracket, each a sequence of texts and groups. */
  #parts(close: string, depth = 0): Part[][] | null {
    const parts: Part[][] = [];
    let current: Part[] = [];
    let begun = this.#at;
    const keep = (): void => {
      const text = this.#text.slice(begun, this.#at);
      if (text.trim() !== "") current.push(text);
    };
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at]!;
      if (character === close) {
        keep();
        if (current.length > 0) parts.push(current);
        return parts;
      }
      if (character === ")" || character === "]" || character === "}" || depth > 200) return null;
      if (character === "," && close !== "" && this.#text[this.#at + 1] === " ") {
        keep();
        parts.push(current);
        current = [];
        begun = this.#at + 2;
      } else if (CLOSING[character] !== undefined) {
        const head = this.#text.slice(begun, this.#at);
        this.#at++;
        const inner = this.#parts(CLOSING[character], depth + 1);
        if (inner === null) return null;
        current.push({ head, open: character, close: CLOSING[character], parts: inner });
        begun = this.#at + 1;
      }
    }
    keep();
    parts.push(current);
    return close === "" ? parts : null;
  }
}

function isGroup(part: Part): part is Group {
  return typeof part !== "string";
}

function flat(parts: readonly Part[]): string {
  return parts
    .map((part) =>
      isGroup(part) ? part.head + part.open + part.parts.map(flat).join(", ") + part.close : part,
    )
    .join("");
}

interface Layout {
  readonly indent: string;
  readonly end: string;
  readonly sorts: boolean;
}

function write(parts: readonly Part[], { indent, end, sorts }: Layout, lines: string[]): void {
  const last = parts.at(-1);
  const text = flat(parts).trim();
  if (last === undefined || !isGroup(last) || (indent !== "" && text.length <= NARROW)) {
    lines.push(...`${indent}${text}${end}`.split("\n"));
    return;
  }
  const head = flat(parts.slice(0, -1)) + last.head;
  lines.push(`${indent}${head.trimStart()}${last.open}`);
  const inner = { indent: `${indent}  `, end: ",", sorts };
  for (const part of sorts ? sorted(last) : last.parts) write(part, inner, lines);
  lines.push(`${indent}${last.close}${end}`);
}

/** The entries of a map or set by their keys: two maps are equal whatever the order. */
function sorted({ head, open, parts }: Group): readonly (readonly Part[])[] {
  const isMap = open === "[" && parts.length > 0 && parts.every(isEntry);
  const isSet = open === "{" && head.trim() === "";
  if (!isMap && !isSet) return parts;
  return parts.toSorted((a, b) => (flat(a) < flat(b) ? -1 : 1));
}

/** Whether a part has the form `key: value`; fields of structs within it do not count. */
function isEntry(part: readonly Part[]): boolean {
  return part.some((each) => (isGroup(each) ? each.head : each).includes(": "));
}

/** Quotes changed lines that differ in white space at their ends only, or hold control characters. */
function visible(lines: readonly string[]): string[] {
  return lines.map((line, i) => {
    if (line.startsWith("  ")) return line;
    const other = line.startsWith("- ") ? lines[i + 1] : lines[i - 1];
    const isPair = other !== undefined && other[0] !== line[0] && !other.startsWith("  ");
    const isAlike = isPair && other.slice(2).trim() === line.slice(2).trim();
    return isAlike || hasControls(line) ? line.slice(0, 2) + JSON.stringify(line.slice(2)) : line;
  });
}

/** Whether a text has characters that a terminal does not show. */
export function hasControls(text: string): boolean {
  return /[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/.test(text);
}

/** Cuts long lines; the two lines of a change show the part in which they differ. */
function cutPairs(lines: readonly string[]): string[] {
  return lines.map((line, i) => {
    if (line.length <= LONGEST_LINE) return line;
    const other = line.startsWith("- ") ? lines[i + 1] : line.startsWith("+ ") ? lines[i - 1] : undefined;
    let same = 2;
    if (other !== undefined) while (same < line.length && line[same] === other[same]) same++;
    const from = Math.max(2, same === line.length ? 2 : same - LONGEST_LINE / 4);
    const to = from + LONGEST_LINE;
    return `${line.slice(0, 2)}${from > 2 ? "…" : ""}${line.slice(from, to)}${to < line.length ? "…" : ""}`;
  });
}
