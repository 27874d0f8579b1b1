// Operations on types: construction, pruning of solved variables, substitution, comparison.
import { spend } from "../../limits/index.ts";
import { aliasOf } from "./types.ts";
import type { PrimitiveSymbol } from "./symbols.ts";
import type {
  AliasUse,
  DynType,
  FunType,
  NamedType,
  NeverType,
  ParamType,
  Substitution,
  TraitRef,
  Type,
  TypeSymbol,
} from "./types.ts";

export const NEVER: NeverType = Object.freeze({ kind: "Never" });

/** The type of code with a reported error: of kind Never, so that it fits everything. */
export const ERROR: NeverType = Object.freeze({ kind: "Never" });

export function isError(type: Type): boolean {
  return prune(type) === ERROR;
}

export function isNever(type: Type): boolean {
  return prune(type) === NEVER;
}

/** Most types have no arguments: they share a list. */
const NO_TYPES: readonly Type[] = [];

export function named(symbol: TypeSymbol, args: readonly Type[] = NO_TYPES): NamedType {
  return args.every(isGround)
    ? { kind: "Named", symbol, args, ground: true }
    : { kind: "Named", symbol, args };
}

/** Whether a type is ground. A solved variable is not: facts must not contain it. */
function isGround(type: Type): boolean {
  return type.kind === "Named" && type.ground === true;
}

/** The type behind solved variables. */
export function prune(type: Type): Type {
  if (type.kind !== "Var" || type.solution === null) return type;
  let end = type.solution;
  while (end.kind === "Var" && end.solution !== null) end = end.solution;
  // Path compression keeps chains short.
  let step: Type = type;
  while (step.kind === "Var" && step.solution !== null && step.solution !== end) {
    const next: Type = step.solution;
    step.solution = end;
    step = next;
  }
  return end;
}

export function isSymbol(type: Type, symbol: TypeSymbol): boolean {
  const actual = prune(type);
  return actual.kind === "Named" && actual.symbol === symbol;
}

export function isPrimitive(type: Type, name: PrimitiveSymbol["name"]): boolean {
  const actual = prune(type);
  return actual.kind === "Named" && actual.symbol.kind === "Primitive" && actual.symbol.name === name;
}

/** Maps over a list of types, without allocation if nothing changes. */
function mapTypes(types: readonly Type[], map: (type: Type) => Type): readonly Type[] {
  let changed: Type[] | null = null;
  for (let i = 0; i < types.length; i++) {
    const before = types[i]!;
    const after = map(before);
    if (changed !== null) changed.push(after);
    else if (after !== before) changed = [...types.slice(0, i), after];
  }
  return changed ?? types;
}

/** Rebuilds a type with `leaf` applied to its parameters and unsolved variables. */
export function mapType(type: Type, leaf: (type: Type) => Type): Type {
  return mapPart(type, leaf, new Visits());
}

function mapPart(type: Type, leaf: (type: Type) => Type, visits: Visits<Type>): Type {
  spend();
  const actual = prune(type);
  switch (actual.kind) {
    case "Never":
      return actual;
    case "Param":
    case "Var":
      return leaf(actual);
    case "Named": {
      if (actual.ground === true || actual.args.length === 0) return actual;
      const known = visits.find(actual);
      if (known !== undefined) return known;
      const args = mapTypes(actual.args, (arg) => mapPart(arg, leaf, visits));
      return visits.note(
        actual,
        args === actual.args ? actual : withAlias(actual, named(actual.symbol, args), leaf, visits),
      );
    }
    case "Fun": {
      const known = visits.find(actual);
      if (known !== undefined) return known;
      const params = mapTypes(actual.params, (param) => mapPart(param, leaf, visits));
      const result = mapPart(actual.result, leaf, visits);
      return visits.note(
        actual,
        params === actual.params && result === actual.result
          ? actual
          : withAlias(actual, { kind: "Fun", params, result }, leaf, visits),
      );
    }
    case "Dyn": {
      const trait = mapTraitRef(actual.trait, leaf, visits);
      return trait === actual.trait ? actual : withAlias(actual, { kind: "Dyn", trait }, leaf, visits);
    }
  }
}

/** Keeps the alias of a type that was rebuilt. */
function withAlias(
  before: NamedType | FunType | DynType,
  after: NamedType | FunType | DynType,
  leaf: (type: Type) => Type,
  visits: Visits<Type>,
): Type {
  const alias = aliasOf(before);
  return alias === undefined
    ? after
    : {
        ...after,
        alias: { name: alias.name, args: mapTypes(alias.args, (arg) => mapPart(arg, leaf, visits)) },
      };
}

/** The type with the name of an alias. */
export function calledBy(type: Type, alias: AliasUse): Type {
  return type.kind === "Named" || type.kind === "Fun" || type.kind === "Dyn" ? { ...type, alias } : type;
}

function mapTraitRef(ref: TraitRef, leaf: (type: Type) => Type, visits = new Visits<Type>()): TraitRef {
  const args = mapTypes(ref.args, (arg) => mapPart(arg, leaf, visits));
  return args === ref.args ? ref : { trait: ref.trait, args };
}

/** The number of parts from which on a walk over a type records its results. */
const MANY_PARTS = 32;

/**
 * The results of a walk for the parts of a type. Equal parts of an inferred type are one object, which may
 * occur exponentially often.
 */
export class Visits<T> {
  #count = 0;
  #found: Map<Type, T> | null = null;

  find(part: Type): T | undefined {
    return this.#found?.get(part);
  }

  note(part: Type, found: T): T {
    if (++this.#count > MANY_PARTS) (this.#found ??= new Map()).set(part, found);
    return found;
  }
}

export function substitute(type: Type, substitution: Substitution): Type {
  if (substitution.size === 0) return type;
  return mapType(type, (leaf) => (leaf.kind === "Param" ? (substitution.get(leaf) ?? leaf) : leaf));
}

export function substituteRef(ref: TraitRef, substitution: Substitution): TraitRef {
  if (substitution.size === 0) return ref;
  return mapTraitRef(ref, (leaf) => (leaf.kind === "Param" ? (substitution.get(leaf) ?? leaf) : leaf));
}

/** The type without solved variables: walks over types that contain it are faster. */
export function withoutSolvedVars(type: Type): Type {
  return mapType(type, (leaf) => leaf);
}

/** Whether a part of the type other than a named type satisfies the test; parts are pruned. */
export function mentions(type: Type, test: (part: Type) => boolean, visits = new Visits<boolean>()): boolean {
  const actual = prune(type);
  return visits.find(actual) ?? visits.note(actual, test(actual) || mentionsInside(actual, test, visits));
}

function mentionsInside(actual: Type, test: (part: Type) => boolean, visits: Visits<boolean>): boolean {
  switch (actual.kind) {
    case "Never":
    case "Param":
    case "Var":
      return false;
    case "Named":
      return actual.ground !== true && actual.args.some((arg) => mentions(arg, test, visits));
    case "Fun":
      return (
        actual.params.some((param) => mentions(param, test, visits)) || mentions(actual.result, test, visits)
      );
    case "Dyn":
      return actual.trait.args.some((arg) => mentions(arg, test, visits));
  }
}

export function hasVars(type: Type): boolean {
  return mentions(type, (part) => part.kind === "Var");
}

export function pairs(params: readonly ParamType[], args: readonly Type[]): Map<ParamType, Type> {
  const map = new Map<ParamType, Type>();
  for (let i = 0; i < params.length; i++) map.set(params[i]!, args[i] ?? ERROR);
  return map;
}

/** Structural equality; variables are equal only to themselves. */
export function sameType(a: Type, b: Type, seen = new SeenPairs()): boolean {
  const left = prune(a);
  const right = prune(b);
  if (left === right || seen.has(left, right)) return true;
  switch (left.kind) {
    case "Never":
      return right.kind === "Never";
    case "Param":
    case "Var":
      return false;
    case "Named":
      if (right.kind !== "Named" || left.symbol !== right.symbol) return false;
      return left.ground === true && right.ground === true
        ? sameGround(left, right)
        : seen.after(left, right, sameTypes(left.args, right.args, seen));
    case "Fun":
      return (
        right.kind === "Fun" &&
        seen.after(
          left,
          right,
          sameTypes(left.params, right.params, seen) && sameType(left.result, right.result, seen),
        )
      );
    case "Dyn":
      return (
        right.kind === "Dyn" &&
        left.trait.trait === right.trait.trait &&
        sameTypes(left.trait.args, right.trait.args, seen)
      );
  }
}

/** The pairs of parts that are known to be equal in one comparison. */
export class SeenPairs {
  readonly #partners = new Visits<Set<Type>>();

  has(a: Type, b: Type): boolean {
    return this.#partners.find(a)?.has(b) === true;
  }

  after(a: Type, b: Type, same: boolean): boolean {
    if (same) this.#partners.note(a, (this.#partners.find(a) ?? new Set()).add(b));
    return same;
  }
}

/**
 * Equality of two ground types. Equal parts of an inferred type are one object that may occur exponentially
 * often: no pair is compared twice.
 */
export function sameGround(a: NamedType, b: NamedType, seen = new Map<NamedType, Set<NamedType>>()): boolean {
  if (a === b) return true;
  if (a.symbol !== b.symbol) return false;
  if (a.args.length === 0 || seen.get(a)?.has(b) === true) return true;
  for (let i = 0; i < a.args.length; i++) {
    if (!sameGround(a.args[i] as NamedType, b.args[i] as NamedType, seen)) return false;
  }
  const partners = seen.get(a);
  if (partners === undefined) seen.set(a, new Set([b]));
  else partners.add(b);
  return true;
}

export function sameTypes(a: readonly Type[], b: readonly Type[], seen = new SeenPairs()): boolean {
  return a.length === b.length && a.every((type, i) => sameType(type, b[i]!, seen));
}
