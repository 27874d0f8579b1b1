// Local variables during the check of their body; parameters are created with the signature.
import type { Span } from "../../source/index.ts";
import type { LocalSymbol, Type } from "../types/index.ts";

/** A local variable, whose type is solved when the body is finished. */
export interface BodyLocal extends LocalSymbol {
  type: Type;
  readonly constant: boolean;
  readonly span: Span;
  used: boolean;
  /** The number of enclosing closures. */
  readonly depth?: number;
  /**
   * For a variable whose type is inferred from its value: how often it did not fit. The value may be the
   * mistake.
   */
  misfits?: number;
  /** Whether it is the binding of a pattern that may have to destructure its value. */
  whole?: boolean;
  /**
   * The cause of the type, if its value comes from a function without result type (infer/missing-result.ts).
   */
  follows?: string;
  /** The hint of W15, if its value is that of a call without result. */
  noValue?: NoValue;
}

/** A call of a standard function without result. */
export interface NoValue {
  readonly name: string;
  readonly hint?: string;
}
