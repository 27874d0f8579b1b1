// The head of a response: takes bytes and returns status and fields (RFC 9112 4 and 5,
// reference/http-client#responses). Lines are read as they become complete. A head equal to the last one is
// not parsed again.
//
//   status line ─► fields ─► blank line: `head` is set
//        └────────────┴────► fault
import { LIMITS } from "../limits.ts";
import { asciiLower, isFieldValue, isToken, trimBlanks } from "./headers.ts";
import { LineCutter } from "./line-cutter.ts";
import { standardPhrase } from "./reasons.ts";
import type { ResponseField } from "./response-fields.ts";
import { ResponseFields } from "./response-fields.ts";

export interface ParsedHead {
  /** 10 for HTTP/1.0, 11 for HTTP/1.1. */
  readonly version: number;
  readonly status: number;
  readonly reason: string;
  readonly fields: ResponseFields;
  /** Whether a line was skipped or dropped. */
  readonly leftOut: boolean;
}

export interface Fault {
  readonly part: "status" | "header" | "body";
  readonly text: string;
}

const STATUS_LINE = /^HTTP\/([0-9])\.([0-9]) ([1-9][0-9][0-9])(?: (.*))?$/;
/** Heads in larger pieces are not remembered. */
const REMEMBERED_BYTES = 4_096;

/** The last head of a connection that arrived in one piece: peers repeat their heads. */
export class HeadMemory {
  text = "";
  head: ParsedHead | null = null;
}

export class HeadReader {
  fault: Fault | null = null;
  /** Null until the blank line has arrived. */
  head: ParsedHead | null = null;
  private readonly memory: HeadMemory;
  private cutter: LineCutter | null = null;
  private version = 11;
  private status = 0;
  private reason = "";
  private fields: ResponseField[] = [];
  private lines = 0;
  /** The field that a folded line continues; null after a line that was left out. */
  private last: ResponseField | null = null;
  private lastLength = 0;
  private leftOut = false;

  constructor(memory: HeadMemory) {
    this.memory = memory;
  }

  /** The part that is being read, for a fault. */
  get part(): "status" | "header" {
    return this.status === 0 ? "status" : "header";
  }

  /**
   * Parses `text` from `from` on, up to the end of the head, of `text`, or to a fault; returns the position
   * after it.
   */
  read(text: string, from: number): number {
    const { memory } = this;
    const inOnePiece = this.cutter === null;
    if (inOnePiece && memory.head !== null && text.slice(from, from + memory.text.length) === memory.text) {
      this.head = memory.head;
      return from + memory.text.length;
    }
    let position = from;
    while (position < text.length && this.head === null && this.fault === null)
      position = this.line(text, position);
    if (inOnePiece && this.head !== null && text.length <= REMEMBERED_BYTES) {
      memory.text = text.slice(from, position);
      memory.head = this.head;
    }
    return position;
  }

  private refuse(text: string): void {
    this.fault ??= { part: this.part, text };
  }

  private line(text: string, position: number): number {
    const cutter = (this.cutter ??= new LineCutter());
    const next = cutter.cut(text, position, LIMITS.responseLineBytes + 2);
    if (cutter.bad) this.refuse("invalid or overlong line");
    const { line } = cutter;
    if (line === null || this.fault !== null) return next;
    if (this.status === 0) this.statusLine(line);
    else if (line === "") this.finish();
    else this.field(line);
    return next;
  }

  private statusLine(line: string): void {
    const parts = STATUS_LINE.exec(line);
    if (parts === null) {
      this.refuse("invalid status line");
      return;
    }
    this.version = Number(parts[1]) * 10 + Number(parts[2]);
    this.status = Number(parts[3]);
    this.reason = trimBlanks(parts[4] ?? "") || standardPhrase(this.status);
  }

  private field(line: string): void {
    const first = line.charCodeAt(0);
    if (first === 32 || first === 9) {
      this.foldedLine(line);
      return;
    }
    this.lines += 1;
    if (this.lines > LIMITS.responseFields) {
      this.refuse("too many fields");
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
    if (this.lastLength > LIMITS.responseLineBytes) this.refuse("invalid or overlong line");
    else if (this.last === null) this.leftOut = true;
    else this.last.value = `${this.last.value} ${trimBlanks(line)}`;
  }

  private leaveOut(lower: string): void {
    this.leftOut = true;
    if (lower === "content-length" || lower === "transfer-encoding") this.refuse(`invalid ${lower} line`);
  }

  private finish(): void {
    const valid = this.fields.filter((field) => {
      if (isFieldValue(field.value)) return true;
      this.leaveOut(field.lower);
      return false;
    });
    if (this.fault !== null) return;
    const { version, status, reason, leftOut } = this;
    this.head = { version, status, reason, fields: new ResponseFields(valid), leftOut };
  }
}
