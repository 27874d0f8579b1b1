// Values of the evaluator, chosen for simplicity, not speed. An Int is a bigint, a Float a number, a Char a
// number (its code point), a String a JavaScript string of bytes, a Bool a boolean, a List an array. All
// others, including `()`, are objects of the classes below: no value is undefined or null, which mean
// "missing".
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

/** A value of an enum, including options and results. */
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

/** A value of type `dyn Trait`, with its actual type, which determines its methods. */
export class DynValue {
  readonly value: unknown;
  readonly type: Type;
  constructor(value: unknown, type: Type) {
    this.value = value;
    this.type = type;
  }
}

/** A value of type `Any`. */
export class AnyBox {
  readonly value: unknown;
  readonly type: Type;
  constructor(value: unknown, type: Type) {
    this.value = value;
    this.type = type;
  }
}

/** Thrown by `return` and `?`, caught by the enclosing function or lambda. */
export class ReturnSignal {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** Thrown by `break`, caught by its loop. */
export class BreakSignal {
  readonly value: unknown;
  /** Null for the innermost loop. */
  readonly label: string | null;
  constructor(value: unknown, label: string | null) {
    this.value = value;
    this.label = label;
  }
}

/** Thrown by `continue`, caught by its loop. */
export class ContinueSignal {
  readonly label: string | null;
  constructor(label: string | null) {
    this.label = label;
  }
}

/** Wraps a value to 64 bits in two's complement. */
export function wrap(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}
