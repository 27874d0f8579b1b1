// The scope of type names at a location in a file.
import type { ParamType, Type } from "../types/index.ts";
import type { ModuleState } from "./names.ts";

/** The type parameters in scope, `Self`, then the file. */
export interface TypeScope {
  readonly state: ModuleState;
  readonly params: ReadonlyMap<string, ParamType>;
  readonly self: Type | null;
  /** The current declaration, if it may have type parameters: `first`, `impl`. */
  readonly declares?: string;
  /** Whether it is in a generic alias, whose bounds are checked at its uses. */
  readonly open?: boolean;
}
