// A type as a user would write it (language 13).
import { prune } from "./type-operations.ts";
import type { TraitRef, Type } from "./types.ts";

export function showType(type: Type): string {
  return show(type, false);
}

/** Both texts; with the modules of the types where they would read the same. */
export function showPair(a: Type, b: Type): [string, string] {
  const texts: [string, string] = [show(a, false), show(b, false)];
  return texts[0] === texts[1] ? [show(a, true), show(b, true)] : texts;
}

export function showTrait(ref: TraitRef): string {
  return ref.trait.name + showArgs(ref.args, false);
}

function show(type: Type, qualified: boolean): string {
  const actual = prune(type);
  switch (actual.kind) {
    case "Named": {
      const symbol = actual.symbol;
      if (symbol.kind === "Primitive") {
        return symbol.name === "Unit" ? "()" : symbol.name + showArgs(actual.args, qualified);
      }
      const home = qualified ? ` of ${symbol.module.source.name}` : "";
      if (isIntChannel(actual)) return symbol.name + home;
      return symbol.name + showArgs(actual.args, qualified) + home;
    }
    case "Fun":
      return `fun(${actual.params.map((param) => show(param, qualified)).join(", ")}) -> ${show(actual.result, qualified)}`;
    case "Dyn":
      return `dyn ${actual.trait.trait.name}${showArgs(actual.trait.args, qualified)}`;
    case "Param":
      return actual.name;
    case "Var":
      return actual.fallback === "int" ? "Int" : "_";
    case "Never":
      return "never";
  }
}

function showArgs(args: readonly Type[], qualified: boolean): string {
  return args.length === 0 ? "" : `<${args.map((arg) => show(arg, qualified)).join(", ")}>`;
}

/** Channels of Int are written without argument (beyond 10). */
function isIntChannel(type: Type & { kind: "Named" }): boolean {
  const symbol = type.symbol;
  if (symbol.kind !== "Struct" || symbol.module.id !== "std/sync" || type.args.length !== 1) return false;
  if (symbol.name !== "Channel" && symbol.name !== "SelectResult") return false;
  const arg = prune(type.args[0]!);
  return arg.kind === "Named" && arg.symbol.kind === "Primitive" && arg.symbol.name === "Int";
}
