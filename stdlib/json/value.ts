// The classes of the enum `JsonValue` (std/json), one for each variant: `tag` is its index, `p0` its payload.
// Values from a text or a struct are compact until a script inspects them: arrays and objects contain bare
// strings, numbers and booleans (`Part`), and an object has shared keys and an array of values. It becomes a
// list of values, or a map, when a script reads the payload. Documents consist of hundreds of thousands of
// these objects, so properties common to a class are in its prototype.
import { floatText, intText, intToFloat, ScriptMap } from "../../interpreter/runtime/index.ts";
import type { EnumValue, Int } from "../../interpreter/runtime/index.ts";
import type { Shape } from "./shape.ts";
import { judgeDouble, judgeText } from "./whole-number.ts";
import type { IntProblem } from "./whole-number.ts";

export type JsonValue = typeof NULL | BoolValue | NumberValue | StringValue | ArrayValue | ObjectValue;

/** An element of an array or object: a value, or the bare payload of a scalar. */
export type Part = JsonValue | string | number | boolean;

export function valueOf(part: Part): JsonValue {
  switch (typeof part) {
    case "string":
      return new StringValue(part);
    case "number":
      return new NumberValue(part);
    case "boolean":
      return new BoolValue(part);
    default:
      return part;
  }
}

/** Returns the most compact part for a value. */
export function partOf(value: JsonValue): Part {
  if (value instanceof StringValue || value instanceof BoolValue) return value.p0;
  return value instanceof NumberValue && value.isPlain ? value.p0 : value;
}

export const NULL: EnumValue & { readonly tag: 0 } = Object.freeze({ tag: 0 });

export class BoolValue {
  declare readonly tag: 1;
  readonly p0: boolean;

  constructor(p0: boolean) {
    this.p0 = p0;
  }
}

export class NumberValue {
  declare readonly tag: 2;
  readonly p0: number;

  constructor(p0: number) {
    this.p0 = p0;
  }

  /** The Int that was written, if it differs from `p0` (std/json); otherwise null. */
  get exact(): Int | null {
    return null;
  }

  /** The text that is written, if it says more than `p0`; otherwise null. */
  get written(): string | null {
    return null;
  }

  /** Whether `p0` is all that is known of the number. */
  get isPlain(): boolean {
    return true;
  }

  /** The Int to which the number is decoded (reference/derive#decoding). */
  get whole(): Int | IntProblem {
    return judgeDouble(this.p0);
  }

  /** Returns the number of an Int, which is kept exactly. */
  static ofInt(value: Int): NumberValue {
    return typeof value === "number" ? new NumberValue(value) : new WideNumberValue(value);
  }

  /** Returns the number of a decimal text without an exponent, all of whose digits are written. */
  static ofDecimal(text: string): NumberValue {
    const nearest = Number(text);
    return floatText(nearest) === text ? new NumberValue(nearest) : new DecimalNumberValue(nearest, text);
  }

  /** Returns a number whose text says more than the double `value`. */
  static judged(value: number, whole: Int | IntProblem): NumberValue {
    return new JudgedNumberValue(value, whole);
  }
}

/**
 * The digits of a number, in a form that `Number` reads: of a number with many of them, those of the nearest double. Null
 * for a number that no double holds.
 */
export function digitsOf(number: number | NumberValue): string | null {
  if (typeof number === "number") return floatText(number);
  return number.written ?? (Number.isFinite(number.p0) ? floatText(number.p0) : null);
}

/** Whether a number was written that no Float can hold. An infinity of TOML or of the program was not. */
export function isTooLarge(number: NumberValue): boolean {
  return !number.isPlain && !Number.isFinite(number.p0);
}

class WideNumberValue extends NumberValue {
  readonly #exact: Int;

  constructor(exact: Int) {
    super(intToFloat(exact));
    this.#exact = exact;
  }

  override get exact(): Int {
    return this.#exact;
  }

  override get written(): string {
    return intText(this.#exact);
  }

  override get isPlain(): boolean {
    return false;
  }

  override get whole(): Int {
    return this.#exact;
  }
}

class DecimalNumberValue extends NumberValue {
  readonly #written: string;

  constructor(p0: number, written: string) {
    super(p0);
    this.#written = written;
  }

  override get written(): string {
    return this.#written;
  }

  override get isPlain(): boolean {
    return false;
  }

  override get whole(): Int | IntProblem {
    return judgeText(this.#written);
  }
}

class JudgedNumberValue extends NumberValue {
  readonly #whole: Int | IntProblem;

  constructor(p0: number, whole: Int | IntProblem) {
    super(p0);
    this.#whole = whole;
  }

  override get isPlain(): boolean {
    return false;
  }

  override get whole(): Int | IntProblem {
    return this.#whole;
  }
}

export class StringValue {
  declare readonly tag: 3;
  readonly p0: string;

  constructor(p0: string) {
    this.p0 = p0;
  }
}

export class ArrayValue {
  declare readonly tag: 4;
  readonly #parts: Part[];
  /** Whether all parts are values and scripts may hold the list. */
  #isLive: boolean;

  constructor(p0: JsonValue[], parts: Part[] | null = null) {
    this.#parts = parts ?? p0;
    this.#isLive = parts === null;
  }

  /** Returns an array that takes over `parts`. */
  static of(parts: Part[]): ArrayValue {
    return new ArrayValue([], parts);
  }

  /** The list of values that scripts may change. */
  get p0(): JsonValue[] {
    const parts = this.#parts;
    if (!this.#isLive) {
      for (let i = 0; i < parts.length; i++) parts[i] = valueOf(parts[i]!);
      this.#isLive = true;
    }
    return parts as JsonValue[];
  }

  get parts(): readonly Part[] {
    return this.#parts;
  }

  /** Returns element `i`, the same object each time. */
  at(i: number): JsonValue | undefined {
    const part = this.#parts[i];
    if (part === undefined || typeof part === "object") return part;
    return (this.#parts[i] = valueOf(part));
  }
}

export class ObjectValue {
  declare readonly tag: 5;
  #map: ScriptMap<string, JsonValue> | null;
  #shape: Shape | null;
  #parts: Part[];

  constructor(map: ScriptMap<string, JsonValue> | null, shape: Shape | null = null, parts: Part[] = NONE) {
    this.#map = map;
    this.#shape = shape;
    this.#parts = parts;
  }

  /** Returns an object with the keys of `shape` and their parts in the same order. It takes over `parts`. */
  static shaped(shape: Shape, parts: Part[]): ObjectValue {
    return new ObjectValue(null, shape, parts);
  }

  /** Null once the object is a map. */
  get shape(): Shape | null {
    return this.#shape;
  }

  /** The parts in the order of the shape's keys. */
  get shapedParts(): readonly Part[] {
    return this.#parts;
  }

  /** The map of values that scripts may change. */
  get p0(): ScriptMap<string, JsonValue> {
    return this.#map ?? this.#becomeMap();
  }

  #becomeMap(): ScriptMap<string, JsonValue> {
    const map = new ScriptMap<string, JsonValue>();
    this.#shape!.keys.forEach((key, position) => map.set(key, valueOf(this.#parts[position]!)));
    this.#map = map;
    this.#shape = null;
    this.#parts = NONE;
    return map;
  }

  get size(): number {
    return this.#shape === null ? this.p0.size : this.#parts.length;
  }

  keys(): string[] {
    return this.#shape === null ? this.p0.keys() : [...this.#shape.keys];
  }

  parts(): readonly Part[] {
    return this.#shape === null ? this.p0.values() : this.#parts;
  }

  /** Returns the part of `key`; `position` is its likely index. */
  part(key: string, position = 0): Part | undefined {
    const shape = this.#shape;
    if (shape === null) return this.p0.get(key);
    if (shape.keys[position] === key) return this.#parts[position];
    const found = shape.positionOf(key);
    return found < 0 ? undefined : this.#parts[found];
  }

  /** Returns the member `key`, the same object each time. */
  get(key: string): JsonValue | undefined {
    const shape = this.#shape;
    if (shape === null) return this.p0.get(key);
    const position = shape.positionOf(key);
    if (position < 0) return undefined;
    return (this.#parts[position] = valueOf(this.#parts[position]!)) as JsonValue;
  }
}

/** Never written to: only objects without a shape have it. */
const NONE: Part[] = [];

[BoolValue, NumberValue, StringValue, ArrayValue, ObjectValue].forEach((variant, i) => {
  Object.defineProperty(variant.prototype, "tag", { value: i + 1 });
});
