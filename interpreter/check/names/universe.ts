// The names without a declaration: primitive types and the built-in functions of reference/reflection#types
// and reference/prelude#print-and-panic. The rest of the prelude is declared in stdlib/core/core.std.
import type { NamedEntity } from "./names.ts";
import type { ParamType, PrimitiveSymbol } from "../types/index.ts";

const PLAIN = ["Int", "Float", "Bool", "Char", "String", "Unit", "Any"] as const;

/**
 * `print` is a special form (reference/prelude#print-and-panic), the others are reflection
 * (reference/reflection#types).
 */
const BUILTIN_FUNCTIONS = [
  "print",
  "type_name",
  "field_names",
  "field_types",
  "variant_names",
  "variant_field_types",
  "to_any",
  "cast",
  "type_name_of",
  "field_names_of",
  "get_field",
  "set_field",
] as const;

export type BuiltinName = (typeof BUILTIN_FUNCTIONS)[number];

/** Adds primitive types and built-in functions to the table of names. */
export function declarePrimitives(
  names: Map<string, NamedEntity>,
): Record<PrimitiveSymbol["name"], PrimitiveSymbol> {
  const plain = (name: PrimitiveSymbol["name"]): PrimitiveSymbol => ({
    kind: "Primitive",
    name,
    typeParams: [],
  });
  const element: ParamType = { kind: "Param", name: "T", bounds: [] };
  const primitives = {
    Int: plain("Int"),
    Float: plain("Float"),
    Bool: plain("Bool"),
    Char: plain("Char"),
    String: plain("String"),
    Unit: plain("Unit"),
    Any: plain("Any"),
    List: { kind: "Primitive", name: "List", typeParams: [element] },
  } satisfies Record<PrimitiveSymbol["name"], PrimitiveSymbol>;
  for (const name of PLAIN) names.set(name, { kind: "Type", symbol: primitives[name] });
  for (const name of ["List", "Array", "Vec"]) names.set(name, { kind: "Type", symbol: primitives.List });
  for (const name of BUILTIN_FUNCTIONS) names.set(name, { kind: "Builtin", name });
  return primitives;
}
