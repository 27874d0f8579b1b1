// Errors of the natives of std/net: the operation, the problem, and the address concerned
// (reference/library#failures).
import { fail } from "../../interpreter/runtime/index.ts";
import type { Err, ErrorValue, Result, Runtime } from "../../interpreter/runtime/index.ts";
import { codeOf, errorText, systemText } from "../error/index.ts";

export function failed(
  operation: string,
  text: string,
  about: string,
  code = netCode(text),
): Err<ErrorValue> {
  return fail("net", `${operation}: ${text} (${about})`, code);
}

/** The code of an error, or of its first cause, whose text is not part of that of a program. */
function codeOfError(error: Error): string {
  return error.cause instanceof Error ? codeOfError(error.cause) : netCode(errorText(error));
}

/** The code of a failure (reference/errors#codes); a socket that is not ready in time reports `EAGAIN`. */
export function netCode(text: string): string {
  return text === systemText("EAGAIN") ? "timed_out" : codeOf(text);
}

/** Returns the outcome of an operation; its problems are strings, or errors of the system. */
export function attempt<T extends object>(
  runtime: Runtime,
  operation: string,
  about: string,
  work: () => Promise<T | string>,
): Promise<Result<T, ErrorValue>> {
  const outcome = work().then(
    (found) => (typeof found === "string" ? failed(operation, found, about) : found),
    (error: Error) => failed(operation, errorText(error), about, codeOfError(error)),
  );
  return runtime.scheduler.external(outcome);
}
