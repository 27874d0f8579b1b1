// Which impls there are, by trait, type symbol and method name; the answers of `Impls` for actual types.
//
// An impl is found by the symbol of its target and then matched: its target is a pattern whose
// type parameters are the holes. The program's impls come before those of standard modules
// (reference/modules#what-a-module-provides, reference/checking#calls), so each list is kept in these two parts.
import { ImplBucket } from "./bucket.ts";
import {
  ERROR,
  optionPayload,
  pairs,
  prune,
  sameType,
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
import type { Callee, Impls } from "../facts.ts";
import { isStandard, std } from "../standard/index.ts";

/** `maybe`: it depends on what a variable turns out to be. */
export type Verdict = "yes" | "maybe" | "no";

export interface Candidate {
  readonly fn: FunctionSymbol;
  readonly impl: ImplSymbol;
}

/** In order of precedence (reference/checking#calls). */
export const GROUPS = [
  "programInherent",
  "programTrait",
  "programDefault",
  "standardInherent",
  "standardTrait",
  "standardDefault",
] as const;
/** Inside standard modules, and for what literals and loops call: a program cannot change what those do. */
export const STANDARD_FIRST = [
  "standardInherent",
  "standardTrait",
  "programInherent",
  "programTrait",
] as const;
export type Candidates = Readonly<Record<(typeof GROUPS)[number], ImplBucket<Candidate>>>;

export interface Match {
  readonly impl: ImplSymbol;
  /** For the parameters of the impl. */
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
  readonly #methods = new Map<TypeSymbol, Map<string, Candidates>>();
  /** The methods that are declared `@iterates`. */
  readonly #iterating = new Map<TypeSymbol, string>();
  /** Of impls for a type parameter, whose bound is `Iterator`: they come after all methods of a type itself. */
  readonly #extensions = new Map<string, Candidate[]>();
  /** Answers by type symbol where that is the whole type, by object for other ground types, whose equal parts are one object. */
  readonly #found = new Map<
    TraitSymbol,
    { readonly plain: Map<TypeSymbol, Match | null>; readonly ground: WeakMap<NamedType, Match | null> }
  >();

  /** Answers to one question for the parts of other types, by trait. */
  #asked: Map<TraitSymbol, Map<NamedType, Match | null>> | null = null;

  /** Where the modules of the impls that are found are noted (module-uses.ts). */
  usedBy: Set<string> | null = null;

  add(impl: ImplSymbol): void {
    const target = prune(impl.target);
    if (target.kind === "Param") this.#extend(impl);
    if (target.kind !== "Named") return;
    this.#all.add(impl);
    this.#found.clear();
    const standard = impl.module.standard;
    const trait = impl.trait?.trait ?? null;
    if (trait !== null) {
      const list = this.#list(trait, target.symbol);
      (standard ? list.standard : list.program).add(impl, target);
    }
    for (const fn of impl.methods.values()) {
      if (fn.iterates) this.#iterating.set(target.symbol, fn.name);
      const inherent = trait === null || !trait.members.has(fn.name);
      this.#candidate(target, fn.name, standard, inherent ? "Inherent" : "Trait", { fn, impl });
    }
    for (const member of trait?.members.values() ?? []) {
      if (member.node.body !== null && !impl.methods.has(member.name)) {
        this.#candidate(target, member.name, standard, "Default", { fn: member, impl });
      }
    }
  }

  /** Takes impls, or single methods of them, back: those of a session's input that is refused, or that a later one replaces. */
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
    const byName = this.#methods.get(target.symbol);
    for (const candidates of method === null ? (byName?.values() ?? []) : [byName?.get(method.name)]) {
      if (candidates === undefined) continue;
      for (const group of GROUPS)
        candidates[group].remove((one) => one.impl === impl && (method === null || one.fn === method));
    }
  }

  /** The contrary of `remove`. */
  restore(impl: ImplSymbol, method: FunctionSymbol | null): void {
    const target = prune(impl.target);
    if (method === null) this.add(impl);
    else if (target.kind === "Named")
      this.#candidate(target, method.name, false, impl.trait === null ? "Inherent" : "Trait", {
        fn: method,
        impl,
      });
  }

  methodsIn(module: Module): FunctionSymbol[] {
    return [...this.#all]
      .filter((impl) => impl.module === module)
      .flatMap((impl) => [...impl.methods.values()]);
  }

  #extend(impl: ImplSymbol): void {
    this.#all.add(impl);
    for (const fn of impl.methods.values()) {
      const known = this.#extensions.get(fn.name);
      if (known === undefined) this.#extensions.set(fn.name, [{ fn, impl }]);
      else known.push({ fn, impl });
    }
  }

  /** The methods of that name which standard modules give to every iterator. */
  extensions(name: string): readonly Candidate[] {
    return this.#extensions.get(name) ?? [];
  }

  /** All functions of that name which impls of the symbol offer. */
  candidates(symbol: TypeSymbol, name: string): Candidates | undefined {
    return this.#methods.get(symbol)?.get(name);
  }

  /** The method whose result a `for` over values of the type goes over, or null. */
  iterating(symbol: TypeSymbol): string | null {
    return this.#iterating.get(symbol) ?? null;
  }

  methodNames(symbol: TypeSymbol): Iterable<string> {
    const own = this.#methods.get(symbol);
    return own === undefined
      ? []
      : own.has("next")
        ? [...own.keys(), ...this.#extensions.keys()]
        : own.keys();
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

  /** Impls of a trait that could apply, in the program's and, if none there, in standard modules. */
  applicable(trait: TraitSymbol, self: Type & { kind: "Named" }): { impl: ImplSymbol; verdict: Verdict }[] {
    const list = this.#byTrait.get(trait)?.get(self.symbol);
    if (list === undefined) return [];
    const own = filter(list.program.near(self), self);
    return own.some(({ verdict }) => verdict === "yes")
      ? own
      : [...own, ...filter(list.standard.near(self), self)];
  }

  hasImpl(trait: TraitSymbol, symbol: TypeSymbol): boolean {
    const list = this.#byTrait.get(trait)?.get(symbol);
    return list !== undefined && (list.program.all.length > 0 || list.standard.all.length > 0);
  }

  /** The program's impls of a trait that could overlap one for this type. */
  programImpls(trait: TraitSymbol, self: Type & { kind: "Named" }): readonly ImplSymbol[] {
    const list = this.#byTrait.get(trait)?.get(self.symbol)?.program;
    const open = self.args.length > 0 && prune(self.args[0]!).kind === "Param";
    return list === undefined ? [] : open ? list.all : list.near(self);
  }

  implements(self: Type, trait: TraitSymbol): boolean {
    return this.#implements(self, trait, 0);
  }

  method(trait: TraitSymbol, name: string, self: Type): Callee | null {
    const match = this.#find(trait, self, 0);
    if (match === null)
      return isStandard(trait, std.core.Iterator) && name === "next" ? this.next(self) : null;
    const own = match.impl.methods.get(name);
    if (own !== undefined) return { function: own, typeArgs: match.typeArgs, self: null };
    const inherited = trait.members.get(name);
    if (inherited === undefined) return null;
    const args = match.impl.trait!.args.map((arg) =>
      substitute(arg, pairs(match.impl.typeParams, match.typeArgs)),
    );
    return { function: inherited, typeArgs: args, self };
  }

  next(self: Type): Callee | null {
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

  #search(trait: TraitSymbol, self: Type, depth: number): Match | null {
    const actual = prune(self);
    if (actual.kind !== "Named") return null;
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

  /** What stands for the impl's parameters, if it applies to the type and its bounds hold. */
  #bind(impl: ImplSymbol, self: Type, depth: number): readonly Type[] | null {
    const holes = new Set(impl.typeParams);
    const binding = new Map<ParamType, Type>();
    if (matchType(impl.target, self, holes, binding) === "no") return null;
    if (depth > DEPTH_LIMIT) return null;
    for (const param of impl.typeParams) {
      for (const bound of param.bounds) {
        const part = binding.get(param);
        if (part !== undefined && !this.#bindBound(part, bound, holes, binding, depth + 1)) return null;
      }
    }
    return impl.typeParams.map((param) => binding.get(param) ?? ERROR);
  }

  /** Whether a type has what a bound asks for; notes parameters that only the bound determines: `T` of `S: Iterator<T>`. */
  #bindBound(
    self: Type,
    bound: TraitRef,
    holes: ReadonlySet<ParamType>,
    binding: Map<ParamType, Type>,
    depth: number,
  ): boolean {
    if (bound.args.length === 0) return this.#implements(self, bound.trait, depth);
    const actual = this.#traitArgs(self, bound.trait, depth);
    if (actual === null) return prune(self).kind === "Never";
    bound.args.forEach((arg, i) => matchType(arg, actual[i] ?? ERROR, holes, binding));
    return true;
  }

  /** The arguments with which a type implements a generic trait. */
  traitArgs(self: Type, trait: TraitSymbol): readonly Type[] | null {
    return this.#traitArgs(self, trait, 0);
  }

  #traitArgs(self: Type, trait: TraitSymbol, depth: number): readonly Type[] | null {
    const actual = prune(self);
    if (actual.kind === "Param") return actual.bounds.find((bound) => bound.trait === trait)?.args ?? null;
    if (actual.kind === "Dyn") return actual.trait.trait === trait ? actual.trait.args : null;
    const match = this.#find(trait, actual, depth);
    if (match !== null)
      return match.impl.trait!.args.map((arg) =>
        substitute(arg, pairs(match.impl.typeParams, match.typeArgs)),
      );
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

  #candidate(
    target: Type & { kind: "Named" },
    name: string,
    standard: boolean,
    kind: "Inherent" | "Trait" | "Default",
    candidate: Candidate,
  ): void {
    let byName = this.#methods.get(target.symbol);
    if (byName === undefined) this.#methods.set(target.symbol, (byName = new Map()));
    let groups = byName.get(name);
    if (groups === undefined) {
      groups = {
        programInherent: new ImplBucket(),
        programTrait: new ImplBucket(),
        programDefault: new ImplBucket(),
        standardInherent: new ImplBucket(),
        standardTrait: new ImplBucket(),
        standardDefault: new ImplBucket(),
      };
      byName.set(name, groups);
    }
    groups[`${standard ? "standard" : "program"}${kind}`].add(candidate, target);
  }
}

function filter(impls: readonly ImplSymbol[], self: Type): { impl: ImplSymbol; verdict: Verdict }[] {
  const found: { impl: ImplSymbol; verdict: Verdict }[] = [];
  for (const impl of impls) {
    const verdict = matchType(impl.target, self, new Set(impl.typeParams), new Map());
    if (verdict !== "no") found.push({ impl, verdict });
  }
  return found;
}

/** Matches a type against a pattern with holes, noting what fills them. */
export function matchType(
  pattern: Type,
  type: Type,
  holes: ReadonlySet<ParamType>,
  binding: Map<ParamType, Type>,
): Verdict {
  const left = prune(pattern);
  const right = prune(type);
  if (left === right && holes.size === 0) return "yes";
  if (left.kind === "Param" && holes.has(left)) {
    const bound = binding.get(left);
    if (bound === undefined) {
      binding.set(left, right);
      return "yes";
    }
    return compare(bound, right);
  }
  if (left.kind === "Var" || right.kind === "Var") return "maybe";
  if (left.kind === "Never" || right.kind === "Never") return "yes";
  switch (left.kind) {
    case "Param":
      return left === right ? "yes" : "no";
    case "Named":
      return right.kind === "Named" && left.symbol === right.symbol
        ? matchAll(left.args, right.args, holes, binding)
        : "no";
    case "Fun":
      if (right.kind !== "Fun") return "no";
      return matchAll([...left.params, left.result], [...right.params, right.result], holes, binding);
    case "Dyn":
      return right.kind === "Dyn" && left.trait.trait === right.trait.trait
        ? matchAll(left.trait.args, right.trait.args, holes, binding)
        : "no";
  }
}

function matchAll(
  patterns: readonly Type[],
  types: readonly Type[],
  holes: ReadonlySet<ParamType>,
  binding: Map<ParamType, Type>,
): Verdict {
  if (patterns.length !== types.length) return "no";
  let all: Verdict = "yes";
  for (let i = 0; i < patterns.length; i++) {
    const verdict = matchType(patterns[i]!, types[i]!, holes, binding);
    if (verdict === "no") return "no";
    if (verdict === "maybe") all = "maybe";
  }
  return all;
}

/** Whether two types, with variables in them, are or may become the same. */
function compare(a: Type, b: Type): Verdict {
  return sameType(a, b) ? "yes" : matchType(a, b, new Set(), new Map());
}
