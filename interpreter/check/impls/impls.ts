// The table of impls, by trait, type symbol and method name; implements `Impls` for actual types.
//
// An impl is found by the symbol of its target and then matched: its target is a pattern whose type
// parameters are holes. The impls of the program precede those of standard modules
// (reference/modules#what-a-module-provides, reference/checking#calls), so each list has these two parts.
import { askImpls, askMember, currentRecord } from "../asked/index.ts";
import { ImplBucket } from "./bucket.ts";
import { GROUPS, MethodTable, type Candidate, type Candidates } from "./method-table.ts";
import { matchAll, matchType, type Verdict } from "./match-type.ts";
import {
  ERROR,
  isError,
  mentions,
  optionPayload,
  pairs,
  prune,
  sameTypes,
  substitute,
  type FunctionSymbol,
  type ImplSymbol,
  type Module,
  type NamedType,
  type ParamType,
  type TraitRef,
  type TraitSymbol,
  type Type,
  type TypeSymbol,
} from "../types/index.ts";
import type { Callee, Impls } from "../types/index.ts";
import { isStandard, std } from "../standard/index.ts";

export interface Match {
  readonly impl: ImplSymbol;
  /** The types for the parameters of the impl. */
  readonly typeArgs: readonly Type[];
}

interface ImplList {
  readonly program: ImplBucket<ImplSymbol>;
  readonly standard: ImplBucket<ImplSymbol>;
}

const DEPTH_LIMIT = 600;

export class ImplTable implements Impls {
  readonly #all = new Set<ImplSymbol>();
  readonly #byTrait = new Map<TraitSymbol, Map<TypeSymbol, ImplList>>();
  readonly #methods = new MethodTable();
  /**
   * Results by type symbol if that is the whole type, by object for other ground types, whose equal parts are
   * one object.
   */
  readonly #found = new Map<
    TraitSymbol,
    { readonly plain: Map<TypeSymbol, Match | null>; readonly ground: WeakMap<NamedType, Match | null> }
  >();

  /** Results of one query for the parts of other types, by trait. */
  #asked: Map<TraitSymbol, Map<NamedType, Match | null>> | null = null;

  /** Records the modules of the impls that are found (module-uses.ts). */
  usedBy: { add(module: string): void } | null = null;

  /** Called before a question about a type: declares the modules with impls for it, if they are not yet. */
  pending: ((symbol: TypeSymbol) => void) | null = null;

  add(impl: ImplSymbol): void {
    const target = prune(impl.target);
    if (target.kind === "Param") {
      this.#all.add(impl);
      this.#methods.extend(impl);
    }
    if (target.kind !== "Named") return;
    this.#all.add(impl);
    this.#found.clear();
    if (impl.trait !== null) {
      const list = this.#list(impl.trait.trait, target.symbol);
      (impl.module.standard ? list.standard : list.program).add(impl, target);
    }
    this.#methods.add(impl, target);
  }

  /** Removes an impl, or a single method, of an input of a session that is refused or replaced. */
  remove(impl: ImplSymbol, method: FunctionSymbol | null = null): void {
    const target = prune(impl.target);
    if (target.kind !== "Named") return;
    this.#found.clear();
    if (method === null) this.#all.delete(impl);
    if (method === null && impl.trait !== null)
      this.#byTrait
        .get(impl.trait.trait)
        ?.get(target.symbol)
        ?.program.remove((one) => one === impl);
    this.#methods.remove(impl, target, method);
  }

  /** Undoes `remove`. */
  restore(impl: ImplSymbol, method: FunctionSymbol | null): void {
    const target = prune(impl.target);
    if (method === null) this.add(impl);
    else if (target.kind === "Named") this.#methods.restore(impl, target, method);
  }

  methodsIn(module: Module): FunctionSymbol[] {
    return [...this.#all]
      .filter((impl) => impl.module === module)
      .flatMap((impl) => [...impl.methods.values()]);
  }

  /** The methods with this name that standard modules declare for every iterator. */
  extensions(name: string): readonly Candidate[] {
    return this.#methods.extensions(name);
  }

  /** All functions with this name in impls of the symbol. */
  candidates(symbol: TypeSymbol, name: string): Candidates | undefined {
    askMember(symbol.name, name);
    this.pending?.(symbol);
    return this.#methods.named(symbol, name);
  }

  /** The method over whose result a `for` over values of the type iterates, or null. */
  iterating(symbol: TypeSymbol): string | null {
    askImpls(symbol.name);
    return this.#methods.iterating(symbol);
  }

  methodNames(symbol: TypeSymbol): Iterable<string> {
    this.pending?.(symbol);
    return this.#methods.names(symbol);
  }

  offered(symbol: TypeSymbol, name: string): { readonly fn: FunctionSymbol; readonly isOwn: boolean }[] {
    const found = this.candidates(symbol, name);
    if (found !== undefined)
      return GROUPS.flatMap((group) =>
        found[group].all.map(({ fn }) => ({ fn, isOwn: group.endsWith("Inherent") })),
      );
    return this.candidates(symbol, "next") === undefined
      ? []
      : this.extensions(name).map(({ fn }) => ({ fn, isOwn: false }));
  }

  /**
   * The impls of a trait with these arguments that may apply: those of the program and, if none of these certainly
   * applies, of standard modules.
   */
  applicable(
    { trait, args }: TraitRef,
    self: Type & { kind: "Named" },
  ): { impl: ImplSymbol; verdict: Verdict }[] {
    this.#ask(self);
    const list = this.#byTrait.get(trait)?.get(self.symbol);
    if (list === undefined) return [];
    const own = filter(list.program.near(self), self, args);
    return own.some(({ verdict }) => verdict === "yes")
      ? own
      : [...own, ...filter(list.standard.near(self), self, args)];
  }

  hasImpl(trait: TraitSymbol, symbol: TypeSymbol): boolean {
    askImpls(symbol.name);
    this.pending?.(symbol);
    const list = this.#byTrait.get(trait)?.get(symbol);
    return list !== undefined && (list.program.all.length > 0 || list.standard.all.length > 0);
  }

  /** The impls of a trait in the program that may overlap one for this type. */
  programImpls(trait: TraitSymbol, self: Type & { kind: "Named" }): readonly ImplSymbol[] {
    this.#ask(self);
    const list = this.#byTrait.get(trait)?.get(self.symbol)?.program;
    const open = self.args.length > 0 && prune(self.args[0]!).kind === "Param";
    return list === undefined ? [] : open ? list.all : list.near(self);
  }

  implements(self: Type, trait: TraitSymbol): boolean {
    return this.#implements(self, trait, 0);
  }

  method(trait: TraitSymbol, name: string, self: Type, args: readonly Type[] = []): Callee | null {
    const match = this.#matchWith(trait, self, args) ?? this.#find(trait, self, 0);
    if (match === null)
      return isStandard(trait, std.core.Iterator) && name === "next" ? this.next(self) : null;
    const own = match.impl.methods.get(name);
    if (own !== undefined) return { function: own, typeArgs: match.typeArgs, self: null };
    const inherited = trait.members.get(name);
    if (inherited === undefined) return null;
    return { function: inherited, typeArgs: traitArgsOf(match), self };
  }

  next(self: Type): Callee | null {
    this.#ask(self);
    return this.#next(self, 0);
  }

  #next(self: Type, depth: number): Callee | null {
    const actual = prune(self);
    if (actual.kind !== "Named") return null;
    const candidates = this.candidates(actual.symbol, "next");
    if (candidates === undefined) return null;
    for (const group of GROUPS) {
      for (const { fn, impl } of candidates[group].near(actual)) {
        if (
          !fn.hasSelf ||
          fn.params.length > 0 ||
          fn.typeParams.length > 0 ||
          optionPayload(fn.result) === null
        )
          continue;
        const typeArgs = this.#bind(impl, actual, depth);
        if (typeArgs === null) continue;
        if (fn.owner?.kind !== "Trait") return { function: fn, typeArgs, self: null };
        const args = impl.trait!.args.map((arg) => substitute(arg, pairs(impl.typeParams, typeArgs)));
        return { function: fn, typeArgs: args, self: actual };
      }
    }
    return null;
  }

  #implements(self: Type, trait: TraitSymbol, depth: number): boolean {
    const actual = prune(self);
    switch (actual.kind) {
      case "Never":
        return true;
      case "Var":
      case "Fun":
        return false;
      case "Param":
        return actual.bounds.some((bound) => bound.trait === trait);
      case "Dyn":
        return actual.trait.trait === trait;
      case "Named":
        return (
          this.#find(trait, actual, depth) !== null ||
          (isStandard(trait, std.core.Iterator) && this.#next(actual, depth) !== null)
        );
    }
  }

  #find(trait: TraitSymbol, self: Type, depth: number): Match | null {
    const found = this.#search(trait, self, depth);
    if (found !== null) this.usedBy?.add(found.impl.module.id);
    return found;
  }

  /**
   * Asks for the impls of a type and, because bounds of an impl are questions about its parts that may have
   * been answered before, of all types within it.
   */
  #ask(self: Type, seen: Set<Type> | null = null): void {
    if (currentRecord() === null && this.pending === null) return;
    const actual = prune(self);
    if (actual.kind !== "Named" || seen?.has(actual) === true) return;
    askImpls(actual.symbol.name);
    this.pending?.(actual.symbol);
    if (actual.args.length === 0) return;
    const all = (seen ?? new Set()).add(actual);
    for (const arg of actual.args) this.#ask(arg, all);
  }

  #search(trait: TraitSymbol, self: Type, depth: number): Match | null {
    const actual = prune(self);
    if (actual.kind !== "Named") return null;
    if (depth === 0) this.#ask(actual);
    const plain = actual.args.length === 0;
    let known = this.#found.get(trait);
    if (known === undefined) this.#found.set(trait, (known = { plain: new Map(), ground: new WeakMap() }));
    if (depth === 0) this.#asked = null;
    const ground = plain || actual.ground === true;
    const before = plain
      ? known.plain.get(actual.symbol)
      : ground
        ? known.ground.get(actual)
        : this.#asked?.get(trait)?.get(actual);
    if (before !== undefined) return before;
    let found: Match | null = null;
    const list = this.#byTrait.get(trait)?.get(actual.symbol);
    for (const impl of list === undefined
      ? []
      : [...list.program.near(actual), ...list.standard.near(actual)]) {
      const typeArgs = this.#bind(impl, actual, depth);
      if (typeArgs === null) continue;
      found = { impl, typeArgs };
      break;
    }
    if (plain) known.plain.set(actual.symbol, found);
    else if (ground) known.ground.set(actual, found);
    else {
      this.#asked ??= new Map();
      const asked = this.#asked.get(trait);
      if (asked === undefined) this.#asked.set(trait, new Map([[actual, found]]));
      else asked.set(actual, found);
    }
    return found;
  }

  /** The impl of a trait with these arguments that applies to a type. */
  #matchWith(trait: TraitSymbol, self: Type, args: readonly Type[]): Match | null {
    const actual = prune(self);
    if (args.length === 0 || actual.kind !== "Named") return null;
    this.#ask(actual);
    const list = this.#byTrait.get(trait)?.get(actual.symbol);
    for (const impl of list === undefined
      ? []
      : [...list.program.near(actual), ...list.standard.near(actual)]) {
      const typeArgs = this.#bind(impl, actual, 0, args);
      if (typeArgs === null) continue;
      this.usedBy?.add(impl.module.id);
      return { impl, typeArgs };
    }
    return null;
  }

  /** Whether a type without unknowns implements a trait with these arguments. */
  satisfies(self: Type, ref: TraitRef): boolean {
    if (this.#matchWith(ref.trait, self, ref.args) !== null) return true;
    const actual = prune(self);
    if (actual.kind === "Named" && ref.args.length > 0 && this.hasImpl(ref.trait, actual.symbol))
      return false;
    const all = this.#allTraitArgs(self, ref.trait, 0);
    return all.length === 0 || all.some((each) => sameTypes(each, ref.args));
  }

  /** All impls of a trait that apply, if there are several for the type: they differ in the arguments of the trait. */
  #matches(trait: TraitSymbol, self: Type, depth: number): Match[] | null {
    const actual = prune(self);
    if (actual.kind !== "Named") return null;
    if (depth === 0) this.#ask(actual);
    const list = this.#byTrait.get(trait)?.get(actual.symbol);
    if (list === undefined || list.program.all.length + list.standard.all.length < 2) return null;
    return [...list.program.near(actual), ...list.standard.near(actual)].flatMap((impl) => {
      const typeArgs = this.#bind(impl, actual, depth);
      return typeArgs === null ? [] : [{ impl, typeArgs }];
    });
  }

  /** The types for the parameters of the impl, if it applies to the type and its bounds hold. */
  #bind(impl: ImplSymbol, self: Type, depth: number, args: readonly Type[] = []): readonly Type[] | null {
    const holes = new Set(impl.typeParams);
    const binding = new Map<ParamType, Type>();
    if (matchType(impl.target, self, holes, binding) === "no") return null;
    if (args.length > 0 && matchAll(impl.trait!.args, args, holes, binding) === "no") return null;
    if (depth > DEPTH_LIMIT) return null;
    for (const param of impl.typeParams) {
      for (const bound of param.bounds) {
        const part = binding.get(param);
        if (part !== undefined && !this.#bindBound(part, bound, holes, binding, depth + 1)) return null;
      }
    }
    return impl.typeParams.map((param) => binding.get(param) ?? ERROR);
  }

  /**
   * Whether a type satisfies a bound; binds parameters that only the bound determines, such as `T` of
   * `S: Iterator<T>`.
   */
  #bindBound(
    self: Type,
    bound: TraitRef,
    holes: ReadonlySet<ParamType>,
    binding: Map<ParamType, Type>,
    depth: number,
  ): boolean {
    if (bound.args.length === 0) return this.#implements(self, bound.trait, depth);
    const all = this.#allTraitArgs(self, bound.trait, depth);
    if (all.length === 0) return prune(self).kind === "Never";
    for (const actual of all) {
      const tried = new Map(binding);
      if (matchAll(bound.args, actual, holes, tried) === "no") continue;
      for (const [param, type] of tried) binding.set(param, type);
      return true;
    }
    return all.some((actual) => actual.some((arg) => mentions(arg, isError)));
  }

  /** The arguments with which a type implements a generic trait; those of its first impl if there are several. */
  traitArgs(self: Type, trait: TraitSymbol): readonly Type[] | null {
    return this.#traitArgs(self, trait, 0);
  }

  /** The arguments of each impl of a generic trait for a type. */
  #allTraitArgs(self: Type, trait: TraitSymbol, depth: number): readonly (readonly Type[])[] {
    const actual = prune(self);
    if (actual.kind === "Param")
      return actual.bounds.flatMap((bound) => (bound.trait === trait ? [bound.args] : []));
    const several = this.#matches(trait, actual, depth);
    if (several !== null && several.length > 0) return several.map(traitArgsOf);
    const only = this.#traitArgs(actual, trait, depth);
    return only === null ? [] : [only];
  }

  #traitArgs(self: Type, trait: TraitSymbol, depth: number): readonly Type[] | null {
    const actual = prune(self);
    if (actual.kind === "Param") return actual.bounds.find((bound) => bound.trait === trait)?.args ?? null;
    if (actual.kind === "Dyn") return actual.trait.trait === trait ? actual.trait.args : null;
    const match = this.#find(trait, actual, depth);
    if (match !== null) return traitArgsOf(match);
    const next = isStandard(trait, std.core.Iterator) ? this.#next(actual, depth) : null;
    if (next === null) return null;
    const owner = next.function.owner;
    const element = optionPayload(next.function.result)!;
    const substitution =
      owner?.kind === "Trait" ? new Map([[owner.self, actual as Type]]) : new Map<ParamType, Type>();
    for (const [param, arg] of pairs(owner?.typeParams ?? [], next.typeArgs)) substitution.set(param, arg);
    return [substitute(element, substitution)];
  }

  #list(trait: TraitSymbol, symbol: TypeSymbol): ImplList {
    let bySymbol = this.#byTrait.get(trait);
    if (bySymbol === undefined) this.#byTrait.set(trait, (bySymbol = new Map()));
    let list = bySymbol.get(symbol);
    if (list === undefined)
      bySymbol.set(symbol, (list = { program: new ImplBucket(), standard: new ImplBucket() }));
    return list;
  }
}

/** The arguments of the trait of an impl that applies. */
function traitArgsOf({ impl, typeArgs }: Match): readonly Type[] {
  const { args } = impl.trait!;
  return args.length === 0 ? args : args.map((arg) => substitute(arg, pairs(impl.typeParams, typeArgs)));
}

function filter(
  impls: readonly ImplSymbol[],
  self: Type,
  args: readonly Type[],
): { impl: ImplSymbol; verdict: Verdict }[] {
  const found: { impl: ImplSymbol; verdict: Verdict }[] = [];
  // The arguments of the trait choose only between several impls: the mismatch with those of the only one is an error.
  const choosing = impls.length > 1;
  for (const impl of impls) {
    const holes = new Set(impl.typeParams);
    const binding = new Map<ParamType, Type>();
    let verdict = matchType(impl.target, self, holes, binding);
    if (choosing && verdict !== "no") {
      const other = matchAll(impl.trait!.args, args, holes, binding);
      if (other !== "yes") verdict = other;
    }
    if (verdict !== "no") found.push({ impl, verdict });
  }
  return found;
}
