// The head of a request: takes bytes and returns start line and framing (RFC 9112 2 to 6,
// reference/http-server#parsing-of-requests). Owns no socket. Lines are checked as they become complete. A
// line cut by the network waits in `partial` and is joined when its end arrives, so the cost is linear
// however the bytes are cut. Fields are checked here, and made into a map only on demand (`request.ts`).
import { LIMITS } from "../limits.ts";
import { FieldBlock } from "./field-block.ts";
import { TOKEN_BYTE, listMembers } from "./headers.ts";
import { isHost } from "./host.ts";
import { HEAD, OPTIONS, UNKNOWN, methodIndex, verbOf } from "./method.ts";

/** A valid head. */
export interface RequestHead {
  /** The index of the method. */
  readonly method: number;
  /** The method as it was sent, if `method` is the index of `Unknown`; otherwise "". */
  readonly otherMethod: string;
  readonly path: string;
  /** The part after the first `?`, or "". */
  readonly query: string;
  readonly minor: number;
  readonly keepAlive: boolean;
  readonly chunked: boolean;
  readonly contentLength: number;
  readonly expectsContinue: boolean;
  /** The host of an absolute target, which takes precedence over the field, or null. */
  readonly targetHost: string | null;
  /** The target as it was sent, if it is more than path, `?` and query; otherwise "". */
  readonly oddTarget: string;
  /** The field lines are `fields` from `fieldsStart` to `fieldsEnd`. */
  readonly fields: string;
  readonly fieldsStart: number;
  readonly fieldsEnd: number;
}

/**
 * The result of parsing a piece. `taken` counts the bytes of the piece that belong to the head; a fault is
 * answered with `status`.
 */
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

/** Returns the method as it was sent. */
export function methodNameOf(head: RequestHead): string {
  return head.otherMethod === "" ? verbOf(head.method) : head.otherMethod;
}

/** Returns the target as it was sent. */
export function targetOf(head: RequestHead): string {
  if (head.oddTarget !== "") return head.oddTarget;
  return head.query === "" ? head.path : `${head.path}?${head.query}`;
}

const INCOMPLETE: HeadResult = { kind: "incomplete" };

/** Larger pieces are not remembered, so that an idle connection stays small. */
const REMEMBERED_BYTES = 4_096;

const CR = 13;
const SPACE = 32;
const HASH = 35;
const QUESTION = 63;
const DELETE = 127;

export class RequestHeadParser {
  /** Whether a request line has begun; empty lines before it do not matter. */
  started = false;

  // The start line, as far as it has been read.
  private method = UNKNOWN;
  private otherMethod = "";
  private oddTarget = "";
  private path = "";
  private query = "";
  private minor = 1;
  private targetHost: string | null = null;
  /** The start of the field lines in the current piece. */
  private fieldsStart = 0;
  private inFields = false;
  private partial = "";
  /** Whether `partial` ends in a CR. Looking at `partial` itself would flatten it for every piece. */
  private openReturn = false;
  /** The field lines of earlier pieces. */
  private earlierFields = "";
  private bytes = 0;
  private emptyBytes = 0;
  private block = new FieldBlock("");
  /** The last valid block of fields, and the text and result of its head: clients repeat their heads. */
  private known: FieldBlock | null = null;
  private knownText = "";
  private knownResult = INCOMPLETE;
  private readonly headBytes: number;

  /** @param headBytes the most bytes from the request line to the blank line */
  constructor(headBytes: number = LIMITS.requestHeadBytes) {
    this.headBytes = headBytes;
  }

  /** Whether the head that is read, or was refused, is of HEAD, whose response has no body. */
  get isHead(): boolean {
    return this.method === HEAD;
  }

  /** Prepares the parser for the next request. */
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

  /**
   * Parses `text` from `from` on. An incomplete head takes all of `text`; after a fault, nothing more is
   * read.
   */
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

  /** Keeps the beginning of a line whose end has not arrived. */
  private keep(text: string, position: number): HeadResult {
    const rest = position === 0 ? text : text.slice(position);
    if (this.inFields && position > this.fieldsStart)
      this.earlierFields += text.slice(this.fieldsStart, position);
    if (rest === "") return INCOMPLETE;
    this.bytes += rest.length;
    if (this.bytes > this.headBytes) return this.tooLong();
    // `rest` has no line feed, so a CR is bare unless it is the last byte.
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

  /** Parses path and query of a target that ends at `end`. `pathEnd` is its first `?`, or its end. */
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

  /** Derives framing and persistence from the fields, or returns the status that refuses them. */
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

  /** Returns the head whose blank line ends at `position` of `text`. */
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

/** Whether `text` has `part` at `position`. Comparing a slice is many times faster than `startsWith`. */
function isAt(part: string, text: string, position: number): boolean {
  return text.slice(position, position + part.length) === part;
}
