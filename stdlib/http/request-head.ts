// The head of a request: bytes in, start line and framing out (RFC 9112 2 to 6, http-details 9).
// Owns no socket. Lines are judged as they become complete; a line cut by the network waits in
// `partial` and is joined once its end is there, so the cost is linear however the bytes are cut.
// Fields are checked here and made into a map only when somebody asks (`request.ts`).
import { TOKEN_BYTE, VALUE_BYTE, equalsIgnoringCase, isBlank, listMembers } from "./headers.ts";
import { isHost } from "./host.ts";
import { LIMITS } from "./limits.ts";

/** What `parse` returns instead of a position. */
export const INCOMPLETE = -1;
export const FAULTY = -2;

const CR = 13;
const SPACE = 32;
const COLON = 58;
const HASH = 35;
const QUESTION = 63;
const DELETE = 127;

export class RequestHead {
  // The result, valid after `parse` returned a position.
  method = "";
  path = "";
  /** What follows the first `?`, or "". */
  query = "";
  minor = 1;
  keepAlive = true;
  chunked = false;
  contentLength = 0;
  expectsContinue = false;
  /** Host of an absolute target, which goes before the field; else null. */
  targetHost: string | null = null;
  /** The field lines are `fields` from `fieldsStart` to `fieldsEnd`. */
  fields = "";
  fieldsStart = 0;
  fieldsEnd = 0;

  /** The status that answers a fault. */
  fault = 0;
  /** True from the first byte of a request line on; empty lines before it do not count. */
  started = false;

  private inFields = false;
  private partial = "";
  /** Whether `partial` ends in a CR; asking the text itself would flatten it piece by piece. */
  private openReturn = false;
  /** Field lines of earlier pieces. */
  private earlierFields = "";
  private bytes = 0;
  private emptyBytes = 0;
  private fieldCount = 0;
  private hostCount = 0;
  private host = "";
  /** The last host of this connection that was found valid; the next request names it again. */
  private validHost = "";
  private lengthText: string | null = null;
  private codings: string | null = null;
  private connection: string | null = null;

  /** Makes the parser ready for the next request. */
  reset(): void {
    this.method = "";
    this.query = "";
    this.chunked = false;
    this.contentLength = 0;
    this.expectsContinue = false;
    this.targetHost = null;
    this.fault = 0;
    this.started = false;
    this.inFields = false;
    this.partial = "";
    this.openReturn = false;
    this.earlierFields = "";
    this.bytes = 0;
    this.emptyBytes = 0;
    this.fieldCount = 0;
    this.hostCount = 0;
    this.host = "";
    this.lengthText = null;
    this.codings = null;
    this.connection = null;
  }

  /**
   * Reads on in `text` from `from`.
   * @returns the position after the head, INCOMPLETE when all of `text` was taken, or FAULTY
   */
  parse(text: string, from: number): number {
    let position = from;
    this.fieldsStart = from;
    for (;;) {
      const lineFeed = text.indexOf("\n", position);
      if (lineFeed < 0) return this.keep(text, position);
      this.bytes += lineFeed + 1 - position;
      if (this.bytes > LIMITS.requestHeadBytes) return this.tooLong();
      let line = text;
      let start = position;
      let end = lineFeed - 1;
      position = lineFeed + 1;
      if (this.partial !== "") {
        line = this.partial + text.slice(start, position);
        start = 0;
        end = line.length - 2;
        this.partial = "";
        this.openReturn = false;
        if (this.inFields && end > 0) this.earlierFields += line;
        this.fieldsStart = position;
      }
      if (line.charCodeAt(end) !== CR || end < start) return this.refuse(400);
      if (!this.inFields) {
        if (end === start) {
          this.emptyBytes = this.bytes;
          continue;
        }
        this.started = true;
        if (!this.startLine(line, start, end)) return this.refuse(400);
        this.inFields = true;
        this.fieldsStart = position;
      } else if (end === start) {
        return this.finish(text, position);
      } else {
        this.fieldCount += 1;
        if (this.fieldCount > LIMITS.requestFields) return this.refuse(431);
        if (!this.field(line, start, end)) return this.refuse(400);
      }
    }
  }

  private refuse(status: number): number {
    this.fault = status;
    return FAULTY;
  }

  private tooLong(): number {
    const lineAlone = !this.inFields && (this.emptyBytes === 0 || this.bytes - this.emptyBytes > LIMITS.requestHeadBytes);
    return this.refuse(lineAlone ? 414 : 431);
  }

  /** Keeps the beginning of a line whose end is not there yet. */
  private keep(text: string, position: number): number {
    const rest = position === 0 ? text : text.slice(position);
    if (this.inFields && position > this.fieldsStart) this.earlierFields += text.slice(this.fieldsStart, position);
    if (rest === "") return INCOMPLETE;
    this.bytes += rest.length;
    if (this.bytes > LIMITS.requestHeadBytes) return this.tooLong();
    // No line feed is in `rest`, so a CR anywhere but at its end is a bare one.
    const carriageReturn = rest.indexOf("\r");
    const bareReturn = carriageReturn >= 0 && carriageReturn < rest.length - 1;
    if (bareReturn || rest.includes("\0") || this.openReturn) return this.refuse(400);
    this.openReturn = carriageReturn >= 0;
    this.partial += rest;
    if (rest !== "\r") this.started = true;
    return INCOMPLETE;
  }

  private startLine(line: string, start: number, end: number): boolean {
    let at = start;
    for (; at < end; at++) {
      const byte = line.charCodeAt(at);
      if (byte === SPACE) break;
      if (TOKEN_BYTE[byte] !== 1 || (byte >= 97 && byte <= 122)) return false;
    }
    if (at === start) return false;
    this.method = line.slice(start, at);
    const target = at + 1;
    let question = -1;
    for (at = target; at < end; at++) {
      const byte = line.charCodeAt(at);
      if (byte <= SPACE) break;
      if (byte === DELETE || byte === HASH) return false;
      if (byte === QUESTION && question < 0) question = at;
    }
    if (end - at !== 9 || line.charCodeAt(at) !== SPACE || !line.startsWith("HTTP/1.", at + 1)) return false;
    const minor = line.charCodeAt(at + 8) - 48;
    if (minor !== 0 && minor !== 1) return false;
    this.minor = minor;
    return this.target(line, target, question < 0 ? at : question, at);
  }

  /** Path and query of a target that ends at `end`; `pathEnd` is its first `?` or its end. */
  private target(line: string, start: number, pathEnd: number, end: number): boolean {
    if (pathEnd < end) this.query = line.slice(pathEnd + 1, end);
    if (line.charCodeAt(start) === 47) {
      this.path = line.slice(start, pathEnd);
      return true;
    }
    this.path = line.slice(start, pathEnd);
    if (this.path === "*") return pathEnd === end && this.method === "OPTIONS";
    const absolute = /^https?:\/\/([^/]*)/i.exec(this.path);
    if (absolute === null || !isHost(absolute[1]!)) return false;
    this.targetHost = absolute[1]!;
    this.path = this.path.slice(absolute[0].length) || "/";
    return true;
  }

  /** Checks a field line (RFC 9112 5) and notes those that decide about framing and connection. */
  private field(line: string, start: number, end: number): boolean {
    let colon = start;
    while (colon < end && TOKEN_BYTE[line.charCodeAt(colon)] === 1) colon += 1;
    if (colon === start || colon === end || line.charCodeAt(colon) !== COLON) return false;
    let from = colon + 1;
    while (from < end && isBlank(line.charCodeAt(from))) from += 1;
    let to = end;
    while (to > from && isBlank(line.charCodeAt(to - 1))) to -= 1;
    for (let at = from; at < to; at++) if (VALUE_BYTE[line.charCodeAt(at)] !== 1) return false;
    switch (colon - start) {
      case 4:
        return !equalsIgnoringCase(line, start, colon, "host") || this.hostField(line.slice(from, to));
      case 6:
        if (equalsIgnoringCase(line, start, colon, "expect") && listMembers(line.slice(from, to)).includes("100-continue")) {
          this.expectsContinue = true;
        }
        return true;
      case 10:
        if (equalsIgnoringCase(line, start, colon, "connection")) {
          const value = line.slice(from, to);
          this.connection = this.connection === null ? value : `${this.connection},${value}`;
        }
        return true;
      case 14:
        return !equalsIgnoringCase(line, start, colon, "content-length") || this.lengthField(line.slice(from, to));
      case 17:
        if (!equalsIgnoringCase(line, start, colon, "transfer-encoding")) return true;
        // RFC 9112 6.1: a second line makes a list, and no list is understood here.
        if (this.codings !== null || !equalsIgnoringCase(line, from, to, "chunked")) return false;
        this.codings = "chunked";
        return true;
      default:
        return true;
    }
  }

  private hostField(value: string): boolean {
    this.hostCount += 1;
    this.host = value;
    if (value !== this.validHost) {
      if (!isHost(value)) return this.hostCount === 1 && value === "";
      this.validHost = value;
    }
    return this.hostCount === 1;
  }

  private lengthField(value: string): boolean {
    if (!/^[0-9]+$/.test(value) || (this.lengthText !== null && this.lengthText !== value)) return false;
    this.lengthText = value;
    return true;
  }

  private finish(text: string, position: number): number {
    if (this.minor === 1 && this.host === "") return this.refuse(400);
    if (this.codings !== null) {
      // RFC 9112 6.1 and 6.3: both framings, or chunked from a 1.0 client, is how requests are smuggled.
      if (this.lengthText !== null || this.minor === 0) return this.refuse(400);
      this.chunked = true;
    }
    if (this.lengthText !== null) {
      this.contentLength = Number(this.lengthText);
      if (this.contentLength > LIMITS.requestBodyBytes) return this.refuse(413);
    }
    if (this.minor === 0) this.expectsContinue = false;
    this.keepAlive = this.minor === 1;
    if (this.connection !== null) {
      const options = listMembers(this.connection);
      this.keepAlive = !options.includes("close") && (this.minor === 1 || options.includes("keep-alive"));
    }
    this.fields = text;
    this.fieldsEnd = position - 2;
    if (this.earlierFields !== "") {
      this.fields = this.earlierFields + text.slice(this.fieldsStart, Math.max(this.fieldsStart, this.fieldsEnd));
      this.fieldsStart = 0;
      this.fieldsEnd = this.fields.length;
    }
    return position;
  }
}
