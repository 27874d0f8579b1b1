// What names stand for. A symbol belongs to the module that declares it and points to its tree.
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
import type { Facts } from "../facts.ts";
import type { ParamType, TraitRef, Type } from "./types.ts";

/** A checked module. Standard modules are called `std/json`, others by canonical path. */
export interface Module {
  readonly id: string;
  readonly standard: boolean;
  /** A module of the host: standard, but written by others. */
  readonly host: boolean;
  readonly source: Source;
  /** With derived impls written out as ordinary items. */
  readonly tree: Tree;
  readonly facts: Facts;
  readonly functions: ReadonlyMap<string, FunctionSymbol>;
  readonly globals: readonly GlobalSymbol[];
  /** See `Unit.edition`. */
  readonly edition: number;
  /** Imports in order, for initialisation (reference/modules#globals); of an input of a session also those it takes names from. */
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
  readonly fields: readonly { readonly name: string; readonly type: Type }[];
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
  /** Names of the payload parts, or null for tuple and unit variants. */
  readonly names: readonly string[] | null;
}

export interface TraitSymbol {
  readonly kind: "Trait";
  readonly name: string;
  readonly module: Module;
  readonly node: TraitItem;
  readonly typeParams: readonly ParamType[];
  /** Stands for the implementing type in the members' signatures and default bodies. */
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
  /** Where it stands: file level, an impl or a trait (whose parameters it sees as well). */
  readonly owner: ImplSymbol | TraitSymbol | null;
  /** Its own type parameters, without the owner's. */
  readonly typeParams: readonly ParamType[];
  readonly hasSelf: boolean;
  /** Without `self`. */
  readonly params: readonly LocalSymbol[];
  readonly result: Type;
  /** A body-less function of a standard module, or of a host module: its TypeScript supplies it. */
  readonly native: boolean;
  /** Declared `@blocking`: the native may wait. */
  readonly blocking: boolean;
  /** Declared `@calls`: the native calls the functions it is given, and waits when these do. */
  readonly calls: boolean;
  /**
   * Declared `@direct(FUNCTION, METHOD)`: a call with what a trait's method makes of a value is one of that function of the
   * module with the value itself, where all impls that it reaches have that method.
   */
  readonly direct: { readonly function: string; readonly method: string } | null;
  /** Declared `@diverges`: a call of the native never returns. */
  readonly diverges: boolean;
  /** Declared `@iterates`: `for` goes over the list that the method makes, or over what it gives until `None`. */
  readonly iterates: boolean;
  /** Declared `@long`: the native may give way in the middle of its work (runtime/goroutines/long-work.ts). */
  readonly long: boolean;
  /** Declared `@moves`: of the types that stand for its type parameters, the native makes no values. */
  readonly moves: boolean;
  /** Reads no more of its first argument than its other arguments and its result are long: declared `@part`. */
  readonly part: boolean;
  /** Takes no more time for large values than for small ones: declared `@quick`. */
  readonly quick: boolean;
  /** Declared `@shows`: writes values of its parameter's type for reports, whatever their parts are. */
  readonly shows: boolean;
  /** Script functions may run beside the goroutine that called the native: declared `@serves`, or it is given functions and not `@calls`. */
  readonly serves: boolean;
}

export interface GlobalSymbol {
  readonly kind: "Global";
  readonly name: string;
  readonly module: Module;
  readonly node: GlobalItem;
  readonly type: Type;
  /** Only of what a statement of a session's input declares: whether it is a `const`. */
  readonly constant?: boolean;
}

export interface ConstSymbol {
  readonly kind: "Const";
  readonly name: string;
  readonly module: Module;
  readonly node: ConstItem;
  readonly type: Type;
  /** Folded (reference/checking#constants); Int as bigint, Char as { char }, String as bytes. */
  readonly value: ConstValue;
}

export type ConstValue = bigint | number | boolean | string | { readonly char: number };

/** A parameter, `let`, loop variable or pattern binding. `self` is one named `self`. */
export interface LocalSymbol {
  readonly kind: "Local";
  readonly name: string;
  readonly type: Type;
  /** The variable of a session that a lambda or deferred expression of an input captures: this is its copy. */
  readonly copyOf?: GlobalSymbol;
}
