// The text of values in interpolation and `print` (reference/prelude#text), by their actual type.
import type { Type } from "../../check/index.ts";
import { charText, floatText } from "../../runtime/host.ts";
import { isPrimitive } from "./actual-types.ts";
import type { EvaluatedCall } from "./evaluation.ts";
import type { Steps } from "./scheduler.ts";

export function* textOfValue(frame: EvaluatedCall, value: unknown, type: Type): Steps<string> {
  if (isPrimitive(type, "String")) return value as string;
  if (isPrimitive(type, "Int", "Bool")) return String(value);
  if (isPrimitive(type, "Float")) return floatText(value as number);
  if (isPrimitive(type, "Char")) return charText(value as number);
  const { evaluation } = frame;
  return (yield* evaluation.callMethod(
    { trait: evaluation.program.prelude.toString, args: [] },
    "to_string",
    type,
    [],
    [value],
  )) as string;
}
