// Comments in the middle of code, such as `while a // one` before a condition that continues. Code is printed
// without them; then each is inserted between the same two tokens as before. A line break that a comment
// causes is allowed there, because the source has it as well.
import { Source } from "../source/index.ts";
import { tokenize, type Comment, type Token } from "../syntax/index.ts";
import type { Printer } from "./printer.ts";

const STEP = 4;
/** The most tokens in a row that the formatter may have inserted or dropped. */
const FARTHEST = 200;

/** Inserts the stray comments of `printer` into the formatted `text`. */
export function withStrayComments(text: string, { source, tokens, comments }: Printer): string {
  if (comments.stray.length === 0) return text;
  const before = tokens.filter(isCode);
  const out = new Source("", text);
  const after = tokenize(out).tokens.filter(isCode);
  const places = counterparts(before, source.text, after, text);
  const byPlace = new Map<number, Comment[]>();
  for (const comment of comments.stray.toSorted((a, b) => a.start - b.start)) {
    const place = placeOf(comment, before, places);
    byPlace.set(place, [...(byPlace.get(place) ?? []), comment]);
  }
  let result = "";
  let at = 0;
  for (const [place, list] of [...byPlace].toSorted(([a], [b]) => a - b)) {
    const inserted = insertion(list, place);
    result += text.slice(at, inserted.from) + inserted.text;
    at = inserted.to;
  }
  return result + text.slice(at);

  /** The replacement of `text` from `from` to `to`, after the token at `place` or a comma after that. */
  function insertion(list: readonly Comment[], place: number): { from: number; to: number; text: string } {
    const breaks = list.some((comment) => comments.isLineComment(comment) || comments.isOwnLine(comment));
    let index = place;
    while (
      breaks &&
      after[index + 1] !== undefined &&
      [",", ";"].includes(after[index + 1]!.kind) &&
      after[index + 1]!.start === after[index]?.end
    )
      index++;
    const from = after[index]?.end ?? 0;
    const next = after[index + 1];
    const gap = text.slice(from, next?.start ?? text.length);
    const base = indentationAt(from);
    // After a `;` at the end of a line, only one comment belongs to that line; others follow below, with its
    // indentation.
    const isMoved = index !== place;
    const isBroken = gap.includes("\n");
    const isClosing = next !== undefined && ["else", "{", "}", ")", "]"].includes(next.kind);
    const depth =
      isMoved && isBroken
        ? base
        : isBroken && next !== undefined
          ? indentationAt(next.start)
          : isClosing
            ? base
            : base + STEP;
    let put = "";
    let mustBreak = false;
    for (const comment of list) {
      const ownLine = comments.isOwnLine(comment) && !(isMoved && put === "");
      const isTight =
        put === "" &&
        gap === "" &&
        ["(", "["].includes(after[index]?.kind ?? "") &&
        !comments.isLineComment(comment);
      put +=
        (ownLine || mustBreak ? `\n${" ".repeat(depth)}` : isTight ? "" : " ") + comments.textOf(comment);
      mustBreak = ownLine || comments.isLineComment(comment);
    }
    const rest = /^ */.exec(gap)![0].length;
    if (/^ *\n/.test(gap) || from + rest === text.length) return { from, to: from, text: put };
    const follows = text.startsWith("//", from + rest) || text.startsWith("/*", from + rest);
    const isTight = gap === "" && next !== undefined && [",", ";", ")", "]", ".", "?"].includes(next.kind);
    return {
      from,
      to: from + rest,
      text: put + (mustBreak ? `\n${" ".repeat(follows ? base : depth)}` : isTight ? "" : " "),
    };
  }

  function indentationAt(offset: number): number {
    const start = out.lineStarts[out.lineAt(offset) - 1]!;
    return /^ */.exec(text.slice(start))![0].length;
  }
}

function isCode({ kind }: Token): boolean {
  return kind !== "newline";
}

/** The index of the token in the result after which a comment is inserted. */
function placeOf({ start }: Comment, before: readonly Token[], places: Int32Array): number {
  let low = 0;
  let high = before.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  const next = places[low] ?? -1;
  if (places[low - 1] === -1 && next > 0) return next - 1;
  for (let i = low - 1; i >= 0; i--) if (places[i]! >= 0) return places[i]!;
  return -1;
}

/**
 * For each token, the index of the same one in the result; -1 for commas, semicolons, and dropped or moved
 * tokens.
 */
function counterparts(
  before: readonly Token[],
  source: string,
  after: readonly Token[],
  text: string,
): Int32Array {
  const places = new Int32Array(before.length).fill(-1);
  const oldFixed = [...before.keys()].filter((index) => isFixed(before[index]!));
  const freshFixed = [...after.keys()].filter((index) => isFixed(after[index]!));
  const old = oldFixed.map((index) => keyOf(before[index]!, source));
  const fresh = freshFixed.map((index) => keyOf(after[index]!, text));
  let i = 0;
  let j = 0;
  while (i < old.length && j < fresh.length) {
    if (old[i] === fresh[j]) places[oldFixed[i++]!] = freshFixed[j++]!;
    else {
      const skip = nextCommon(old, i, fresh, j);
      if (skip === null) break;
      i += skip[0];
      j += skip[1];
    }
  }
  return places;
}

/** The numbers of tokens to skip on both sides until two tokens in a row are equal. */
function nextCommon(
  old: readonly string[],
  i: number,
  fresh: readonly string[],
  j: number,
): [number, number] | null {
  for (let total = 1; total <= FARTHEST; total++) {
    for (let left = 0; left <= total; left++) {
      const right = total - left;
      if (old[i + left] === undefined || old[i + left] !== fresh[j + right]) continue;
      if (old[i + left + 1] === fresh[j + right + 1]) return [left, right];
    }
  }
  return null;
}

function isFixed({ kind }: Token): boolean {
  return kind !== "," && kind !== ";";
}

const LITERALS: ReadonlySet<string> = new Set([
  "int",
  "float",
  "char",
  "string",
  "blockString",
  "stringStart",
  "stringMiddle",
  "stringEnd",
]);

/**
 * The text by which tokens are compared. All literals are equal, because the formatter changes their
 * spelling.
 */
function keyOf({ kind, start, end }: Token, text: string): string {
  return LITERALS.has(kind) ? kind : `=${text.slice(start, end)}`;
}
