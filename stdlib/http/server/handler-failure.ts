// Failures of code that serves: of handlers, of functions that write responses, and of wrappers.
import type { Runtime } from "../../../interpreter/runtime/index.ts";
import { Exit, HostError, Interruption, LimitPanic } from "../../../interpreter/runtime/index.ts";

/**
 * Reports a panic and returns true: the server continues. `exit` and an exhausted limit end the program; then
 * it returns false.
 */
export function reportHandlerFailure(runtime: Runtime, error: unknown): boolean {
  if (error instanceof Exit || error instanceof LimitPanic || error instanceof HostError) {
    runtime.scheduler.fail(error);
    return false;
  }
  // The stop of the server has been reported; panics of deferred calls have not.
  for (const panic of error instanceof Interruption ? error.later : [error]) {
    const text = runtime.describePanic(panic);
    runtime.stderr.write(text.endsWith("\n") ? text : `${text}\n`);
  }
  return true;
}
