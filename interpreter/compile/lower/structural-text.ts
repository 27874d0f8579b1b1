// The text of any value, for reports of failures (reference/programs#exit-status): by its `ToString`,
// otherwise as a derived one would format it. Collections are formatted by functions of their modules that
// are declared `@shows`; each struct and enum type gets a function here. A value without text shows the name
// of its type.
import type { Type } from "../../check/index.ts";
import { isTupleSymbol } from "../../check/index.ts";
import { isPrimitive, type Arm, type Expr, type Instance, type Local, type Pattern } from "../ir/index.ts";
import type { ProgramLowering } from "./program-lowering.ts";
import { textOf } from "./text.ts";

/** `value` as text; `type` is String. */
export function anyText(program: ProgramLowering, value: Expr, type: Type, at: number): Expr {
  if (hasText(program, value.type)) return textOf(program, value, at);
  const writer = declaredWriter(program, value.type);
  if (writer !== null) return { kind: "Call", instance: writer, args: [value], type, at };
  if (isStructural(program, value.type)) {
    return { kind: "Call", instance: program.textInstance(value.type, type), args: [value], type, at };
  }
  const name: Expr = { kind: "Const", of: "String", value: program.types.textOf(value.type), type };
  return { kind: "Block", stmts: [{ kind: "Do", value }], value: name, type };
}

const BARE = ["Int", "Float", "Bool", "Char", "String"];

function hasText(program: ProgramLowering, type: Type): boolean {
  const { toString } = program.program.prelude;
  if (type.kind === "Never" || BARE.some((name) => isPrimitive(type, name))) return true;
  if (type.kind === "Dyn") return type.trait.trait === toString;
  return program.method(toString, "to_string", type) !== null;
}

/** An instance of the function that is declared to format values of the type; null if there is none. */
function declaredWriter(program: ProgramLowering, type: Type): Instance | null {
  if (type.kind !== "Named") return null;
  const { symbol } = type;
  const module = symbol.kind === "Primitive" ? program.core : symbol.module;
  for (const fn of module.standard ? module.functions.values() : []) {
    const written = fn.shows ? fn.params[0]!.type : null;
    if (written?.kind === "Named" && written.symbol === symbol) return program.instance(fn, type.args, null);
  }
  return null;
}

/**
 * Whether the parts of values are shown. Opaque types, such as structs of the standard library with hidden
 * fields, are not.
 */
function isStructural(program: ProgramLowering, type: Type): boolean {
  if (type.kind !== "Named" || type.symbol.kind === "Primitive") return false;
  return (
    type.symbol.kind === "Enum" ||
    isTupleSymbol(type.symbol) ||
    program.reflected(type).length === program.struct(type).fields.length
  );
}

/** The body of the function that `textInstance` returns for a struct or enum. */
export function structuralText(program: ProgramLowering, value: Local, type: Type): Expr {
  const subject: Expr = { kind: "Local", local: value, type: value.type };
  const of = value.type;
  if (of.kind !== "Named" || of.symbol.kind === "Primitive") throw new Error("neither struct nor enum");
  const at = of.symbol.node.span.start;
  if (of.symbol.kind === "Struct") {
    const struct = program.struct(of);
    const isTuple = isTupleSymbol(of.symbol);
    const parts = struct.fields.map((field, index): [string | null, Expr] => [
      isTuple ? null : field.name,
      anyText(program, { kind: "Field", object: subject, struct, index, type: field.type }, type, at),
    ]);
    return written(isTuple ? "" : of.symbol.name, parts, type, at);
  }
  const info = program.enum(of);
  const arms = info.variants.map(({ name, payload }, index): Arm => {
    const { names } = of.symbol.kind === "Enum" ? of.symbol.variants[index]! : { names: null };
    const locals = payload.map((part) => program.newLocal("part", part));
    const pattern: Pattern = {
      kind: "Variant",
      enum: info,
      index,
      payload: locals.map((local) => ({ kind: "Bind", local })),
    };
    const parts = locals.map((local, i): [string | null, Expr] => [
      names?.[i] ?? null,
      anyText(program, { kind: "Local", local, type: local.type }, type, at),
    ]);
    return { pattern, guard: null, body: written(name, parts, type, at) };
  });
  return { kind: "Match", subject, arms, type };
}

/** `Name { x: 1, y: 2 }`, or `Name(1, 2)` for parts without names. */
function written(
  name: string,
  parts: readonly (readonly [string | null, Expr])[],
  type: Type,
  at: number,
): Expr {
  if (parts.length === 0) return { kind: "Const", of: "String", value: name, type };
  const named = parts[0]![0] !== null;
  const pieces = parts.flatMap(([label, text], index) => {
    const before = index > 0 ? ", " : named ? `${name} { ` : `${name}(`;
    return [label === null ? before : `${before}${label}: `, text];
  });
  return { kind: "Text", parts: [...pieces, named ? " }" : ")"], type, at };
}
