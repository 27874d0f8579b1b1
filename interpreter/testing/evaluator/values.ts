// Values as the evaluator holds them, chosen to be obvious rather than fast. An Int is a bigint, a Float
// a number, a Char a number (its code point), a String a JavaScript string of bytes, a Bool a boolean, a
// List an array. All others are objects of the classes below, and `()` is one of them: no value is
// undefined or null, so nothing can be taken for what is missing.
import type { EnumSymbol, StructSymbol, Type } from "../../check/index.ts";
import type { Steps } from "./scheduler.ts";

/** The value of `()`. */
export const UNIT = Object.freeze({ unit: true });

export class StructValue {
  readonly struct: StructSymbol;
  readonly fields: unknown[];
  constructor(struct: StructSymbol, fields: unknown[]) {
    this.struct = struct;
    this.fields = fields;
  }
}

/** Options and results are values of their enums like any other. */
export class EnumValue {
  readonly enum: EnumSymbol;
  readonly index: number;
  readonly payload: readonly unknown[];
  constructor(symbol: EnumSymbol, index: number, payload: readonly unknown[]) {
    this.enum = symbol;
    this.index = index;
    this.payload = payload;
  }

  get variant(): string {
    return this.enum.variants[this.index]!.name;
  }
}

export class FunctionValue {
  readonly call: (args: readonly unknown[]) => Steps<unknown>;
  constructor(call: (args: readonly unknown[]) => Steps<unknown>) {
    this.call = call;
  }
}

/** A value behind `dyn Trait`, with its actual type, by which methods are found. */
export class DynValue {
  readonly value: unknown;
  readonly type: Type;
  constructor(value: unknown, type: Type) {
    this.value = value;
    this.type = type;
  }
}

/** `Any`. */
export class AnyBox {
  readonly value: unknown;
  readonly type: Type;
  constructor(value: unknown, type: Type) {
    this.value = value;
    this.type = type;
  }
}

/** What `return` and `?` throw, as far as the function or lambda around them. */
export class ReturnSignal {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** What `break` throws, as far as the loop around it. */
export class BreakSignal {
  readonly value: unknown;
  /** Null: of the innermost loop. */
  readonly label: string | null;
  constructor(value: unknown, label: string | null) {
    this.value = value;
    this.label = label;
  }
}

/** What `continue` throws. */
export class ContinueSignal {
  readonly label: string | null;
  constructor(label: string | null) {
    this.label = label;
  }
}

/** The two's complement of 64 bits. */
export function wrap(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}
