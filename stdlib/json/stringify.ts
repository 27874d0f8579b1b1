// Values to JSON text (stdlib-a 3.2 and 3.5), compact or one member a line.
import { floatText, intText } from "../../interpreter/runtime/index.ts";
import { TextBuffer } from "./text-buffer.ts";
import { ArrayValue, BoolValue, NumberValue, ObjectValue, StringValue } from "./value.ts";
import type { JsonValue } from "./value.ts";

const COMMA = 0x2c;
const COLON = 0x3a;
const NEWLINE = 0x0a;
const SPACE = 0x20;

function quoteText(text: string): string {
  const out = new TextBuffer();
  out.addQuoted(text);
  return out.toString();
}

/** One for each program: keeps its buffer from text to text. */
export class JsonWriter {
  readonly #out = new TextBuffer();

  /** Without white space. @throws Panic when the text would be too large */
  compact(value: JsonValue): string {
    this.#out.clear();
    this.#compact(value);
    return this.#out.toString();
  }

  /** `indent` spaces for each level. @throws Panic when the text would be too large */
  pretty(value: JsonValue, indent: number): string {
    this.#out.clear();
    this.#pretty(value, Math.max(indent, 0), 0);
    return this.#out.toString();
  }

  #compact(value: JsonValue): void {
    if (value instanceof StringValue) this.#out.addQuoted(value.p0);
    else if (value instanceof NumberValue) this.#number(value);
    else if (value instanceof ObjectValue) this.#object(value);
    else if (value instanceof ArrayValue) this.#array(value.p0);
    else this.#out.addPlain(value instanceof BoolValue ? (value.p0 ? "true" : "false") : "null");
  }

  #array(items: readonly JsonValue[]): void {
    this.#out.addByte(0x5b);
    for (let i = 0; i < items.length; i++) {
      if (i > 0) this.#out.addByte(COMMA);
      this.#compact(items[i]!);
    }
    this.#out.addByte(0x5d);
  }

  #object(object: ObjectValue): void {
    const shape = object.shape;
    this.#out.addByte(0x7b);
    if (shape !== null) {
      const labels = shape.labels(quoteText);
      const values = object.shapedValues;
      for (let i = 0; i < values.length; i++) {
        this.#out.addPlain(labels[i]!);
        this.#compact(values[i]!);
      }
    } else {
      let first = true;
      for (const [key, value] of object.p0.pairs()) {
        if (!first) this.#out.addByte(COMMA);
        first = false;
        this.#out.addQuoted(key);
        this.#out.addByte(COLON);
        this.#compact(value);
      }
    }
    this.#out.addByte(0x7d);
  }

  #number(number: NumberValue): void {
    const value = number.p0;
    if (value >= 0 && value <= 0xffff && value === (value | 0) && !Object.is(value, -0)) this.#out.addSmall(value);
    else if (number.exact !== null) this.#out.addPlain(intText(number.exact));
    else this.#out.addPlain(Number.isFinite(value) ? floatText(value) : "null");
  }

  /** `depth` containers are open around `value`. */
  #pretty(value: JsonValue, indent: number, depth: number): void {
    const isArray = value instanceof ArrayValue;
    if (!isArray && !(value instanceof ObjectValue)) return this.#compact(value);
    const parts = isArray ? value.p0 : value.values();
    if (parts.length === 0) return this.#compact(value);
    const keys = isArray ? null : value.keys();
    this.#out.addByte(isArray ? 0x5b : 0x7b);
    for (let i = 0; i < parts.length; i++) {
      if (i > 0) this.#out.addByte(COMMA);
      this.#line(indent * (depth + 1));
      if (keys !== null) {
        this.#out.addQuoted(keys[i]!);
        this.#out.addByte(COLON);
        this.#out.addByte(SPACE);
      }
      this.#pretty(parts[i]!, indent, depth + 1);
    }
    this.#line(indent * depth);
    this.#out.addByte(isArray ? 0x5d : 0x7d);
  }

  #line(padding: number): void {
    this.#out.addByte(NEWLINE);
    this.#out.addRepeated(SPACE, padding);
  }
}
