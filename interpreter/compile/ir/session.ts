// What the compilations of a session have in common: the names under which its store keeps variables
// and types, and what is known of the variables.
import type { GlobalSymbol, Module, Type } from "../../check/index.ts";

/** What a session knows of the variables that a program reaches. */
export interface SessionGlobals {
  /** It has its value already, and no initialiser is to run. */
  isReady(global: GlobalSymbol): boolean;
  /** Its value is gone. */
  isLost(global: GlobalSymbol): boolean;
}

/** A module, and which edition of its file. */
export function moduleKey({ id, edition }: Module): string {
  return edition === 0 ? id : `${id}@${edition}`;
}

/** The key of a global in a session's store. */
export function storeKey({ module, name }: { readonly module: Module; readonly name: string }): string {
  return `${moduleKey(module)}:${name}`;
}

/** A text that no other type of the session has. Of actual types. */
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
