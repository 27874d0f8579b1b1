// How much the compiler does before it gives up and says so (code G1): the one place for these numbers.
// They are far above what programs need that people write, and keep what a small text can ask for within
// seconds and within the memory of a small host.

export interface CompileLimits {
  /** Bytes of one source file. */
  readonly sourceBytes: number;
  /** Tokens of one source file as it is written, and of one declaration with its macros expanded. */
  readonly sourceTokens: number;
  /** Tokens that all macro calls of a file expand to, those that are expanded again included. */
  readonly macroTokens: number;
  /** Calls in what a macro call expands to, one inside the other. */
  readonly macroLevels: number;
  /** Bytes of a String constant that is put together from others. */
  readonly constantBytes: number;
  /** Functions compiled for different types, those without type parameters left aside. */
  readonly instances: number;
  /** Types within what an alias stands for. */
  readonly typeParts: number;
  /** Characters of the name of a type, as `type_name` gives it. */
  readonly typeName: number;
  /** Rows of patterns looked at for one `match`. */
  readonly matchSteps: number;
}

export const LIMITS: CompileLimits = {
  sourceBytes: 8_000_000,
  sourceTokens: 1_000_000,
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
  foresee,
  spend,
  within,
  type CompileBudget,
  type Gauges,
  type Resource,
} from "./budget.ts";
