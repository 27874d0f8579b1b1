// The limits beyond which the compiler gives up with the diagnostic G1; all of these numbers are here. They
// are far above what programs written by people need, and bound what a small text can cause to seconds and to
// the memory of a small machine.

export interface CompileLimits {
  /** Bytes of one source file. */
  readonly sourceBytes: number;
  /** Tokens of one source file as written, and of one declaration with its macros expanded. */
  readonly sourceTokens: number;
  /** Parameters of a function, fields of a struct, parts of a variant: JavaScript allows some 65,000. */
  readonly parameters: number;
  /** Tokens that all macro calls of a file expand to, repeated expansions included. */
  readonly macroTokens: number;
  /** Depth of nested calls in the expansion of a macro call. */
  readonly macroLevels: number;
  /** Bytes of a String constant concatenated from others. */
  readonly constantBytes: number;
  /** Instances of generic functions. */
  readonly instances: number;
  /** Types within the expansion of an alias. */
  readonly typeParts: number;
  /** Characters of the name of a type, as `type_name` returns it. */
  readonly typeName: number;
  /** Rows of patterns examined for one `match`. */
  readonly matchSteps: number;
}

export const LIMITS: CompileLimits = {
  sourceBytes: 8_000_000,
  sourceTokens: 1_000_000,
  parameters: 10_000,
  macroTokens: 2_000_000,
  macroLevels: 128,
  constantBytes: 1_000_000,
  instances: 20_000,
  typeParts: 2_000,
  typeName: 1_000_000,
  matchSteps: 400_000,
};

export {
  BudgetExceeded,
  spend,
  watched,
  within,
  type CompileBudget,
  type Gauges,
  type Resource,
} from "./budget.ts";
