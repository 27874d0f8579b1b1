// What the compilations of a session share: the keys of variables and types in its store, and the state of
// the variables.
import type { GlobalSymbol, Module, Type } from "../../check/index.ts";

/** The state of the session's variables that a program reaches. */
export interface SessionGlobals {
  /** Whether it has a value already, so that its initialiser must not run. */
  isReady(global: GlobalSymbol): boolean;
  /** Whether its value is lost. */
  isLost(global: GlobalSymbol): boolean;
}

/** Identifies a module and the edition of its file. */
export function moduleKey({ id, edition }: Module): string {
  return edition === 0 ? id : `${id}@${edition}`;
}

/** The variable whose value an expression of a debugger yields. */
export const EVALUATED = "value_of_the_debugger";

/** The key of a global in a session's store. */
export function storeKey({ module, name }: { readonly module: Module; readonly name: string }): string {
  return `${moduleKey(module)}:${name}`;
}

/** A key that is unique among the actual types of the session. */
export function typeKey(type: Type): string {
  const list = (types: readonly Type[]): string => types.map(typeKey).join(", ");
  switch (type.kind) {
    case "Named": {
      const { symbol } = type;
      const home = symbol.kind === "Primitive" ? "" : `${moduleKey(symbol.module)} `;
      return `${home}${symbol.name}<${list(type.args)}>`;
    }
    case "Fun":
      return `fun(${list(type.params)}) -> ${typeKey(type.result)}`;
    case "Dyn":
      return `dyn ${moduleKey(type.trait.trait.module)} ${type.trait.trait.name}<${list(type.trait.args)}>`;
    case "Param":
    case "Var":
    case "Never":
      return type.kind;
  }
}
