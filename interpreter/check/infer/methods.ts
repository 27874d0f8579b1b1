// Resolves the function of `a.b(…)` (reference/checking#calls), and its type arguments.
import { GROUPS, matchType, mayHaveLostImpls, STANDARD_FIRST, type Candidate } from "../impls/index.ts";
import {
  insteadOfMember,
  insteadOfQualified,
  isStringMethod,
  nearest,
  type Extra,
  notes,
  wayToMake,
} from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Expr, TypeNode } from "../../syntax/index.ts";
import { boundsOf, instantiateImpl, type Body, type Obligation } from "../body/index.ts";
import type { Callee, Use } from "../facts.ts";
import { changerHint, payloadHint, plainHint, wrappedAt } from "./member-hints.ts";
import { followsResult } from "./missing-result.ts";
import { fieldIndex, resolveType } from "../declare/index.ts";
import {
  isTupleSymbol,
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
import { standardModules } from "../standard/index.ts";

/** A function with fresh variables for its type parameters. */
export interface Instance {
  readonly fn: FunctionSymbol;
  readonly params: readonly Type[];
  readonly result: Type;
  readonly obligations: readonly Obligation[];
  /** The meaning of the call. */
  readonly use: Use;
}

export type Lookup =
  | { readonly kind: "found"; readonly instance: Instance }
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
            hint: notes.withoutTypeArguments(`${name}(${fn.params.length === 0 ? "" : "…"})`),
          }
        : {},
    );
    for (const node of written) resolveType(body.context, node, body.types);
  }
  const fallback = fallbackOf(fn);
  const hint = notes.writeTypeOrGiveResult(name, fn.typeParams.map(() => "Type").join(", "));
  return fn.typeParams.map((param) => body.fresh(span, notes.of(param.name, name), fallback, hint));
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
): Instance {
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

function findInherent(
  body: Body,
  type: NamedType,
  { name, wantSelf, written, span, groups }: MemberQuery,
): Lookup {
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
  for (const bound of type.bounds) {
    const method = bound.trait.members.get(name);
    if (method === undefined || method.hasSelf !== wantSelf) continue;
    const substitution = memberSubstitution(bound.trait, bound, type);
    const own = ownArgs(body, method, written, span, name);
    for (const [param, arg] of pairs(method.typeParams, own)) substitution.set(param, arg);
    const use: Use = { kind: "BoundCall", callee: { trait: bound, method, self: type, typeArgs: own } };
    return instance(method, substitution, boundsOf(method.typeParams, substitution, span), use);
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

/** A missing member, and its context. */
interface Missing {
  readonly name: string;
  /** Whether a method is wanted; otherwise an associated function. */
  readonly wantSelf: boolean;
  readonly span: Span;
  /** Whether type arguments are written. */
  readonly generic?: boolean;
  readonly receiver?: Expr;
}

/** Reports T2 for a missing method or associated function, with a hint. */
export function reportNoMethod(
  body: Body,
  type: Type,
  { name, wantSelf, span, generic, receiver }: Missing,
): void {
  const actual = prune(type);
  if (mentions(actual, isError) || mayHaveLostImpls(body.context, actual)) return;
  const what = wantSelf ? "method" : notes.associatedFunction;
  const changer = receiver === undefined ? undefined : changerHint(receiver, actual);
  const extra = {
    ...hintFor(body, actual, name, wantSelf, generic === true),
    ...(changer !== undefined && { hint: changer }),
    ...(receiver !== undefined && wrappedAt(body, receiver, actual, name)),
    ...(receiver !== undefined && followsResult(body, receiver)),
  };
  body.report(
    "T2",
    span,
    { type: showType(actual), what, name },
    { ...extra, ...missingCause(body, actual, name) },
  );
  // The missing function would have determined the type arguments.
  if (!wantSelf) mentions(actual, (part) => (part.kind === "Var" ? (body.poison(part), false) : false));
}

/** The derivable traits, by their methods. */
const DERIVED: Readonly<Record<string, string>> = {
  to_string: "ToString",
  equals: "Eq",
  compare: "Ord",
  hash: "Hash",
  debug: "Debug",
  to_json: "ToJson",
  from_json: "FromJson",
  from_row: "FromRow",
};

/** The cause of a missing method: all methods of one import or one derive are one mistake. */
function missingCause(body: Body, type: Type, name: string): Extra {
  if (type.kind !== "Named") return {};
  // A method that uses `self` without such a parameter is reported at its declaration.
  const candidates = body.context.impls.candidates(type.symbol, name);
  const own = candidates === undefined ? [] : GROUPS.flatMap((group) => candidates[group].all);
  if (own.some(({ fn }) => !fn.hasSelf && !fn.module.standard)) return { cause: `${name} without self` };
  if (type.symbol.kind !== "Primitive") {
    const trait = type.symbol.module.standard || !Object.hasOwn(DERIVED, name) ? undefined : DERIVED[name]!;
    if (trait === undefined || body.context.impls.candidates(type.symbol, name) !== undefined) return {};
    const { module, node } = type.symbol;
    return {
      hint: notes.writeDeriveBefore(trait, type.symbol.name),
      cause: `${showType(type)} ${trait}`,
      related: [
        { source: module.source, span: node.name.span, text: notes.lacksDerive(type.symbol.name, trait) },
      ],
    };
  }
  const module =
    type.symbol.name === "String" &&
    !body.context.names.states.has(standardModules.string) &&
    isStringMethod(name)
      ? standardModules.string
      : null;
  return module === null ? {} : { cause: `import ${module}` };
}

/** The hint for a method of lists on a value that can become a list, and for one of iterators. */
function insteadOver(body: Body, type: Type, name: string): string | undefined {
  const { impls, prelude, standard, names } = body.context;
  if (impls.implements(type, prelude.iterator))
    return insteadOfMember("Iterator", name, (module) => names.states.has(module));
  const form = standard.preludeMethod("List", name);
  if (type.kind !== "Named" || form === undefined) return undefined;
  const list = ["to_list", "to_sorted_list", "entries"].find(
    (each) => impls.candidates(type.symbol, each) !== undefined,
  );
  return list === undefined ? undefined : notes.listsHaveIt(`.${list}().${name}${form}`);
}

function hintFor(
  body: Body,
  type: Type,
  name: string,
  wantSelf: boolean,
  generic: boolean,
): { hint?: string } {
  const payload = payloadHint(body, type, name);
  if (payload !== undefined) return { hint: payload };
  const names = new Set<string>();
  if (type.kind === "Named") {
    const { impls } = body.context;
    const candidates = impls.candidates(type.symbol, name);
    if (candidates !== undefined) {
      const otherKind = GROUPS.some((group) =>
        candidates[group].all.some(({ fn }) => fn.hasSelf !== wantSelf),
      );
      if (!otherKind)
        return {
          hint: name === "sum" ? notes.sumOfNumbers : notes.existsOnlyForOtherType(name),
        };
      return {
        hint: wantSelf ? notes.takesNoSelf(type.symbol.name, name) : notes.methodNeedsValue(name),
      };
    }
    const field =
      type.symbol.kind === "Struct" ? type.symbol.fields.find((field) => field.name === name) : undefined;
    if (field !== undefined) {
      if (generic)
        return {
          hint: notes.thisReadsAsCallWith(name),
        };
      return {
        hint:
          field.type.kind === "Fun"
            ? notes.toCallFunctionInField(name)
            : notes.isFieldLeaveOutParentheses(name),
      };
    }
    for (const method of impls.methodNames(type.symbol)) if (!method.startsWith("__")) names.add(method);
    for (const method of body.context.standard.preludeMethods(type.symbol.name)) names.add(method);
  }
  if (wantSelf && body.context.impls.implements(type, body.context.prelude.iterator))
    for (const method of body.context.standard.preludeMethods("Iterator")) names.add(method);
  if (type.kind === "Param") {
    if (type.bounds.length === 0) return { hint: notes.hasNoBounds(type.name) };
    for (const bound of type.bounds) for (const member of bound.trait.members.keys()) names.add(member);
  }
  if (type.kind === "Dyn") for (const member of type.trait.trait.members.keys()) names.add(member);
  const loaded = (module: string): boolean => body.context.names.states.has(module);
  const standard =
    type.kind === "Named" && (type.symbol.kind === "Primitive" || type.symbol.module.standard)
      ? type.symbol.name
      : undefined;
  const elsewhere = standard === undefined ? undefined : insteadOfMember(standard, name, loaded);
  if (elsewhere !== undefined) return { hint: elsewhere };
  const over = wantSelf ? insteadOver(body, type, name) : undefined;
  if (over !== undefined) return { hint: over };
  const accessor = wantSelf ? (accessorHint(type, name) ?? ownHint(type, name)) : undefined;
  if (accessor !== undefined) return { hint: accessor };
  const qualified = wantSelf || standard === undefined ? undefined : insteadOfQualified(standard, name);
  if (qualified !== undefined) return { hint: qualified };
  const made = wantSelf || standard === undefined ? undefined : wayToMake(standard);
  if (made !== undefined) return { hint: made };
  const similar = nearest(name, names);
  if (similar !== undefined) return { hint: notes.didYouMean(similar) };
  if (name === "debug" && !loaded(standardModules.fmt)) return { hint: notes.importFmtForDebug };
  const plain = wantSelf ? plainHint(body, type, name) : undefined;
  return plain === undefined ? {} : { hint: plain };
}

/** The hint for `p.getX()` and `p.set_x(1)`, if the struct has the field. */
function accessorHint(type: Type, name: string): string | undefined {
  if (type.kind !== "Named" || type.symbol.kind !== "Struct") return undefined;
  const [, verb, rest] = /^(get|set)_?(\w+)$/.exec(name) ?? [];
  if (verb === undefined) return undefined;
  const snake = rest!.replace(/(?<=\w)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  if (fieldIndex(type.symbol, snake) < 0) return undefined;
  return verb === "get" ? notes.fieldIsRead(snake) : notes.fieldIsSet(snake);
}

/** The hint for `p.clone()` of a struct of the program, and for methods of a tuple. */
function ownHint(type: Type, name: string): string | undefined {
  if (type.kind !== "Named" || type.symbol.kind !== "Struct") return undefined;
  if (isTupleSymbol(type.symbol)) return notes.makeNewTuple;
  const copies = /^(?:clone|copy|dup|with)$/.test(name) && !type.symbol.module.standard;
  return copies ? notes.copyOfStruct(type.symbol.name) : undefined;
}
