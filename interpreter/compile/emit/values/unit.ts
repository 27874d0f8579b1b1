// The unit value in generated code. The return value of a function without result is ignored, so such
// functions need no `return`; if their value is used, the constant replaces it (runtime/values/values.ts).
import type { Type } from "../../../check/index.ts";
import { isUnit } from "../../ir/index.ts";
import { atom, fixed, type Value } from "./value.ts";

/** `UNIT` of runtime/values/values.ts. */
export const UNIT_TEXT = "0";

export const UNIT: Value = fixed(UNIT_TEXT);

/** A call as the unit value: it is evaluated, and its return value ignored. */
export function asUnit(call: string): Value {
  return { ...atom(`(${call}, ${UNIT_TEXT})`), effect: `${call};` };
}

/** The value of a call with that result type. */
export function resultOf(call: Value, type: Type): Value {
  return isUnit(type) ? asUnit(call.text) : call;
}
