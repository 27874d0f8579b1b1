// The facts about one tree, the results of the checker for the compiler and the tools. Tables are indexed by
// node id. Types may contain type parameters of the enclosing declarations, but no unsolved variables.
import type {
  ConstSymbol,
  EnumSymbol,
  FunctionSymbol,
  GlobalSymbol,
  LocalSymbol,
  Module,
  StructSymbol,
  TraitSymbol,
  VariantSymbol,
} from "./symbols.ts";
import type { DynType, NamedType, TraitRef, Type, TypeSymbol } from "./types.ts";

export interface Facts {
  /** The type of every expression before coercion, and of the value that every pattern matches. */
  readonly types: readonly (Type | undefined)[];
  /** The meaning of each node; see `Use`. */
  readonly uses: readonly (Use | undefined)[];
  /** The target types of expressions that are wrapped (reference/checking#dyn-coercion). */
  readonly coercions: ReadonlyMap<number, DynType>;
  /** The functions that convert literals and parts of them, before a coercion. */
  readonly conversions: ReadonlyMap<number, Conversion>;
  /**
   * The symbol that a node declares: Let, Param and binding NamePattern; shorthand fields of patterns use
   * their NamePattern.
   */
  readonly locals: readonly (LocalSymbol | undefined)[];
  /** The `self` of a FunctionItem, by the node id of the FunctionItem. */
  readonly selves: ReadonlyMap<number, LocalSymbol>;
  /** The function symbol that a FunctionItem declares. */
  readonly functions: ReadonlyMap<number, FunctionSymbol>;
}

/** The facts while the checker collects them. */
export interface FactsTable extends Facts {
  readonly types: (Type | undefined)[];
  readonly uses: (Use | undefined)[];
  readonly coercions: Map<number, DynType>;
  readonly conversions: Map<number, Conversion>;
  readonly locals: (LocalSymbol | undefined)[];
  readonly selves: Map<number, LocalSymbol>;
  readonly functions: Map<number, FunctionSymbol>;
}

export type Use =
  // Name, SelfValue, FieldAccess on an alias, assignment targets; Global also of a Let at a prompt, which
  // declares it
  | { readonly kind: "Local"; readonly local: LocalSymbol }
  | { readonly kind: "Global"; readonly global: GlobalSymbol }
  | { readonly kind: "Const"; readonly constant: ConstSymbol }
  /** A function as a value (Name, or FieldAccess for `alias.f` and `Type.assoc`). */
  | { readonly kind: "Function"; readonly callee: Callee }
  // Call and MethodCall; Slice, by the function of std/core that copies
  | { readonly kind: "Call"; readonly callee: Callee; readonly order?: ArgumentOrder }
  /** A method or associated function through a bound; `self` contains type parameters. */
  | { readonly kind: "BoundCall"; readonly callee: BoundCallee; readonly order?: ArgumentOrder }
  | {
      readonly kind: "DynCall";
      readonly trait: TraitRef;
      readonly method: FunctionSymbol;
      readonly order?: ArgumentOrder;
    }
  /** Call of a function value: the callee is an ordinary expression. */
  | { readonly kind: "ValueCall" }
  /** Spawn of a call: its parts are evaluated before the goroutine starts, which runs the call. */
  | { readonly kind: "SpawnedCall" }
  /** Try in an input of a session: the value that it returns is shown. */
  | { readonly kind: "Leave" }
  /**
   * Call, MethodCall, Name (`None`) and FieldAccess (`Light.Off`); `order[i]` is the argument that fills
   * payload part i.
   */
  | {
      readonly kind: "Variant";
      readonly type: NamedType;
      readonly variant: VariantSymbol;
      readonly order: readonly number[];
    }
  /**
   * `print`, `panic` and the built-in functions of reference/reflection#types,
   * reference/prelude#reserved-names, by name.
   */
  | { readonly kind: "Builtin"; readonly name: string; readonly typeArgs: readonly Type[] }
  // StructLit: `order[i]` is the initialiser of field i, or -1 where it comes from the base, or without one
  // is its default
  | { readonly kind: "Struct"; readonly type: NamedType; readonly order: readonly number[] }
  /** MapLit and SetLit: `Map.new` or `Set.new`, then `set(k, v)` or `add(v)` for each entry. */
  | { readonly kind: "Collection"; readonly create: Callee; readonly add: Callee }
  /** Index by key: the method that reads, and the one that stores, if there is one. */
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

/**
 * For a call with named arguments or fewer than there are parameters: the index of the argument for each
 * parameter, or -1 where its default is used.
 */
export type ArgumentOrder = readonly number[];

/** A known function with the types for its type parameters. */
export interface Callee {
  readonly function: FunctionSymbol;
  /** The types for the parameters of its impl or trait, then for its own. */
  readonly typeArgs: readonly Type[];
  /** The implementing type for a default method of a trait; null for others. */
  readonly self: Type | null;
}

/** A function that converts a value. A handler also gets a text about it, and a function for each default value. */
export interface Conversion extends Callee {
  readonly text?: string;
  readonly defaults?: readonly Callee[];
}

export interface BoundCallee {
  readonly trait: TraitRef;
  readonly method: FunctionSymbol;
  readonly self: Type;
  /** The types for the method's own type parameters. */
  readonly typeArgs: readonly Type[];
}

export type Iteration =
  | { readonly kind: "Range" }
  | { readonly kind: "List" }
  /** The method `next` of the type. */
  | {
      readonly kind: "Next";
      readonly next: Callee | BoundCallee | { readonly trait: TraitRef; readonly method: FunctionSymbol };
    }
  | { readonly kind: "Option" | "String" }
  /** The list that a method declared `@iterates` returns, such as the entries of a map. */
  | { readonly kind: "Snapshot"; readonly snapshot: Callee }
  /** The results of a method declared `@iterates` until `None`, such as those of a channel. */
  | { readonly kind: "Received"; readonly receive: Callee };

/** Queries about impls for actual types; the compiler uses them for each instance. */
export interface Impls {
  /** The method of `trait` with these arguments for `self`, or null if there is no impl. */
  method(trait: TraitSymbol, name: string, self: Type, args?: readonly Type[]): Callee | null;
  implements(self: Type, trait: TraitSymbol): boolean;
  /** The names of all methods and associated functions of a type, for completion. */
  methodNames(symbol: TypeSymbol): Iterable<string>;
  /** The methods and associated functions of a type with a name; `isOwn` is false for those of a trait. */
  offered(symbol: TypeSymbol, name: string): { readonly fn: FunctionSymbol; readonly isOwn: boolean }[];
  /** The method `next` of a structural iterator. */
  next(self: Type): Callee | null;
  /** The functions of all impls in a module. */
  methodsIn(module: Module): FunctionSymbol[];
}
