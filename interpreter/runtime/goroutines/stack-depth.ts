// Estimates how much stack the running goroutine uses, by the number of its calls.
import { machine } from "../../host/index.ts";

/** The most calls on the stack that leave enough of it for other goroutines. */
const FEW_CALLS = 100;

/** Whether the stack has more than a few calls. Takes some microseconds. */
export function isDeep(): boolean {
  return machine().javascript.hasCalls(FEW_CALLS);
}
