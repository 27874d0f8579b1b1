// A clock that never goes backwards, and the longest delay of a timer.
import { machine } from "../host/index.ts";

/**
 * The longest delay in milliseconds that a timer of the platform can represent; longer ones would fire
 * immediately.
 */
export const MAX_DELAY_MS = 2_147_483_647;

/** Milliseconds since an arbitrary moment, with fractions. */
export function monotonicMillis(): number {
  return machine().clock.monotonicMillis();
}
