// The body of a message: takes bytes and emits decoded pieces, in both directions (RFC 9112 6 and 7,
// reference/http-client#responses, reference/http-server#parsing-of-requests). Owns no socket and keeps at
// most one unfinished line.
//
//   length ──► done            until close: done only when the connection closes
//   size line ─► data ─► its CRLF ─► size line …  ─► (size 0) trailers ─► done
import { LIMITS } from "../limits.ts";
import { TOKEN_BYTE, trimBlanks, VALUE_BYTE } from "./headers.ts";
import { LineCutter } from "./line-cutter.ts";

export type Framing =
  | { readonly kind: "length"; readonly length: number }
  | { readonly kind: "chunked" }
  | { readonly kind: "close" };

/** A field after a chunked body. */
export interface Trailer {
  readonly name: string;
  readonly value: string;
}

type State = "data" | "size" | "data end" | "trailer" | "done" | "faulty";

const CHUNK_EXTENSIONS =
  /^(?:;[!#$%&'*+\-.^_`|~0-9A-Za-z]+(?:=(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+|"(?:[^"\\\x00-\x08\x0a-\x1f\x7f]|\\[^\x00-\x08\x0a-\x1f\x7f])*"))?)*$/;
const MOST_HEX_DIGITS = 16;
/** The most bytes of a line that an error message quotes. */
const MOST_SHOWN = 32;

export class BodyParser {
  /** 400 for broken framing, 413 for a body above the limit, otherwise 0. */
  fault: 0 | 400 | 413 = 0;
  /** A description of what is malformed, when the fault is 400. */
  problem = "";
  /** The decoded bytes so far. */
  received = 0;

  private state: State;
  private readonly framing: Framing;
  private readonly sizeLimit: number;
  private readonly totalsLimited: boolean;
  private readonly emit: (piece: string) => void;
  /** The bytes left of the body or of the chunk. */
  private left: number;
  private readonly cutter = new LineCutter();
  private overhead = 0;
  private trailerBytes = 0;
  /** The trailers of a response; those of requests are discarded. */
  private readonly fields: Trailer[] = [];

  /**
   *
   * @param sizeLimit the most decoded bytes; Infinity for no limit
   * @param totalsLimited whether the totals of chunk overhead and trailers are limited
   * @param emit called with each decoded piece
   */
  constructor(framing: Framing, sizeLimit: number, totalsLimited: boolean, emit: (piece: string) => void) {
    this.framing = framing;
    this.sizeLimit = sizeLimit;
    this.totalsLimited = totalsLimited;
    this.emit = emit;
    this.left = framing.kind === "length" ? framing.length : framing.kind === "close" ? Infinity : 0;
    this.state = framing.kind === "chunked" ? "size" : this.left === 0 ? "done" : "data";
  }

  get trailers(): readonly Trailer[] {
    return this.fields;
  }

  get done(): boolean {
    return this.state === "done";
  }

  /** Parses `text` from `from` on; returns the position after the bytes it took. */
  feed(text: string, from: number): number {
    let position = from;
    while (position < text.length) {
      switch (this.state) {
        case "data":
          position = this.data(text, position);
          break;
        case "size":
        case "data end":
        case "trailer":
          position = this.line(text, position);
          break;
        case "done":
        case "faulty":
          return position;
      }
    }
    return position;
  }

  private tooLarge(): void {
    this.fault = 413;
    this.state = "faulty";
  }

  private malformed(what: string): void {
    this.fault = 400;
    this.problem = `malformed ${what}`;
    this.state = "faulty";
  }

  private data(text: string, position: number): number {
    const end = Math.min(text.length, position + this.left);
    this.left -= end - position;
    this.received += end - position;
    if (this.received > this.sizeLimit) {
      this.tooLarge();
      return end;
    }
    this.emit(position === 0 && end === text.length ? text : text.slice(position, end));
    if (this.left === 0) this.state = this.framing.kind === "chunked" ? "data end" : "done";
    return end;
  }

  /** Takes one line or, if its end has not arrived, all of `text`. */
  private line(text: string, position: number): number {
    const next = this.cutter.cut(text, position, this.lineLimit());
    // Anything but the CRLF after a chunk is found at its first byte.
    const strayByte =
      this.state === "data end" && this.cutter.line === null && text.charCodeAt(position) !== 13;
    if (this.cutter.bad || strayByte) this.malformed(this.part);
    else if (this.cutter.line !== null) this.completeLine(this.cutter.line);
    return next;
  }

  /** The name of the current line in error messages. */
  private get part(): string {
    return this.state === "trailer" ? "trailer" : this.state === "data end" ? "end of a chunk" : "chunk size";
  }

  /** The most bytes of the current line, including its end. */
  private lineLimit(): number {
    switch (this.state) {
      case "trailer":
        return this.totalsLimited ? LIMITS.trailerBytes - this.trailerBytes : LIMITS.responseLineBytes;
      case "data end":
        return 2;
      default:
        return LIMITS.chunkLineBytes + 2;
    }
  }

  private completeLine(line: string): void {
    switch (this.state) {
      case "size":
        this.size(line);
        break;
      case "data end":
        if (line !== "") this.malformed(this.part);
        else this.state = "size";
        break;
      case "trailer":
        this.trailer(line);
        break;
      case "data":
      case "done":
      case "faulty":
        break;
    }
  }

  private size(line: string): void {
    const digits = /^0*([0-9A-Fa-f]*)/.exec(line)!;
    const significant = digits[1]!;
    const rest = line.slice(digits[0].length);
    this.overhead += line.length - significant.length;
    const wellFormed = digits[0] !== "" && (rest === "" || CHUNK_EXTENSIONS.test(rest));
    if (
      !wellFormed ||
      significant.length > MOST_HEX_DIGITS ||
      (this.totalsLimited && this.overhead > LIMITS.chunkOverheadBytes)
    ) {
      this.malformed(`chunk size ${quoted(line)}`);
      return;
    }
    this.left = significant === "" ? 0 : parseInt(significant, 16);
    if (this.left === 0) this.state = "trailer";
    else if (this.received + this.left > this.sizeLimit) this.tooLarge();
    else this.state = "data";
  }

  private trailer(line: string): void {
    if (line === "") {
      this.state = "done";
      return;
    }
    this.trailerBytes += line.length + 2;
    let at = 0;
    while (at < line.length && TOKEN_BYTE[line.charCodeAt(at)] === 1) at += 1;
    const colon = at;
    let valid = at > 0 && line.charCodeAt(at) === 58;
    for (at += 1; valid && at < line.length; at++) valid = VALUE_BYTE[line.charCodeAt(at)] === 1;
    if (!valid) this.malformed(`trailer ${quoted(line)}`);
    else if (!this.totalsLimited && this.fields.length < LIMITS.responseFields)
      this.fields.push({ name: line.slice(0, colon), value: trimBlanks(line.slice(colon + 1)) });
  }
}

/** Quotes bytes of a peer for an error message: printable, and cut when long. */
function quoted(line: string): string {
  const start = line.slice(0, MOST_SHOWN).replace(/[^\x20-\x7e]/g, "?");
  return line.length > MOST_SHOWN ? `'${start}...'` : `'${start}'`;
}
