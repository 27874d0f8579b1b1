// Reads a text straight into values of derived types: derived `__read` functions ask for one token or member
// after the other, as the text has them. What does not fit, by syntax or by shape, is not explained here: the
// reader only tells it at its end, and the text is read once more by way of `JsonValue`, whose messages count.
// From the first problem on it stands at the end of everything, so that no caller needs to look on the way.
import type { Int } from "../../interpreter/runtime/index.ts";
import { singleCharacter } from "./decode.ts";
import type { Members, Variants } from "./descriptions.ts";
import { JsonFailure } from "./json-failure.ts";
import { startsNumber } from "./number-scanner.ts";
import { Parser } from "./parse.ts";
import type { Reserve } from "./parse.ts";
import { CLOSE_LIST, CLOSE_OBJECT, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE, TOO_LONG } from "./scanner.ts";
import type { ShapeTree } from "./shape.ts";
import { NumberValue } from "./value.ts";
import type { Part } from "./value.ts";
import { judgeDouble } from "./whole-number.ts";

const NONE = -1;
/** Bytes of a string with escapes that are read at one go where others wait: a millisecond or two. */
const LONGEST = 262_144;

export class TypedReader extends Parser {
  #fits = true;
  /** Nothing of the innermost container has been asked for yet. */
  #opened = false;

  /**
   * Where it `givesWay`, a long string with escapes and much that no field reads are a problem, too: the other way works in
   * steps.
   */
  constructor(text: string, shapes: ShapeTree, reserve: Reserve, givesWay: boolean) {
    super(text, shapes, reserve);
    if (givesWay) this.longest = LONGEST;
  }

  /** True when everything fitted and nothing is left. */
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
    return typeof part === "number" ? part : part instanceof NumberValue ? part.p0 : 0;
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

  /** True when `null` stands here, which is stepped over. */
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

  /** Any value. */
  skip(): void {
    try {
      this.#beginStep();
      this.part();
    } catch (failure) {
      this.#misfit(failure, undefined);
    }
  }

  /** Without others who wait, what is skipped counts against limits as it comes. */
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

  /** True before an element, false when the list is closed. */
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

  /** True before a key, false when the object is closed. */
  hasMember(): boolean {
    try {
      return this.#fits && !this.#endOfObject();
    } catch (failure) {
      return this.#misfit(failure, false);
    }
  }

  /** The next key of a map. */
  mapKey(): string {
    try {
      const key = this.key();
      this.colon();
      return key;
    } catch (failure) {
      return this.#misfit(failure, "");
    }
  }

  /** The number of the next member that the struct has, others being skipped; -1 when the object is closed. */
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
        this.part();
        if (this.endOfMember()) return NONE;
      }
    } catch (failure) {
      return this.#misfit(failure, NONE);
    }
  }

  /** Steps into the payload of a variant: its index, or -1. `values` before `tag` is not read here. */
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

  /** Steps before the next part of a payload. */
  payloadPart(): void {
    if (!this.hasElement()) this.refuse(undefined);
  }

  /** Steps behind a list of which all elements have been read. */
  closeTuple(): void {
    if (this.hasElement()) this.refuse(undefined);
  }

  /** Steps behind a variant whose payload has been read. */
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

  /** Steps to the value of the member `wanted`, before which neither member of a variant may come. */
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

  /** Takes the state after the first problem. */
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

/** One of them twice: the last one would count. */
function isOfVariant(key: string): boolean {
  return key === "tag" || key === "values";
}
