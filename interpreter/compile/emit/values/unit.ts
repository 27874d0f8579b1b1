// The unit value in generated code. What a function without a result returns is never looked at, so that
// such functions need no `return`; where their value is wanted stands the constant (runtime/values/values.ts).
import type { Type } from "../../../check/index.ts";
import { isUnit } from "../../ir/index.ts";
import { atom, fixed, type Value } from "./value.ts";

/** `UNIT` of runtime/values/values.ts. */
export const UNIT_TEXT = "0";

export const UNIT: Value = fixed(UNIT_TEXT);

/** A call as the unit value: it is evaluated, and what it returns left aside. */
export function asUnit(call: string): Value {
  return { ...atom(`(${call}, ${UNIT_TEXT})`), effect: `${call};` };
}

/** The value of a call of that type. */
export function resultOf(call: Value, type: Type): Value {
  return isUnit(type) ? asUnit(call.text) : call;
}
