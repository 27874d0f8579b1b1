// Splits pieces of bytes into lines. Pieces are byte strings; lines and other parts are copied, so that a
// line that is kept does not keep its piece alive.
import { MAX_STRING } from "../values/index.ts";

/** V8 copies shorter substrings; longer ones keep the whole string alive. */
const COPIED_ANYWAY = 13;

/** Undocumented methods of Node's buffers, which skip the test of the encoding. */
interface Latin1Buffer extends Buffer {
  latin1Slice(start: number, end: number): string;
  latin1Write(text: string, offset: number, length: number): number;
}

export class LineBuffer {
  /** The pieces of a line whose end has not arrived. */
  #begun: string[] = [];
  #begunLength = 0;
  #text = "";
  /** Whether `#bytes` holds the bytes of `#text`; they are written for the first copy. */
  #hasBytes = false;
  #bytes = Buffer.alloc(0) as Latin1Buffer;
  #position = 0;

  /**
   * Adds a piece. Returns false if the incomplete line grows longer than a string can be; it is dropped then.
   */
  push(piece: string): boolean {
    this.#begin(this.#text.slice(this.#position));
    this.#text = piece;
    this.#position = 0;
    this.#hasBytes = false;
    if (this.#begunLength + piece.length <= MAX_STRING) return true;
    this.#clear();
    return false;
  }

  /** The bytes of the incomplete line, without the last piece. */
  get begun(): number {
    return this.#begunLength;
  }

  /** The next complete line without its LF or CRLF; null if its end has not arrived. */
  line(): string | null {
    const end = this.#text.indexOf("\n", this.#position);
    if (end < 0) return null;
    const tail = this.#copy(this.#position, end);
    this.#position = end + 1;
    const line = this.#joined(tail);
    return line.endsWith("\r") ? line.slice(0, -1) : line;
  }

  /** At most `max` of the available bytes; "" if there are none. */
  take(max: number): string {
    if (this.#begunLength > 0) this.#unite();
    const end = Math.min(this.#text.length, this.#position + max);
    if (end === this.#text.length && this.#position === 0) return this.#all();
    const taken = this.#copy(this.#position, end);
    this.#position = end;
    return taken;
  }

  /** All available bytes. */
  rest(): string {
    return this.take(Infinity);
  }

  #all(): string {
    const text = this.#text;
    this.#text = "";
    this.#position = 0;
    return text;
  }

  #begin(start: string): void {
    if (start === "") return;
    this.#begun.push(start);
    this.#begunLength += start.length;
  }

  #joined(tail: string): string {
    if (this.#begunLength === 0) return tail;
    const text = this.#begun.join("") + tail;
    this.#begun = [];
    this.#begunLength = 0;
    return text;
  }

  /** Unites all available bytes in one piece. */
  #unite(): void {
    this.#text = this.#joined(this.#text.slice(this.#position));
    this.#hasBytes = false;
    this.#position = 0;
  }

  #clear(): void {
    this.#begun = [];
    this.#begunLength = 0;
    this.#all();
  }

  #copy(start: number, end: number): string {
    if (end - start < COPIED_ANYWAY) return this.#text.slice(start, end);
    if (!this.#hasBytes) {
      const { length } = this.#text;
      if (this.#bytes.length < length) this.#bytes = Buffer.allocUnsafeSlow(length) as Latin1Buffer;
      this.#bytes.latin1Write(this.#text, 0, length);
      this.#hasBytes = true;
    }
    return this.#bytes.latin1Slice(start, end);
  }
}
