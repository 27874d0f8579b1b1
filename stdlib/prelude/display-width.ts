// The number of columns that text takes on a terminal. Wide are the characters that Unicode's East Asian
// Width calls wide or fullwidth: emoji, which the host's regular expressions recognise, and these blocks.
// Emoji of several characters, such as flags and families, take two columns in all.
import { fromBytes, type Steps } from "../../interpreter/runtime/index.ts";
import { textParts } from "./text-parts.ts";

/** The first and last character of each range. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0x3247],
  [0x3250, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6b],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x18d00, 0x18d08],
  [0x1aff0, 0x1b2ff],
  [0x1f200, 0x1f265],
  [0x20000, 0x2fffd],
  [0x30000, 0x3fffd],
];

/** Combining marks, format characters, and the inner parts of Hangul syllables. */
const NONE =
  /^(?:[\p{Mn}\p{Me}\u1160-\u11ff\ud7b0-\ud7fb\u200b]|(?![\u00ad\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])\p{Cf}|[\x00-\x1f\x7f-\x9f])$/u;
const EMOJI = /^\p{Emoji_Presentation}$/u;
/** Clusters that are displayed as one emoji. */
const EMOJI_CLUSTER =
  /^(?:\p{Regional_Indicator}{2}|\p{Emoji}\ufe0f|\p{Extended_Pictographic}[\p{Emoji_Modifier}\u200d])/u;
/** Latin, Greek, Cyrillic and similar characters without marks: one column each. */
const PLAIN = /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0377\u0384-\u0482\u048a-\u052f]*$/;

/** Returns the width of one character: 0, 1 or 2. */
export function charWidth(char: number): number {
  if (char < 0x300) return char < 32 || (char >= 0x7f && char < 0xa0) ? 0 : 1;
  const text = String.fromCodePoint(char);
  if (NONE.test(text)) return 0;
  return EMOJI.test(text) || (char >= 0x1100 && WIDE.some(([first, last]) => char >= first && char <= last))
    ? 2
    : 1;
}

let segmenter: Intl.Segmenter | undefined;

/** Returns the width of a long byte string. */
export function* textWidthInSteps(bytes: string): Steps<number> {
  let columns = 0;
  for (const part of textParts(bytes)) {
    columns += textWidth(part);
    yield;
  }
  return columns;
}

/** Returns the width of a byte string. */
export function textWidth(bytes: string): number {
  if (/^[\x20-\x7e]*$/.test(bytes)) return bytes.length;
  const text = fromBytes(bytes);
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of (segmenter ??= new Intl.Segmenter("und", { granularity: "grapheme" })).segment(
    text,
  )) {
    if (EMOJI_CLUSTER.test(segment)) columns += 2;
    else for (const char of segment) columns += charWidth(char.codePointAt(0)!);
  }
  return columns;
}
