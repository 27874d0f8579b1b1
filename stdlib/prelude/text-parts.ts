// Long texts in parts that may be dealt with one by one: what is looked at or changed by characters, clusters and
// words comes to the same.

/** Bytes of a part, as a rule. */
export const PART = 1 << 14;

const JOINS_NOTHING = String.raw`(?:[\xe5-\xe8\xeb\xec][\x80-\xbf]|\xea[\xb0-\xbf]|\xed[\x80-\x9d])[\x80-\xbf]`;
const MARKS = String.raw`(?:\xcc[\x80-\xbf]|\xcd[\x80-\xaf]){0,4}`;
/**
 * Before a space or a line break, where no mark belongs to what stands before and no word goes on; between two
 * letters or digits of ASCII, the first perhaps with marks, which join nothing and tell the parts what they stand beside; between these,
 * ideographs and syllables of Hangul; in a run of bytes that are no characters.
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
