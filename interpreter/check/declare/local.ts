// A local variable while its body is being checked; parameters are made with the signature.
import type { Span } from "../../source/index.ts";
import type { LocalSymbol, Type } from "../types/index.ts";

/** A local variable; its type is solved when the body is finished. */
export interface BodyLocal extends LocalSymbol {
  type: Type;
  readonly constant: boolean;
  readonly span: Span;
  used: boolean;
  /** How many closures it stands in; none: 0. */
  readonly depth?: number;
  /** Of one whose type is that of its first value: how often it did not fit. The mistake may be there. */
  misfits?: number;
  /** Of a pattern that might have taken its value apart. */
  whole?: boolean;
  /** What a value of a function without result type follows from (infer/missing-result.ts). */
  follows?: string;
}
