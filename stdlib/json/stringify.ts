// Writes values as JSON (std/json), compactly or with one member on each line.
import type { Steps } from "../../interpreter/runtime/index.ts";
import { machine } from "../../interpreter/host/index.ts";
import { StackOverflow, floatText, intText, isAscii } from "../../interpreter/runtime/index.ts";
import type { Int } from "../../interpreter/runtime/index.ts";
import { TextBuffer } from "./text-buffer.ts";
import { ArrayValue, NumberValue, ObjectValue, partOf, StringValue } from "./value.ts";
import type { JsonValue, Part } from "./value.ts";

/** The bytes of a string that count as one part. */
const BYTES_OF_A_PART = 64;
/** The parts written in one step: some hundred microseconds of work. */
const PARTS_IN_A_STEP = 2000;
/** The length of strings that are written in steps, and the bytes of one step. */
const LONG_STRING = 32_768;
const QUOTE = 0x22;
const OPEN_OBJECT = 0x7b;
const COMMA = 0x2c;
const COLON = 0x3a;
const NEWLINE = 0x0a;
const SPACE = 0x20;

/** The scalars that derived code writes before it checks whether other goroutines are ready (json.std). */
const SCALARS_AT_A_TIME = 16_384;
/** The length below which an array is written faster without `JSON.stringify`. */
const WORTH_A_CALL = 8;

/** The number of levels that are written by recursion. */
const DEEP = 1000;
/** Values deeper than this most likely contain themselves. */
const MOST_LEVELS = 1 << 21;

interface OpenContainer {
  /** Null for an array. */
  readonly keys: readonly string[] | null;
  readonly parts: readonly Part[];
  next: number;
}

/** Returns null for a scalar. */
function openContainer(part: Part): OpenContainer | null {
  if (part instanceof ArrayValue) return { keys: null, parts: part.parts, next: 0 };
  return part instanceof ObjectValue ? { keys: part.keys(), parts: part.parts(), next: 0 } : null;
}

function stringOf(part: Part): string | null {
  return typeof part === "string" ? part : part instanceof StringValue ? part.p0 : null;
}

/** Writes JSON into a buffer that is reused for later texts; each program has its own writers. */
export class JsonWriter {
  readonly #out = new TextBuffer(1 << 15);
  #depth = 0;
  /** Buffers a text that is copied once it is complete. */
  readonly #aside = new TextBuffer(1 << 15);

  /** Returns JSON without white space. @throws Panic if the text would be too large */
  compact(value: JsonValue): string {
    this.#start();
    this.#compact(value);
    return this.#out.toString();
  }

  /** Returns JSON with `indent` spaces per level. @throws Panic if the text would be too large */
  pretty(value: JsonValue, indent: number): string {
    this.#start();
    this.#unrolled(value, Math.max(indent, 0));
    return this.#out.toString();
  }

  /**
   * Returns JSON in steps; without white space if `indent` is null. The writer must not be shared meanwhile.
   */
  *inSteps(value: JsonValue, indent: number | null): Steps<string> {
    this.#start();
    yield* this.#unroll(value, indent === null ? null : Math.max(indent, 0));
    return this.#out.toString();
  }

  #start(): void {
    this.#out.clear();
    this.#depth = 0;
  }

  // ---- piece by piece, for derived `__write`

  begin(): this {
    this.#start();
    return this;
  }

  /** Returns the written text. @throws Panic if the text would be too large */
  finish(): string {
    return this.#out.toString();
  }

  /** Appends the label of a member, after a comma unless the object has just begun. */
  label(label: string): void {
    if (this.#out.lastByte !== OPEN_OBJECT) this.#out.addByte(COMMA);
    this.#out.addPlain(label);
  }

  value(value: JsonValue): void {
    this.#compact(value);
  }

  *valueInSteps(value: JsonValue): Steps<void> {
    yield* this.#unroll(value, null);
  }

  /** Appends text that is already JSON. */
  raw(text: string): void {
    this.#out.addPlain(text);
  }

  scalar(value: string | Int | boolean): void {
    if (typeof value === "object") this.#out.addPlain(intText(value));
    else this.#compact(value);
  }

  /**
   * Appends a part of a list of scalars, after a comma if others precede it. The part is empty if other
   * goroutines have removed elements.
   *
   * @returns whether the next part needs a comma
   */
  scalars(list: readonly (string | Int | boolean)[], start: number, comma: boolean): boolean {
    const values =
      start === 0 && list.length <= SCALARS_AT_A_TIME ? list : list.slice(start, start + SCALARS_AT_A_TIME);
    if (values.length === 0) return comma;
    if (comma) this.#out.addByte(COMMA);
    const whole = values.length < WORTH_A_CALL ? null : hostText(values);
    if (whole !== null) {
      this.#out.addPlain(whole.slice(1, -1));
      return true;
    }
    for (let i = 0; i < values.length; i++) {
      if (i > 0) this.#out.addByte(COMMA);
      this.scalar(values[i]!);
    }
    return true;
  }

  key(key: string, comma: boolean): void {
    if (comma) this.#out.addByte(COMMA);
    this.#out.addQuoted(key);
    this.#out.addByte(COLON);
  }

  // ---- trees

  #compact(part: Part): void {
    if (typeof part === "string") this.#out.addQuoted(part);
    else if (typeof part === "number") this.#number(part);
    else if (typeof part === "boolean") this.#out.addPlain(part ? "true" : "false");
    else if (part instanceof ObjectValue || part instanceof ArrayValue) this.#container(part);
    else this.#scalar(part);
  }

  /** Recurses, which is faster, down to a limited depth. */
  #container(part: ObjectValue | ArrayValue): void {
    if (this.#depth === DEEP) return this.#unrolled(part, null);
    this.#depth++;
    if (part instanceof ObjectValue) this.#object(part);
    else this.#array(part.parts);
    this.#depth--;
  }

  #scalar(value: JsonValue): void {
    if (value instanceof NumberValue)
      return value.written === null ? this.#number(value.p0) : this.#out.addPlain(value.written);
    const part = partOf(value);
    if (typeof part === "object") this.#out.addPlain("null");
    else this.#compact(part);
  }

  #array(parts: readonly Part[]): void {
    const whole = parts.length < WORTH_A_CALL ? null : hostText(parts);
    if (whole !== null) return this.#out.addPlain(whole);
    this.#out.addByte(0x5b);
    for (let i = 0; i < parts.length; i++) {
      if (i > 0) this.#out.addByte(COMMA);
      this.#compact(parts[i]!);
    }
    this.#out.addByte(0x5d);
  }

  #object(object: ObjectValue): void {
    const shape = object.shape;
    this.#out.addByte(0x7b);
    if (shape !== null) {
      const labels = shape.labels((key) => this.#label(key));
      const parts = object.shapedParts;
      for (let i = 0; i < parts.length; i++) {
        this.#out.addPlain(labels[i]!);
        this.#compact(parts[i]!);
      }
    } else {
      let first = true;
      for (const [key, value] of object.p0.pairs()) {
        this.key(key, !first);
        first = false;
        this.#compact(value);
      }
    }
    this.#out.addByte(0x7d);
  }

  #label(key: string): string {
    this.#aside.clear();
    this.#aside.addQuoted(key);
    return this.#aside.toString();
  }

  #number(value: number): void {
    if (value === (value | 0) && !Object.is(value, -0)) this.#out.addInteger(value);
    else this.#out.addPlain(Number.isFinite(value) ? floatText(value) : "null");
  }

  /**
   * Writes without recursion, for values of any depth: one member or element on each line with `indent` spaces
   * per level, or all on one line if `indent` is null.
   */
  *#unroll(root: Part, indent: number | null): Steps<void> {
    const open: OpenContainer[] = [];
    let part = root;
    for (let count = 1; ; count++) {
      if (count % PARTS_IN_A_STEP === 0) yield;
      const container = openContainer(part);
      const text = stringOf(part);
      if (text !== null && text.length > LONG_STRING) {
        yield* this.#longString(text);
      } else if (container === null) {
        this.#compact(part);
      } else {
        if (open.length === MOST_LEVELS) throw new StackOverflow();
        open.push(container);
        this.#out.addByte(container.keys === null ? 0x5b : 0x7b);
      }
      let inner = open.at(-1);
      // Other goroutines may have removed elements.
      while (inner !== undefined && inner.next >= inner.parts.length) {
        open.pop();
        if (indent !== null && inner.next > 0) this.#line(indent * open.length);
        this.#out.addByte(inner.keys === null ? 0x5d : 0x7d);
        inner = open.at(-1);
      }
      if (inner === undefined) return;
      if (inner.next > 0) this.#out.addByte(COMMA);
      if (indent !== null) this.#line(indent * open.length);
      if (inner.keys !== null) this.key(inner.keys[inner.next]!, false);
      if (inner.keys !== null && indent !== null) this.#out.addByte(SPACE);
      part = inner.parts[inner.next++]!;
    }
  }

  /** Writes a string in pieces that do not cut characters. */
  *#longString(text: string): Steps<void> {
    this.#out.addByte(QUOTE);
    for (let start = 0; start < text.length; yield) {
      let end = Math.min(start + LONG_STRING, text.length);
      for (let most = 3; most > 0 && (text.charCodeAt(end) & 0xc0) === 0x80; most--) end++;
      this.#out.addEscaped(text.slice(start, end));
      start = end;
    }
    this.#out.addByte(QUOTE);
  }

  #unrolled(root: Part, indent: number | null): void {
    const steps = this.#unroll(root, indent);
    while (steps.next().done !== true);
  }

  #line(padding: number): void {
    this.#out.addByte(NEWLINE);
    this.#out.addSpaces(padding);
  }
}

/**
 * Returns the JSON of scalars if `JSON.stringify` writes them like this module: without exponents, -0 and
 * bytes that are not UTF-8. Otherwise, returns null.
 */
function hostText(parts: readonly (Part | Int)[]): string | null {
  for (const part of parts)
    if (typeof part === "object" || (typeof part === "number" && !isPlainNumber(part))) return null;
  const text = JSON.stringify(parts);
  return !isAscii(text) && !machine().javascript.isUtf8(Buffer.from(text, "latin1")) ? null : text;
}

function isPlainNumber(value: number): boolean {
  const size = Math.abs(value);
  return (size < 1e21 && size >= 1e-6) || Object.is(value, 0);
}

/** A value of more levels is written in steps, whatever its size. */
const MOST_SHALLOW = 64;

/** Returns whether writing a value takes more than one step. */
export function isLarge(value: JsonValue): boolean {
  let left = PARTS_IN_A_STEP;
  const count = (part: Part, levels: number): boolean => {
    left -= 1 + Math.floor((stringOf(part)?.length ?? 0) / BYTES_OF_A_PART);
    if (left < 0) return true;
    const container = openContainer(part);
    if (container === null) return false;
    // A few levels of containers that occur twice in the next one are many parts.
    if (levels === 0 || container.parts.length > left) return true;
    return container.parts.some((each) => count(each, levels - 1));
  };
  return count(value, MOST_SHALLOW);
}
