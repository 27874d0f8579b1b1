// The result of suspension inference: the mode of each function, and where code may wait.
import type { Expr, Instance, LambdaCode, Loop, Stmt } from "../../ir/index.ts";

/**
 * `sync` never waits. `tail-forwarding` waits only by returning the promise of a call in tail position, so it
 * needs no frame. `resumable` has frames.
 */
export type Mode = "sync" | "tail-forwarding" | "resumable";

export interface Suspension {
  /** Whether there may be more than one goroutine. */
  readonly isShared: boolean;
  modeOf(instance: Instance): Mode;
  modeOfLambda(lambda: LambdaCode): Mode;
  /** Whether the result of this Call, CallValue or CallDyn may be a promise. */
  waits(call: Expr): boolean;
  /** Whether each iteration of a loop checks the time slice. */
  checksSlice(loop: Loop): boolean;
  /** The fuel that an iteration takes. Null if that is unknown, or if it calls natives. */
  weightOf(loop: Loop): number | null;
  /** The fuel that an iteration takes for natives that it may call; 0 if it calls none. */
  nativesIn(loop: Loop): number;
  /** The expressions and statements before which a recursive function checks the time slice. */
  checkPoints(owner: Instance | LambdaCode): ReadonlySet<Expr | Stmt>;
}
