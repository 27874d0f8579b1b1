// Splits a stream of JSON texts, piece by piece, into the texts of its values: those of one list, or documents one after
// another. It looks at brackets, quotes and separators only; each text is parsed when it is complete.
import type { Steps } from "../../interpreter/runtime/index.ts";
import { JsonFailure } from "./json-failure.ts";
import type { Reserve } from "./parse.ts";
import { CLOSE_LIST, CLOSE_OBJECT, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE } from "./scanner.ts";

const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
/** The levels of arrays and objects in one value, as in a text. */
const DEEPEST = 256;
/** The bytes of a piece that are read in one step. */
const STRETCH = 65_536;

/** The text of one value, and where it begins in the stream. */
interface Document {
  readonly text: string;
  readonly offset: number;
  readonly line: number;
}

type Inside = "nothing" | "brackets" | "string" | "scalar";

export class Documents {
  readonly #reserve: Reserve;
  #complete: Document[] = [];
  #taken = 0;
  #current: Document | null = null;
  /** Whether the stream is one list; null until its first byte. */
  #isList: boolean | null = null;
  /** What may follow in a list: its first element or end, an element, a comma or end, or nothing. */
  #expected: "first" | "element" | "separator" | "nothing" = "first";
  #inside: Inside = "nothing";
  #depth = 0;
  #quoted = false;
  #escaped = false;
  /** The part of the current text from earlier pieces. */
  #held = "";
  #start = { offset: 0, line: 1 };
  /** Where the current piece begins, and the number of the line that is read. */
  #offset = 0;
  #line = 1;

  constructor(reserve: Reserve) {
    this.#reserve = reserve;
  }

  get hasNext(): boolean {
    return this.#taken < this.#complete.length;
  }

  /** The text of the next value, which `located` refers to. */
  take(): string {
    const next = this.#complete[this.#taken++]!;
    if (this.#taken === this.#complete.length) {
      this.#complete = [];
      this.#taken = 0;
    }
    this.#current = next;
    return next.text;
  }

  /** A message about the text that was taken last, with its location in the stream. */
  located(message: string): string {
    const { text, offset, line } = this.#current!;
    const within = / at offset (\d+)$/.exec(message);
    if (within === null) return `line ${line}: ${message}`;
    const at = Number(within[1]);
    let lines = 0;
    for (let i = text.indexOf("\n"); i >= 0 && i < at; i = text.indexOf("\n", i + 1)) lines++;
    return `line ${line + lines}: ${message.slice(0, within.index)} at offset ${offset + at}`;
  }

  /** Reads a piece of the stream. @throws JsonFailure for what is between values */
  *feed(piece: string): Steps<void> {
    // The offset in the piece at which the current text begins, or continues.
    let first = 0;
    for (let at = 0; at < piece.length; at++) {
      if (at % STRETCH === STRETCH - 1) yield;
      const byte = piece.charCodeAt(at);
      if (this.#inside === "nothing") {
        if (this.#begins(byte, at)) first = at;
      } else if (this.#ends(byte, at)) {
        const end = this.#inside === "scalar" ? at : at + 1;
        this.#finish(piece.slice(first, end));
        // The byte behind a number is one between values.
        if (end === at && this.#begins(byte, at)) first = at;
      }
      if (byte === NEWLINE) this.#line++;
    }
    if (this.#inside !== "nothing") {
      this.#reserve(piece.length - first);
      this.#held += piece.slice(first);
    }
    this.#offset += piece.length;
  }

  /** Notes the end of the stream. @throws JsonFailure if it is in the middle of a list */
  end(): void {
    // A text that is not complete has its error when it is parsed.
    if (this.#inside !== "nothing") this.#finish("");
    if (this.#isList === true && this.#expected !== "nothing")
      throw this.#failure("unexpected end of the list", 0);
  }

  #failure(problem: string, at: number): JsonFailure {
    return new JsonFailure(`line ${this.#line}: ${problem} at offset ${this.#offset + at}`);
  }

  /** Reads a byte between values; returns whether a value begins there. */
  #begins(byte: number, at: number): boolean {
    if (byte === 0x20 || byte === NEWLINE || byte === 0x0d || byte === 0x09) return false;
    if (this.#isList === null) {
      this.#isList = byte === OPEN_LIST;
      if (this.#isList) return false;
    }
    if (this.#isList && !this.#isElement(byte, at)) return false;
    if (byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT)
      throw this.#failure("unexpected byte", at);
    this.#start = { offset: this.#offset + at, line: this.#line };
    this.#held = "";
    this.#escaped = false;
    this.#quoted = byte === QUOTE;
    this.#depth = byte === OPEN_LIST || byte === OPEN_OBJECT ? 1 : 0;
    this.#inside = this.#depth === 1 ? "brackets" : this.#quoted ? "string" : "scalar";
    return true;
  }

  /** Reads a byte between the elements of the list; returns whether it is the first of an element. */
  #isElement(byte: number, at: number): boolean {
    switch (this.#expected) {
      case "nothing":
        throw this.#failure("trailing content", at);
      case "separator":
        if (byte !== COMMA && byte !== CLOSE_LIST) throw this.#failure("expected , or ] in array", at);
        this.#expected = byte === COMMA ? "element" : "nothing";
        return false;
      case "first":
        if (byte === CLOSE_LIST) {
          this.#expected = "nothing";
          return false;
        }
        return true;
      case "element":
        return true;
    }
  }

  /** Reads a byte of a value; returns whether the value ends with it, or before it if it is a scalar. */
  #ends(byte: number, at: number): boolean {
    if (this.#quoted) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) this.#quoted = false;
      return !this.#quoted && this.#inside === "string";
    }
    switch (byte) {
      case QUOTE:
        if (this.#inside === "scalar") return true;
        this.#quoted = true;
        return false;
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (this.#inside === "scalar") return true;
        if (++this.#depth > DEEPEST) throw this.#failure("maximum nesting depth exceeded", at);
        return false;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        return this.#inside === "scalar" || --this.#depth === 0;
      case COMMA:
      case NEWLINE:
      case 0x20:
      case 0x0d:
      case 0x09:
        return this.#inside === "scalar";
      default:
        return false;
    }
  }

  #finish(rest: string): void {
    this.#complete.push({ text: this.#held + rest, ...this.#start });
    this.#held = "";
    this.#inside = "nothing";
    if (this.#isList) this.#expected = "separator";
  }
}
