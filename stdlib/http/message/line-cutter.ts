// Cuts received text into lines that end in CRLF, in linear time however the network cuts it. A bare CR, a
// bare LF or a NUL is an error as soon as it arrives (RFC 9112 2.2, reference/http-client#responses,
// reference/http-server#parsing-of-requests).

const CR = 13;
const LF = 10;

export class LineCutter {
  /** The last complete line without its end, or null when more bytes are needed. */
  line: string | null = null;
  /** Whether the line is invalid or too long. */
  bad = false;
  private partial = "";
  /** Whether `partial` ends in a CR. Looking at `partial` itself would flatten it for every piece. */
  private openReturn = false;

  /**
   *
   * Takes text from `position` up to the end of a line or of `text`.
   * @param limit the most bytes of the line, including its end
   * @returns the position after the bytes taken
   */
  cut(text: string, position: number, limit: number): number {
    const lineFeed = text.indexOf("\n", position);
    if (
      this.partial === "" &&
      lineFeed > position &&
      lineFeed + 1 - position <= limit &&
      text.indexOf("\r", position) === lineFeed - 1
    ) {
      // The common case: the line arrived in one piece.
      this.line = text.slice(position, lineFeed - 1);
      this.bad = this.line.includes("\0");
      if (this.bad) this.line = null;
      return lineFeed + 1;
    }
    const stop = lineFeed < 0 ? text.length : lineFeed + 1;
    const piece = text.slice(position, stop);
    this.line = null;
    this.bad = this.partial.length + piece.length > limit || !this.plausible(piece);
    if (this.bad) return stop;
    if (lineFeed < 0) {
      this.partial += piece;
      this.openReturn = piece.charCodeAt(piece.length - 1) === CR;
    } else {
      this.line = (this.partial + piece).slice(0, -2);
      this.partial = "";
      this.openReturn = false;
    }
    return stop;
  }

  private plausible(piece: string): boolean {
    const last = piece.length - 1;
    const carriageReturn = piece.indexOf("\r");
    if (piece.includes("\0")) return false;
    if (piece.charCodeAt(last) === LF) {
      return last === 0 ? this.openReturn : !this.openReturn && carriageReturn === last - 1;
    }
    return !this.openReturn && (carriageReturn < 0 || carriageReturn === last);
  }
}
