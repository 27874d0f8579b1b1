// For tests: programs that check the facts found by the analyses at run time. Each Int is within its bounds,
// a number if it is said to be one, and canonical; each call that is said not to wait returns a value; what a
// call returns, natives included, has the form of its type (runtime/values/values.ts). A violation ends the
// program as an internal error.
import { isOption, isPrimitive, isResult, isUnit, type Expr, type Instance } from "../../ir/index.ts";
import type { Value } from "./value.ts";
import { methods, type Type } from "../../../check/index.ts";

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
  "const assertForm = (value, form) => {",
  "  const [kind, ...parts] = form;",
  "  const fail = () => { throw new Error(`asserted: a call returns ${String(value)}, which is no ${kind}`); };",
  "  if (value === undefined) fail();",
  "  else if (kind === 'Unit' && value !== 0) fail();",
  "  else if (kind === 'Int') assertInt(value, -Infinity, Infinity, false);",
  "  else if (kind === 'Float' && typeof value !== 'number') fail();",
  "  else if (kind === 'Bool' && typeof value !== 'boolean') fail();",
  "  else if (kind === 'Char' && !(Number.isInteger(value) && value >= 0 && value <= 0x10ffff)) fail();",
  "  else if (kind === 'String' && typeof value !== 'string') fail();",
  "  else if (kind === 'String' && value.length <= 1000 && /[^\\0-\\xff]/.test(value)) fail();",
  "  else if (kind === 'List') {",
  "    if (!Array.isArray(value)) fail();",
  "    for (let at = 0; at < Math.min(value.length, 1000); at++) assertForm(value[at], parts[0]);",
  "  } else if (kind === 'Option' && value !== null) {",
  "    const inner = $.payload(value);",
  "    if (inner !== value && inner !== null && $.payload(inner) === inner) fail(); // a needless box",
  "    assertForm(inner, parts[0]);",
  "  } else if (kind === 'Result') {",
  "    const inner = $.okPayload(value);",
  "    if (value instanceof $.Err) assertForm(value.error, parts[1]);",
  "    else if (inner !== value && !(inner instanceof $.Err) && $.okPayload(inner) === inner) fail();",
  "    else assertForm(inner, parts[0]);",
  "  }",
  "  return value;",
  "};",
];

const DERIVED_READERS: ReadonlySet<string> = new Set([methods.read, methods.fromRow]);

/** The value, checked at each use in `instance`. */
export function asserted(expr: Expr, value: Value, instance: Instance): Value {
  // Derived readers of JSON and of rows begin with fields that are still absent (`__absent`).
  if (DERIVED_READERS.has(instance.symbol?.name ?? "")) return value;
  if (isPrimitive(expr.type, "Int")) return assertedInt(expr, value);
  if (expr.kind !== "Call" && expr.kind !== "CallValue" && expr.kind !== "CallDyn") return value;
  if (isUnit(expr.type) || (expr.kind === "Call" && isOfReader(expr.instance))) return value;
  const { effect: _, ...rest } = value;
  return { ...rest, text: `assertForm(${value.text}, ${formOf(expr.type)})`, atom: true, repeatable: false };
}

/** Whether it is a part of derived readers, which return no value once they have failed. */
function isOfReader({ symbol }: Instance): boolean {
  return symbol?.name.startsWith("__") === true;
}

const CHECKED = ["Int", "Float", "Bool", "Char", "String", "Unit", "List"] as const;

/** The form of the type's values as `assertForm` reads it: the kind, and the forms of its parts. */
function formOf(type: Type): string {
  const kind = isOption(type)
    ? "Option"
    : isResult(type)
      ? "Result"
      : CHECKED.find((name) => isPrimitive(type, name));
  const parts = kind === undefined || type.kind !== "Named" ? [] : type.args.map(formOf);
  return `[${[`"${kind ?? "value of its type"}"`, ...parts].join(", ")}]`;
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
