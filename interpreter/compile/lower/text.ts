// The text of values (reference/prelude#text): interpolation and print, by the actual type of each part.
import type { Type } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import { isPrimitive, type Expr } from "../ir/index.ts";
import type { LoweringBody } from "./lowering-body.ts";
import type { ProgramLowering } from "./program-lowering.ts";

export function lowerText(body: LoweringBody, node: ast.Interpolation, type: Type): Expr {
  const parts = node.parts.map((part) =>
    typeof part === "string" ? part : textOf(body.program, body.expr(part), part.span.start),
  );
  return { kind: "Text", parts, type, at: node.span.start };
}

/** Formats `value` as `to_string` does. */
export function textOf(program: ProgramLowering, value: Expr, at: number): Expr {
  const { toString, string } = program.program.prelude;
  const type = program.types.actual(string, null);
  if (isPrimitive(value.type, "String")) return value;
  if (isPrimitive(value.type, "Int")) return { kind: "Op", op: "Int.text", args: [value], type, at };
  if (isPrimitive(value.type, "Float")) return { kind: "Op", op: "Float.text", args: [value], type, at };
  if (isPrimitive(value.type, "Bool")) return { kind: "Op", op: "Bool.text", args: [value], type, at };
  if (isPrimitive(value.type, "Char")) return { kind: "Op", op: "Char.text", args: [value], type, at };
  const method = program.method(toString, "to_string", value.type);
  if (method !== null) return { kind: "Call", instance: method, args: [value], type, at };
  if (value.type.kind === "Dyn") {
    const trait = program.traitKey(toString);
    return { kind: "CallDyn", receiver: value, trait, method: "to_string", args: [], type, at };
  }
  // Diverging code yields no text.
  return value;
}
