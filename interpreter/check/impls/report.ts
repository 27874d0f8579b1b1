import type { Report } from "../names/index.ts";
import type { CoreEnums, ImplSymbol, NamedType, ParamType, Prelude, Type } from "../types/index.ts";
import type { ImplTable } from "./impls.ts";

/** Reports of problems with impls and bounds: the known impls, and what has been reported. */
export interface ImplReport extends Report {
  readonly impls: ImplTable;
  readonly prelude: Prelude;
  readonly enums: CoreEnums;
  /** Types for which a missing bound of a generic type was reported (bounds.ts). */
  readonly impliedMissing: Set<string>;
  /** Numbers for the type parameters that lack a bound, so that each bound is reported once. */
  readonly paramNumbers: Map<ParamType, number>;
  /** The impls that overlap no earlier one. */
  readonly separateImpls: Set<ImplSymbol>;
  option(payload: Type): NamedType;
}
