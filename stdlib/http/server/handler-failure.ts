// What becomes of a failure of code that serves: of handlers, of what writes their answers, and of what wrappers run.
import type { Runtime } from "../../../interpreter/runtime/index.ts";
import { Exit, HostError, LimitPanic } from "../../../interpreter/runtime/index.ts";

/** A panic is reported, and the server goes on: true. `exit` and a limit that is used up end the program: false. */
export function reportHandlerFailure(runtime: Runtime, error: unknown): boolean {
  if (error instanceof Exit || error instanceof LimitPanic || error instanceof HostError) {
    runtime.scheduler.fail(error);
    return false;
  }
  const text = runtime.describePanic(error);
  runtime.stderr.write(text.endsWith("\n") ? text : `${text}\n`);
  return true;
}
