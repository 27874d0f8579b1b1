// The symbols of declarations. Names are available immediately. Parts that need resolved types (fields,
// payloads, signatures) are computed at the first request, so that unused parts of standard modules cost
// nothing.
import { nearest, notes } from "../../diagnostics/index.ts";
import { askHead } from "../asked/index.ts";
import type {
  AliasItem,
  Attribute,
  EnumItem,
  FunctionAttribute,
  FunctionItem,
  ImplItem,
  StructItem,
  TraitItem,
} from "../../syntax/index.ts";
import type {
  AliasSymbol,
  EnumSymbol,
  FunctionSymbol,
  ImplSymbol,
  LocalSymbol,
  Module,
  ParamType,
  StructSymbol,
  TraitRef,
  TraitSymbol,
  Type,
  VariantSymbol,
} from "../types/index.ts";

/** A value that is computed once, at the first request. */
export class Lazy<T> {
  #compute: (() => T) | null;
  #value: T | undefined;

  constructor(compute: () => T) {
    this.#compute = compute;
  }

  get value(): T {
    if (this.#compute !== null) {
      const compute = this.#compute;
      this.#compute = null;
      this.#value = compute();
    }
    return this.#value as T;
  }
}

export interface Signature {
  readonly typeParams: readonly ParamType[];
  readonly params: readonly LocalSymbol[];
  readonly defaults: readonly (FunctionSymbol | null)[];
  readonly result: Type;
}

export class DeclaredFunction implements FunctionSymbol {
  readonly kind = "Function";
  readonly name: string;
  readonly module: Module;
  readonly node: FunctionItem;
  readonly owner: ImplSymbol | TraitSymbol | null;
  readonly beside: readonly string[] | null;
  readonly #signature: Lazy<Signature>;

  constructor(
    module: Module,
    node: FunctionItem,
    owner: ImplSymbol | TraitSymbol | null,
    signature: (fn: DeclaredFunction) => Signature,
    beside: readonly string[] | null = null,
  ) {
    this.name = node.name.name;
    this.module = module;
    this.node = node;
    this.owner = owner;
    this.beside = beside;
    this.#signature = new Lazy(() => signature(this));
  }

  get hasSelf(): boolean {
    askHead(this);
    return this.node.self !== null;
  }

  get native(): boolean {
    return this.node.body === null && this.owner?.kind !== "Trait";
  }

  get blocking(): boolean {
    return this.#has("blocking");
  }

  get calls(): boolean {
    return this.#has("calls");
  }

  get deprecated(): string | null {
    const value = this.#attribute("deprecated")?.args[0]?.value;
    return value?.kind === "StringLit" ? value.value : null;
  }

  get direct(): FunctionSymbol["direct"] {
    const [fn, method] = this.#attribute("direct")?.args ?? [];
    return fn === undefined || method === undefined
      ? null
      : { function: fn.name.name, method: method.name.name };
  }

  get diverges(): boolean {
    return this.native && this.#has("diverges");
  }

  get iterates(): boolean {
    return this.#has("iterates");
  }

  get long(): boolean {
    return this.#has("long");
  }

  get moves(): boolean {
    return this.#has("moves");
  }

  get part(): boolean {
    return this.#has("part");
  }

  get quick(): boolean {
    return this.#has("quick");
  }

  get shows(): boolean {
    return this.#has("shows");
  }

  get serves(): boolean {
    return (
      this.native &&
      (this.#has("serves") || (!this.calls && this.params.some((param) => param.type.kind === "Fun")))
    );
  }

  #has(name: FunctionAttribute): boolean {
    return this.#attribute(name) !== undefined;
  }

  #attribute(name: FunctionAttribute): Attribute | undefined {
    return this.node.attributes.find((attribute) => attribute.name.name === name);
  }

  get typeParams(): readonly ParamType[] {
    askHead(this);
    return this.#signature.value.typeParams;
  }

  get params(): readonly LocalSymbol[] {
    askHead(this);
    return this.#signature.value.params;
  }

  get defaults(): readonly (FunctionSymbol | null)[] {
    askHead(this);
    askHead(this);
    return this.#signature.value.defaults;
  }

  get result(): Type {
    askHead(this);
    return this.#signature.value.result;
  }
}

export class DeclaredStruct implements StructSymbol {
  readonly kind = "Struct";
  readonly name: string;
  readonly module: Module;
  readonly node: StructItem;
  #typeParams: readonly ParamType[] = [];
  readonly #fields: Lazy<StructSymbol["fields"]>;
  #indexes: Map<string, number> | null = null;

  constructor(module: Module, node: StructItem, fields: (symbol: DeclaredStruct) => StructSymbol["fields"]) {
    this.name = node.name.name;
    this.module = module;
    this.node = node;
    this.#fields = new Lazy(() => fields(this));
  }

  get typeParams(): readonly ParamType[] {
    askHead(this);
    return this.#typeParams;
  }

  set typeParams(params: readonly ParamType[]) {
    this.#typeParams = params;
  }

  get fields(): StructSymbol["fields"] {
    askHead(this);
    return this.#fields.value;
  }

  fieldIndex(name: string): number {
    askHead(this);
    this.#indexes ??= new Map(this.node.fields.map((field, i) => [field.name.name, i]));
    return this.#indexes.get(name) ?? -1;
  }
}

export class DeclaredEnum implements EnumSymbol {
  readonly kind = "Enum";
  readonly name: string;
  readonly module: Module;
  readonly node: EnumItem;
  #typeParams: readonly ParamType[] = [];
  readonly #variants: readonly VariantSymbol[];
  readonly #byName = new Map<string, VariantSymbol>();

  constructor(
    module: Module,
    node: EnumItem,
    payload: (symbol: DeclaredEnum, index: number) => readonly Type[],
  ) {
    this.name = node.name.name;
    this.module = module;
    this.node = node;
    const owner = this;
    this.#variants = node.variants.map((variant, index) => {
      const types = new Lazy(() => payload(this, index));
      const names = variant.payload.map((part) => part.name?.name);
      const symbol: VariantSymbol = {
        kind: "Variant",
        name: variant.name.name,
        index,
        get payload() {
          askHead(owner);
          return types.value;
        },
        names: names.length > 0 && names.every((name) => name !== undefined) ? names : null,
      };
      if (!this.#byName.has(symbol.name)) this.#byName.set(symbol.name, symbol);
      return symbol;
    });
  }

  get typeParams(): readonly ParamType[] {
    askHead(this);
    return this.#typeParams;
  }

  set typeParams(params: readonly ParamType[]) {
    this.#typeParams = params;
  }

  get variants(): readonly VariantSymbol[] {
    askHead(this);
    return this.#variants;
  }

  variant(name: string): VariantSymbol | undefined {
    askHead(this);
    return this.#byName.get(name);
  }
}

export class DeclaredAlias implements AliasSymbol {
  readonly kind = "TypeAlias";
  readonly name: string;
  readonly module: Module;
  readonly node: AliasItem;
  #typeParams: readonly ParamType[] = [];
  readonly #compute: (self: DeclaredAlias) => Type;
  readonly #cyclic: () => Type;
  #type: Type | "open" | null = null;

  /** `cyclic` reports that the alias contains itself. */
  constructor(module: Module, node: AliasItem, compute: (self: DeclaredAlias) => Type, cyclic: () => Type) {
    this.name = node.name.name;
    this.module = module;
    this.node = node;
    this.#compute = compute;
    this.#cyclic = cyclic;
  }

  get typeParams(): readonly ParamType[] {
    askHead(this);
    return this.#typeParams;
  }

  set typeParams(params: readonly ParamType[]) {
    this.#typeParams = params;
  }

  get type(): Type {
    askHead(this);
    if (this.#type === "open") return this.#cyclic();
    if (this.#type === null) {
      this.#type = "open";
      this.#type = this.#compute(this);
    }
    return this.#type;
  }
}

export class DeclaredTrait implements TraitSymbol {
  readonly kind = "Trait";
  readonly name: string;
  readonly module: Module;
  readonly node: TraitItem;
  #typeParams: readonly ParamType[] = [];
  readonly self: ParamType;
  readonly #members = new Map<string, FunctionSymbol>();

  constructor(module: Module, node: TraitItem) {
    this.name = node.name.name;
    this.module = module;
    this.node = node;
    this.self = { kind: "Param", name: "Self", bounds: [] };
  }

  get typeParams(): readonly ParamType[] {
    askHead(this);
    return this.#typeParams;
  }

  set typeParams(params: readonly ParamType[]) {
    this.#typeParams = params;
  }

  get members(): Map<string, FunctionSymbol> {
    askHead(this);
    return this.#members;
  }
}

export class DeclaredImpl implements ImplSymbol {
  readonly kind = "Impl";
  readonly module: Module;
  readonly node: ImplItem;
  typeParams: readonly ParamType[] = [];
  trait: TraitRef | null = null;
  target: Type;
  readonly methods = new Map<string, FunctionSymbol>();

  constructor(module: Module, node: ImplItem, target: Type) {
    this.module = module;
    this.node = node;
    this.target = target;
  }
}

/** The variant of an enum by name, in constant time. */
export function variantNamed(symbol: EnumSymbol, name: string): VariantSymbol | undefined {
  return symbol instanceof DeclaredEnum
    ? symbol.variant(name)
    : symbol.variants.find((variant) => variant.name === name);
}

/** Whether a field of a standard type is private to its module: its name starts with two underscores. */
export function isHiddenField(symbol: StructSymbol, name: string): boolean {
  return symbol.module.standard && name.startsWith("__");
}

const FEW_FIELDS = 6;

/** The hint for an unknown field: a similar one, or all if they are few. */
export function fieldHint(symbol: StructSymbol, name: string): string | undefined {
  const fields = symbol.fields.map((field) => field.name).filter((other) => !isHiddenField(symbol, other));
  // All names of one letter are similar.
  const similar = name.length === 1 ? undefined : nearest(name, fields);
  if (similar !== undefined) return notes.didYouMean(similar);
  return fields.length === 0 || fields.length > FEW_FIELDS
    ? undefined
    : notes.has(symbol.name, fields.map((field) => `\`${field}\``).join(", "));
}

/** The index of a field by name, in constant time; -1 if there is none, or none for a program. */
export function fieldIndex(symbol: StructSymbol, name: string, user?: Module): number {
  if (user?.standard === false && isHiddenField(symbol, name)) return -1;
  return symbol instanceof DeclaredStruct
    ? symbol.fieldIndex(name)
    : symbol.fields.findIndex((field) => field.name === name);
}
