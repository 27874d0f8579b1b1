// The names that may follow a dot at the prompt: functions of a module, variants and associated functions of
// a type, fields and methods of a value. And the meaning of names.
import type { EnumSymbol, FunctionSymbol, Meaning, Module, TraitSymbol, Type } from "../check/index.ts";
import type { Tree } from "../syntax/index.ts";
import type { GrowingProgram } from "./program.ts";

export type TypeSymbol = (Type & { kind: "Named" })["symbol"];

/** The meaning of a name on its own. */
export function meaningOf({ checker, scope }: GrowingProgram, name: string): Meaning | null {
  return checker.meaning(name, scope);
}

/** The members of a receiver; `type` is its type, if it is a value. */
export function membersAt(program: GrowingProgram, receiver: string, type: Type | undefined): string[] {
  const names = type === undefined ? ofName(program, receiver.trim()) : ofValue(program, type);
  return [...new Set(names)].filter((name) => !name.startsWith("__")).sort();
}

/** The names that an import can select. */
export function exportedNames({ items }: Tree): string[] {
  const named = items.flatMap((item) =>
    item.kind === "Import" ||
    item.kind === "ImplItem" ||
    item.kind === "MacroCall" ||
    item.kind === "MacroItem"
      ? []
      : [item.name.name],
  );
  return named.filter((name) => !name.startsWith("__")).sort();
}

/** The fields of the struct that a name refers to. */
export function fieldNames(program: GrowingProgram, name: string): string[] {
  const symbol = symbolOf(meaningOf(program, name));
  return symbol?.kind === "Struct" ? symbol.fields.map((field) => field.name) : [];
}

/** The module that a name refers to. */
export function moduleOf(program: GrowingProgram, name: string): Module | undefined {
  const meaning = meaningOf(program, name);
  if (meaning?.kind !== "Alias" || meaning.import.unit === null) return undefined;
  return program.program.modules.get(meaning.import.unit);
}

/** A method or associated function of a type, from its inherent impls before those of traits. */
export function methodOf(
  { program }: GrowingProgram,
  symbol: TypeSymbol,
  name: string,
): { readonly fn: FunctionSymbol; readonly isOwn: boolean } | undefined {
  const found = program.impls.offered(symbol, name);
  return found.find(({ isOwn }) => isOwn) ?? found[0];
}

/** The type that a name or alias refers to. */
export function symbolOf(meaning: Meaning | null): TypeSymbol | null {
  if (meaning?.kind === "Type") return meaning.symbol;
  return meaning?.kind === "TypeAlias" && meaning.alias.type.kind === "Named"
    ? meaning.alias.type.symbol
    : null;
}

function ofName(program: GrowingProgram, name: string): string[] {
  const module = moduleOf(program, name);
  if (module !== undefined) return [...module.functions.keys()];
  const meaning = meaningOf(program, name);
  const symbol = symbolOf(meaning);
  if (symbol === null) return [];
  const variants = symbol.kind === "Enum" ? variantsOf(symbol) : [];
  return [...variants, ...methods(program, symbol, false)];
}

function variantsOf({ variants }: EnumSymbol): string[] {
  return variants.map(({ name }) => name);
}

function methods(program: GrowingProgram, symbol: TypeSymbol, hasSelf: boolean): string[] {
  return [...program.program.impls.methodNames(symbol)].filter(
    (name) => methodOf(program, symbol, name)?.fn.hasSelf === hasSelf,
  );
}

function ofValue(program: GrowingProgram, type: Type): string[] {
  if (type.kind === "Dyn") return membersOf(type.trait.trait);
  if (type.kind !== "Named") return [];
  const { symbol } = type;
  const fields = symbol.kind === "Struct" ? symbol.fields.map((field) => field.name) : [];
  return [...fields, ...methods(program, symbol, true)];
}

function membersOf({ members }: TraitSymbol): string[] {
  return [...members.keys()];
}
