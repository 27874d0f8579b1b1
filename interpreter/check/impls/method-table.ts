// The functions of impls by the type they belong to and by name, in groups of one precedence each.
import { ImplBucket } from "./bucket.ts";
import type { FunctionSymbol, ImplSymbol, NamedType, TypeSymbol } from "../types/index.ts";

export interface Candidate {
  readonly fn: FunctionSymbol;
  readonly impl: ImplSymbol;
}

/** The groups of methods in order of precedence (reference/checking#calls). */
export const GROUPS = [
  "programInherent",
  "programTrait",
  "programDefault",
  "standardInherent",
  "standardTrait",
  "standardDefault",
] as const;
/**
 * The order inside standard modules, and for the methods that literals and loops call: a program cannot
 * change these.
 */
export const STANDARD_FIRST = [
  "standardInherent",
  "standardTrait",
  "programInherent",
  "programTrait",
] as const;
export type Candidates = Readonly<Record<(typeof GROUPS)[number], ImplBucket<Candidate>>>;

export class MethodTable {
  readonly #byType = new Map<TypeSymbol, Map<string, Candidates>>();
  /** The names of methods declared `@iterates`. */
  readonly #iterating = new Map<TypeSymbol, string>();
  /**
   * Methods of impls for a type parameter with the bound `Iterator`: they follow all methods of the type
   * itself.
   */
  readonly #extensions = new Map<string, Candidate[]>();

  add(impl: ImplSymbol, target: NamedType): void {
    const trait = impl.trait?.trait ?? null;
    for (const fn of impl.methods.values()) {
      if (fn.iterates) this.#iterating.set(target.symbol, fn.name);
      const inherent = trait === null || !trait.members.has(fn.name);
      this.#candidate(target, inherent ? "Inherent" : "Trait", { fn, impl });
    }
    for (const member of trait?.members.values() ?? []) {
      if (member.node.body !== null && !impl.methods.has(member.name))
        this.#candidate(target, "Default", { fn: member, impl });
    }
  }

  /** Adds the methods of an impl for every iterator. */
  extend(impl: ImplSymbol): void {
    for (const fn of impl.methods.values()) {
      const known = this.#extensions.get(fn.name);
      if (known === undefined) this.#extensions.set(fn.name, [{ fn, impl }]);
      else known.push({ fn, impl });
    }
  }

  /** Removes the methods of an impl, or only one of them. */
  remove(impl: ImplSymbol, target: NamedType, method: FunctionSymbol | null): void {
    const byName = this.#byType.get(target.symbol);
    for (const candidates of method === null ? (byName?.values() ?? []) : [byName?.get(method.name)]) {
      if (candidates === undefined) continue;
      for (const group of GROUPS)
        candidates[group].remove((one) => one.impl === impl && (method === null || one.fn === method));
    }
  }

  /** Adds a method of the program that was removed. */
  restore(impl: ImplSymbol, target: NamedType, method: FunctionSymbol): void {
    this.#candidate(target, impl.trait === null ? "Inherent" : "Trait", { fn: method, impl });
  }

  named(symbol: TypeSymbol, name: string): Candidates | undefined {
    return this.#byType.get(symbol)?.get(name);
  }

  extensions(name: string): readonly Candidate[] {
    return this.#extensions.get(name) ?? [];
  }

  iterating(symbol: TypeSymbol): string | null {
    return this.#iterating.get(symbol) ?? null;
  }

  names(symbol: TypeSymbol): Iterable<string> {
    const own = this.#byType.get(symbol);
    if (own === undefined) return [];
    return own.has("next") ? [...own.keys(), ...this.#extensions.keys()] : own.keys();
  }

  #candidate(target: NamedType, kind: "Inherent" | "Trait" | "Default", candidate: Candidate): void {
    let byName = this.#byType.get(target.symbol);
    if (byName === undefined) this.#byType.set(target.symbol, (byName = new Map()));
    let groups = byName.get(candidate.fn.name);
    if (groups === undefined) {
      groups = {
        programInherent: new ImplBucket(),
        programTrait: new ImplBucket(),
        programDefault: new ImplBucket(),
        standardInherent: new ImplBucket(),
        standardTrait: new ImplBucket(),
        standardDefault: new ImplBucket(),
      };
      byName.set(candidate.fn.name, groups);
    }
    groups[`${candidate.impl.module.standard ? "standard" : "program"}${kind}`].add(candidate, target);
  }
}
