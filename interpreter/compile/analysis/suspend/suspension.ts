// What the second step found out: the form each function takes and where code may wait.
import type { Expr, Instance, LambdaCode, Loop, Stmt } from "../../ir/index.ts";

/**
 * `sync` never waits; `tail-forwarding` waits only by returning what a waiting call in tail position
 * returned, so it needs no frame of its own; `resumable` has frames.
 */
export type Mode = "sync" | "tail-forwarding" | "resumable";

export interface Suspension {
  /** There may be more than one goroutine. */
  readonly isShared: boolean;
  modeOf(instance: Instance): Mode;
  modeOfLambda(lambda: LambdaCode): Mode;
  /** Whether the result of this Call, CallValue or CallDyn may be a promise. */
  waits(call: Expr): boolean;
  /** Whether each iteration of a loop looks at the time slice. */
  looksIn(loop: Loop): boolean;
  /** What an iteration of it uses up of the slice. Null where natives do, or that is not known. */
  weightOf(loop: Loop): number | null;
  /** What an iteration uses up for natives that it may call; 0 when it calls none. */
  nativesIn(loop: Loop): number;
  /** What a function looks before that may call itself. */
  looksBefore(owner: Instance | LambdaCode): ReadonlySet<Expr | Stmt>;
}
