// Declares the items of a module: first names and symbols, then the types in them.
//
// `declareNames` adds everything that other files may refer to. After it has run for all modules,
// `resolveDeclarations` resolves type parameters, bounds and the heads of impls. Fields and signatures are
// resolved on demand; `forceDeclarations` resolves those of programs.
import { get } from "../../own/index.ts";
import { notes } from "../../diagnostics/index.ts";
import type {
  AliasItem,
  FunctionItem,
  Ident,
  ImplItem,
  Item,
  NamedType as NamedTypeNode,
  TraitItem,
  TypeNode,
} from "../../syntax/index.ts";
import { recording } from "../asked/index.ts";
import type { BodyLocal } from "./local.ts";
import type { Context } from "../context.ts";
import {
  DeclaredAlias,
  DeclaredEnum,
  DeclaredFunction,
  DeclaredImpl,
  DeclaredStruct,
  DeclaredTrait,
  type Signature,
} from "./declared.ts";
import { checkDefaults, fieldDefault, paramDefaults } from "./defaults.ts";
import { bindImport, enter } from "./file-names.ts";
import type { ModuleState, TypeScope } from "../names/index.ts";
import { declareConstant, declareGlobal } from "./values.ts";
import { fillBounds, isTooLarge, newParams, resolveTrait, resolveType, scopeWith } from "./resolve-type.ts";
import {
  ERROR,
  isChannelType,
  isError,
  mentions,
  named,
  showReal,
  showType,
  type FunctionSymbol,
  type ImplSymbol,
  type ParamType,
  type TraitSymbol,
  type Type,
  type TypeSymbol,
} from "../types/index.ts";

export function declareNames(context: Context, state: ModuleState): void {
  const outer: TypeScope = { state, params: new Map(), self: null };
  for (const item of state.tree.items) declareItem(context, state, item, outer);
}

function declareItem(context: Context, state: ModuleState, item: Item, outer: TypeScope): void {
  const { module } = state;
  switch (item.kind) {
    case "Import":
      return bindImport(context, state, item);
    case "ConstItem":
      return enter(context, state, item.name, {
        kind: "Const",
        constant: declareConstant(context, state, item, outer),
      });
    case "GlobalItem":
      return enter(context, state, item.name, {
        kind: "Global",
        global: declareGlobal(context, state, item, outer),
      });
    case "FunctionItem": {
      const fn = declareFunction(context, state, item, null, outer);
      if (!state.functions.has(fn.name)) state.functions.set(fn.name, fn);
      return enter(context, state, item.name, { kind: "Function", function: fn });
    }
    case "StructItem": {
      const symbol = new DeclaredStruct(module, item, (self) =>
        recording(state.asked, () => {
          const scope = { ...scopeWith(outer, self.typeParams), declares: item.name.name };
          return item.fields.map((field) => {
            const type = resolveType(context, field.type, scope);
            return { name: field.name.name, type, default: fieldDefault(module, self, field, type) };
          });
        }),
      );
      symbol.typeParams = newParams(context, item.generics, state);
      state.types.push(symbol);
      return enter(context, state, item.name, { kind: "Type", symbol });
    }
    case "EnumItem": {
      const symbol = new DeclaredEnum(module, item, (self, index) =>
        recording(state.asked, () => {
          const scope = { ...scopeWith(outer, self.typeParams), declares: item.name.name };
          return item.variants[index]!.payload.map((part) => resolveType(context, part.type, scope));
        }),
      );
      symbol.typeParams = newParams(context, item.generics, state);
      state.types.push(symbol);
      return enter(context, state, item.name, { kind: "Type", symbol });
    }
    case "AliasItem":
      return declareAlias(context, state, item, outer);
    case "TraitItem": {
      const trait = new DeclaredTrait(module, item);
      trait.typeParams = newParams(context, item.generics, state);
      state.traits.push(trait);
      return enter(context, state, item.name, { kind: "Trait", trait });
    }
    case "ImplItem":
    case "MacroItem":
    case "MacroCall":
      return;
  }
}

function declareAlias(context: Context, state: ModuleState, item: AliasItem, outer: TypeScope): void {
  const cyclic = (): Type => {
    context.report(
      "T9",
      state,
      item.name.span,
      { type: item.name.name },
      {
        label: notes.thisAliasLeadsBackTo,
        hint: notes.aliasIsAnotherNameFor,
      },
    );
    return ERROR;
  };
  const alias = new DeclaredAlias(
    state.module,
    item,
    (self) =>
      recording(state.asked, () => {
        // Bounds are checked at uses of the alias, where the arguments are known.
        const scope = {
          ...scopeWith(outer, self.typeParams),
          declares: `type ${item.name.name}`,
          ...(item.generics.length > 0 && { open: true }),
        };
        fillBounds(context, item.generics, self.typeParams, scope);
        const type = resolveType(context, item.type, scope);
        // An error in it is reported once, not again at each use of the alias.
        const broken =
          mentions(type, isError) || isTooLarge(context, type, { alias: self, span: item.name.span, state });
        return broken ? ERROR : type;
      }),
    cyclic,
  );
  alias.typeParams = newParams(context, item.generics, state);
  state.typeAliases.push(alias);
  enter(context, state, item.name, { kind: "TypeAlias", alias });
}

function declareFunction(
  context: Context,
  state: ModuleState,
  node: FunctionItem,
  owner: ImplSymbol | TraitSymbol | null,
  outer: TypeScope,
): DeclaredFunction {
  const fn = new DeclaredFunction(state.module, node, owner, () =>
    recording(state.asked, () => signature(context, node, owner, outer)),
  );
  state.facts.functions.set(node.id, fn);
  return fn;
}

function signature(
  context: Context,
  node: FunctionItem,
  owner: ImplSymbol | TraitSymbol | null,
  outer: TypeScope,
): Signature {
  const typeParams = newParams(context, node.generics, outer.state);
  const scope = { ...scopeWith(outer, typeParams), declares: get(outer, "declares") ?? node.name.name };
  fillBounds(context, node.generics, typeParams, scope);
  const seen = new Set<string>();
  const params = node.params.map((param): BodyLocal => {
    const { name, span } = param.name;
    if (name !== "_" && seen.has(name)) context.report("T25", outer.state, span, { what: "parameter", name });
    seen.add(name);
    const type = param.type === null ? ERROR : resolveType(context, param.type, scope);
    const local: BodyLocal = { kind: "Local", name, type, span, constant: false, used: true };
    outer.state.facts.locals[param.id] = local;
    return local;
  });
  const result = node.result === null ? context.unit : resolveType(context, node.result, scope);
  checkDefaults(context, outer.state, node, owner);
  const all = owner === null ? typeParams : [...owner.typeParams, ...typeParams];
  const types = params.map((param) => param.type);
  const defaults = paramDefaults(outer.state.module, node, all, types);
  return { typeParams, params, defaults, result };
}

/** Resolves type parameters, bounds, traits and the heads of impls. */
export function resolveDeclarations(context: Context, state: ModuleState): void {
  const outer: TypeScope = { state, params: new Map(), self: null };
  for (const symbol of state.types) {
    if (symbol.kind === "Primitive") continue;
    fillBounds(context, symbol.node.generics, symbol.typeParams, scopeWith(outer, symbol.typeParams));
    if (symbol.kind === "Enum") checkVariantNames(context, state, symbol.node);
  }
  for (const trait of state.traits) resolveTraitMembers(context, state, trait as DeclaredTrait, outer);
  for (const item of state.tree.items) {
    if (item.kind === "ImplItem") resolveImpl(context, state, item, outer);
  }
}

function checkVariantNames(context: Context, state: ModuleState, node: Item & { kind: "EnumItem" }): void {
  const seen = new Map<string, Ident>();
  for (const { name } of node.variants) {
    const earlier = seen.get(name.name);
    if (earlier === undefined) seen.set(name.name, name);
    else duplicate(context, state, "variant", name, earlier);
  }
}

function duplicate(
  context: Context,
  state: ModuleState,
  what: "variant" | "method",
  name: Ident,
  earlier: Ident,
): void {
  context.report(
    "T25",
    state,
    name.span,
    { what, name: name.name },
    {
      related: [{ source: state.unit.source, span: earlier.span, text: notes.firstDeclaredHere }],
    },
  );
}

function resolveTraitMembers(
  context: Context,
  state: ModuleState,
  trait: DeclaredTrait,
  outer: TypeScope,
): void {
  const node: TraitItem = trait.node;
  const scope = scopeWith(outer, trait.typeParams, trait.self);
  fillBounds(context, node.generics, trait.typeParams, scope);
  trait.self.bounds = [{ trait, args: trait.typeParams }];
  for (const member of node.members)
    enterMethod(context, state, trait.members, declareFunction(context, state, member, trait, scope));
}

function resolveImpl(context: Context, state: ModuleState, node: ImplItem, outer: TypeScope): void {
  const missing = missingParams(context, state, node);
  const typeParams = [...newParams(context, node.generics, state), ...missing];
  const scope = { ...scopeWith(outer, typeParams), declares: "impl" };
  fillBounds(context, node.generics, typeParams, scope);
  if (reportTurned(context, state, node)) return;
  const impl = new DeclaredImpl(
    state.module,
    node,
    node.target.args.length === 0 && missing.length > 0
      ? named(missingOwner(context, state, node)!, missing)
      : implTarget(context, node, scope),
  );
  impl.typeParams = typeParams;
  const inside = { ...scope, self: impl.target };
  if (node.trait !== null) {
    impl.trait = resolveTrait(context, node.trait, inside);
    // The trait that is meant may be one that the type lacks elsewhere.
    if (impl.trait === null) context.addLost([node.target.name.name]);
  }
  if (mentions(impl.target, isError)) loseImpl(context, impl);
  for (const method of node.methods)
    enterMethod(context, state, impl.methods, declareFunction(context, state, method, impl, inside));
  state.impls.push(impl);
  // Also if its trait is unknown: its methods are then inherent ones, so that calls of them are not further
  // errors.
  context.impls.add(impl);
}

/** The type that is meant lacks the methods and the trait, which are no further errors. */
function loseImpl(context: Context, { trait, node }: DeclaredImpl): void {
  context.addLost(node.methods.map((method) => method.name.name));
  if (trait === null) return;
  context.addLost([trait.trait.name, ...trait.trait.node.members.map((member) => member.name.name)]);
}

/** The generic type of an impl without type arguments. */
function missingOwner(context: Context, state: ModuleState, node: ImplItem): TypeSymbol | null {
  const entry = context.names.lookup(state, node.target.name.name);
  return entry !== null && entry !== "reported" && entry.kind === "Type" && entry.symbol.typeParams.length > 0
    ? entry.symbol
    : null;
}

/**
 * Reports type parameters that an impl of a generic type does not declare, `impl Stack` and `impl Stack<T>`,
 * and returns them as declared.
 */
function missingParams(context: Context, state: ModuleState, node: ImplItem): ParamType[] {
  if (node.generics.length > 0) return [];
  const symbol = missingOwner(context, state, node);
  if (symbol === null || isChannelType(symbol)) return [];
  const { target } = node;
  const undeclared = (arg: TypeNode): boolean =>
    arg.kind === "NamedType" &&
    arg.args.length === 0 &&
    /^[A-Z]\w?$/.test(arg.name.name) &&
    context.names.lookup(state, arg.name.name) === null;
  const names =
    target.args.length === 0
      ? symbol.typeParams.map(({ name }) => name)
      : target.args.every(undeclared)
        ? target.args.map((arg) => (arg as NamedTypeNode).name.name)
        : [];
  if (names.length !== symbol.typeParams.length || new Set(names).size < names.length) return [];
  const list = `<${names.join(", ")}>`;
  const hint = { hint: notes.writeGenericImpl(node.trait?.name.name ?? null, symbol.name, list) };
  if (target.args.length === 0)
    context.report("T4", state, target.span, { name: symbol.name, expected: names.length, actual: 0 }, hint);
  else context.report("R1", state, target.args[0]!.span, { what: "type", name: names[0]! }, hint);
  return names.map((name, i) => ({ kind: "Param", name, bounds: symbol.typeParams[i]!.bounds }));
}

/** Reports `impl Type for Trait`, in the wrong order. */
function reportTurned(context: Context, state: ModuleState, { trait, target, methods }: ImplItem): boolean {
  const [first, second] = [trait, target].map((node) =>
    node === null ? null : context.names.lookup(state, node.name.name),
  );
  if (
    first === null ||
    first === undefined ||
    first === "reported" ||
    second === null ||
    second === undefined ||
    second === "reported"
  )
    return false;
  if ((first.kind !== "Type" && first.kind !== "TypeAlias") || second.kind !== "Trait") return false;
  context.report(
    "R1",
    state,
    trait!.name.span,
    { what: "trait", name: trait!.name.name },
    { label: notes.thisIsType, hint: notes.writeImplFor(target.name.name, trait!.name.name) },
  );
  const members = [...methods, ...second.trait.node.members].map((member) => member.name.name);
  context.addLost([trait!.name.name, ...members]);
  return true;
}

function implTarget(context: Context, node: ImplItem, scope: TypeScope): Type {
  const target = node.target;
  const param = target.fileLevel ? undefined : scope.params.get(target.name.name);
  if (param !== undefined) {
    // Only the standard library may declare methods for all types that a bound admits (impls.ts).
    if (scope.state.unit.standard && scope.state.unit.host !== true) return param;
    const { name, span } = target.name;
    context.report(
      "R1",
      scope.state,
      span,
      { what: "type", name },
      { label: notes.thisIsTypeParameter, hint: notes.implForOneType },
    );
    context.addLost(node.methods.map((method) => method.name.name));
    return ERROR;
  }
  const type = resolveType(context, target, scope);
  if (type.kind === "Named" || type.kind === "Never") return type;
  context.report(
    "R1",
    scope.state,
    target.name.span,
    { what: "type", name: target.name.name },
    {
      label: notes.thisIs(showReal(type) ?? showType(type)),
      hint: notes.methodsBelongToStructEnum,
    },
  );
  return ERROR;
}

function enterMethod(
  context: Context,
  state: ModuleState,
  methods: Map<string, FunctionSymbol>,
  fn: DeclaredFunction,
): void {
  const earlier = methods.get(fn.name);
  if (earlier === undefined) methods.set(fn.name, fn);
  else duplicate(context, state, "method", fn.node.name, earlier.node.name);
}

/** Resolves all declarations of programs, so that errors in unused ones are found, too. */
export function forceDeclarations(state: ModuleState): void {
  for (const alias of state.typeAliases) void alias.type;
  for (const symbol of state.types) {
    if (symbol.kind === "Struct") void symbol.fields;
    if (symbol.kind === "Enum") for (const variant of symbol.variants) void variant.payload;
  }
  for (const fn of state.facts.functions.values()) void fn.params;
  for (const constant of state.constants) void constant.type;
  for (const global of state.globals) void global.type;
}
