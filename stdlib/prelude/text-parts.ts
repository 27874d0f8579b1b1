// Splits long strings into parts that may be processed one by one: operations on characters, clusters and
// words have the same result.

import { fromBytes } from "../../interpreter/runtime/index.ts";

/** The minimum bytes of a part, except the last. */
export const PART = 1 << 14;

const JOINS_NOTHING = String.raw`(?:[\xe5-\xe8\xeb\xec][\x80-\xbf]|\xea[\xb0-\xbf]|\xed[\x80-\x9d])[\x80-\xbf]`;
const MARKS = String.raw`(?:\xcc[\x80-\xbf]|\xcd[\x80-\xaf]){0,4}`;
/**
 * Matches before a space or a line break, where no mark belongs to the character before and no word
 * continues; between two ASCII letters or digits, the first possibly with marks: these combine with nothing
 * and show each part its context; between these, ideographs and Hangul syllables; and in a run of bytes that
 * are not characters.
 */
const BORDER = new RegExp(
  [
    String.raw`(?<!\r)(?=[ \n])`,
    `(?<=[0-9A-Za-z]${MARKS})(?=[0-9A-Za-z])`,
    `(?<=${JOINS_NOTHING})(?=${JOINS_NOTHING}|[0-9A-Za-z])`,
    `(?<=[0-9A-Za-z])(?=${JOINS_NOTHING})`,
    String.raw`(?<=[\x80-\xbf]{4}|\xff)(?=[\x80-\xbf\xff])`,
  ].join("|"),
  "g",
);

/** The bytes after `PART` in which a border is searched, before a place between two characters will do. */
const WINDOW = 1 << 14;

/** Also yields empty parts, while it searches the end of a long one. */
export function* textParts(bytes: string): Generator<string, void> {
  for (let at = 0; at < bytes.length; ) {
    const end = yield* partEnd(bytes, at);
    yield bytes.slice(at, end);
    at = end;
  }
}

function* partEnd(bytes: string, start: number): Generator<string, number> {
  for (let from = start + PART; from < bytes.length; from += WINDOW) {
    // The pattern looks at up to 16 bytes before a border.
    const text = bytes.slice(from - 16, from + WINDOW);
    BORDER.lastIndex = 16;
    const border = BORDER.exec(text);
    // At the end of the window it sees nothing of what follows.
    if (border !== null && (border.index < WINDOW || from + WINDOW >= bytes.length))
      return from - 16 + border.index;
    const between = placeBetween(bytes, from, Math.min(bytes.length, from + WINDOW));
    if (between >= 0) return between;
    yield "";
  }
  return bytes.length;
}

/** Characters that show what follows them the context, and what precedes them. */
const PLAIN = /^[\p{L}\p{N}\p{P}\p{S}]$/u;
const NOT_ALONE =
  /^[\p{Case_Ignorable}\p{Grapheme_Extend}\p{Regional_Indicator}\u03a3\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]$/u;
const JOINS_BEFORE = /^[\p{M}\u1100-\u11ff]/u;

let segmenter: Intl.Segmenter | undefined;

/**
 * Returns the offset of the first character that neither combines with the one before it nor depends on it,
 * or -1. Each such place is tested by the host, so this is slower than the pattern.
 */
function placeBetween(bytes: string, from: number, end: number): number {
  const isStart = (at: number): boolean => (bytes.charCodeAt(at) & 0xc0) !== 0x80;
  const tested = new Map<string, boolean>();
  let last = "";
  for (let at = from; at < end; ) {
    if (!isStart(at)) {
      at++;
      continue;
    }
    let next = at + 1;
    while (next < bytes.length && !isStart(next)) next++;
    const char = bytes.slice(at, next);
    if (last !== "") {
      const pair = last + char;
      let apart = tested.get(pair);
      if (apart === undefined) tested.set(pair, (apart = areApart(fromBytes(last), fromBytes(char))));
      if (apart) return at;
    }
    last = char;
    at = next;
  }
  return -1;
}

function areApart(first: string, second: string): boolean {
  for (const char of [first, second]) if (!PLAIN.test(char) || NOT_ALONE.test(char)) return false;
  if (JOINS_BEFORE.test(second.normalize("NFKD"))) return false;
  segmenter ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  return [...segmenter.segment(first + second)].length === 2;
}
