// The classes of the enum `JsonValue` (stdlib-a 3.1), one for each variant: `tag` is its index, `p0` its
// payload. An object that came from a text or a struct holds shared keys and an array of values; it
// becomes a map when a script asks for the payload, and stays one. Documents consist of hundreds of
// thousands of these, so what all values of a class share stands in the prototype.
import { intToFloat, ScriptMap } from "../../interpreter/runtime/index.ts";
import type { EnumValue, Int } from "../../interpreter/runtime/index.ts";
import type { Shape } from "./shape.ts";

export type JsonValue = typeof NULL | BoolValue | NumberValue | StringValue | ArrayValue | ObjectValue;

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

  /** The Int that was written, where it is not the same number as `p0` (3.5); else null. */
  get exact(): Int | null {
    return null;
  }

  /** An Int that is remembered exactly. */
  static ofInt(value: Int): NumberValue {
    return typeof value === "number" ? new NumberValue(value) : new WideNumberValue(value);
  }
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
  readonly p0: JsonValue[];

  constructor(p0: JsonValue[]) {
    this.p0 = p0;
  }
}

export class ObjectValue {
  declare readonly tag: 5;
  #map: ScriptMap<string, JsonValue> | null;
  #shape: Shape | null;
  #values: readonly JsonValue[];

  constructor(map: ScriptMap<string, JsonValue> | null, shape: Shape | null = null, values: readonly JsonValue[] = NONE) {
    this.#map = map;
    this.#shape = shape;
    this.#values = values;
  }

  /** An object of keys that `shape` names and their values in the same order. */
  static shaped(shape: Shape, values: readonly JsonValue[]): ObjectValue {
    return new ObjectValue(null, shape, values);
  }

  /** Null once the object is a map. */
  get shape(): Shape | null {
    return this.#shape;
  }

  /** In the order of the shape's keys. */
  get shapedValues(): readonly JsonValue[] {
    return this.#values;
  }

  /** The live map. */
  get p0(): ScriptMap<string, JsonValue> {
    return this.#map ?? this.#becomeMap();
  }

  #becomeMap(): ScriptMap<string, JsonValue> {
    const map = new ScriptMap<string, JsonValue>();
    this.#shape!.keys.forEach((key, position) => map.set(key, this.#values[position]!));
    this.#map = map;
    this.#shape = null;
    this.#values = NONE;
    return map;
  }

  get size(): number {
    return this.#shape === null ? this.p0.size : this.#values.length;
  }

  keys(): string[] {
    return this.#shape === null ? this.p0.keys() : [...this.#shape.keys];
  }

  values(): JsonValue[] {
    return this.#shape === null ? this.p0.values() : [...this.#values];
  }

  /** `position` is where the member is likely to stand. */
  member(key: string, position = 0): JsonValue | undefined {
    const shape = this.#shape;
    if (shape === null) return this.p0.get(key);
    if (shape.keys[position] === key) return this.#values[position];
    const found = shape.positionOf(key);
    return found < 0 ? undefined : this.#values[found];
  }
}

const NONE: readonly JsonValue[] = Object.freeze([]);

[BoolValue, NumberValue, StringValue, ArrayValue, ObjectValue].forEach((variant, i) => {
  Object.defineProperty(variant.prototype, "tag", { value: i + 1 });
});
