// Formats rows as CSV: fields are quoted only where necessary, rows end with CRLF (RFC 4180).
import { MAX_STRING, Panic, type Steps } from "../../interpreter/runtime/index.ts";

/** The number of rows between two looks at the clock. */
const STEP = 256;
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
    const text = formatRow(row, separator, special);
    part.push(text);
    size += text.length;
    total += text.length;
    if (size > 1 << 16 || part.length === STEP) {
      closePart();
      yield;
    }
  }
  closePart();
  return parts.join("");
}

function formatRow(row: readonly string[], separator: string, special: RegExp): string {
  let text = "";
  for (let i = 0; i < row.length; i++) {
    const field = row[i]!;
    if (i > 0) text += separator;
    text += special.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
  }
  return `${text}\r\n`;
}

/** Matches a field that must be quoted. */
function specialFor(separator: string): RegExp {
  const byte = separator.charCodeAt(0).toString(16).padStart(2, "0");
  return new RegExp(`["\\r\\n\\x${byte}]|^${MARK}`);
}
