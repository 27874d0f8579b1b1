// What the checker found out about one tree, for the compiler and the tools. Tables are indexed by
// node id. Types may mention the type parameters of the enclosing declarations and nothing unsolved.
import type {
  ConstSymbol,
  DynType,
  EnumSymbol,
  FunctionSymbol,
  GlobalSymbol,
  LocalSymbol,
  Module,
  NamedType,
  StructSymbol,
  TraitRef,
  TraitSymbol,
  Type,
  TypeSymbol,
  VariantSymbol,
} from "./types/index.ts";

export interface Facts {
  /** Of every expression (before coercion) and every pattern (of what it matches). */
  readonly types: readonly (Type | undefined)[];
  /** What a node means: see `Use`. */
  readonly uses: readonly (Use | undefined)[];
  /** Expressions that are wrapped where they stand (reference/checking#dyn-coercion): the target type. */
  readonly coercions: ReadonlyMap<number, DynType>;
  /** The symbol a node declares: Let, Param and binding NamePattern; shorthand fields of patterns use their NamePattern. */
  readonly locals: readonly (LocalSymbol | undefined)[];
  /** `self` of a FunctionItem with one, by the node id of the FunctionItem. */
  readonly selves: ReadonlyMap<number, LocalSymbol>;
  /** The function symbol a FunctionItem node declares. */
  readonly functions: ReadonlyMap<number, FunctionSymbol>;
}

/** The same while the checker fills it. */
export interface FactsTable extends Facts {
  readonly types: (Type | undefined)[];
  readonly uses: (Use | undefined)[];
  readonly coercions: Map<number, DynType>;
  readonly locals: (LocalSymbol | undefined)[];
  readonly selves: Map<number, LocalSymbol>;
  readonly functions: Map<number, FunctionSymbol>;
}

export type Use =
  // Name, SelfValue, FieldAccess on an alias, assignment targets; Global also of a Let at a prompt, which declares it
  | { readonly kind: "Local"; readonly local: LocalSymbol }
  | { readonly kind: "Global"; readonly global: GlobalSymbol }
  | { readonly kind: "Const"; readonly constant: ConstSymbol }
  /** A function as a value (Name, or FieldAccess for `alias.f` and `Type.assoc`). */
  | { readonly kind: "Function"; readonly callee: Callee }
  // Call and MethodCall; Slice, by the function of std/core that copies
  | { readonly kind: "Call"; readonly callee: Callee }
  /** A method or associated function through a bound; `self` holds type parameters. */
  | { readonly kind: "BoundCall"; readonly callee: BoundCallee }
  | { readonly kind: "DynCall"; readonly trait: TraitRef; readonly method: FunctionSymbol }
  /** Call of a function value: the callee is an ordinary expression. */
  | { readonly kind: "ValueCall" }
  /** Spawn of a call: its parts are evaluated before, the goroutine runs the rest. */
  | { readonly kind: "SpawnedCall" }
  /** Try in an input of a session: what it leaves with is shown. */
  | { readonly kind: "Leave" }
  /** Call, MethodCall, Name (`None`) and FieldAccess (`Light.Off`); `order[i]` is the argument that fills payload part i. */
  | {
      readonly kind: "Variant";
      readonly type: NamedType;
      readonly variant: VariantSymbol;
      readonly order: readonly number[];
    }
  /** `print`, `panic` and the built-in functions of reference/reflection#types, reference/prelude#reserved-names, by name. */
  | { readonly kind: "Builtin"; readonly name: string; readonly typeArgs: readonly Type[] }
  // StructLit: `order[i]` is the initialiser of field i, or -1 where it comes from the base
  | { readonly kind: "Struct"; readonly type: NamedType; readonly order: readonly number[] }
  /** MapLit and SetLit: `Map.new` or `Set.new`, then `set(k, v)` or `add(v)` for each entry. */
  | { readonly kind: "Collection"; readonly create: Callee; readonly add: Callee }
  /** Index by key: the method that reads; the one that stores, if there is one. */
  | { readonly kind: "Keyed"; readonly at: Callee; readonly set: Callee | null }
  // FieldAccess
  | { readonly kind: "Field"; readonly struct: StructSymbol; readonly index: number }
  // For, by what it iterates over
  | { readonly kind: "Iterate"; readonly over: Iteration }
  // LetPattern at a prompt: the variables of the file that it declares
  | {
      readonly kind: "Globals";
      readonly globals: readonly { readonly local: LocalSymbol; readonly global: GlobalSymbol }[];
    }
  // Patterns
  | { readonly kind: "Binding"; readonly local: LocalSymbol }
  /** NamePattern, CtorPattern, StructPattern: `order[i]` is the sub-pattern of payload part i, or -1. */
  | {
      readonly kind: "VariantPattern";
      readonly enum: EnumSymbol;
      readonly variant: VariantSymbol;
      readonly order: readonly number[];
    }
  | { readonly kind: "StructPattern"; readonly struct: StructSymbol; readonly fields: readonly number[] };

/** A known function with what stands for its type parameters. */
export interface Callee {
  readonly function: FunctionSymbol;
  /** For the parameters of the impl (or trait) it stands in, then its own. */
  readonly typeArgs: readonly Type[];
  /** For a default method of a trait: the implementing type. */
  readonly self: Type | null;
}

export interface BoundCallee {
  readonly trait: TraitRef;
  readonly method: FunctionSymbol;
  readonly self: Type;
  /** For the method's own type parameters. */
  readonly typeArgs: readonly Type[];
}

export type Iteration =
  | { readonly kind: "Range" }
  | { readonly kind: "List" }
  /** The type's `next`. */
  | {
      readonly kind: "Next";
      readonly next: Callee | BoundCallee | { readonly trait: TraitRef; readonly method: FunctionSymbol };
    }
  | { readonly kind: "Option" | "String" }
  /** What a method that is declared `@iterates` makes first, as the entries of a map. */
  | { readonly kind: "Snapshot"; readonly snapshot: Callee }
  /** What a method that is declared `@iterates` gives until `None`, as a channel. */
  | { readonly kind: "Received"; readonly receive: Callee };

/** Answers about impls once the actual types are known; the compiler asks for each instance. */
export interface Impls {
  /** The method that `trait` gives to `self`, or null when there is no impl. */
  method(trait: TraitSymbol, name: string, self: Type): Callee | null;
  implements(self: Type, trait: TraitSymbol): boolean;
  /** Names of all methods and associated functions of a type, for completion. */
  methodNames(symbol: TypeSymbol): Iterable<string>;
  /** The methods and associated functions of a type that have a name; `isOwn`: not those of a trait. */
  offered(symbol: TypeSymbol, name: string): { readonly fn: FunctionSymbol; readonly isOwn: boolean }[];
  /** The `next` of a structural iterator. */
  next(self: Type): Callee | null;
  /** The functions of all impls that stand in a module. */
  methodsIn(module: Module): FunctionSymbol[];
}
