// A response: bytes in, head and decoded pieces of the body out (RFC 9112 4 to 6, http-details 4).
// Owns no socket. Interim responses are skipped.
//
//   status line ─► fields ─► (1xx: again) ─► body ─► complete
//        └────────────┴────────────────────────┴───► faulty
import { BodyParser } from "./body-parser.ts";
import type { Framing } from "./body-parser.ts";
import { asciiLower, isFieldValue, isToken, listMembers, trimBlanks } from "./headers.ts";
import { LIMITS } from "./limits.ts";
import { LineCutter } from "./line-cutter.ts";
import { standardPhrase } from "./reasons.ts";

export interface ResponseField {
  readonly name: string;
  readonly lower: string;
  value: string;
}

export interface ResponseHead {
  readonly status: number;
  readonly reason: string;
  readonly fields: readonly ResponseField[];
  /** False for a response whose body is none, whatever its fields claim. */
  readonly hasBody: boolean;
  /** Announced length of the body, or null. */
  readonly length: number | null;
  /** The peer said `keep-alive`. */
  readonly namedKeepAlive: boolean;
}

export interface ResponseEvents {
  head(head: ResponseHead): void;
  data(piece: string): void;
}

export interface Fault {
  readonly part: "status" | "header" | "body";
  readonly text: string;
}

type State = "status" | "fields" | "body" | "complete" | "faulty";

const STATUS_LINE = /^HTTP\/([0-9])\.([0-9]) ([1-9][0-9][0-9])(?: (.*))?$/;

export class ResponseReader {
  fault: Fault | null = null;
  /** Body bytes so far, as framed. */
  received = 0;
  /** Any byte has come. */
  started = false;

  private readonly events: ResponseEvents;
  private readonly isHead: boolean;
  private readonly secure: boolean;
  private readonly cutter = new LineCutter();
  private state: State = "status";
  private interim = 0;
  private version = 11;
  private status = 0;
  private reason = "";
  private fields: ResponseField[] = [];
  private lines = 0;
  /** The field that a folded line continues; null after a line that was left out. */
  private last: ResponseField | null = null;
  private lastLength = 0;
  private leftOut = false;
  private body: BodyParser | null = null;
  private untilClose = false;
  private reusable = false;
  private length: number | null = null;

  /**
   * @param isHead the request was HEAD: no body follows
   * @param secure over TLS a 1.1 peer need not name keep-alive to have its connection kept
   */
  constructor(isHead: boolean, secure: boolean, events: ResponseEvents) {
    this.isHead = isHead;
    this.secure = secure;
    this.events = events;
  }

  get complete(): boolean {
    return this.state === "complete";
  }

  get headComplete(): boolean {
    return this.state === "body" || this.state === "complete";
  }

  /** True when the connection may serve another request as far as this response tells. */
  get keepsConnection(): boolean {
    return this.reusable && this.state === "complete";
  }

  feed(text: string): void {
    let position = 0;
    if (text !== "") this.started = true;
    while (position < text.length) {
      switch (this.state) {
        case "status":
        case "fields":
          position = this.headLine(text, position);
          break;
        case "body":
          position = this.bodyPart(text, position);
          break;
        case "complete":
          // More than the response: nobody knows what it belongs to.
          this.reusable = false;
          return;
        case "faulty":
          return;
      }
    }
  }

  /** The peer has ended the connection. */
  end(): void {
    if (this.state === "body" && this.untilClose) {
      this.state = "complete";
    } else if (this.state === "body") {
      const detail = this.length === null ? "" : `: expected ${this.length} bytes, received ${this.body!.received}`;
      this.refuse("body", `incomplete response body${detail}`);
    } else if (this.state !== "complete" && this.state !== "faulty") {
      this.refuse(this.state === "status" ? "status" : "header", "connection closed before the response was complete");
    }
  }

  private refuse(part: Fault["part"], text: string): void {
    this.fault ??= { part, text };
    this.state = "faulty";
  }

  private headLine(text: string, position: number): number {
    const next = this.cutter.cut(text, position, LIMITS.responseLineBytes + 2);
    const part = this.state === "status" ? "status" : "header";
    if (this.cutter.bad) this.refuse(part, "invalid or overlong line");
    const line = this.cutter.line;
    if (line === null || this.fault !== null) return next;
    if (this.state === "status") this.statusLine(line);
    else if (line === "") this.finishHead();
    else this.field(line);
    return next;
  }

  private statusLine(line: string): void {
    const parts = STATUS_LINE.exec(line);
    if (parts === null) {
      this.refuse("status", "invalid status line");
      return;
    }
    this.version = Number(parts[1]) * 10 + Number(parts[2]);
    this.status = Number(parts[3]);
    this.reason = trimBlanks(parts[4] ?? "") || standardPhrase(this.status);
    this.fields = [];
    this.lines = 0;
    this.last = null;
    this.state = "fields";
  }

  private field(line: string): void {
    const first = line.charCodeAt(0);
    if (first === 32 || first === 9) {
      this.foldedLine(line);
      return;
    }
    this.lines += 1;
    if (this.lines > LIMITS.responseFields) {
      this.refuse("header", "too many fields");
      return;
    }
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const lower = asciiLower(name);
    this.last = null;
    if (colon < 0 || !isToken(name)) {
      this.leaveOut(lower.replace(/[ \t]/g, ""));
      return;
    }
    this.last = { name, lower, value: trimBlanks(line.slice(colon + 1)) };
    this.lastLength = line.length;
    this.fields.push(this.last);
  }

  /** RFC 9112 5.2: a line that starts with a blank continues the value above it. */
  private foldedLine(line: string): void {
    this.lastLength += line.length;
    if (this.lastLength > LIMITS.responseLineBytes) this.refuse("header", "invalid or overlong line");
    else if (this.last === null) this.leftOut = true;
    else this.last.value = `${this.last.value} ${trimBlanks(line)}`;
  }

  private leaveOut(lower: string): void {
    this.leftOut = true;
    if (lower === "content-length" || lower === "transfer-encoding") {
      this.refuse("header", `invalid ${lower} line`);
    }
  }

  private finishHead(): void {
    this.dropInvalidValues();
    if (this.fault !== null) return;
    if (this.status < 200 && this.status !== 101) {
      this.interim += 1;
      if (this.interim > LIMITS.interimResponses) this.refuse("header", "too many interim responses");
      else this.state = "status";
      return;
    }
    const decisive = decisiveFields(this.fields);
    const mayHaveBody = !this.isHead && this.status >= 200 && this.status !== 204 && this.status !== 304;
    const framing = mayHaveBody ? this.framing(decisive) : null;
    if (this.fault !== null) return;
    const namedKeepAlive = decisive.options.includes("keep-alive") && !decisive.options.includes("close");
    const willing = namedKeepAlive || (this.secure && this.version === 11 && !decisive.options.includes("close"));
    const bothFramings = framing?.kind === "chunked" && (this.version === 10 || decisive.lengths.length > 0);
    this.reusable = willing && !this.leftOut && !bothFramings && this.status !== 101 && framing?.kind !== "close";
    this.untilClose = framing?.kind === "close";
    this.length = framing?.kind === "length" ? framing.length : null;
    const hasBody = framing !== null && this.length !== 0;
    if (hasBody) this.body = new BodyParser(framing, Infinity, false, (piece) => this.events.data(piece));
    this.state = hasBody ? "body" : "complete";
    this.events.head({ status: this.status, reason: this.reason, fields: this.fields, hasBody, length: this.length, namedKeepAlive });
  }

  private dropInvalidValues(): void {
    if (this.fields.every((field) => isFieldValue(field.value))) return;
    this.fields = this.fields.filter((field) => {
      if (isFieldValue(field.value)) return true;
      this.leaveOut(field.lower);
      return false;
    });
  }

  /** RFC 9112 6.3; what would be a guess is refused. */
  private framing({ codings, lengths }: DecisiveFields): Framing {
    if (codings.length > 0) {
      if (codings.length > 1 || asciiLower(codings[0]!) !== "chunked") this.refuse("header", `unsupported transfer-encoding '${codings.join(", ")}'`);
      return { kind: "chunked" };
    }
    const [length] = lengths;
    if (length === undefined) return { kind: "close" };
    const valid = /^[0-9]+$/.test(length) && lengths.every((other) => other === length);
    if (!valid) this.refuse("header", "invalid content-length");
    return { kind: "length", length: Number(length) };
  }

  private bodyPart(text: string, position: number): number {
    const body = this.body!;
    const next = body.feed(text, position);
    this.received = body.received;
    if (body.fault !== 0) this.refuse("body", "incomplete response body");
    else if (body.done) this.state = "complete";
    return next;
  }
}

/** Values that decide about framing and connection, in order. */
interface DecisiveFields {
  readonly codings: string[];
  readonly lengths: string[];
  readonly options: string[];
}

function decisiveFields(fields: readonly ResponseField[]): DecisiveFields {
  const decisive: DecisiveFields = { codings: [], lengths: [], options: [] };
  for (const { lower, value } of fields) {
    if (lower === "transfer-encoding") decisive.codings.push(value);
    else if (lower === "content-length") decisive.lengths.push(value);
    else if (lower === "connection") decisive.options.push(...listMembers(value));
  }
  return decisive;
}

/** Fields as the program sees them: `Name: value` lines. */
export function headerText(fields: readonly ResponseField[]): string {
  let text = "";
  for (const { name, value } of fields) text += text === "" ? `${name}: ${value}` : `\n${name}: ${value}`;
  return text;
}

/** The last value of a field, or "". */
export function fieldValue(head: ResponseHead, lower: string): string {
  return head.fields.findLast((field) => field.lower === lower)?.value ?? "";
}

/** True for a body that is decoded before the program sees it: coded once, and whole. A 206 is a piece of a coded whole. */
export function isGzip(head: ResponseHead): boolean {
  const coding = asciiLower(fieldValue(head, "content-encoding"));
  return coding !== "" && head.status !== 206 && (coding === "gzip" || coding === "x-gzip");
}

/** The fields of a response after its body has been decoded. */
export function withoutCoding(fields: readonly ResponseField[]): ResponseField[] {
  return fields.filter((field) => field.lower !== "content-encoding" && field.lower !== "content-length");
}
