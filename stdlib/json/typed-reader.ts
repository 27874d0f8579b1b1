// Reads a text straight into values of derived types: derived `__read` functions request one token or member
// after the other. A mismatch, by syntax or by type, is not described here: the reader reports it only at its
// end, and the text is then read once more by way of `JsonValue`, which has the error messages. After the
// first mismatch the reader is at the end of the text and of every container, so that callers need no checks
// in between.
import type { Int } from "../../interpreter/runtime/index.ts";
import { singleCharacter } from "./decode.ts";
import type { Members, Variants } from "./descriptions.ts";
import { JsonFailure } from "./json-failure.ts";
import { AnyProblem } from "./problems.ts";
import { startsNumber } from "./number-scanner.ts";
import { Parser } from "./parse.ts";
import type { Reserve } from "./parse.ts";
import { CLOSE_LIST, CLOSE_OBJECT, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE, TOO_LONG } from "./scanner.ts";
import type { ShapeTree } from "./shape.ts";
import { digitsOf, isTooLarge, NULL, NumberValue, valueOf } from "./value.ts";
import type { JsonValue, Part } from "./value.ts";
import { ValueReader } from "./value-reader.ts";
import { isDecimal, judgeDouble, judgeWritten } from "./whole-number.ts";

const NONE = -1;
/**
 * The bytes of a string with escapes that are read in one step while other goroutines wait: a millisecond or
 * two.
 */
const LONGEST = 262_144;

export class TypedReader extends Parser {
  #fits = true;
  /** Whether the innermost container has been opened and nothing in it read yet. */
  #opened = false;

  /**
   * With `givesWay`, a long string with escapes or much skipped text is a mismatch, too: the way through `JsonValue`
   * works in steps.
   */
  constructor(text: string, shapes: ShapeTree, reserve: Reserve, givesWay: boolean) {
    super(text, shapes, reserve);
    if (givesWay) this.longest = LONGEST;
  }

  /** Returns whether everything matched and nothing is left. */
  finish(): boolean {
    try {
      this.end();
    } catch (failure) {
      this.#misfit(failure, undefined);
    }
    return this.#fits;
  }

  // ---- scalars

  int(): Int {
    const part = this.#numberPart();
    const whole = typeof part === "number" ? judgeDouble(part) : part instanceof NumberValue ? part.whole : 0;
    return typeof whole === "string" ? this.refuse(0) : whole;
  }

  float(): number {
    const part = this.#numberPart();
    if (typeof part === "number") return part;
    if (!(part instanceof NumberValue)) return 0;
    return isTooLarge(part) ? this.refuse(0) : part.p0;
  }

  #numberPart(): Part {
    try {
      if (startsNumber(this.next())) return this.number();
      return this.refuse(0);
    } catch (failure) {
      return this.#misfit(failure, 0);
    }
  }

  bool(): boolean {
    const isTrue = this.next() === 0x74;
    return this.#word(isTrue ? "true" : "false") && isTrue;
  }

  /** Returns whether `null` is next, and skips it. */
  null(): boolean {
    return this.next() === 0x6e && this.#word("null");
  }

  #word(word: string): boolean {
    try {
      this.word(word);
      return true;
    } catch (failure) {
      return this.#misfit(failure, false);
    }
  }

  quoted(): string {
    try {
      if (this.next() !== QUOTE) return this.refuse("");
      this.at++;
      return this.string();
    } catch (failure) {
      return this.#misfit(failure, "");
    }
  }

  char(): number {
    return singleCharacter(this.quoted()) ?? this.refuse(0);
  }

  /** Reads an Int that is written as a number or as text. */
  textInt(): Int {
    if (this.next() !== QUOTE) return this.int();
    const whole = judgeWritten(this.quoted());
    return typeof whole === "string" ? this.refuse(0) : whole;
  }

  /** Reads the digits of a number; of one that is written as text, too, with `orText`. */
  digits(orText: boolean): string {
    if (orText && this.next() === QUOTE) {
      const text = this.quoted();
      return isDecimal(text) ? text : this.refuse("0");
    }
    const part = this.#numberPart();
    return (
      (typeof part === "number" || part instanceof NumberValue ? digitsOf(part) : null) ?? this.refuse("0")
    );
  }

  /** Reads any value. */
  value(): JsonValue {
    try {
      this.#beginStep();
      return valueOf(this.part());
    } catch (failure) {
      return this.#misfit(failure, NULL);
    }
  }

  /** Returns a reader of the next value, which may read it in any order. */
  buffer(): ValueReader {
    return new ValueReader(this.value(), new AnyProblem());
  }

  unbuffer(buffer: ValueReader): void {
    if (buffer.hasProblems) this.refuse(undefined);
  }

  /** Skips any value. */
  skip(): void {
    try {
      this.#beginStep();
      this.part();
    } catch (failure) {
      this.#misfit(failure, undefined);
    }
  }

  /** If no other goroutines wait, skipped text counts against the limits as it is read. */
  #beginStep(): void {
    if (this.longest !== Infinity) this.renewStep();
  }

  // ---- containers

  openList(): void {
    this.#enter(OPEN_LIST);
  }

  openObject(): void {
    this.#enter(OPEN_OBJECT);
  }

  #enter(bracket: number): void {
    try {
      if (this.next() !== bracket) return this.refuse(undefined);
      this.open();
      this.#opened = true;
    } catch (failure) {
      this.#misfit(failure, undefined);
    }
  }

  /** Returns true before an element, and false once the list is closed. */
  hasElement(): boolean {
    const byte = this.next();
    const first = this.#opened;
    this.#opened = false;
    if (byte === CLOSE_LIST) {
      this.close();
      return false;
    }
    if (first) return this.#fits;
    if (byte !== COMMA) return this.refuse(false);
    this.at++;
    return true;
  }

  /** Returns true before a key, and false once the object is closed. */
  hasMember(): boolean {
    try {
      return this.#fits && !this.#endOfObject();
    } catch (failure) {
      return this.#misfit(failure, false);
    }
  }

  /** Returns the next key of a map. */
  mapKey(): string {
    try {
      const key = this.key();
      this.colon();
      return key;
    } catch (failure) {
      return this.#misfit(failure, "");
    }
  }

  /**
   * Returns the number of the next member that the struct has, skipping others, or -1 once the object is
   * closed.
   */
  member(members: Members, last: number): number {
    try {
      if (!this.#fits || this.#endOfObject()) return NONE;
      this.#beginStep();
      for (;;) {
        const likely = members.likelyAfter(last);
        if (likely !== NONE && this.skipKey(members.keys[likely]!)) {
          this.colon();
          return likely;
        }
        const index = members.indexOf(this.key());
        this.colon();
        if (index !== NONE) {
          members.follows(last, index);
          return index;
        }
        if (members.refuses) return this.refuse(NONE);
        this.part();
        if (this.endOfMember()) return NONE;
      }
    } catch (failure) {
      return this.#misfit(failure, NONE);
    }
  }

  /**
   * Steps into the payload of a variant and returns its index, or -1. Does not support `values` before `tag`.
   */
  openVariant(variants: Variants): number {
    try {
      this.openObject();
      this.#beginStep();
      if (!this.#fits || this.#endOfObject() || !this.#seek("tag")) return this.refuse(NONE);
      const index = variants.index.get(this.quoted());
      if (index === undefined || this.endOfMember() || !this.#seek("values")) return this.refuse(NONE);
      this.openList();
      return this.#fits ? index : NONE;
    } catch (failure) {
      return this.#misfit(failure, NONE);
    }
  }

  /** Returns the variant of a string. */
  name(variants: Variants): number {
    const index = variants.index.get(this.quoted());
    return index === undefined ? this.refuse(NONE) : index;
  }

  /** Reads `"A"`, or `{"A":` up to its payload. */
  openExternal(variants: Variants): number {
    try {
      if (this.next() === QUOTE) {
        const index = this.name(variants);
        return index === NONE || variants.sizes[index] === 0 ? index : this.refuse(NONE);
      }
      this.openObject();
      if (!this.#fits || this.#endOfObject()) return this.refuse(NONE);
      const index = variants.index.get(this.key());
      this.colon();
      if (index === undefined) return this.refuse(NONE);
      if (variants.sizes[index] === 0) {
        if (!this.null()) return this.refuse(NONE);
        this.closeExternal();
      }
      return this.#fits ? index : NONE;
    } catch (failure) {
      return this.#misfit(failure, NONE);
    }
  }

  closeExternal(): void {
    try {
      if (!this.endOfMember()) this.refuse(undefined);
    } catch (failure) {
      this.#misfit(failure, undefined);
    }
  }

  // ---- checks

  isRead(value: unknown): boolean {
    return this.#fits && value !== undefined;
  }

  isWhole(value: unknown): boolean {
    return this.#fits && value !== undefined;
  }

  isMissing(value: unknown): boolean {
    return this.#fits && value === undefined;
  }

  broken(): void {
    this.refuse(undefined);
  }

  brokenAt(): void {
    this.refuse(undefined);
  }

  refused(): void {
    this.refuse(undefined);
  }

  given(value: unknown): void {
    if (value === undefined) this.refuse(undefined);
  }

  openStruct(_members: Members): void {
    this.openObject();
  }

  /** Steps before the next part of a payload. */
  payloadPart(): void {
    if (!this.hasElement()) this.refuse(undefined);
  }

  /** Steps after a list of which all elements have been read. */
  closeTuple(): void {
    if (this.hasElement()) this.refuse(undefined);
  }

  /** Steps after a variant whose payload has been read. */
  closeVariant(): void {
    try {
      if (this.hasElement()) this.refuse(undefined);
      this.#beginStep();
      while (!this.endOfMember()) {
        if (isOfVariant(this.key())) return this.refuse(undefined);
        this.colon();
        this.part();
      }
    } catch (failure) {
      this.#misfit(failure, undefined);
    }
  }

  #endOfObject(): boolean {
    if (!this.#opened) return this.endOfMember();
    this.#opened = false;
    if (this.next() !== CLOSE_OBJECT) return false;
    this.close();
    return true;
  }

  /** Steps to the value of the member `wanted`. Returns false if another member of a variant precedes it. */
  #seek(wanted: "tag" | "values"): boolean {
    for (;;) {
      const key = this.key();
      this.colon();
      if (key === wanted) return true;
      if (isOfVariant(key)) return false;
      this.part();
      if (this.endOfMember()) return false;
    }
  }

  /** Enters the state after the first mismatch, and returns `instead`. */
  refuse<T>(instead: T): T {
    this.#fits = false;
    this.#opened = false;
    this.at = this.text.length;
    return instead;
  }

  #misfit<T>(failure: unknown, instead: T): T {
    if (failure !== TOO_LONG && !(failure instanceof JsonFailure)) throw failure;
    return this.refuse(instead);
  }
}

/** Whether a key must not be repeated: its last value would apply. */
function isOfVariant(key: string): boolean {
  return key === "tag" || key === "values";
}

/** Reads nothing, but records the names of the members of the struct. */
export class NamesReader extends TypedReader {
  names: readonly (string | null)[] = [];
  /** Whether each member may be missing. */
  free: readonly boolean[] = [];

  override member(members: Members): number {
    this.names = members.fields;
    this.free = members.fields.map((name) => name === null || members.free.has(members.indexOf(name)));
    return NONE;
  }
}
