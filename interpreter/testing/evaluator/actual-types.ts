// Actual types: substitution of type parameters, identity and text.
import { isTupleSymbol, type NamedType, type Substitution, type Type } from "../../check/index.ts";

const NEVER: Type = { kind: "Never" };

/** The type with its parameters replaced; an undetermined type becomes that of diverging code. */
export function actual(type: Type, substitution: Substitution): Type {
  switch (type.kind) {
    case "Named":
      return type.ground === true
        ? type
        : { kind: "Named", symbol: type.symbol, args: type.args.map((arg) => actual(arg, substitution)) };
    case "Fun":
      return {
        kind: "Fun",
        params: type.params.map((param) => actual(param, substitution)),
        result: actual(type.result, substitution),
      };
    case "Dyn":
      return {
        kind: "Dyn",
        trait: { trait: type.trait.trait, args: type.trait.args.map((arg) => actual(arg, substitution)) },
      };
    case "Param":
      return substitution.get(type) ?? type;
    case "Var":
      return type.solution === null ? NEVER : actual(type.solution, substitution);
    case "Never":
      return type;
  }
}

const ids = new WeakMap<object, number>();
let lastId = 0;

export function idOf(object: object): number {
  let id = ids.get(object);
  if (id === undefined) ids.set(object, (id = ++lastId));
  return id;
}

/** A key that is equal for equal types; the types contain no unknowns. */
export function keyOf(type: Type): string {
  const all = (types: readonly Type[]): string => types.map(keyOf).join(",");
  switch (type.kind) {
    case "Named":
      return `${idOf(type.symbol)}<${all(type.args)}>`;
    case "Fun":
      return `fun(${all(type.params)})${keyOf(type.result)}`;
    case "Dyn":
      return `dyn${idOf(type.trait.trait)}<${all(type.trait.args)}>`;
    case "Param":
      return `param${idOf(type)}`;
    case "Var":
    case "Never":
      return "!";
  }
}

/** The text of a type, as `type_name` returns it (reference/reflection#types). */
export function textOf(type: Type): string {
  const all = (types: readonly Type[]): string => types.map(textOf).join(", ");
  const applied = (name: string, args: readonly Type[]): string =>
    args.length === 0 ? name : `${name}<${all(args)}>`;
  switch (type.kind) {
    case "Named":
      if (isPrimitive(type, "Unit")) return "()";
      // A channel of Int has no type argument in its text (reference/concurrency#concurrency).
      if (isOf(type, "std/sync", "Channel", "SelectResult") && isPrimitive(type.args[0]!, "Int"))
        return type.symbol.name;
      if (isTupleSymbol(type.symbol)) return `(${all(type.args)})`;
      return applied(type.symbol.name, type.args);
    case "Fun":
      return `fun(${all(type.params)}) -> ${textOf(type.result)}`;
    case "Dyn":
      return `dyn ${applied(type.trait.trait.name, type.trait.args)}`;
    case "Param":
      return type.name;
    case "Var":
    case "Never":
      return "()";
  }
}

export function isPrimitive(type: Type, ...names: readonly string[]): boolean {
  return type.kind === "Named" && type.symbol.kind === "Primitive" && names.includes(type.symbol.name);
}

export function isUnit(type: Type): boolean {
  return type.kind === "Never" || isPrimitive(type, "Unit");
}

function isOf(type: NamedType, module: string, ...names: readonly string[]): boolean {
  return (
    type.symbol.kind !== "Primitive" && type.symbol.module.id === module && names.includes(type.symbol.name)
  );
}
