// Splits long strings into parts that may be processed one by one: operations on characters, clusters and
// words have the same result.

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

export function* textParts(bytes: string): Generator<string, void> {
  for (let at = 0; at < bytes.length; ) {
    BORDER.lastIndex = at + PART;
    const end = at + PART >= bytes.length ? bytes.length : (BORDER.exec(bytes)?.index ?? bytes.length);
    yield bytes.slice(at, end);
    at = end;
  }
}
