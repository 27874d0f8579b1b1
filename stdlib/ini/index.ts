// std/ini: INI files, line by line.
import {
  fail,
  inSteps,
  type ErrorValue,
  type NativeTable,
  type Result,
  type Runtime,
  type Steps,
} from "../../interpreter/runtime/index.ts";

/** The lines between two checks of the clock. */
const STEP = 2000;

/** Section, key and value in turn; the head of a section has the key "". */
function* parse(text: string): Steps<Result<string[], ErrorValue>> {
  const found: string[] = [];
  let section = "";
  let number = 0;
  let at = text.startsWith("\xef\xbb\xbf") ? 3 : 0;
  while (at < text.length) {
    if (++number % STEP === 0) yield;
    const end = lineEnd(text, at);
    const line = text.slice(at, end).trim();
    at = end + 1;
    if (line === "" || line.startsWith(";") || line.startsWith("#")) continue;
    if (line.startsWith("[")) {
      const name = /^\[([^\]]*)\]\s*(?:[;#]|$)/.exec(line)?.[1];
      if (name === undefined) return fail("ini", `line ${number}: expected [section]`);
      section = name.trim();
      found.push(section, "", "");
      continue;
    }
    const sign = line.search(/[=:]/);
    if (sign <= 0) return fail("ini", `line ${number}: expected key = value`);
    found.push(section, line.slice(0, sign).trimEnd(), unquoted(line.slice(sign + 1).trimStart()));
  }
  return found;
}

/** A line ends with LF or CRLF: the white space around it is dropped anyway. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function unquoted(value: string): string {
  const quote = value[0];
  return value.length >= 2 && (quote === '"' || quote === "'") && value.endsWith(quote)
    ? value.slice(1, -1)
    : value;
}

export function create(runtime: Runtime): NativeTable {
  return { functions: { __parse: (text: string) => inSteps(runtime, parse(text)) } };
}
