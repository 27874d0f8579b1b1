// std/dotenv: Node reads the text; lines that it would skip are errors here.
import {
  fail,
  foreseen,
  wellFormedText,
  type ErrorValue,
  type NativeTable,
  type Result,
  type Runtime,
} from "../../interpreter/runtime/index.ts";

const BLANK = /^\s*(?:#|$)/;
/** The beginning of an assignment, up to its value. */
const ASSIGNMENT = /^\s*(?:export\s+)?[A-Za-z_][\w.-]*\s*=[^\S\n]*/;

/** Returns the number of the first line that is neither blank, nor a comment, nor begins an assignment, or 0. */
function wrongLine(text: string): number {
  let number = 1;
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end);
    const value = ASSIGNMENT.exec(line)?.[0].length;
    if (value === undefined && !BLANK.test(line)) return number;
    const last = value === undefined ? end : valueEnd(text, at + value, end);
    for (let i = text.indexOf("\n", at); i >= 0 && i <= last; i = text.indexOf("\n", i + 1)) number++;
    at = last + 1;
  }
  return 0;
}

/** Returns the end of the line in which a value ends that begins at `start`, in a line that ends at `end`. */
function valueEnd(text: string, start: number, end: number): number {
  const quote = text[start]!;
  const close = start < end && "\"'`".includes(quote) ? text.indexOf(quote, start + 1) : -1;
  return close < 0 ? end : lineEnd(text, close);
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** The nanoseconds for each byte. */
const NANOS = { __parse: 50 };

export function create(runtime: Runtime): NativeTable {
  function parse(text: string): Result<string[], ErrorValue> {
    const bare = text.startsWith("\xef\xbb\xbf") ? text.slice(3) : text;
    if (wellFormedText(bare) === null) return fail("dotenv", "the text is not UTF-8");
    const wrong = wrongLine(bare);
    if (wrong > 0) return fail("dotenv", `line ${wrong}: expected NAME=value`);
    return [...runtime.host.system.environment.parse(bare)].flat();
  }

  return { functions: foreseen(runtime, NANOS, { __parse: parse }) };
}
