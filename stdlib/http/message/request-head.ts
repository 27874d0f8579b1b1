// The head of a request: bytes in, a value out with start line and framing (RFC 9112 2 to 6,
// reference/http-server#parsing-of-requests).
// Owns no socket. Lines are judged as they become complete; a line cut by the network waits in
// `partial` and is joined once its end is there, so the cost is linear however the bytes are cut.
// Fields are checked here and made into a map only when asked (`request.ts`).
import { LIMITS } from "../limits.ts";
import { FieldBlock } from "./field-block.ts";
import { TOKEN_BYTE, listMembers } from "./headers.ts";
import { isHost } from "./host.ts";
import { HEAD, OPTIONS, UNKNOWN, methodIndex, verbOf } from "./method.ts";

/** A head that was read and found good. */
export interface RequestHead {
  /** The index of the method. */
  readonly method: number;
  /** The method as it was sent, where `method` is that of `Unknown`; else "". */
  readonly otherMethod: string;
  readonly path: string;
  /** What follows the first `?`, or "". */
  readonly query: string;
  readonly minor: number;
  readonly keepAlive: boolean;
  readonly chunked: boolean;
  readonly contentLength: number;
  readonly expectsContinue: boolean;
  /** Host of an absolute target, which goes before the field; else null. */
  readonly targetHost: string | null;
  /** The target as it was sent, where it is more than path, `?` and query; else "". */
  readonly oddTarget: string;
  /** The field lines are `fields` from `fieldsStart` to `fieldsEnd`. */
  readonly fields: string;
  readonly fieldsStart: number;
  readonly fieldsEnd: number;
}

/** What a piece of text made of a head: `taken` counts the bytes of the piece that belong to it, `status` answers a fault. */
export type HeadResult =
  | { readonly kind: "complete"; readonly head: RequestHead; readonly taken: number }
  | { readonly kind: "incomplete" }
  | { readonly kind: "faulty"; readonly status: number };

interface Framing {
  readonly keepAlive: boolean;
  readonly chunked: boolean;
  readonly contentLength: number;
  readonly expectsContinue: boolean;
}

/** The method as it was sent. */
export function methodNameOf(head: RequestHead): string {
  return head.otherMethod === "" ? verbOf(head.method) : head.otherMethod;
}

/** The target as it was sent. */
export function targetOf(head: RequestHead): string {
  if (head.oddTarget !== "") return head.oddTarget;
  return head.query === "" ? head.path : `${head.path}?${head.query}`;
}

const INCOMPLETE: HeadResult = { kind: "incomplete" };

/** What came in larger pieces is not worth keeping: an idle connection is to be small. */
const REMEMBERED_BYTES = 4_096;

const CR = 13;
const SPACE = 32;
const HASH = 35;
const QUESTION = 63;
const DELETE = 127;

export class RequestHeadParser {
  /** True from the first byte of a request line on; empty lines before it do not count. */
  started = false;

  // The start line, as far as it has been read.
  private method = UNKNOWN;
  private otherMethod = "";
  private oddTarget = "";
  private path = "";
  private query = "";
  private minor = 1;
  private targetHost: string | null = null;
  /** Where the field lines of the current piece start. */
  private fieldsStart = 0;
  private inFields = false;
  private partial = "";
  /** Whether `partial` ends in a CR; asking the text itself would flatten it piece by piece. */
  private openReturn = false;
  /** Field lines of earlier pieces. */
  private earlierFields = "";
  private bytes = 0;
  private emptyBytes = 0;
  private block = new FieldBlock("");
  /** The last block of fields that was good, and the text and result of the head it belongs to: clients repeat themselves. */
  private known: FieldBlock | null = null;
  private knownText = "";
  private knownResult = INCOMPLETE;
  private readonly headBytes: number;

  /** @param headBytes most bytes from request line to blank line */
  constructor(headBytes: number = LIMITS.requestHeadBytes) {
    this.headBytes = headBytes;
  }

  /** Whether the head being read, or refused, asks for no body in the response. */
  get isHead(): boolean {
    return this.method === HEAD;
  }

  /** Makes the parser ready for the next request. */
  private reset(): void {
    this.method = UNKNOWN;
    this.started = false;
    this.inFields = false;
    this.partial = "";
    this.openReturn = false;
    this.earlierFields = "";
    this.bytes = 0;
    this.emptyBytes = 0;
  }

  /** Reads on in `text` from `from`. An incomplete head has taken all of `text`; after a fault nothing more is read. */
  parse(text: string, from: number): HeadResult {
    let position = from;
    const inOnePiece = this.bytes === 0;
    if (inOnePiece) {
      if (this.knownText !== "" && isAt(this.knownText, text, from)) return this.knownResult;
      this.knownText = "";
      this.knownResult = INCOMPLETE;
    }
    this.fieldsStart = from;
    for (;;) {
      const lineFeed = text.indexOf("\n", position);
      if (lineFeed < 0) return this.keep(text, position);
      this.bytes += lineFeed + 1 - position;
      if (this.bytes > this.headBytes) return this.tooLong();
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
        const { known } = this;
        if (known !== null && isAt(known.text, text, position)) {
          this.block = known;
          position += known.text.length;
          this.bytes += known.text.length;
          if (this.bytes > this.headBytes) return this.tooLong();
          break;
        }
        this.block = new FieldBlock(known === null ? "" : known.host);
      } else if (end === start) {
        break;
      } else {
        if (this.block.count === LIMITS.requestFields) return this.refuse(431);
        if (!this.block.take(line, start, end)) return this.refuse(400);
      }
    }
    const framing = this.framing();
    if (typeof framing === "number") return this.refuse(framing);
    const result: HeadResult = {
      kind: "complete",
      head: this.complete(framing, text, position),
      taken: position - from,
    };
    if (inOnePiece && text.length <= REMEMBERED_BYTES) {
      this.knownText = text.slice(from, position);
      this.knownResult = result;
    }
    this.reset();
    return result;
  }

  private refuse(status: number): HeadResult {
    return { kind: "faulty", status };
  }

  private tooLong(): HeadResult {
    const lineAlone =
      !this.inFields && (this.emptyBytes === 0 || this.bytes - this.emptyBytes > this.headBytes);
    return this.refuse(lineAlone ? 414 : 431);
  }

  /** Keeps the beginning of a line whose end is not there yet. */
  private keep(text: string, position: number): HeadResult {
    const rest = position === 0 ? text : text.slice(position);
    if (this.inFields && position > this.fieldsStart)
      this.earlierFields += text.slice(this.fieldsStart, position);
    if (rest === "") return INCOMPLETE;
    this.bytes += rest.length;
    if (this.bytes > this.headBytes) return this.tooLong();
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
    this.method = methodIndex(line, start, at);
    this.otherMethod = this.method === UNKNOWN ? line.slice(start, at) : "";
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
    this.query = line.slice(pathEnd + 1, end);
    this.targetHost = null;
    this.oddTarget = pathEnd + 1 === end ? line.slice(start, end) : "";
    if (line.charCodeAt(start) === 47) {
      this.path = line.slice(start, pathEnd);
      return true;
    }
    this.path = line.slice(start, pathEnd);
    if (this.path === "*") return pathEnd === end && this.method === OPTIONS;
    const absolute = /^https?:\/\/([^/]*)/i.exec(this.path);
    if (absolute === null || !isHost(absolute[1]!)) return false;
    this.targetHost = absolute[1]!;
    this.oddTarget = line.slice(start, end);
    this.path = this.path.slice(absolute[0].length) || "/";
    return true;
  }

  /** What the fields say about the body and the connection, or the status that refuses them. */
  private framing(): Framing | number {
    const { block, minor } = this;
    const chunked = block.codings !== null;
    const contentLength = Number(block.lengthText ?? 0);
    // RFC 9112 6.1 and 6.3: both framings, or chunked from a 1.0 client, is how requests are smuggled.
    const smuggling = chunked && (block.lengthText !== null || minor === 0);
    if (smuggling || (minor === 1 && block.host === "")) return 400;
    let keepAlive = minor === 1;
    if (block.connection !== null) {
      const options = listMembers(block.connection);
      keepAlive = !options.includes("close") && (minor === 1 || options.includes("keep-alive"));
    }
    return { keepAlive, chunked, contentLength, expectsContinue: block.expectsContinue && minor === 1 };
  }

  /** The head whose blank line ends at `position` of `text`. */
  private complete(framing: Framing, text: string, position: number): RequestHead {
    const { method, otherMethod, path, query, minor, targetHost, oddTarget, block } = this;
    const { keepAlive, chunked, contentLength, expectsContinue } = framing;
    let fields = text;
    let fieldsStart = this.fieldsStart;
    let fieldsEnd = position - 2;
    if (this.earlierFields !== "") {
      fields = this.earlierFields + text.slice(fieldsStart, Math.max(fieldsStart, fieldsEnd));
      fieldsStart = 0;
      fieldsEnd = fields.length;
    } else if (block !== this.known && block.count > 0 && text.length <= REMEMBERED_BYTES) {
      block.text = text.slice(fieldsStart, position);
      this.known = block;
    }
    return {
      method,
      otherMethod,
      path,
      query,
      minor,
      keepAlive,
      chunked,
      contentLength,
      expectsContinue,
      targetHost,
      oddTarget,
      fields,
      fieldsStart,
      fieldsEnd,
    };
  }
}

/** True when `part` stands in `text` at `position`; comparing a slice is many times faster than `startsWith`. */
function isAt(part: string, text: string, position: number): boolean {
  return text.slice(position, position + part.length) === part;
}
