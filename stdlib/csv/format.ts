// Rows to CSV: fields are quoted where they have to be, rows end by CRLF (RFC 4180).
import { MAX_STRING, Panic, type Steps } from "../../interpreter/runtime/index.ts";

/** Rows between two looks at the clock. */
const STEP = 256;
const MARK = "\xef\xbb\xbf";

/** @throws Panic `string too large`. */
export function* formatRows(rows: readonly (readonly string[])[], delimiter: number): Steps<string> {
  const separator = String.fromCharCode(delimiter);
  const parts: string[] = [];
  let part = "";
  let total = 0;
  let left = STEP;
  for (const row of rows) {
    part += formatRow(row, separator);
    if (part.length > 1 << 16 || --left === 0) {
      total += part.length;
      if (total > MAX_STRING) throw new Panic("string too large");
      parts.push(part);
      part = "";
      left = STEP;
      yield;
    }
  }
  if (total + part.length > MAX_STRING) throw new Panic("string too large");
  return parts.join("") + part;
}

function formatRow(row: readonly string[], separator: string): string {
  const plain = row.join(separator);
  if (!SPECIAL.test(plain) && occurrences(plain, separator) === row.length - 1) return `${plain}\r\n`;
  return `${row.map((field) => formatField(field, separator)).join(separator)}\r\n`;
}

/** What may have to be quoted, whatever the delimiter is. */
const SPECIAL = /["\r\n\xef]/;

/** Of a single character. */
function occurrences(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count++;
  return count;
}

function formatField(field: string, separator: string): string {
  if (!/["\r\n]/.test(field) && !field.includes(separator) && !field.startsWith(MARK)) return field;
  return `"${field.replaceAll('"', '""')}"`;
}
