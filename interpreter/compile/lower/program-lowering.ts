// Finds the parts of a program from its entry with a worklist: an instance for each function with each set of
// actual types, and the structs, enums, globals, method tables and type descriptors that these refer to.
// Bodies are lowered one after another, never recursively.
import { get } from "../../own/index.ts";
import {
  type Callee,
  type EnumSymbol,
  type FunctionSymbol,
  type GlobalSymbol,
  type Impls,
  isHiddenField,
  isTupleSymbol,
  type Module,
  nameOf,
  type ParamType,
  type Program,
  type StandardItem,
  standardModules,
  type StructSymbol,
  type Substitution,
  type TraitSymbol,
  type Type,
} from "../../check/index.ts";
import { CallSites } from "./call-sites.ts";
import type { GlobalDraft, InstanceDraft, LocalDraft } from "./draft.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import { LIMITS, spend } from "../../limits/index.ts";
import {
  isPrimitive,
  moduleKey,
  type CallSite,
  type ConstValue,
  type Descriptor,
  type EnumInfo,
  type Expr,
  type FunctionCode,
  type GlobalInfo,
  type Instance,
  type Local,
  type SessionGlobals,
  type StructInfo,
  type VTable,
} from "../ir/index.ts";
import { structuralText } from "./structural-text.ts";
import type { Tracing } from "./tracing.ts";
import { TypeTable } from "./type-table.ts";

/** Type arguments nested more deeply are the result of polymorphic recursion. */
const MAX_TYPE_DEPTH = 400;
/** So are this many instances of one function with types nested this deeply. */
const DEEP = 20;
const MAX_DEEP_INSTANCES = 2000;

export class ProgramLowering {
  readonly program: Program;
  readonly impls: Impls;
  readonly explains: boolean;
  readonly tracing: Tracing | null;
  readonly types = new TypeTable();
  readonly sites = new CallSites();
  readonly instances: Instance[] = [];
  readonly code = new Map<Instance, FunctionCode>();
  /** Errors in bodies of standard modules, which are checked when they are first called. */
  readonly errors: Diagnostic[] = [];
  readonly structs = new Map<Type, StructInfo>();
  readonly enums = new Map<Type, EnumInfo>();
  readonly globals = new Map<GlobalSymbol, GlobalInfo>();
  readonly vtables = new Map<string, VTable>();
  readonly descriptors = new Map<Type, Descriptor>();
  /** A function whose type arguments grow without end. */
  endless: FunctionSymbol | null = null;
  /** The function whose instance exceeded the limit of instances. */
  excessive: FunctionSymbol | null = null;
  /** The function or global that uses the name of a type that is too long. */
  unnameable: FunctionSymbol | GlobalSymbol | null = null;
  #generic = 0;
  readonly #byKey = new Map<string, Instance>();
  readonly #functionIds = new Map<FunctionSymbol, number>();
  readonly #deepInstances = new Map<FunctionSymbol, number>();
  readonly #todo: InstanceDraft[] = [];
  readonly #session: SessionGlobals | null;
  #nextLocal = 0;
  #nextLambda = 0;

  /** @param explains whether a failed assertion shows the values of its parts */
  constructor(
    program: Program,
    session: SessionGlobals | null,
    explains = false,
    tracing: Tracing | null = null,
  ) {
    this.program = program;
    this.explains = explains;
    this.tracing = tracing;
    this.impls = program.impls;
    this.#session = session;
  }

  get core(): Module {
    return this.program.modules.get(standardModules.core)!;
  }

  /** A function of a standard module that the program has loaded. */
  standard(item: StandardItem): FunctionSymbol {
    const module = this.program.modules.get(item.slice(0, item.indexOf(":")))!;
    return module.functions.get(nameOf(item))!;
  }

  /** The next instance whose body has not been lowered yet. */
  nextToLower(): InstanceDraft | undefined {
    return this.#todo.pop();
  }

  newLocal(name: string, type: Type): LocalDraft {
    return { id: this.#nextLocal++, name, type, assigned: false };
  }

  newLambdaId(): number {
    return this.#nextLambda++;
  }

  /** The instance of a callee with actual types; `site` as in call-sites.ts. */
  instance(
    symbol: FunctionSymbol,
    typeArgs: readonly Type[],
    self: Type | null,
    site: CallSite | null = null,
  ): Instance {
    let id = this.#functionIds.get(symbol);
    if (id === undefined) this.#functionIds.set(symbol, (id = this.#functionIds.size));
    const args = typeArgs.map((arg) => this.types.idOf(arg)).join(",");
    const key = `${id}<${args}>${self === null ? "" : this.types.idOf(self)}${site === null ? "" : `@${site.id}`}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    spend();
    const substitution = substitutionOf(symbol, typeArgs, self);
    const instance: InstanceDraft = {
      id: this.instances.length,
      symbol,
      module: symbol.module,
      name: displayName(symbol),
      typeArgs,
      self,
      params: [],
      result: this.types.actual(symbol.result, substitution),
      native: symbol.native
        ? {
            module: symbol.module.id,
            name: displayName(symbol),
            blocking: symbol.blocking,
            calls: symbol.calls,
            serves: symbol.serves,
            long: symbol.long,
            part: symbol.part,
            quick: symbol.quick,
          }
        : null,
      syncCopy: false,
      site,
    };
    this.#byKey.set(key, instance);
    this.instances.push(instance);
    if (this.#growsEndlessly(symbol, typeArgs)) this.endless ??= this.#growing(symbol);
    else if (this.#isTooMany(instance)) this.excessive ??= symbol;
    else if (!symbol.native) this.#todo.push(instance);
    return instance;
  }

  #isTooMany({ typeArgs, self }: Instance): boolean {
    if (typeArgs.length > 0 || self !== null) this.#generic++;
    return this.#generic > LIMITS.instances;
  }

  #growsEndlessly(symbol: FunctionSymbol, typeArgs: readonly Type[]): boolean {
    const depth = Math.max(0, ...typeArgs.map((arg) => this.types.depthOf(arg)));
    if (depth <= DEEP) return false;
    const count = (this.#deepInstances.get(symbol) ?? 0) + 1;
    this.#deepInstances.set(symbol, count);
    return depth > MAX_TYPE_DEPTH || count > MAX_DEEP_INSTANCES;
  }

  /** The function of the program that grows together with a function of the library, if there is one. */
  #growing(symbol: FunctionSymbol): FunctionSymbol {
    if (!symbol.module.standard) return symbol;
    return [...this.#deepInstances.keys()].find(({ module }) => !module.standard) ?? symbol;
  }

  /** The method of a trait for an actual type; null if the type does not implement it. */
  method(
    trait: TraitSymbol,
    name: string,
    self: Type,
    ownTypeArgs: readonly Type[] = [],
    args: readonly Type[] = [],
  ): Instance | null {
    const callee: Callee | null = this.impls.method(trait, name, self, args);
    return callee === null ? null : this.calleeInstance(callee, ownTypeArgs);
  }

  /** The instance of a callee that `impls` returned, whose types are actual. */
  calleeInstance(callee: Callee, ownTypeArgs: readonly Type[] = []): Instance {
    const typeArgs = [...callee.typeArgs, ...ownTypeArgs].map((arg) => this.types.actual(arg, null));
    return this.instance(
      callee.function,
      typeArgs,
      callee.self === null ? null : this.types.actual(callee.self, null),
    );
  }

  struct(type: Type): StructInfo {
    let info = this.structs.get(type);
    if (info === undefined) {
      if (type.kind !== "Named" || type.symbol.kind !== "Struct") throw new Error("not a struct");
      const symbol: StructSymbol = type.symbol;
      const fields: { name: string; type: Type }[] = [];
      info = { id: this.structs.size, name: symbol.name, type, module: symbol.module, fields };
      this.structs.set(type, info);
      const substitution = zip(symbol.typeParams, type.args);
      for (const field of symbol.fields) {
        fields.push({ name: field.name, type: this.types.actual(field.type, substitution) });
      }
    }
    return info;
  }

  /** The fields that reflection returns; none if the type is not a struct. */
  reflected(type: Type): StructInfo["fields"] {
    if (type.kind !== "Named" || type.symbol.kind !== "Struct" || isTupleSymbol(type.symbol)) return [];
    const { symbol } = type;
    return this.struct(type).fields.filter(({ name }) => !isHiddenField(symbol, name));
  }

  enum(type: Type): EnumInfo {
    let info = this.enums.get(type);
    if (info === undefined) {
      if (type.kind !== "Named" || type.symbol.kind !== "Enum") throw new Error("not an enum");
      const symbol: EnumSymbol = type.symbol;
      const variants: { name: string; payload: readonly Type[] }[] = [];
      info = { id: this.enums.size, name: symbol.name, type, module: symbol.module, variants };
      this.enums.set(type, info);
      const substitution = zip(symbol.typeParams, type.args);
      for (const variant of symbol.variants) {
        variants.push({
          name: variant.name,
          payload: variant.payload.map((part) => this.types.actual(part, substitution)),
        });
      }
    }
    return info;
  }

  global(symbol: GlobalSymbol): GlobalInfo {
    let info = this.globals.get(symbol);
    if (info === undefined) {
      const type = this.types.actual(symbol.type, null);
      const draft: GlobalDraft = {
        id: this.globals.size,
        name: symbol.name,
        type,
        module: symbol.module,
        zero: get(symbol, "constant") === undefined ? zeroOf(type) : null,
        initialiser: null,
        lost: this.#session?.isLost(symbol) ?? false,
      };
      info = draft;
      this.globals.set(symbol, info);
      if (symbol.node.value !== null && this.#session?.isReady(symbol) !== true) {
        this.errors.push(...this.program.standardBodies.checkGlobal(symbol));
        const initialiser: InstanceDraft = {
          id: this.instances.length,
          symbol: null,
          module: symbol.module,
          name: symbol.name,
          typeArgs: [],
          self: null,
          params: [],
          result: type,
          native: null,
          syncCopy: false,
          site: null,
        };
        draft.initialiser = initialiser;
        this.instances.push(initialiser);
        this.#initialised.set(initialiser, symbol);
        this.#todo.push(initialiser);
      }
    }
    return info;
  }

  readonly #initialised = new Map<Instance, GlobalSymbol>();
  readonly #texts = new Map<Type, Instance>();
  readonly #written = new Map<Instance, () => Expr>();

  /**
   * The function that formats a struct or enum without `ToString` (structural-text.ts); `result` is String.
   */
  textInstance(type: Type, result: Type): Instance {
    let instance = this.#texts.get(type);
    if (instance === undefined) {
      if (type.kind !== "Named" || type.symbol.kind === "Primitive")
        throw new Error("neither struct nor enum");
      const { name, module } = type.symbol;
      const value = this.newLocal("value", type);
      instance = this.madeInstance(module, `${name}.to_string`, [value], result, () =>
        structuralText(this, value, result),
      );
      this.#texts.set(type, instance);
    }
    return instance;
  }

  /** A function without source; `body` is called when it is lowered. */
  madeInstance(
    module: Module,
    name: string,
    params: readonly Local[],
    result: Type,
    body: () => Expr,
  ): Instance {
    const instance: InstanceDraft = {
      id: this.instances.length,
      symbol: null,
      module,
      name,
      typeArgs: [],
      self: null,
      params: [...params],
      result,
      native: null,
      syncCopy: false,
      site: null,
    };
    this.instances.push(instance);
    this.#written.set(instance, body);
    this.#todo.push(instance);
    return instance;
  }

  /** Lowers the body of a function without source; false for others. */
  write(instance: Instance): boolean {
    const body = this.#written.get(instance);
    if (body === undefined) return false;
    this.code.set(instance, { body: body(), hasDefer: false });
    return true;
  }

  /** The actual types of an instance's parameters, its receiver first. */
  parameterTypes(instance: Instance, symbol: FunctionSymbol): Type[] {
    const given = substitutionOf(symbol, instance.typeArgs, instance.self);
    const self = symbol.owner?.kind === "Impl" ? symbol.owner.target : symbol.owner?.self;
    const types = [
      ...(symbol.hasSelf && self !== undefined ? [self] : []),
      ...symbol.params.map((param) => param.type),
    ];
    return types.map((type) => this.types.actual(type, given));
  }

  /** The global whose initialiser an instance is. */
  globalOf(initialiser: Instance): GlobalSymbol {
    return this.#initialised.get(initialiser)!;
  }

  /** The methods of `trait` for `type`, which implements it. */
  vtable(trait: TraitSymbol, traitArgs: readonly Type[], type: Type): VTable {
    const key = `${this.traitKey(trait)} ${traitArgs.map((arg) => this.types.idOf(arg)).join(",")} ${this.types.idOf(type)}`;
    let table = this.vtables.get(key);
    if (table === undefined) {
      const methods: { name: string; instance: Instance }[] = [];
      table = { id: this.vtables.size, trait: this.traitKey(trait), type, methods };
      this.vtables.set(key, table);
      for (const [name, member] of trait.members) {
        if (!member.hasSelf) continue;
        const instance = this.method(trait, name, type, [], traitArgs) ?? this.structuralNext(type);
        methods.push({ name, instance });
      }
    }
    return table;
  }

  /** A key that is unique among trait declarations. */
  traitKey(trait: TraitSymbol): string {
    return `${moduleKey(trait.module)} ${trait.name}`;
  }

  /** The `next` of a type that is an iterator structurally (reference/checking#traits-and-bounds). */
  structuralNext(type: Type): Instance {
    const next = this.impls.next(type);
    if (next === null) throw new Error(`no impl for ${this.types.textOf(type)}`);
    return this.calleeInstance(next);
  }

  descriptor(type: Type): Descriptor {
    let descriptor = this.descriptors.get(type);
    if (descriptor === undefined) {
      const fields: { name: string; type: Type }[] = [];
      descriptor = { id: this.descriptors.size, text: this.types.textOf(type), fields, type };
      this.descriptors.set(type, descriptor);
      if (type.kind === "Named" && type.symbol.kind === "Struct") {
        for (const field of this.reflected(type)) {
          fields.push(field);
          this.descriptor(field.type);
        }
      }
    }
    return descriptor;
  }
}

export function substitutionOf(
  symbol: FunctionSymbol,
  typeArgs: readonly Type[],
  self: Type | null,
): Substitution {
  const map = zip([...(symbol.owner?.typeParams ?? []), ...symbol.typeParams], typeArgs);
  if (symbol.owner?.kind === "Trait" && self !== null) map.set(symbol.owner.self, self);
  return map;
}

function zip(params: readonly ParamType[], args: readonly Type[]): Map<ParamType, Type> {
  const map = new Map<ParamType, Type>();
  params.forEach((param, i) => map.set(param, args[i]!));
  return map;
}

/**
 * The value of a global before its initialisation; null for types without zero value
 * (reference/checking#constants).
 */
function zeroOf(type: Type): ConstValue | null {
  if (isPrimitive(type, "Int")) return 0n;
  if (isPrimitive(type, "Float")) return 0;
  if (isPrimitive(type, "Bool")) return false;
  if (isPrimitive(type, "String")) return "";
  return null;
}

/** `area`, or `Shape.area` for a function of an impl or trait; natives are listed under this name. */
function displayName(symbol: FunctionSymbol): string {
  const { owner } = symbol;
  if (owner === null) return symbol.name;
  if (owner.kind === "Trait") return `${owner.name}.${symbol.name}`;
  const { target } = owner;
  if (target.kind === "Named" && isTupleSymbol(target.symbol)) return `tuple.${symbol.name}`;
  if (target.kind === "Param") return `Iterator.${symbol.name}`;
  return target.kind === "Named" ? `${target.symbol.name}.${symbol.name}` : symbol.name;
}

/** The modules in the order in which their globals are initialised (reference/modules#globals). */
export function initialisationOrder(entry: Module): Module[] {
  const order: Module[] = [];
  const seen = new Set<Module>([entry]);
  const stack: { module: Module; next: number }[] = [{ module: entry, next: 0 }];
  while (stack.length > 0) {
    const top = stack.at(-1)!;
    const imported = top.module.imports[top.next++];
    if (imported === undefined) {
      order.push(top.module);
      stack.pop();
    } else if (!seen.has(imported)) {
      seen.add(imported);
      stack.push({ module: imported, next: 0 });
    }
  }
  return order;
}
