// Whether a trait of a standard module is implemented without code of the program: by impls that override the
// trait's hidden method, as derived and standard ones do, for a type and all of its parts.
import type { TraitSymbol, Type } from "../../check/index.ts";
import type { ProgramLowering } from "./program-lowering.ts";

/** `hidden`: the name of the method. */
export function isDirect(program: ProgramLowering, trait: TraitSymbol, hidden: string, given: Type): boolean {
  const seen = new Set<Type>();
  const open = [given];
  for (let type = open.pop(); type !== undefined; type = open.pop()) {
    if (seen.has(type)) continue;
    seen.add(type);
    if (!overrides(program, trait, hidden, type)) return false;
    open.push(...partsOf(program, type));
  }
  return true;
}

function overrides(program: ProgramLowering, trait: TraitSymbol, hidden: string, type: Type): boolean {
  return program.impls.method(trait, hidden, type)?.function.owner?.kind === "Impl";
}

function partsOf(program: ProgramLowering, type: Type): readonly Type[] {
  if (type.kind !== "Named") return [];
  // A standard type is direct if its type arguments are.
  if (type.symbol.kind === "Primitive" || type.symbol.module.standard) return type.args;
  if (type.symbol.kind === "Struct") return program.struct(type).fields.map((field) => field.type);
  return program.enum(type).variants.flatMap((variant) => variant.payload);
}
