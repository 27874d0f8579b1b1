// Forms of type multipart/form-data (RFC 7578, RFC 2046 5.1): takes pieces of a body and emits parts. Linear
// however the body is cut; holds at most a header block or a boundary.
import { LIMITS } from "../limits.ts";
import { asciiLower, trimBlanks } from "./headers.ts";

/** The headers of a part. */
export interface PartHead {
  readonly name: string;
  /** The last component of the path that some clients send, or null for a plain value. */
  readonly filename: string | null;
  readonly contentType: string;
}

export interface PartEvents {
  begin(head: PartHead): void;
  data(piece: string): void;
  end(): void;
}

type State = "preamble" | "after boundary" | "headers" | "data start" | "data" | "done";

/**
 * One parameter, or nothing between two semicolons. The expression has each place for blanks once: two in a
 * row would backtrack over all ways to divide the blanks between them.
 */
const PARAMETER =
  /[ \t]*(?:([!#$%&'*+\-.^_`|~0-9A-Za-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^;\s"]*))[ \t]*)?(?:;|$)/y;

/**
 * Returns the parameters of a field such as `multipart/form-data; boundary=x`, by name in lower case. Returns
 * null if readers could disagree: if they are malformed, or one is named twice.
 */
export function parametersOf(field: string): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>();
  const start = field.indexOf(";");
  PARAMETER.lastIndex = start < 0 ? field.length : start + 1;
  while (PARAMETER.lastIndex < field.length) {
    const match = PARAMETER.exec(field);
    if (match === null) return null;
    const [, name, quoted, token] = match;
    if (name === undefined) continue;
    const lower = asciiLower(name);
    if (found.has(lower)) return null;
    found.set(lower, quoted === undefined ? token! : quoted.replace(/\\(["\\])/g, "$1"));
  }
  return found;
}

export class MultipartParser {
  /** A description of what is wrong with the form, or null. */
  problem: string | null = null;
  private readonly events: PartEvents;
  private readonly delimiter: string;
  /** A line break before the first piece, so that a boundary at the start of the body is found. */
  private rest = "\r\n";
  private searched = 0;
  private state: State = "preamble";
  private parts = 0;
  /** Whether anything but line breaks precedes the first boundary. */
  private hasPreamble = false;

  constructor(boundary: string, events: PartEvents) {
    this.delimiter = `\r\n--${boundary}`;
    this.events = events;
  }

  /** Whether a boundary has arrived. */
  get started(): boolean {
    return this.state !== "preamble";
  }

  /** Whether the last boundary has arrived. */
  get done(): boolean {
    return this.state === "done";
  }

  feed(piece: string): void {
    this.rest += piece;
    while (this.problem === null && this.step());
  }

  /** Returns false if more input is needed. */
  private step(): boolean {
    switch (this.state) {
      case "preamble":
      case "data":
        return this.upToDelimiter();
      case "after boundary":
        return this.afterBoundary();
      case "headers":
        return this.headers();
      case "data start":
        return this.dataStart();
      case "done":
        this.rest = "";
        return false;
    }
  }

  private upToDelimiter(): boolean {
    const { rest, delimiter, state } = this;
    const found = rest.indexOf(delimiter);
    const end = found < 0 ? Math.max(0, rest.length - delimiter.length + 1) : found;
    if (state === "data" && end > 0) this.events.data(rest.slice(0, end));
    else if (state === "preamble") this.hasPreamble ||= /[^\r\n]/.test(rest.slice(0, end));
    this.rest = rest.slice(found < 0 ? end : found + delimiter.length);
    if (found < 0) return false;
    if (state === "data") this.events.end();
    this.state = "after boundary";
    this.searched = 0;
    return true;
  }

  private afterBoundary(): boolean {
    if (this.rest.length < 2) return false;
    if (this.rest.startsWith("--")) {
      // An empty form is its last boundary alone.
      if (this.parts === 0 && this.hasPreamble) this.problem = "the first boundary is missing";
      this.state = "done";
      return true;
    }
    const line = this.rest.indexOf("\r\n");
    const blanks = line < 0 ? this.rest.replace(/\r$/, "") : this.rest.slice(0, line);
    if (!/^[ \t]*$/.test(blanks) || blanks.length > LIMITS.partHeadBytes) this.problem = "malformed boundary";
    if (line < 0 || this.problem !== null) return false;
    // The line break stays: in a part without headers it is the first half of the blank line.
    this.rest = this.rest.slice(line);
    this.state = "headers";
    return true;
  }

  private headers(): boolean {
    const end = this.rest.indexOf("\r\n\r\n", this.searched);
    this.searched = Math.max(0, this.rest.length - 3);
    if (end > LIMITS.partHeadBytes || (end < 0 && this.rest.length > LIMITS.partHeadBytes))
      this.problem = "the headers of a part are too long";
    if (end < 0 || this.problem !== null) return false;
    const head = headOf(this.rest.slice(2, Math.max(2, end)));
    // The line break stays: the delimiter of an empty part begins with the one that ends the headers.
    this.rest = this.rest.slice(end + 2);
    this.parts += 1;
    if (typeof head === "string") this.problem = head;
    else if (this.parts > LIMITS.formParts) this.problem = `more than ${LIMITS.formParts} parts`;
    if (typeof head === "string" || this.problem !== null) return false;
    this.events.begin(head);
    this.state = "data start";
    return true;
  }

  private dataStart(): boolean {
    const { rest, delimiter } = this;
    if (rest.length < delimiter.length && delimiter.startsWith(rest)) return false;
    if (!rest.startsWith(delimiter)) this.rest = rest.slice(2);
    this.state = "data";
    return true;
  }
}

/** Parses the headers of a part; returns a string that says what is wrong with them if they are invalid. */
function headOf(block: string): PartHead | string {
  let disposition: string | null = null;
  let contentType = "application/octet-stream";
  // Header lines of a part may be folded like those of mail (RFC 2046 5.1, RFC 5322 2.2.3).
  for (const line of block.replace(/\r\n(?=[ \t])/g, "").split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon < 0) continue;
    const name = asciiLower(trimBlanks(line.slice(0, colon)));
    const value = trimBlanks(line.slice(colon + 1));
    if (name === "content-disposition") {
      if (disposition !== null) return "a part with two dispositions";
      disposition = value;
    } else if (name === "content-type" && value !== "") contentType = value;
  }
  if (disposition === null || !/^form-data[ \t]*(;|$)/i.test(disposition)) return "a part without a name";
  const parameters = parametersOf(disposition);
  if (parameters === null) return "a malformed Content-Disposition";
  const name = parameters.get("name");
  if (name === undefined) return "a part without a name";
  const filename = filenameOf(parameters);
  return {
    name: unescaped(name),
    filename: filename === null ? null : baseName(filename),
    contentType,
  };
}

/**
 * Some clients also send the name in the form of RFC 8187, or only that form, although RFC 7578 4.2 advises
 * against it.
 */
function filenameOf(parameters: ReadonlyMap<string, string>): string | null {
  const plain = parameters.get("filename");
  const extended = parameters.get("filename*");
  const coded = extended === undefined ? null : /^utf-8'[^']*'((?:[^%]|%[0-9a-f]{2})*)$/i.exec(extended);
  if (coded !== null)
    return coded[1]!.replace(/%(..)/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
  return plain === undefined ? (extended ?? null) : unescaped(plain);
}

/** Browsers escape only these three characters (HTML standard, multipart/form-data encoding algorithm). */
function unescaped(text: string): string {
  return text.replace(/%(22|0D|0A)/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}

function baseName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return name === "." || name === ".." ? "" : name.replace(/[\x00-\x1f\x7f]/g, "");
}
