// Written types to types: names, numbers of type arguments, bounds of written types, `dyn`.
import { insteadOf, insteadOfFunction, nearest } from "../diagnostics/index.ts";
import type { Span } from "../source/index.ts";
import { keywords } from "../syntax/index.ts";
import type { DynType as DynNode, GenericParam, NamedType as NamedNode, TypeNode } from "../syntax/index.ts";
import type { Context } from "./context.ts";
import { checkBounds } from "./bounds.ts";
import type { ModuleState } from "./names.ts";
import type { TraitSymbol } from "./symbols.ts";
import { ERROR, mentions, named } from "./type-operations.ts";
import type { ParamType, TraitRef, Type, TypeSymbol } from "./types.ts";

/** What type names mean at a place: the parameters around it, `Self`, then the file. */
export interface TypeScope {
  readonly state: ModuleState;
  readonly params: ReadonlyMap<string, ParamType>;
  readonly self: Type | null;
}

export function resolveType(context: Context, node: TypeNode, scope: TypeScope): Type {
  switch (node.kind) {
    case "UnitType":
      return context.unit;
    case "OptionType":
      return context.option(resolveType(context, node.inner, scope));
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
    if (node.args.length > 0) context.report("T4", scope.state, node.span, { name, expected: 0, actual: node.args.length });
    return param;
  }
  const symbol = typeNamed(context, name, node.name.span, scope);
  const args = node.args.map((arg) => resolveType(context, arg, scope));
  if (symbol === null) return ERROR;
  return applyType(context, symbol, args, node, scope.state);
}

/** The type of that name, or null with the problem reported. */
function typeNamed(context: Context, name: string, span: Span, scope: TypeScope): TypeSymbol | null {
  const entry = context.names.lookup(scope.state, name, span);
  if (entry === "reported") return null;
  if (entry?.kind === "Type") return entry.symbol;
  if (entry?.kind === "Trait") {
    context.report("T12", scope.state, span, { trait: name, problem: "is not a type" }, { hint: `write \`dyn ${name}\`` });
    return null;
  }
  unknownName(context, "type", name, span, scope);
  return null;
}

/** A type with its arguments, whose number and bounds are checked. */
export function applyType(context: Context, symbol: TypeSymbol, args: readonly Type[], node: { span: Span }, state: ModuleState): Type {
  const expected = symbol.typeParams.length;
  if (args.length === 0 && expected === 1 && isChannelType(symbol)) return named(symbol, [context.int]);
  if (args.length !== expected) {
    context.report("T4", state, node.span, { name: symbol.name, expected, actual: args.length });
    return ERROR;
  }
  if (expected === 0) return named(symbol);
  let fits = true;
  context.whenComplete(() => {
    fits = checkBounds(context, symbol.typeParams, args, state, node.span);
  });
  return fits ? named(symbol, args) : ERROR;
}

/** Types of std/sync whose bare name means the one of Int (beyond 10). */
function isChannelType(symbol: TypeSymbol): boolean {
  return symbol.kind === "Struct" && symbol.module.id === "std/sync" && (symbol.name === "Channel" || symbol.name === "SelectResult");
}

/** Names that C interoperability gives to types (language 1.9). */
const C_TYPE = /^(?:c_(?:u?(?:char|short|int|long|longlong)|schar|float|double|void|str|string|ptr|bool|size_t)|CStr|CString|CPtr)$/;

export function unknownName(context: Context, what: "value" | "type" | "trait", name: string, span: Span, scope: TypeScope, locals: Iterable<string> = [], better?: string, otherwise?: string): void {
  if (what === "type" && C_TYPE.test(name)) return context.report("P9", scope.state, span, {});
  if (context.lost.has(name) || scope.state.unit.lost?.names.has(name) === true) return;
  // Every other name of one letter is near to a name of one letter. A search looks at all names: not too often.
  const similar = name.length === 1 || context.suggestions-- <= 0 ? undefined : nearest(name, [...locals, ...scope.params.keys(), ...context.names.candidates(scope.state)]);
  const elsewhere = what === "value" ? (moduleHint(context, name) ?? insteadOfFunction(name)) : undefined;
  const meant = similar === undefined ? undefined : `did you mean \`${similar}\`?`;
  const hint = better ?? elsewhere ?? insteadOf(name) ?? importHint(context, name, scope.state) ?? meant ?? misspelt(what, name) ?? otherwise;
  context.report("R1", scope.state, span, { what, name }, hint === undefined ? {} : { hint });
}

/** A keyword that a lone word was meant to be. */
function misspelt(what: "value" | "type" | "trait", name: string): string | undefined {
  const keyword = what !== "value" || name.length < 4 ? undefined : nearest(name, keywords);
  return keyword === undefined ? undefined : `did you mean \`${keyword}\`?`;
}

/** Types that programs use most, by the standard module that declares them. */
const HOMES: Readonly<Record<string, string>> = {
  Map: "collections", Set: "collections", Entry: "collections", Error: "error", JsonValue: "json", ToJson: "json", FromJson: "json",
  Debug: "fmt", Channel: "sync", Mutex: "sync", WaitGroup: "sync", Server: "http", Request: "http", Response: "http", Regex: "regex", Rng: "random",
};

/** Standard modules whose functions are mostly called through the module. */
const MODULES: ReadonlySet<string> = new Set([
  "cmp", "collections", "encoding", "env", "fmt", "fs", "hash", "http", "io", "iter", "json", "list", "math", "net", "option",
  "path", "process", "random", "regex", "string", "sync", "test", "time",
]);

/** For the alias of a standard module that no file imports. */
function moduleHint(context: Context, name: string): string | undefined {
  return MODULES.has(name) && !context.names.states.has(`std/${name}`) ? `write \`import std/${name}\`` : undefined;
}

/** A loaded module that declares the name, or a standard one that would. */
function importHint(context: Context, name: string, state: ModuleState): string | undefined {
  if (name.startsWith("__")) return undefined;
  const home = Object.hasOwn(HOMES, name) ? HOMES[name] : undefined;
  if (home !== undefined && !context.names.states.has(`std/${home}`)) return `write \`import std/${home}\``;
  for (const [id, other] of context.names.states) {
    if (other !== state && context.names.declared(other, name) !== null) {
      const path = id.startsWith("std/") ? id : JSON.stringify(other.unit.source.name);
      return `\`${name}\` is declared in ${path}: import it with a selector`;
    }
  }
  return undefined;
}

export function resolveTrait(context: Context, node: NamedNode, scope: TypeScope): TraitRef | null {
  const name = node.name.name;
  const args = node.args.map((arg) => resolveType(context, arg, scope));
  const entry = context.names.lookup(scope.state, name, node.name.span);
  if (entry === "reported") return null;
  if (entry?.kind !== "Trait") {
    if (entry === null) unknownName(context, "trait", name, node.name.span, scope);
    else context.report("R1", scope.state, node.name.span, { what: "trait", name }, { label: "this is not a trait" });
    return null;
  }
  const trait = entry.trait;
  if (args.length !== trait.typeParams.length) {
    context.report("T4", scope.state, node.span, { name, expected: trait.typeParams.length, actual: args.length });
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
    context.report("T12", scope.state, node.span, { trait: trait.trait.name, problem: "cannot be used as `dyn`: it is not object-safe" }, {
      label: problem.why,
      related: [{ source: trait.trait.module.source, span: problem.span, text: "this method" }],
    });
  });
  return { kind: "Dyn", trait };
}

/** Why a trait is not object-safe (language 5.4). */
function unsafeMember(trait: TraitSymbol): { why: string; span: Span } | null {
  const isSelf = (type: Type) => mentions(type, (part) => part === trait.self);
  for (const member of trait.members.values()) {
    const span = member.node.name.span;
    if (member.typeParams.length > 0) return { why: `\`${member.name}\` is generic`, span };
    if (member.params.some((param) => isSelf(param.type))) return { why: `\`${member.name}\` takes \`Self\``, span };
    if (isSelf(member.result)) return { why: `\`${member.name}\` returns \`Self\``, span };
  }
  return null;
}

/** Type parameters without their bounds yet. */
export function newParams(context: Context, generics: readonly GenericParam[], state: ModuleState): ParamType[] {
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
  return { state: outer.state, params: names, self };
}

/** Resolves bounds, in a scope that has all the parameters. */
export function fillBounds(context: Context, generics: readonly GenericParam[], params: readonly ParamType[], scope: TypeScope): void {
  generics.forEach((generic, i) => {
    if (generic.bounds.length === 0) return;
    params[i]!.bounds = generic.bounds.flatMap((bound) => resolveTrait(context, bound, scope) ?? []);
  });
}
