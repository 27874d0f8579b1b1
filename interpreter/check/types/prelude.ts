// The items of std/core that the language itself uses, as symbols.
import type { EnumSymbol, StructSymbol, TraitSymbol } from "./symbols.ts";
import type { Type } from "./types.ts";

/** The traits of std/core that the language itself uses. */
export interface Prelude {
  readonly toString: TraitSymbol;
  readonly eq: TraitSymbol;
  readonly ord: TraitSymbol;
  readonly hash: TraitSymbol;
  readonly iterator: TraitSymbol;
  readonly fromError: TraitSymbol;
  readonly string: Type;
}

/** The enums and structs that the language itself uses. */
export interface CoreEnums {
  readonly option: EnumSymbol;
  readonly result: EnumSymbol;
  /** The structs of tuples, starting with two parts. */
  readonly tuples: readonly StructSymbol[];
}
