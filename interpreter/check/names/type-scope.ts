// What type names mean at a place of a file.
import type { ParamType, Type } from "../types/index.ts";
import type { ModuleState } from "./names.ts";

/** The parameters around it, `Self`, then the file. */
export interface TypeScope {
  readonly state: ModuleState;
  readonly params: ReadonlyMap<string, ParamType>;
  readonly self: Type | null;
  /** What is being declared, where it may have type parameters: `first`, `impl`. */
  readonly declares?: string;
  /** In a generic alias: bounds are asked for where its arguments are known. */
  readonly open?: boolean;
}
