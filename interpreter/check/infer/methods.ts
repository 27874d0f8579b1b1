// Resolves the function of `a.b(…)` (reference/checking#calls), and its type arguments. `missing-method.ts`
// reports functions that do not exist.
import { get } from "../../own/index.ts";
import { type Extra, notes } from "../../diagnostics/index.ts";
import { isOfModule, standardModules } from "../standard/index.ts";
import type { Span } from "../../source/index.ts";
import type { TypeNode } from "../../syntax/index.ts";
import { boundsOf, instantiateImpl, type Body, type Obligation } from "../body/index.ts";
import { resolveType } from "../declare/index.ts";
import type { Callee, Use } from "../types/index.ts";
import { GROUPS, matchType, STANDARD_FIRST, type Candidate } from "../impls/index.ts";
import {
  isError,
  mentions,
  pairs,
  prune,
  showType,
  substitute,
  type DynType,
  fallbackOf,
  type FunctionSymbol,
  type NamedType,
  type ParamType,
  type Substitution,
  type TraitRef,
  type TraitSymbol,
  type Type,
} from "../types/index.ts";

/** A function with fresh variables for its type parameters. */
export interface InstantiatedFunction {
  readonly fn: FunctionSymbol;
  readonly params: readonly Type[];
  readonly result: Type;
  readonly obligations: readonly Obligation[];
  /** The meaning of the call. */
  readonly use: Use;
}

export type Lookup =
  | { readonly kind: "found"; readonly instance: InstantiatedFunction }
  | { readonly kind: "none" }
  | { readonly kind: "reported" };

const NONE: Lookup = { kind: "none" };
const REPORTED: Lookup = { kind: "reported" };

/** Fresh variables for the type parameters of a function, or the written type arguments. */
function ownArgs(
  body: Body,
  fn: FunctionSymbol,
  written: readonly TypeNode[] | null,
  span: Span,
  name: string,
): Type[] {
  if (written !== null) {
    if (written.length === fn.typeParams.length)
      return written.map((node) => resolveType(body.context, node, body.types));
    body.report(
      "T4",
      span,
      { name, expected: fn.typeParams.length, actual: written.length },
      fn.typeParams.length === 0
        ? {
            hint:
              fn.name === "parse" && isOfModule(fn, standardModules.json)
                ? notes.decodeIntoType
                : notes.withoutTypeArguments(`${name}(${fn.params.length === 0 ? "" : "…"})`),
          }
        : {},
    );
    for (const node of written) resolveType(body.context, node, body.types);
  }
  const fallback = fallbackOf(fn);
  const hint = notes.writeTypeOrGiveResult(name, fn.typeParams.map(() => "Type").join(", "));
  const isShown = get(body.state.unit, "session")?.shown === fn.name;
  return fn.typeParams.map((param) =>
    body.fresh(span, isShown ? "" : notes.of(param.name, name), fallback, hint),
  );
}

function instance(
  fn: FunctionSymbol,
  substitution: Substitution,
  bounds: readonly Obligation[],
  use: Use,
): Lookup {
  return {
    kind: "found",
    instance: {
      fn,
      params: fn.params.map((param) => substitute(param.type, substitution)),
      result: substitute(fn.result, substitution),
      obligations: bounds,
      use,
    },
  };
}

/** An instance of a file-level function. */
export function functionInstance(
  body: Body,
  fn: FunctionSymbol,
  written: readonly TypeNode[] | null,
  span: Span,
): InstantiatedFunction {
  const args = ownArgs(body, fn, written, span, fn.name);
  const substitution = pairs(fn.typeParams, args);
  const use: Use = { kind: "Call", callee: { function: fn, typeArgs: args, self: null } };
  return (
    instance(fn, substitution, boundsOf(fn.typeParams, substitution, span), use) as Lookup & { kind: "found" }
  ).instance;
}

/** The query for a member. */
export interface MemberQuery {
  readonly name: string;
  /** Whether a method is wanted; otherwise an associated function. */
  readonly wantSelf: boolean;
  /** The written type arguments; null for none. */
  readonly written: readonly TypeNode[] | null;
  readonly span: Span;
  /**
   * The order of groups; by default, methods of the program are first, in standard modules those of standard
   * modules.
   */
  readonly groups?: typeof GROUPS | typeof STANDARD_FIRST;
}

/** Finds a method or associated function of a type. Reports only ambiguity. */
export function findMethod(body: Body, receiver: Type, query: MemberQuery): Lookup {
  const type = prune(receiver);
  const found = findOwn(body, type, query);
  return found === NONE && query.wantSelf ? findOfIterators(body, type, query) : found;
}

function findOwn(body: Body, type: Type, query: MemberQuery): Lookup {
  switch (type.kind) {
    case "Named":
      return findInherent(body, type, query);
    case "Param":
      return findBound(body, type, query);
    case "Dyn":
      return query.wantSelf ? findDyn(body, type, query) : NONE;
    case "Fun":
    case "Never":
    case "Var":
      return NONE;
  }
}

function findInherent(body: Body, type: NamedType, query: MemberQuery): Lookup {
  const { name, wantSelf, written, span } = query;
  const groups = get(query, "groups");
  const candidates = body.context.impls.candidates(type.symbol, name);
  if (candidates === undefined) return NONE;
  for (const group of groups ?? (body.state.unit.standard ? STANDARD_FIRST : GROUPS)) {
    const all = candidates[group].near(type);
    if (all.length === 0) continue;
    const fitting = all.filter(
      ({ fn, impl }) =>
        fn.hasSelf === wantSelf && matchType(impl.target, type, new Set(impl.typeParams), new Map()) !== "no",
    );
    if (fitting.length === 0) continue;
    if (fitting.length === 1) return instantiate(body, fitting[0]!, type, written, span);
    const shared = sharedMethod(fitting, name);
    if (shared !== null) return throughTrait(body, shared, type, written, span);
    if (mentions(type, isError)) return REPORTED;
    body.report(
      "T11",
      span,
      { what: notes.severalCandidatesFor(name), type: showType(type) },
      {
        related: fitting.map(({ fn }) => ({
          source: fn.module.source,
          span: fn.node.name.span,
          text: notes.thisOneFits,
        })),
        ...sameTrait(fitting),
      },
    );
    return REPORTED;
  }
  return NONE;
}

/** The method of a trait that the impls implement with different arguments: those of the call choose one. */
function sharedMethod(fitting: readonly Candidate[], name: string): FunctionSymbol | null {
  const trait = fitting[0]!.impl.trait?.trait;
  if (trait === undefined || trait.typeParams.length === 0) return null;
  return fitting.every(({ impl }) => impl.trait?.trait === trait) ? (trait.members.get(name) ?? null) : null;
}

/** A trait with arguments that are not known yet. */
function openRef(body: Body, trait: TraitSymbol, name: string, span: Span): TraitRef {
  return { trait, args: trait.typeParams.map((param) => body.fresh(span, notes.of(param.name, name))) };
}

/** A call through a trait whose arguments are not known yet, like that through a bound. */
function throughTrait(
  body: Body,
  method: FunctionSymbol,
  self: NamedType,
  written: readonly TypeNode[] | null,
  span: Span,
): Lookup {
  const { owner } = method;
  if (owner?.kind !== "Trait") return NONE;
  const trait = openRef(body, owner, method.name, span);
  const substitution = memberSubstitution(owner, trait, self);
  const own = ownArgs(body, method, written, span, method.name);
  for (const [param, arg] of pairs(method.typeParams, own)) substitution.set(param, arg);
  const bounds = [{ self, trait, span }, ...boundsOf(method.typeParams, substitution, span)];
  return instance(method, substitution, bounds, {
    kind: "BoundCall",
    callee: { trait, method, self, typeArgs: own },
  });
}

/**
 * The cause of an ambiguity between overlapping impls of one trait, which are reported at their declarations.
 */
function sameTrait(fitting: readonly Candidate[]): Extra {
  const traits = new Set(fitting.map(({ impl }) => impl.trait?.trait));
  const [only] = traits;
  return traits.size === 1 && only !== undefined && only !== null
    ? { cause: `${only.name} twice for ${showType(fitting[0]!.impl.target)}` }
    : {};
}

/** Finds a method of all types with `next`; methods of the type itself have priority. */
function findOfIterators(body: Body, type: Type, { name, written, span }: MemberQuery): Lookup {
  const candidates = body.context.impls.extensions(name);
  if (candidates.length === 0) return NONE;
  const { iterator } = body.context.prelude;
  const element = body.context.impls.traitArgs(type, iterator)?.[0];
  if (element === undefined) return NONE;
  for (const { fn, impl } of candidates) {
    const param = impl.target as ParamType;
    const wanted = param.bounds.find((bound) => bound.trait === iterator)!.args[0]!;
    if (matchType(wanted, element, new Set(impl.typeParams), new Map()) === "no") continue;
    const substitution = instantiateImpl(body, impl, type, span);
    // Unified now, so that the parameter types of lambdas among the arguments are known.
    body.unifier.unify(substitute(wanted, substitution), element);
    const bounds = boundsOf(impl.typeParams, substitution, span, true);
    const outer = impl.typeParams.map((each) => substitution.get(each)!);
    const own = ownArgs(body, fn, written, span, fn.name);
    for (const [each, arg] of pairs(fn.typeParams, own)) substitution.set(each, arg);
    bounds.push(...boundsOf(fn.typeParams, substitution, span));
    return instance(fn, substitution, bounds, {
      kind: "Call",
      callee: { function: fn, typeArgs: [...outer, ...own], self: null },
    });
  }
  return NONE;
}

function instantiate(
  body: Body,
  candidate: Candidate,
  type: NamedType,
  written: readonly TypeNode[] | null,
  span: Span,
): Lookup {
  const { fn, impl } = candidate;
  const substitution = instantiateImpl(body, impl, type, span);
  const bounds = boundsOf(impl.typeParams, substitution, span, true);
  let outer = impl.typeParams.map((param) => substitution.get(param)!);
  let self: Type | null = null;
  if (fn.owner?.kind === "Trait") {
    // An inherited default: its signature contains the parameters of the trait and `Self`.
    outer = impl.trait!.args.map((arg) => substitute(arg, substitution));
    for (const [param, arg] of pairs(fn.owner.typeParams, outer)) substitution.set(param, arg);
    substitution.set(fn.owner.self, type);
    self = type;
  }
  const own = ownArgs(body, fn, written, span, fn.name);
  for (const [param, arg] of pairs(fn.typeParams, own)) substitution.set(param, arg);
  bounds.push(...boundsOf(fn.typeParams, substitution, span));
  return instance(fn, substitution, bounds, {
    kind: "Call",
    callee: { function: fn, typeArgs: [...outer, ...own], self },
  });
}

/** The types for the parameters of a trait and its `Self` in the signature of a member. */
function memberSubstitution(trait: TraitSymbol, ref: TraitRef, self: Type): Map<ParamType, Type> {
  return pairs(trait.typeParams, ref.args).set(trait.self, self);
}

function findBound(body: Body, type: ParamType, { name, wantSelf, written, span }: MemberQuery): Lookup {
  for (const first of type.bounds) {
    const method = first.trait.members.get(name);
    if (method === undefined || method.hasSelf !== wantSelf) continue;
    const isOne = type.bounds.filter(({ trait }) => trait === first.trait).length === 1;
    const bound = isOne ? first : openRef(body, first.trait, name, span);
    const substitution = memberSubstitution(bound.trait, bound, type);
    const own = ownArgs(body, method, written, span, name);
    for (const [param, arg] of pairs(method.typeParams, own)) substitution.set(param, arg);
    const use: Use = { kind: "BoundCall", callee: { trait: bound, method, self: type, typeArgs: own } };
    const chosen = isOne ? [] : [{ self: type, trait: bound, span }];
    return instance(
      method,
      substitution,
      [...chosen, ...boundsOf(method.typeParams, substitution, span)],
      use,
    );
  }
  return NONE;
}

function findDyn(body: Body, type: DynType, { name, written, span }: MemberQuery): Lookup {
  const method = type.trait.trait.members.get(name);
  if (method === undefined || !method.hasSelf) return NONE;
  if (written !== null) body.report("T4", span, { name, expected: 0, actual: written.length });
  const substitution = memberSubstitution(type.trait.trait, type.trait, type);
  return instance(method, substitution, [], { kind: "DynCall", trait: type.trait, method });
}

/** The callee of a method that the language itself calls (`Map.new`, `to_list`). */
export function methodCallee(body: Body, type: Type, name: string, span: Span): Callee | null {
  return methodCall(body, type, name, span)?.callee ?? null;
}

/** The callee of such a method, with the type of its result. */
export function methodCall(
  body: Body,
  type: Type,
  name: string,
  span: Span,
): { readonly callee: Callee; readonly result: Type } | null {
  for (const wantSelf of [true, false]) {
    const found = findMethod(body, type, { name, wantSelf, written: null, span, groups: STANDARD_FIRST });
    if (found.kind === "found" && found.instance.use.kind === "Call")
      return { callee: found.instance.use.callee, result: found.instance.result };
  }
  return null;
}
