// Symbols: the meanings of names. A symbol belongs to the module that declares it and refers to its tree.
import type { Source } from "../../source/index.ts";
import type {
  AliasItem,
  ConstItem,
  EnumItem,
  FunctionItem,
  GlobalItem,
  ImplItem,
  StructItem,
  TraitItem,
  Tree,
} from "../../syntax/index.ts";
import type { Facts } from "./facts.ts";
import type { ParamType, TraitRef, Type } from "./types.ts";

/** A checked module. The id of a standard module is `std/json`, that of others their canonical path. */
export interface Module {
  readonly id: string;
  readonly standard: boolean;
  /** Whether the values of its native functions are converted: of modules of a host, and of packages. */
  readonly host: boolean;
  /** Whether it may have native functions and classes: standard modules, those of a host, and packages. */
  readonly native: boolean;
  readonly source: Source;
  /** The tree, with derived impls expanded to ordinary items. */
  readonly tree: Tree;
  readonly facts: Facts;
  readonly functions: ReadonlyMap<string, FunctionSymbol>;
  readonly globals: readonly GlobalSymbol[];
  /** See `Unit.edition`. */
  readonly edition: number;
  /**
   * The imports in order, for initialisation (reference/modules#globals); for an input of a session, also the
   * inputs whose names it uses.
   */
  readonly imports: readonly Module[];
}

export interface PrimitiveSymbol {
  readonly kind: "Primitive";
  readonly name: "Int" | "Float" | "Bool" | "Char" | "String" | "Unit" | "Any" | "List";
  readonly typeParams: readonly ParamType[];
}

export interface StructSymbol {
  readonly kind: "Struct";
  readonly name: string;
  readonly module: Module;
  readonly node: StructItem;
  readonly typeParams: readonly ParamType[];
  readonly fields: readonly FieldSymbol[];
}

export interface FieldSymbol {
  readonly name: string;
  readonly type: Type;
  /** The function without parameters that computes the default value, with the struct's type parameters. */
  readonly default: FunctionSymbol | null;
}

/** `Option` (`None`, `Some`) and `Result` (`Ok`, `Err`) are the enums of std/core. */
export interface EnumSymbol {
  readonly kind: "Enum";
  readonly name: string;
  readonly module: Module;
  readonly node: EnumItem;
  readonly typeParams: readonly ParamType[];
  readonly variants: readonly VariantSymbol[];
}

/** `type Name<T> = …` */
export interface AliasSymbol {
  readonly kind: "TypeAlias";
  readonly name: string;
  readonly module: Module;
  readonly node: AliasItem;
  readonly typeParams: readonly ParamType[];
  readonly type: Type;
}

export interface VariantSymbol {
  readonly kind: "Variant";
  readonly name: string;
  readonly index: number;
  readonly payload: readonly Type[];
  /** The names of the payload parts; null for tuple and unit variants. */
  readonly names: readonly string[] | null;
}

export interface TraitSymbol {
  readonly kind: "Trait";
  readonly name: string;
  readonly module: Module;
  readonly node: TraitItem;
  readonly typeParams: readonly ParamType[];
  /** `Self` in the signatures and default bodies of the members. */
  readonly self: ParamType;
  readonly members: ReadonlyMap<string, FunctionSymbol>;
}

export interface ImplSymbol {
  readonly kind: "Impl";
  readonly module: Module;
  readonly node: ImplItem;
  readonly typeParams: readonly ParamType[];
  readonly trait: TraitRef | null;
  readonly target: Type;
  readonly methods: ReadonlyMap<string, FunctionSymbol>;
}

export interface FunctionSymbol {
  readonly kind: "Function";
  readonly name: string;
  readonly module: Module;
  readonly node: FunctionItem;
  /** The impl or trait that declares it, whose parameters are in scope; null at file level. */
  readonly owner: ImplSymbol | TraitSymbol | null;
  /** Its own type parameters, without those of the owner. */
  readonly typeParams: readonly ParamType[];
  readonly hasSelf: boolean;
  /** The parameters without `self`. */
  readonly params: readonly LocalSymbol[];
  /**
   * The functions without parameters that compute the default values of the parameters, null for those
   * without; with the type parameters of the owner and of the function.
   */
  readonly defaults: readonly (FunctionSymbol | null)[];
  readonly result: Type;
  /**
   * The names beside the field or parameter whose default value it computes, which it does not see; null for
   * others. Its name is that of the declaration: `Page.limit`, `search.limit`.
   */
  readonly beside: readonly string[] | null;
  /** Whether it is a function without body of a standard or host module, supplied by TypeScript. */
  readonly native: boolean;
  /** Declared `@blocking`: the native may wait. */
  readonly blocking: boolean;
  /** What its `@deprecated` names to use instead; null without one. */
  readonly deprecated: string | null;
  /** Declared `@calls`: the native calls the functions it is given, and waits when these do. */
  readonly calls: boolean;
  /**
   * Declared `@direct(FUNCTION, METHOD)`: a call whose argument is the result of a trait method for a value
   * can be replaced with a call of that function of the module for the value itself, if all impls that it
   * reaches have that method.
   */
  readonly direct: { readonly function: string; readonly method: string } | null;
  /** Declared `@diverges`: a call of the native never returns. */
  readonly diverges: boolean;
  /**
   * Declared `@iterates`: `for` iterates over the list that the method returns, or over its results until
   * `None`.
   */
  readonly iterates: boolean;
  /** Declared `@long`: the native may give way in the middle of its work (runtime/long-work.ts). */
  readonly long: boolean;
  /** Declared `@moves`: the native creates no values of the types of its type parameters. */
  readonly moves: boolean;
  /**
   * Declared `@part`: reads at most as much of its first argument as its other arguments and its result are
   * long.
   */
  readonly part: boolean;
  /** Declared `@quick`: its time does not depend on the size of values. */
  readonly quick: boolean;
  /** Declared `@shows`: writes values of the type of its parameter for messages, whatever their parts are. */
  readonly shows: boolean;
  /**
   * Declared `@serves`, or has function parameters without `@calls`: script functions may run beside the
   * calling goroutine.
   */
  readonly serves: boolean;
}

export interface GlobalSymbol {
  readonly kind: "Global";
  readonly name: string;
  readonly module: Module;
  readonly node: GlobalItem;
  readonly type: Type;
  /** Whether it is a `const`; only for variables that a statement of an input of a session declares. */
  readonly constant?: boolean;
}

export interface ConstSymbol {
  readonly kind: "Const";
  readonly name: string;
  readonly module: Module;
  readonly node: ConstItem;
  readonly type: Type;
  /**
   * The folded value (reference/checking#constants): an Int as bigint, a Char as { char }, a String as bytes.
   */
  readonly value: ConstValue;
}

export type ConstValue = bigint | number | boolean | string | { readonly char: number };

/** A parameter, `let`, loop variable or pattern binding; `self` is a local named `self`. */
export interface LocalSymbol {
  readonly kind: "Local";
  readonly name: string;
  readonly type: Type;
  /**
   * The variable of a session of which this is a copy, captured by a lambda or deferred expression of an
   * input.
   */
  readonly copyOf?: GlobalSymbol;
}
