// Formats rows as CSV: fields are quoted only where necessary, rows end with CRLF (RFC 4180).
import {
  MAX_STRING,
  mappedPiecewise,
  Panic,
  piecewise,
  type Steps,
} from "../../interpreter/runtime/index.ts";

/** The number of fields between two looks at the clock. */
const STEP = 2048;
/** The bytes of a field that is written in pieces. */
const LONG = 65_536;
const MARK = "\xef\xbb\xbf";

/** @throws Panic `string too large`. */
export function* formatRows(rows: readonly (readonly string[])[], delimiter: number): Steps<string> {
  const separator = String.fromCharCode(delimiter);
  const special = specialFor(separator);
  const parts: string[] = [];
  let part: string[] = [];
  let size = 0;
  let total = 0;
  const closePart = (): void => {
    if (total > MAX_STRING) throw new Panic("string too large");
    parts.push(part.join(""));
    part = [];
    size = 0;
  };
  for (const row of rows) {
    const before = total;
    for (let i = 0; i < row.length; i++) {
      const field = row[i]!;
      const text =
        field.length > LONG
          ? yield* longField(field, special)
          : field.startsWith(MARK) || special.test(field)
            ? `"${field.replaceAll('"', '""')}"`
            : field;
      part.push(i === 0 ? text : separator + text);
      total += text.length + 1;
    }
    part.push("\r\n");
    total += 2;
    size += total - before;
    if (size > 1 << 16 || part.length >= STEP) {
      closePart();
      yield;
    }
  }
  closePart();
  return parts.join("");
}

function* longField(field: string, special: RegExp): Steps<string> {
  let isQuoted = field.startsWith(MARK);
  yield* piecewise(field, (piece) => {
    isQuoted ||= special.test(piece);
  });
  if (!isQuoted) return field;
  return `"${yield* mappedPiecewise(field, (piece) => piece.replaceAll('"', '""'))}"`;
}

/** Matches a character that must be quoted. */
function specialFor(separator: string): RegExp {
  const byte = separator.charCodeAt(0).toString(16).padStart(2, "0");
  return new RegExp(`["\\r\\n\\x${byte}]`);
}
