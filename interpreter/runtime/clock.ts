// Time that only goes forward, and how much of it a timer can wait for.
import { machine } from "../host/index.ts";

/** The longest delay a timer of the platform can represent; longer ones would fire at once. */
export const MAX_DELAY_MS = 2_147_483_647;

/** Milliseconds, with fractions, since some moment. */
export function monotonicMillis(): number {
  return machine().clock.monotonicMillis();
}
