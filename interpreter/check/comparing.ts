// What bodies do with type parameters that `==` compares: what is needed to find where a call makes one of them a
// type without `Eq` (W7). `body/comparing.ts` notes it, `warnings/identity.ts` follows the calls.
import type { Span } from "../source/index.ts";

/** The number of a type parameter, those of the impl or trait first; `Self` of a trait. */
export type ParamNumber = number | "self";

/** What a body does with type parameters. `F` is a function, `S` a place. */
export interface Comparing<F, S = Span> {
  /** The own parameters that `==` compares, with the comparisons. */
  readonly compares: readonly (readonly [own: ParamNumber, span: S])[];
  /** The parameters of called functions that have `Eq` only if an own one has it. */
  readonly passes: readonly (readonly [own: ParamNumber, to: F, param: ParamNumber])[];
  readonly becomes: readonly Becomes<F, S>[];
}

/** A type without `Eq`. */
export interface Lacking {
  /** The type as text; null for one that has `Eq`. */
  readonly type: string | null;
  /** The type of the program that could derive `Eq`. */
  readonly derive: string | null;
}

/** A type parameter of a called function that becomes a type. */
export interface Becomes<F, S = Span> extends Lacking {
  readonly to: F;
  readonly param: ParamNumber;
  readonly span: S;
  /** The methods that the type has for members of traits, with their parameters that become types without `Eq`. */
  readonly methods: readonly (readonly [
    member: F,
    method: F,
    params: readonly (readonly [param: number, type: Lacking])[],
  ])[];
}
