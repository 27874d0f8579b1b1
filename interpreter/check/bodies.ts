// Everything in a file that has a body, in the order in which bodies are checked.
import { isDerived } from "./impls/index.ts";
import type { ModuleState } from "./names/index.ts";
import type { ConstSymbol, FunctionSymbol, GlobalSymbol, ImplSymbol } from "./types/index.ts";

export interface BodyToCheck {
  readonly symbol: ConstSymbol | GlobalSymbol | FunctionSymbol;
  /** Whether errors are not reported: those of derived code are errors of the type. */
  readonly silent: boolean;
}

/** Bodies may occur twice. `unusable` are derived impls whose bodies cannot be right. */
export function* bodiesOf(state: ModuleState, unusable: ReadonlySet<ImplSymbol>): Iterable<BodyToCheck> {
  const one = (symbol: BodyToCheck["symbol"], silent = false): BodyToCheck => ({ symbol, silent });
  const functions = [...state.functions.values()];
  const methods = function* (): Iterable<BodyToCheck & { readonly symbol: FunctionSymbol }> {
    for (const impl of state.impls) {
      if (unusable.has(impl)) continue;
      for (const method of impl.methods.values()) yield { symbol: method, silent: isDerived(state, impl) };
    }
  };
  for (const constant of state.constants) yield one(constant);
  for (const global of state.globals) yield one(global);
  for (const symbol of state.types)
    if (symbol.kind === "Struct")
      for (const field of symbol.fields) if (field.default !== null) yield one(field.default);
  for (const fn of [...functions, ...[...methods()].map((method) => method.symbol)])
    for (const value of fn.defaults) if (value !== null) yield one(value);
  // Functions without result type first: errors in them are known before their calls are checked.
  for (const method of methods()) if (method.symbol.node.result === null) yield method;
  for (const fn of functions) if (fn.node.result === null && fn.name !== "main") yield one(fn);
  for (const fn of functions) yield one(fn);
  for (const item of state.tree.items) {
    // Of two functions with the same name, only the first has a symbol in the module; both bodies are checked.
    const fn = item.kind === "FunctionItem" ? state.facts.functions.get(item.id) : undefined;
    if (fn !== undefined) yield one(fn);
  }
  for (const trait of state.traits) for (const member of trait.members.values()) yield one(member);
  yield* methods();
}
