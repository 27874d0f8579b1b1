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
const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=[^\S\n]*/;

/**
 * Returns the names that are assigned, in order, or the number of the first line that is neither blank, nor a
 * comment, nor begins an assignment.
 */
function namesIn(text: string): Set<string> | number {
  const names = new Set<string>();
  let number = 1;
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end);
    const found = ASSIGNMENT.exec(line);
    if (found === null && !BLANK.test(line)) return number;
    if (found !== null) names.add(found[1]!);
    const last = found === null ? end : valueEnd(text, at + found[0].length, end);
    for (let i = text.indexOf("\n", at); i >= 0 && i <= last; i = text.indexOf("\n", i + 1)) number++;
    at = last + 1;
  }
  return names;
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
    const names = namesIn(bare);
    if (typeof names === "number") return fail("dotenv", `line ${names}: expected NAME=value`);
    // Node returns the variables in the order of their names.
    const values = runtime.host.system.environment.parse(bare);
    return [...names].flatMap((name) => [name, values.get(name) ?? ""]);
  }

  return { functions: foreseen(runtime, NANOS, { __parse: parse }) };
}
