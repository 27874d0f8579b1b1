// Resolves written types: names, numbers of type arguments, bounds, `dyn`.
import { get } from "../../own/index.ts";
import { isLeftOut, notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type {
  DynType as DynNode,
  GenericParam,
  Ident,
  NamedType as NamedNode,
  TypeNode,
} from "../../syntax/index.ts";
import { LIMITS } from "../../limits/index.ts";
import type { Context } from "../context.ts";
import { checkBounds } from "../impls/index.ts";
import { unknownName, type ModuleState, type TypeScope } from "../names/index.ts";
import {
  calledBy,
  ERROR,
  isChannelType,
  mentions,
  named,
  pairs,
  partsOf,
  prune,
  substitute,
  type AliasSymbol,
  type ParamType,
  type TraitRef,
  type TraitSymbol,
  type Type,
  type TypeSymbol,
} from "../types/index.ts";

export function resolveType(context: Context, node: TypeNode, scope: TypeScope): Type {
  switch (node.kind) {
    case "UnitType":
      return context.unit;
    case "OptionType":
      return context.option(resolveType(context, node.inner, scope));
    case "TupleType":
      return context.tuple(node.parts.map((part) => resolveType(context, part, scope)));
    case "FunType":
      return {
        kind: "Fun",
        params: node.params.map((param) => resolveType(context, param, scope)),
        result: resolveType(context, node.result, scope),
      };
    case "BrokenType":
      return ERROR;
    case "DynType":
      return resolveDyn(context, node, scope);
    case "NamedType":
      return resolveNamed(context, node, scope);
  }
}

function resolveNamed(context: Context, node: NamedNode, scope: TypeScope): Type {
  const name = node.name.name;
  if (name === "Self") {
    if (scope.self === null) {
      context.report("R5", scope.state, node.span, { name: "Self" });
      return ERROR;
    }
    return scope.self;
  }
  const param = node.fileLevel ? undefined : scope.params.get(name);
  if (param !== undefined) {
    if (node.args.length > 0)
      context.report("T4", scope.state, node.span, { name, expected: 0, actual: node.args.length });
    return param;
  }
  const found = typeNamed(context, node.name, scope);
  // `Box<dyn Error>`: once `Box` is removed, its argument is another type.
  if (found === null && isLeftOut(name)) return ERROR;
  const args = node.args.map((arg) => resolveType(context, arg, scope));
  if (found === null) return ERROR;
  if (found.kind === "TypeAlias") return applyAlias(context, found, args, node, scope.state);
  return applyType(context, found, args, node, scope);
}

/** The type of an alias with type arguments, whose number and bounds are checked. */
export function applyAlias(
  context: Context,
  alias: AliasSymbol,
  args: readonly Type[],
  node: { span: Span },
  state: ModuleState,
): Type {
  const expected = alias.typeParams.length;
  if (args.length !== expected) {
    const head = `\`${alias.name}<${alias.typeParams.map((param) => param.name).join(", ")}>\``;
    context.report(
      "T4",
      state,
      node.span,
      { name: alias.name, expected, actual: args.length },
      expected === 0 ? {} : { hint: notes.itIsDeclaredAs(head) },
    );
    return ERROR;
  }
  const type = calledBy(substitute(alias.type, pairs(alias.typeParams, args)), { name: alias.name, args });
  if (isTooLarge(context, type, { alias, span: node.span, state })) return ERROR;
  if (expected > 0) {
    context.whenComplete(() => {
      if (checkBounds(context, alias.typeParams, args, state, node.span))
        checkWithin(context, type, state, node.span);
    });
  }
  return type;
}

/** Reports an alias whose type is larger than any written type; returns whether it did. */
export function isTooLarge(
  context: Context,
  type: Type,
  { alias, span, state }: { readonly alias: AliasSymbol; readonly span: Span; readonly state: ModuleState },
): boolean {
  if (partsOf(type) <= LIMITS.typeParts) return false;
  context.report(
    "G1",
    state,
    span,
    { limit: LIMITS.typeParts, of: notes.partsOfType(alias.name) },
    { hint: notes.aliasThatNamesAnotherOne },
  );
  return true;
}

/** Checks the bounds of all types within a type. */
function checkWithin(context: Context, type: Type, state: ModuleState, span: Span): boolean {
  const actual = prune(type);
  switch (actual.kind) {
    case "Named":
      return (
        checkBounds(context, actual.symbol.typeParams, actual.args, state, span) &&
        actual.args.every((arg) => checkWithin(context, arg, state, span))
      );
    case "Fun":
      return [...actual.params, actual.result].every((part) => checkWithin(context, part, state, span));
    case "Dyn":
    case "Param":
    case "Never":
    case "Var":
      return true;
  }
}

/** The type with that name; null after reporting an error. */
function typeNamed(
  context: Context,
  { name, span }: Ident,
  scope: TypeScope,
): TypeSymbol | AliasSymbol | null {
  scope.state.touched.at = span;
  const entry = context.names.lookup(scope.state, name);
  if (entry === "reported") return null;
  if (entry?.kind === "Type") return entry.symbol;
  if (entry?.kind === "TypeAlias") return entry.alias;
  if (entry?.kind === "Trait") {
    context.report(
      "T12",
      scope.state,
      span,
      { trait: name, problem: notes.isNotType },
      { hint: notes.writeDyn(name) },
    );
    return null;
  }
  unknownName(context, "type", { name, span }, scope);
  return null;
}

/** A type with type arguments, whose number and bounds are checked; with `open`, bounds are checked later. */
export function applyType(
  context: Context,
  symbol: TypeSymbol,
  args: readonly Type[],
  node: { span: Span },
  within: { readonly state: ModuleState; readonly open?: boolean | undefined },
): Type {
  const { state } = within;
  const open = get(within, "open") ?? false;
  const expected = symbol.typeParams.length;
  if (args.length === 0 && expected === 1 && isChannelType(symbol)) return named(symbol, [context.int]);
  if (args.length !== expected) {
    const head = `\`${symbol.name}<${symbol.typeParams.map((param) => param.name).join(", ")}>\``;
    context.report(
      "T4",
      state,
      node.span,
      { name: symbol.name, expected, actual: args.length },
      expected === 0 ? {} : { hint: notes.itIsDeclaredAs(head) },
    );
    return ERROR;
  }
  if (expected === 0) return named(symbol);
  if (open) return named(symbol, args);
  let fits = true;
  context.whenComplete(() => {
    fits = checkBounds(context, symbol.typeParams, args, state, node.span);
  });
  return fits ? named(symbol, args) : ERROR;
}

export function resolveTrait(context: Context, node: NamedNode, scope: TypeScope): TraitRef | null {
  const name = node.name.name;
  const args = node.args.map((arg) => resolveType(context, arg, scope));
  scope.state.touched.at = node.name.span;
  const entry = context.names.lookup(scope.state, name);
  if (entry === "reported") return null;
  if (entry?.kind !== "Trait") {
    if (entry === null) unknownName(context, "trait", node.name, scope);
    else
      context.report(
        "R1",
        scope.state,
        node.name.span,
        { what: "trait", name },
        { label: notes.thisIsNotTrait },
      );
    return null;
  }
  const trait = entry.trait;
  if (args.length !== trait.typeParams.length) {
    const head = `\`${trait.name}<${trait.typeParams.map((param) => param.name).join(", ")}>\``;
    const expected = trait.typeParams.length;
    context.report(
      "T4",
      scope.state,
      node.span,
      { name, expected, actual: args.length },
      expected === 0 ? {} : { hint: notes.itIsDeclaredAs(head) },
    );
    return null;
  }
  return { trait, args };
}

function resolveDyn(context: Context, node: DynNode, scope: TypeScope): Type {
  const trait = resolveTrait(context, node.trait, scope);
  if (trait === null) return ERROR;
  context.whenComplete(() => {
    const problem = unsafeMember(trait.trait);
    if (problem === null) return;
    context.report(
      "T12",
      scope.state,
      node.span,
      { trait: trait.trait.name, problem: notes.notObjectSafe },
      {
        label: problem.why,
        related: [{ source: trait.trait.module.source, span: problem.span, text: notes.thisMethod }],
      },
    );
  });
  return { kind: "Dyn", trait };
}

/** The reason why a trait is not object-safe, or null (reference/checking#dyn-coercion). */
function unsafeMember(trait: TraitSymbol): { why: string; span: Span } | null {
  const isSelf = (type: Type) => mentions(type, (part) => part === trait.self);
  for (const member of trait.members.values()) {
    const span = member.node.name.span;
    if (member.typeParams.length > 0) return { why: notes.isGeneric(member.name), span };
    if (member.params.some((param) => isSelf(param.type))) return { why: notes.takesSelf(member.name), span };
    if (isSelf(member.result)) return { why: notes.returnsSelf(member.name), span };
  }
  return null;
}

/** New type parameters, without their bounds. */
export function newParams(
  context: Context,
  generics: readonly GenericParam[],
  state: ModuleState,
): ParamType[] {
  const seen = new Set<string>();
  return generics.map((generic) => {
    const name = generic.name.name;
    if (seen.has(name)) context.report("R2", state, generic.name.span, { name });
    seen.add(name);
    return { kind: "Param", name, bounds: [] };
  });
}

export function scopeWith(outer: TypeScope, params: readonly ParamType[], self = outer.self): TypeScope {
  if (params.length === 0 && self === outer.self) return outer;
  const names = new Map(outer.params);
  for (const param of params) names.set(param.name, param);
  return { ...outer, params: names, self };
}

/** Resolves the bounds of type parameters, in a scope with all of them. */
export function fillBounds(
  context: Context,
  generics: readonly GenericParam[],
  params: readonly ParamType[],
  scope: TypeScope,
): void {
  generics.forEach((generic, i) => {
    if (generic.bounds.length === 0) return;
    const bounds = generic.bounds.flatMap((bound) => resolveTrait(context, bound, scope) ?? []);
    params[i]!.bounds = bounds;
    if (bounds.length < generic.bounds.length) params[i]!.doubtful = true;
  });
}
