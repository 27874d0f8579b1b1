// For tests: programs that check the facts found by the analyses at run time. Each Int is within its bounds,
// a number if it is said to be one, and canonical; each call that is said not to wait returns a value; no call
// with a result, natives included, returns the missing value. A violation ends the program as an internal
// error.
import { isPrimitive, isUnit, type Expr, type Instance } from "../../ir/index.ts";
import type { Value } from "./value.ts";
import { methods } from "../../../check/index.ts";

/** The declarations of an asserting program. */
export const ASSERTIONS: readonly string[] = [
  "const assertInt = (value, low, high, plain) => {",
  "  const fail = (what) => { throw new Error(`asserted: ${value} ${what}`); };",
  "  if (typeof value === 'number') {",
  "    if (!Number.isSafeInteger(value)) fail('is no Int as a number');",
  "    if (Object.is(value, -0)) fail('is the negative zero');",
  "  } else {",
  "    if (!(value instanceof $.Wide)) fail('is no Int');",
  "    if (typeof $.makeInt(value.hi, value.lo) === 'number') fail('should be a number');",
  "    if (plain) fail('is wide where a number is expected');",
  "  }",
  "  const size = $.intToFloat(value);",
  "  if (size < low || size > high) fail(`is not within ${low} and ${high}`);",
  "  return value;",
  "};",
  "const assertSync = (value) => {",
  "  if (value instanceof Promise) throw new Error('asserted: a call waits that is said not to');",
  "  return value;",
  "};",
  "const assertPresent = (value) => {",
  "  if (value === undefined) throw new Error('asserted: a call returns no value');",
  "  return value;",
  "};",
];

/** The value, checked at each use in `instance`. */
export function asserted(expr: Expr, value: Value, instance: Instance): Value {
  // Derived JSON readers begin with fields that are still absent (std/json `__absent`).
  if (instance.symbol?.name === methods.read) return value;
  if (isPrimitive(expr.type, "Int")) return assertedInt(expr, value);
  const hasResult = expr.kind === "Call" || expr.kind === "CallValue" || expr.kind === "CallDyn";
  if (!hasResult || isUnit(expr.type)) return value;
  const { effect: _, ...rest } = value;
  return { ...rest, text: `assertPresent(${value.text})`, atom: true, repeatable: false };
}

function assertedInt(expr: Expr, value: Value): Value {
  if (expr.kind === "Const" || expr.kind === "Descriptor") return value;
  const { low, high } = value.bounds ?? { low: "-Infinity", high: "Infinity" };
  const { effect: _, ...rest } = value;
  // No longer a name that other code may use directly.
  return {
    ...rest,
    text: `assertInt(${value.text}, ${low}, ${high}, ${value.range !== null})`,
    atom: true,
    repeatable: false,
  };
}
