// The body of a message: bytes in, decoded pieces out, for both directions (RFC 9112 6 and 7,
// http-details 4 and 9). Owns no socket and keeps no more than one unfinished line.
//
//   length ──► done            until close: never done by itself
//   size line ─► data ─► its CRLF ─► size line …  ─► (size 0) trailers ─► done
import { TOKEN_BYTE, VALUE_BYTE } from "./headers.ts";
import { LIMITS } from "./limits.ts";

export type Framing =
  | { readonly kind: "length"; readonly length: number }
  | { readonly kind: "chunked" }
  | { readonly kind: "close" };

type State = "data" | "size" | "data end" | "trailer" | "done" | "faulty";

const CHUNK_EXTENSIONS = /^(?:;[!#$%&'*+\-.^_`|~0-9A-Za-z]+(?:=(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+|"(?:[^"\\\x00-\x08\x0a-\x1f\x7f]|\\[^\x00-\x08\x0a-\x1f\x7f])*"))?)*$/;
const MOST_HEX_DIGITS = 16;

export class BodyParser {
  /** 400 for a broken framing, 413 for a body above the limit, else 0. */
  fault: 0 | 400 | 413 = 0;
  /** Decoded bytes so far. */
  received = 0;

  private state: State;
  private readonly framing: Framing;
  private readonly sizeLimit: number;
  private readonly totalsLimited: boolean;
  private readonly emit: (piece: string) => void;
  /** What is left of the body or of the chunk. */
  private left: number;
  private partial = "";
  /** Whether `partial` ends in a CR; asking the text itself would flatten it piece by piece. */
  private openReturn = false;
  private overhead = 0;
  private trailerBytes = 0;

  /**
   * @param sizeLimit most decoded bytes, Infinity for none
   * @param totalsLimited whether the totals of chunk overhead and trailers are limited
   * @param emit gets each decoded piece
   */
  constructor(framing: Framing, sizeLimit: number, totalsLimited: boolean, emit: (piece: string) => void) {
    this.framing = framing;
    this.sizeLimit = sizeLimit;
    this.totalsLimited = totalsLimited;
    this.emit = emit;
    this.left = framing.kind === "length" ? framing.length : framing.kind === "close" ? Infinity : 0;
    this.state = framing.kind === "chunked" ? "size" : this.left === 0 ? "done" : "data";
  }

  get done(): boolean {
    return this.state === "done";
  }

  /** Reads on in `text` from `from`; returns the position after what it took. */
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

  private refuse(fault: 400 | 413): void {
    this.fault = fault;
    this.state = "faulty";
  }

  private data(text: string, position: number): number {
    const end = Math.min(text.length, position + this.left);
    this.left -= end - position;
    this.received += end - position;
    if (this.received > this.sizeLimit) {
      this.refuse(413);
      return end;
    }
    this.emit(position === 0 && end === text.length ? text : text.slice(position, end));
    if (this.left === 0) this.state = this.framing.kind === "chunked" ? "data end" : "done";
    return end;
  }

  /** Takes one line or, when its end is not there, what there is of it. */
  private line(text: string, position: number): number {
    const lineFeed = text.indexOf("\n", position);
    const stop = lineFeed < 0 ? text.length : lineFeed + 1;
    const piece = text.slice(position, stop);
    if (!this.fits(this.partial.length + piece.length) || !this.plausible(piece)) {
      this.refuse(400);
      return stop;
    }
    this.partial += piece;
    this.openReturn = piece.endsWith("\r");
    if (lineFeed >= 0) {
      const line = this.partial.slice(0, -2);
      this.partial = "";
      this.completeLine(line);
    }
    return stop;
  }

  /** Whether a line of so many bytes, its end included, is within the limits. */
  private fits(length: number): boolean {
    switch (this.state) {
      case "trailer":
        return this.totalsLimited ? this.trailerBytes + length <= LIMITS.trailerBytes : length <= LIMITS.responseLineBytes;
      case "data end":
        return length <= 2;
      default:
        return length <= LIMITS.chunkLineBytes + 2;
    }
  }

  /** Whether a further piece of a line has its CR right before the line feed and no NUL. */
  private plausible(piece: string): boolean {
    const last = piece.length - 1;
    if (this.state === "data end" && this.partial === "" && piece !== "\r" && piece !== "\r\n") return false;
    if (piece.charCodeAt(last) === 10) {
      const carriageReturn = piece.indexOf("\r");
      return (last === 0 ? this.openReturn : !this.openReturn && carriageReturn === last - 1) && !piece.includes("\0");
    }
    const carriageReturn = piece.indexOf("\r");
    return !this.openReturn && (carriageReturn < 0 || carriageReturn === last) && !piece.includes("\0");
  }

  private completeLine(line: string): void {
    switch (this.state) {
      case "size":
        this.size(line);
        break;
      case "data end":
        if (line !== "") this.refuse(400);
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
    if (!wellFormed || significant.length > MOST_HEX_DIGITS || (this.totalsLimited && this.overhead > LIMITS.chunkOverheadBytes)) {
      this.refuse(400);
      return;
    }
    this.left = significant === "" ? 0 : parseInt(significant, 16);
    if (this.left === 0) this.state = "trailer";
    else if (this.received + this.left > this.sizeLimit) this.refuse(413);
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
    let valid = at > 0 && line.charCodeAt(at) === 58;
    for (at += 1; valid && at < line.length; at++) valid = VALUE_BYTE[line.charCodeAt(at)] === 1;
    if (!valid) this.refuse(400);
  }
}
